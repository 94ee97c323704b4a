import { type Diagnostic, Reporter } from '../diagnostics/diagnostic.js';
import type { Database } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import type { NameRules } from '../model/name-rules.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { type Element, scanAttribute } from '../schema/element.js';
import type { SchemaElement } from '../schema/format/node.js';
import { printSchema } from '../schema/format/print.js';
import type { ModelsOptions } from '../schema/models.js';
import { buildElements, buildText, type ModelSettings } from '../schema/text.js';
import { checkClasses } from '../targets/php/check/classes.js';
import { PHP_NAMES } from '../targets/php/check/name-rules.js';
import type { ClassNaming } from '../targets/php/classes.js';
import type { CheckedModel } from '../targets/target.js';
import type { Draft } from './draft.js';
import type { Rendered } from './render.js';

/** What a language besides PHP asks of names, where a project has one. */
export interface OtherLanguage {
  readonly names: NameRules;
  readonly check: (models: readonly CheckedModel[], report: Report) => void;
}

/** What a schema is compiled for. */
export interface CompileOptions {
  readonly platform: Platform;
  readonly platformOptions: PlatformOptions;
  readonly tablePrefix: string;
  readonly classNaming: ClassNaming;
  readonly otherLanguage?: OtherLanguage | undefined;
  /** The model is all that is wanted: nobody reads the file, and no classes are made of it. */
  readonly modelOnly?: boolean;
}

/** A diagnostic of the compiler about a part of a draft. */
export interface Trouble {
  readonly diagnostic: Diagnostic;
  readonly draft: Draft;
  /** The other part, where two have one name, and the attribute that gives it. */
  readonly other: { readonly draft: Draft; readonly attribute: string | undefined } | undefined;
  /** The element itself: the part of the draft, or a child of it such as `reference`. */
  readonly element: Element;
  /** The attribute that is the cause, if the element has it. */
  readonly attribute: string | undefined;
}

export interface CompiledDraft {
  readonly troubles: readonly Trouble[];
  /** Only when nothing is wrong but what classes cannot be made of. */
  readonly database: Database | undefined;
}

/** Runs what is to be written through the real front end, for SQL and for PHP. */
export function compileDraft({ file, drafts }: Rendered, options: CompileOptions): CompiledDraft {
  const connection = file.root.attributes.find(([name]) => name === 'name')?.[1] ?? '';
  if (options.modelOnly === true) {
    const database = soundModel(file.root, { connection, names: [PHP_NAMES], ...options });
    if (database !== undefined) return { troubles: [], database };
  }
  const reporter = new Reporter();
  const source = { path: 'schema.xml', text: printSchema(file) };
  const { otherLanguage } = options;
  const checkTargets: ModelsOptions['checkTargets'] = (models, report) => {
    checkClasses(models, options.classNaming, report);
    otherLanguage?.check(models, report);
  };
  const names = otherLanguage === undefined ? [PHP_NAMES] : [PHP_NAMES, otherLanguage.names];
  const targets = options.modelOnly === true ? {} : { checkTargets };
  const built = buildText({ source, connection, names, ...options, ...targets }, reporter);
  const database = built?.database;
  if (built === undefined || database === undefined) throw unreadable(reporter);
  const found = reporter.diagnostics.filter(isTrouble);
  const parts = found.length > 0 ? new Parts(built.root, file.root, drafts) : undefined;
  const troubles = found.flatMap((diagnostic) => parts?.trouble(diagnostic) ?? []);
  const isSound = troubles.every(({ diagnostic }) => /^(php|typescript)\//.test(diagnostic.code));
  return { troubles, database: isSound ? database : undefined };
}

/** The model of elements that nobody writes down. Undefined where something is wrong, of which only a text shows the place. */
function soundModel(root: SchemaElement, settings: ModelSettings): Database | undefined {
  const reporter = new Reporter();
  const built = buildElements(asRead(root), settings, reporter);
  return reporter.diagnostics.some(isTrouble) ? undefined : built?.database;
}

/** An element as if it had been read from a file, in which each has a place of its own. Those that are written alike share their attributes. */
function asRead(root: SchemaElement): Element {
  const source = { path: 'schema.xml', text: '' };
  const known = new Map<string, Element['attributes']>();
  let offset = 0;
  const read = ({ name, attributes, children }: SchemaElement): Element => {
    let key = name;
    for (const [word, value] of attributes) key += `\n${word}=${value}`;
    const shared = known.get(key) ?? Object.fromEntries(attributes);
    known.set(key, shared);
    return {
      name,
      attributes: shared,
      offset: offset++,
      source,
      children:
        children.length === 0 ? NONE : children.flatMap((child) => (child.kind === 'element' ? [read(child)] : [])),
    };
  };
  return read(root);
}

const NONE: readonly Element[] = [];

/** A unique that the front end would add is none of the database's. */
const isTrouble = ({ severity, code }: Diagnostic): boolean => severity === 'error' || code === 'schema/unique-added';

const unreadable = (reporter: Reporter): Error =>
  new Error(`the schema made of the database cannot be read: ${reporter.diagnostics[0]?.message ?? 'no reason'}`);

/** Finds the part of a draft by a place in the text that it became. */
class Parts {
  readonly #parsed: readonly Element[];
  readonly #owners: readonly (Draft | undefined)[];

  constructor(parsed: Element, written: SchemaElement, drafts: ReadonlyMap<SchemaElement, Draft>) {
    this.#parsed = flat(parsed);
    const owners: (Draft | undefined)[] = [];
    const walk = (node: SchemaElement, owner: Draft | undefined): void => {
      const own = drafts.get(node) ?? owner;
      owners.push(own);
      for (const child of node.children) if (child.kind === 'element') walk(child, own);
    };
    walk(written, undefined);
    this.#owners = owners;
  }

  trouble(diagnostic: Diagnostic): Trouble {
    const { element, draft, attribute } = this.#at(diagnostic.span?.start ?? -1);
    const other = diagnostic.related && this.#at(diagnostic.related.span.start);
    // What is wrong with the root element comes from the settings of the run.
    if (element === undefined || draft === undefined) throw new Error(diagnostic.message);
    const part = other?.draft && { draft: other.draft, attribute: other.attribute };
    return { diagnostic, draft, other: part, element, attribute };
  }

  /** What stands at an offset of the text. */
  #at(offset: number): { element: Element | undefined; draft: Draft | undefined; attribute: string | undefined } {
    const index = this.#parsed.findLastIndex((each) => each.offset <= offset);
    const element = this.#parsed[index];
    const attribute = Object.keys(element?.attributes ?? {}).find(
      (name) => element && scanAttribute(element.source, element.offset, name, 'value')?.start === offset,
    );
    return { element, draft: this.#owners[index], attribute };
  }
}

const flat = (element: Element): Element[] => [element, ...element.children.flatMap(flat)];
