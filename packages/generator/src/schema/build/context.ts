import type { BehaviorRegistry } from '../../behaviors/behavior.js';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/source.js';
import type { Adapter } from '../../model/adapter.js';
import { BOOLEAN_WORDS } from '../../model/boolean-words.js';
import type { NativeType } from '../../model/model.js';
import type { IdentifierLimit } from '../../model/names.js';
import type { Origin } from '../../model/origin.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { attributeSpan, type Element, elementSpan, scanAttribute } from '../element.js';
import type { Flaws } from '../flaws.js';
import type { Doubts } from './doubts.js';

/** What the model of one database depends on besides its schema. */
export interface ModelOptions {
  readonly adapter: Adapter;
  readonly identifierLimit: IdentifierLimit;
  readonly script: ScriptDialect;
  readonly schemas: 'native' | 'joined' | 'none';
  readonly indexNamesPerSchema: boolean;
  readonly tablePrefix: string;
  readonly behaviors: BehaviorRegistry;
}

/** Carried through the building of one database. */
export interface Context {
  readonly options: ModelOptions;
  readonly reporter: Reporter;
  readonly once: Once;
  /** Elements of the database that were reported: each table and column that uses them sees them again. */
  readonly reported: Set<Element>;
  /** What was left out of the XML because of an error that was reported. */
  readonly flaws: Flaws;
  /** What the model does not know for that reason. */
  readonly doubts: Doubts;
  /** The enum types and domains of the database, which columns refer to. */
  types: readonly NativeType[];
  /** Tables that are written but not built, because of an error that was reported: a reference to them is no other. */
  readonly unbuilt: Set<string>;
  /** False when a file could not be read, or a table has no name: a table that is not found may be that one. */
  allTablesKnown: boolean;
}

/** Remarks that are made once per build, with the first place and how many more there are. */
export class Once {
  readonly #remarks = new Map<
    string,
    { code: string; message: (count: number) => string; help: string; span: Span; count: number }
  >();

  /** `key` tells remarks of one code apart. */
  add(code: string, span: () => Span, message: (count: number) => string, help: string, key = code): void {
    const known = this.#remarks.get(key);
    if (known) known.count++;
    else this.#remarks.set(key, { code, message, help, span: span(), count: 1 });
  }

  /** How often something was remarked. */
  get count(): number {
    let sum = 0;
    for (const { count } of this.#remarks.values()) sum += count;
    return sum;
  }

  report(reporter: Reporter): void {
    for (const { code, message, help, span, count } of this.#remarks.values()) {
      reporter.note({ code, message: message(count), span, help });
    }
  }
}

/** Reports an error at an attribute of an element, or at the element. */
export function fail(
  context: Context,
  element: Element,
  attribute: string | undefined,
  code: string,
  message: string,
  help?: string,
  related?: { message: string; origin: Origin; attribute?: string },
): void {
  context.reporter.error({
    code,
    message,
    span: attribute === undefined ? elementSpan(element) : attributeSpan(element, attribute),
    help,
    related: related && {
      message: related.message,
      span: originSpan(related.origin, related.attribute),
    },
  });
}

/** The place of an origin: of one of its attributes if it has it, else of the element's name. */
export function originSpan(origin: Origin, attribute?: string): Span {
  const { source } = origin;
  if (attribute !== undefined) {
    const found = scanAttribute(source, origin.offset, attribute, 'value');
    if (found) return found;
  }
  const name = /[^\s/>]*/y;
  name.lastIndex = origin.offset + 1;
  name.exec(source.text);
  return { source, start: origin.offset + 1, end: name.lastIndex };
}

export function flag(element: Element, name: string, fallback = false): boolean {
  const value = element.attributes[name];
  return value === undefined ? fallback : (BOOLEAN_WORDS[value.toLowerCase()] ?? fallback);
}

/** An attribute's value; an empty one counts as not given. */
export function value(element: Element, name: string): string | undefined {
  const given = element.attributes[name];
  return given === undefined || given === '' ? undefined : given;
}

export function number(element: Element, name: string): number | undefined {
  const given = value(element, name);
  return given === undefined ? undefined : Number(given);
}

const NO_ELEMENTS: readonly Element[] = [];

export function childrenNamed(element: Element, name: string): readonly Element[] {
  let found: Element[] | undefined;
  for (const child of element.children) {
    if (child.name !== name) continue;
    if (found) found.push(child);
    else found = [child];
  }
  return found ?? NO_ELEMENTS;
}
