import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { type Span, span } from '../diagnostics/source.js';
import { CONFIG_FOLDERS, configCandidates, projectFolder } from './candidates.js';
import { EXTENSIONS, formatOf } from './formats/format.js';
import { GuardedSource } from './secrets.js';

/** Where the configuration of a project is. */
export interface FoundConfig {
  /** The project folder, absolute: paths in the configuration are relative to it. */
  readonly root: string;
  /** Absolute paths in the order they are merged: the `.dist` file first. */
  readonly files: readonly string[];
}

const PROPEL_NAMES = new Set(Object.keys(EXTENSIONS).map((extension) => `propel.${extension}`));

const MINIMAL = `run "orm init", which asks and writes one; a minimal orm.yaml:
orm:
  general:
    project: library
  database:
    connections:
      library:
        adapter: pgsql`;

/**
 * Finds the configuration in a folder, or in its `conf` or `config`, or in the nearest folder above that has one;
 * `configDir` names the folder, or the file. Fails when there is none, or more than one.
 */
export async function findConfig(cwd: string, configDir: string | undefined): Promise<FoundConfig> {
  const place = configDir === undefined ? projectFolder(resolve(cwd)) : resolve(cwd, configDir);
  const kind = await kindOf(place);
  if (kind === 'file') return givenFile(place, cwd);
  if (kind === 'nothing' && (await kindOf(`${place}.dist`)) === 'file') return givenFile(place, cwd);
  if (kind === 'nothing') {
    throw failure({
      code: 'config/not-found',
      message: `there is no folder or file ${shownPath(place, cwd)} to read the configuration from`,
      help: '--config-dir takes the project folder, or the configuration file itself',
    });
  }
  const candidates = configCandidates(place);
  const normal = await only(candidates.normal, cwd);
  const dist = await only(candidates.dist, cwd);
  const files = [dist, normal].filter((file) => file !== undefined);
  if (files.length === 0) throw noneFound(place, candidates.all, cwd, configDir === undefined);
  return { root: place, files };
}

/** A path as messages show it: relative to the working directory where it lies below it, with `/`. */
export function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  const shown = below === '' ? '.' : below.startsWith('..') ? path : below;
  return shown.split(sep).join('/');
}

async function givenFile(file: string, cwd: string): Promise<FoundConfig> {
  if (formatOf(file) === undefined) {
    throw failure({
      code: 'config/unknown-format',
      message: `the format of ${printable(shownPath(file, cwd))} is not known by its name`,
      help: `a configuration file ends with ${Object.keys(EXTENSIONS)
        .map((e) => `.${e}`)
        .join(', ')}`,
    });
  }
  const folder = dirname(file);
  const root = /^conf(ig)?$/.test(basename(folder)) ? dirname(folder) : folder;
  const candidates = file.endsWith('.dist') ? [file] : [`${file}.dist`, file];
  const kinds = await Promise.all(candidates.map(kindOf));
  return { root, files: candidates.filter((_, i) => kinds[i] === 'file') };
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 'nothing' : found.isDirectory() ? 'folder' : 'file';
}

async function only(files: readonly string[], cwd: string): Promise<string | undefined> {
  const [first, second] = files;
  if (first === undefined || second === undefined) return first;
  throw failure({
    code: 'config/several-files',
    message: `there is more than one configuration file: ${files.map((file) => printable(shownPath(file, cwd))).join(', ')}`,
    span: await firstLine(first, cwd),
    related: { message: 'and another', span: await firstLine(second, cwd) },
    help: 'keep one of them, or name the one to use: --config-dir FILE',
  });
}

async function firstLine(file: string, cwd: string): Promise<Span> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const source = new GuardedSource(shownPath(file, cwd), text.slice(0, 1000));
  return span(source, 0, /^[^\r\n]*/.exec(source.text)?.[0].length);
}

function noneFound(place: string, names: readonly string[], cwd: string, looksAbove: boolean): Error {
  const folders = CONFIG_FOLDERS.map((folder) => shownPath(join(place, folder), cwd));
  const propel = names.find((file) => PROPEL_NAMES.has(basename(file).replace(/\.dist$/, '')));
  const rename =
    propel === undefined
      ? ''
      : `${printable(shownPath(propel, cwd))} is a configuration of Propel: rename it to ${basename(propel).replace('propel', 'orm')}, and its root key from propel to orm\n`;
  return failure({
    code: 'config/not-found',
    message: `no configuration file found: looked for orm.{${Object.keys(EXTENSIONS).join(',')}}, and each with .dist, in ${folders.map(printable).join(', ')}${looksAbove ? ' and the folders above' : ''}`,
    help: rename + MINIMAL,
  });
}
