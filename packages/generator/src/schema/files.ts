import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { failure, type Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Source, Span } from '../diagnostics/source.js';
import { attributeSpan, type Element } from './element.js';

export interface SchemaFolder {
  /** Folder of the `*schema.xml` files. */
  readonly schemaDir: string;
  readonly recursive: boolean;
  /** Paths in messages are relative to this. */
  readonly cwd: string;
}

/** The paths of the schema files of a folder, at least one. */
export async function findSchemaFiles({ schemaDir, recursive, cwd }: SchemaFolder): Promise<readonly string[]> {
  let entries: string[];
  try {
    entries = await readdir(schemaDir, { recursive });
  } catch {
    throw failure({
      code: 'schema/dir',
      message: `the schema folder ${shown(schemaDir, cwd)} cannot be read`,
      help: 'give another with --schema-dir, or set paths.schemaDir in the configuration',
    });
  }
  const files = entries
    .filter((entry) => entry.endsWith('schema.xml') && !entry.split(sep).includes('node_modules'))
    .sort()
    .map((entry) => join(schemaDir, entry));
  if (files.length > 0) return files;
  throw failure({
    code: 'schema/none',
    message: `no schema file in ${shown(schemaDir, cwd)}`,
    help: 'a schema file is named schema.xml or ends with it, such as blog_schema.xml.\nLook elsewhere with --schema-dir or paths.schemaDir',
  });
}

function shown(path: string, cwd: string): string {
  const short = relative(cwd, path).split(sep).join('/');
  return short === '' ? '.' : short.startsWith('../..') ? path : short;
}

export interface ReadLimits {
  /** Largest file that is read, in bytes. */
  readonly maxSize: number;
  /** Paths in messages are relative to this. */
  readonly cwd: string;
}

/** The text of a schema file, or nothing and a diagnostic, at `span` if another file names this one. */
export async function readSchemaSource(
  path: string,
  { maxSize, cwd }: ReadLimits,
  reporter: Reporter,
  span?: Span,
): Promise<Source | undefined> {
  const name = shown(path, cwd);
  try {
    const found = await stat(path);
    if (!found.isFile()) {
      reporter.error({
        code: 'schema/unreadable',
        message: `${name} is not a file`,
        span,
        help: 'what is named like a schema is read as one: rename it',
      });
      return undefined;
    }
    if (found.size > maxSize) {
      reporter.error({
        code: 'schema/too-large',
        message: `${name} has ${readableSize(found.size)}, and schema files are read up to ${readableSize(maxSize)}`,
        span,
        help: 'split it into several *schema.xml files, or raise generator.maxSchemaSize in the configuration',
      });
      return undefined;
    }
    return decodedSchema(name, await readFile(path), reporter);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    reporter.error({
      code: 'schema/unreadable',
      message: isMissing
        ? `there is no file ${name}`
        : `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      span,
      help: isMissing ? 'check its name and the folder you are in' : 'check that it may be read',
    });
  }
  return undefined;
}

/** Bytes as the text of a schema, or nothing and a diagnostic. */
export function decodedSchema(path: string, bytes: Buffer, reporter: Reporter): Source | undefined {
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    notUtf8({ path, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }, bytes, reporter);
    return undefined;
  }
}

/** Shown at the first character that is none: editors often hide what is wrong. */
function notUtf8(source: Source, bytes: Buffer, reporter: Reporter): void {
  const wide = bytes.includes(0);
  const start = Math.max(source.text.indexOf('\ufffd'), 0);
  reporter.error({
    code: 'schema/encoding',
    message: wide ? `${source.path} is not UTF-8 but looks like UTF-16` : `${source.path} is not UTF-8`,
    span: wide ? undefined : { source, start, end: start + 1 },
    help: 'save it as UTF-8, whatever its XML declaration says',
  });
}

/** Where a file that `<external-schema>` names may be: from the including file, or from the working directory. */
export function externalPlaces(from: string, element: Element, cwd: string): readonly string[] {
  return [dirname(from), cwd].map((base) => resolve(base, element.attributes['filename'] ?? ''));
}

/** The file that `<external-schema>` names, or nothing and a diagnostic. */
export async function externalFile(
  from: string,
  element: Element,
  cwd: string,
  reporter: Reporter,
): Promise<string | undefined> {
  const name = element.attributes['filename'] ?? '';
  for (const path of externalPlaces(from, element, cwd)) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) continue;
    // Lines of a file appear in messages: a schema must not make them show what is no schema, such as /etc/passwd.
    if (path.endsWith('.xml')) return path;
    reporter.error({
      code: 'schema/external',
      message: `${quoted(name)} is not the name of a schema file`,
      span: attributeSpan(element, 'filename'),
      help: 'a file that is taken in has a name that ends with .xml',
    });
    return undefined;
  }
  reporter.error({
    code: 'schema/external',
    message: `there is no file ${quoted(name)}`,
    span: attributeSpan(element, 'filename'),
    help: 'the path is taken from the folder of this file, then from the working directory',
  });
  return undefined;
}

function readableSize(bytes: number): string {
  if (bytes < 10_000) return `${bytes} bytes`;
  const value = bytes / 1024 / 1024;
  return `${value >= 10 ? String(Math.round(value)) : value.toPrecision(2)} MB`;
}
