import { resolve } from 'node:path';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { BOOLEAN_WORDS } from '../model/boolean-words.js';
import { checkDocument } from './check.js';
import { attributeSpan, type Element } from './element.js';
import {
  externalFile,
  externalPlaces,
  findSchemaFiles,
  type ReadLimits,
  readSchemaSource,
  type SchemaFolder,
} from './files.js';
import { Flaws } from './flaws.js';
import { parseXml } from './xml.js';

/** One schema file that was read. */
export interface SchemaDocument {
  /** The tree as far as it holds to the vocabulary. */
  readonly root: Element;
  /** True for a file that another takes in with `referenceOnly="true"`. */
  readonly referenceOnly: boolean;
  /** The database whose tables these are: that of the file which took this one in. */
  readonly database: string;
}

export interface LoadedSchemas {
  readonly documents: readonly SchemaDocument[];
  /** What was left out of the trees. */
  readonly flaws: Flaws;
  /** False when a file could not be read at all, so that nobody knows which tables it holds. */
  readonly complete: boolean;
}

export interface LoadOptions extends SchemaFolder, ReadLimits {
  /** Hears the absolute path of each file that is read, or would be if it were there. */
  readonly onFile?: (path: string) => void;
}

/** Reads every schema file of a folder and the files those take in. Diagnostics go to the reporter. */
export async function loadSchemas(options: LoadOptions, reporter: Reporter): Promise<LoadedSchemas> {
  const files = await findSchemaFiles(options);
  const loader = new Loader(options, reporter);
  for (const file of files) await loader.load(file, undefined);
  return { documents: loader.documents, flaws: loader.flaws, complete: loader.complete };
}

interface Inclusion {
  readonly element: Element;
  readonly database: string;
  readonly referenceOnly: boolean;
}

class Loader {
  readonly documents: SchemaDocument[] = [];
  readonly flaws = new Flaws();
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
    this.options.onFile?.(path);
    const span = inclusion && attributeSpan(inclusion.element, 'filename');
    const source = await readSchemaSource(path, this.options, this.reporter, span);
    const parsed = source && parseXml(source, this.reporter);
    const root = parsed && checkDocument(parsed, this.reporter, this.flaws);
    if (!root) {
      this.complete = false;
      return;
    }
    // A file that is not named may hold any table.
    if (this.flaws.mayLack(root, 'external-schema')) this.complete = false;
    const database = inclusion?.database ?? root.attributes['name'] ?? '';
    const referenceOnly = inclusion?.referenceOnly ?? false;
    this.documents.push({ root, database, referenceOnly });
    for (const element of root.children.filter((child) => child.name === 'external-schema')) {
      const target = await externalFile(path, element, this.options.cwd, this.reporter);
      if (target === undefined) {
        for (const place of externalPlaces(path, element, this.options.cwd)) this.options.onFile?.(place);
        this.complete = false;
        continue;
      }
      const only = BOOLEAN_WORDS[(element.attributes['referenceOnly'] ?? 'false').toLowerCase()] ?? false;
      await this.load(target, { element, database, referenceOnly: referenceOnly || only });
    }
  }
}
