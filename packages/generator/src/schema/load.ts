import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { failure, type Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Source } from '../diagnostics/source.js';
import { checkDocument } from './check.js';
import { attributeSpan, type Element } from './element.js';
import { BOOLEAN_WORDS } from './vocabulary.js';
import { parseXml } from './xml.js';

/** One schema file that was read. */
export interface SchemaDocument {
  readonly root: Element;
  /** Children of the root that do not hold to the vocabulary: complained about, and not to be built from. */
  readonly broken: ReadonlySet<Element>;
  /** True for a file that another takes in with `referenceOnly="true"`. */
  readonly referenceOnly: boolean;
  /** The database whose tables these are: that of the file which took this one in. */
  readonly database: string;
}

export interface LoadedSchemas {
  readonly documents: readonly SchemaDocument[];
  /** False when a file could not be read at all, so that nobody knows which tables it holds. */
  readonly complete: boolean;
}

export interface LoadOptions {
  /** Folder of the `*schema.xml` files. */
  readonly schemaDir: string;
  readonly recursive: boolean;
  /** Largest file that is read, in bytes. */
  readonly maxSize: number;
  /** Paths in messages are relative to this. */
  readonly cwd: string;
}

/** Reads every schema file of a folder and the files those take in. Complaints go to the reporter. */
export async function loadSchemas(options: LoadOptions, reporter: Reporter): Promise<LoadedSchemas> {
  const files = await findSchemaFiles(options);
  if (files.length === 0) {
    throw failure({
      code: 'schema/none',
      message: `no schema file in ${shown(options.schemaDir, options.cwd)}`,
      help: 'a schema file is named schema.xml or ends with it, such as blog_schema.xml.\nLook elsewhere with --schema-dir or paths.schemaDir',
    });
  }
  const loader = new Loader(options, reporter);
  for (const file of files) await loader.load(file, undefined);
  return { documents: loader.documents, complete: loader.complete };
}

const shown = (path: string, cwd: string): string => {
  const short = relative(cwd, path).split(sep).join('/');
  return short === '' ? '.' : short.startsWith('../..') ? path : short;
};

async function findSchemaFiles({ schemaDir, recursive, cwd }: LoadOptions): Promise<string[]> {
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
  return entries
    .filter((entry) => entry.endsWith('schema.xml') && !entry.split(sep).includes('node_modules'))
    .sort()
    .map((entry) => join(schemaDir, entry));
}

interface Inclusion {
  readonly element: Element;
  readonly database: string;
  readonly referenceOnly: boolean;
}

class Loader {
  readonly documents: SchemaDocument[] = [];
  complete = true;
  readonly #seen = new Set<string>();

  constructor(
    private readonly options: LoadOptions,
    private readonly reporter: Reporter,
  ) {}

  async load(file: string, inclusion: Inclusion | undefined): Promise<void> {
    const path = resolve(file);
    // A file taken in twice, or by itself, is one file.
    if (this.#seen.has(path)) return;
    this.#seen.add(path);
    const source = await this.#read(path, inclusion);
    const root = source && parseXml(source, this.reporter);
    const broken = root && checkDocument(root, this.reporter);
    if (!broken) {
      this.complete = false;
      return;
    }
    const database = inclusion?.database ?? root.attributes['name'] ?? '';
    const referenceOnly = inclusion?.referenceOnly ?? false;
    this.documents.push({ root, broken, database, referenceOnly });
    for (const element of root.children.filter((child) => child.name === 'external-schema')) {
      const target = await this.#externalFile(path, element);
      if (target === undefined) {
        this.complete = false;
        continue;
      }
      const only = BOOLEAN_WORDS[(element.attributes['referenceOnly'] ?? 'false').toLowerCase()] ?? false;
      await this.load(target, { element, database, referenceOnly: referenceOnly || only });
    }
  }

  async #read(path: string, inclusion: Inclusion | undefined): Promise<Source | undefined> {
    const name = shown(path, this.options.cwd);
    const span = inclusion && attributeSpan(inclusion.element, 'filename');
    const { maxSize } = this.options;
    try {
      const found = await stat(path);
      if (!found.isFile()) {
        this.reporter.error({
          code: 'schema/unreadable',
          message: `${name} is not a file`,
          span,
          help: 'what is named like a schema is read as one: rename it',
        });
        return undefined;
      }
      if (found.size > maxSize) {
        this.reporter.error({
          code: 'schema/too-large',
          message: `${name} has ${readableSize(found.size)}, and schema files are read up to ${readableSize(maxSize)}`,
          span,
          help: 'split it into several *schema.xml files, or raise generator.maxSchemaSize in the configuration',
        });
        return undefined;
      }
      const bytes = await readFile(path);
      const text = decodeUtf8(bytes);
      if (text !== undefined) return { path: name, text };
      this.#notUtf8({ path: name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }, bytes);
    } catch (error) {
      this.reporter.error({
        code: 'schema/unreadable',
        message: `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        span,
        help: 'check that it may be read',
      });
    }
    return undefined;
  }

  /** Shown at the first character that is none: editors often hide what is wrong. */
  #notUtf8(source: Source, bytes: Buffer): void {
    const wide = bytes.includes(0);
    const start = Math.max(source.text.indexOf('\ufffd'), 0);
    this.reporter.error({
      code: 'schema/encoding',
      message: wide ? `${source.path} is not UTF-8 but looks like UTF-16` : `${source.path} is not UTF-8`,
      span: wide ? undefined : { source, start, end: start + 1 },
      help: 'save it as UTF-8, whatever its XML declaration says',
    });
  }

  /** A path from the including file, or from the working directory. */
  async #externalFile(from: string, element: Element): Promise<string | undefined> {
    const name = element.attributes['filename'] ?? '';
    for (const base of [dirname(from), this.options.cwd]) {
      const path = resolve(base, name);
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) continue;
      // Lines of a file appear in messages: a schema must not make them show what is no schema, such as /etc/passwd.
      if (path.endsWith('.xml')) return path;
      this.reporter.error({
        code: 'schema/external',
        message: `${quoted(name)} is not the name of a schema file`,
        span: attributeSpan(element, 'filename'),
        help: 'a file that is taken in has a name that ends with .xml',
      });
      return undefined;
    }
    this.reporter.error({
      code: 'schema/external',
      message: `there is no file ${quoted(name)}`,
      span: attributeSpan(element, 'filename'),
      help: 'the path is taken from the folder of this file, then from the working directory',
    });
    return undefined;
  }
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readableSize(bytes: number): string {
  if (bytes < 10_000) return `${bytes} bytes`;
  const value = bytes / 1024 / 1024;
  return `${value >= 10 ? String(Math.round(value)) : value.toPrecision(2)} MB`;
}
