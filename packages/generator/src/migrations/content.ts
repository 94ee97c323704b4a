import { quoted } from '../diagnostics/printable.js';
import type { Migration } from './migration.js';

/** A `changes.json` without its format. */
export interface MigrationContent extends Omit<Migration, 'name'> {
  readonly adapter: string;
  /** Whether there are queries for rows that stand in its way: without their file it would cut or lose values. */
  readonly checks?: true;
}

/** What is wrong somewhere in a value: where, and the words behind that. */
interface Problem {
  readonly where: string;
  readonly words: string;
}

/** Says what is wrong with a value; nothing when it is as expected. Where it is, is worked out for what is wrong only. */
type Test = (value: unknown) => Problem | undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (words: string): Problem => ({ where: '', words });

/** The same, seen from one step further out. */
const inside = (step: string, problem: Problem | undefined): Problem | undefined =>
  problem && { ...problem, where: `${step}${problem.where}` };

const text: Test = (value) => (typeof value === 'string' ? undefined : wrong('must be a text'));

const flag: Test = (value) => (value === true ? undefined : wrong('must be true'));

const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value)
      ? undefined
      : wrong(`is ${typeof value === 'string' ? quoted(value) : 'no text'}, and must be one of ${words.join(', ')}`);

const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined ? undefined : test(value);

const nullable =
  (test: Test): Test =>
  (value) =>
    value === null ? undefined : test(value);

const list =
  (test: Test): Test =>
  (value) => {
    if (!Array.isArray(value)) return wrong('must be a list');
    for (const [at, each] of value.entries()) {
      const problem = test(each);
      if (problem !== undefined) return inside(`[${String(at)}]`, problem);
    }
    return undefined;
  };

const mapOf =
  (test: Test): Test =>
  (value) => {
    if (!isRecord(value)) return wrong('must be an object');
    for (const key of Object.keys(value)) {
      const problem = test(value[key]);
      if (problem !== undefined) return inside(`[${quoted(key)}]`, problem);
    }
    return undefined;
  };

function object(fields: Readonly<Record<string, Test>>): Test {
  const tests = Object.entries(fields);
  return (value) => {
    if (!isRecord(value)) return wrong('must be an object');
    for (const [key, test] of tests) {
      const problem = test(value[key]);
      if (problem !== undefined) return inside(`.${key}`, problem);
    }
    return undefined;
  };
}

const name = { schema: optional(text), name: text };
const parts = list(object({ column: optional(text), expression: optional(text) }));
const options = mapOf(text);

const column = object({
  name: text,
  type: text,
  default: optional(text),
  comment: optional(text),
  sequence: optional(object(name)),
  generated: optional(object({ sql: text })),
  labels: optional(object({ as: oneOf('position', 'bits'), list: list(text) })),
  uuidBytes: optional(oneOf('swapped', 'as written')),
});
const primaryKey = object({ name: optional(text), parts });
const index = object({
  name: text,
  kind: oneOf('unique', 'unique index', 'index'),
  parts,
  include: optional(list(text)),
  where: optional(text),
});
const check = object({ name: text, expression: text });
const foreignKey = object({
  name: text,
  columns: list(text),
  foreignTable: object(name),
  foreignColumns: list(text),
});
const enumType = object({ ...name, kind: oneOf('enum'), labels: list(text) });
const domain = object({ ...name, kind: oneOf('domain'), type: text, checks: list(object({ expression: text })) });

/** What a change of each kind says of its object. */
const KINDS: Readonly<Record<string, Test>> = {
  schema: object({}),
  extension: object({ schema: optional(text) }),
  sequence: object({}),
  type: (value) =>
    inside('.kind', oneOf('enum', 'domain')(isRecord(value) ? value['kind'] : undefined)) ??
    (isRecord(value) && value['kind'] === 'enum' ? enumType : domain)(value),
  view: object({ ...name, sql: text, columns: list(object({ name: text, comment: text })) }),
  table: object({
    ...name,
    columns: list(column),
    primaryKey: optional(primaryKey),
    indexes: list(index),
    checks: list(check),
    foreignKeys: list(foreignKey),
    options,
  }),
  column,
  'primary key': primaryKey,
  index,
  check,
  'foreign key': foreignKey,
  option: text,
};

const PARTS = ['column', 'primary key', 'index', 'check', 'foreign key', 'option'];

const isKind = oneOf(...Object.keys(KINDS));
const place = object({ ...name, table: optional(text), from: optional(text) });
const partPlace = object({ ...name, table: text, from: optional(text) });

const change: Test = (value) => {
  if (!isRecord(value)) return wrong('must be an object');
  const { kind, before, after } = value;
  const isKnown = inside('.kind', isKind(kind));
  if (isKnown !== undefined) return isKnown;
  const own = KINDS[String(kind)] ?? text;
  const isEmpty = before === undefined && after === undefined && !(kind === 'table' && value['from'] !== undefined);
  return (
    (PARTS.includes(String(kind)) ? partPlace : place)(value) ??
    (isEmpty ? wrong('has neither "before" nor "after"') : undefined) ??
    inside('.before', optional(own)(before)) ??
    inside('.after', optional(own)(after))
  );
};

const content = object({
  adapter: text,
  changes: list(change),
  follows: optional(list(text)),
  assumes: optional(mapOf(text)),
  undoAssumes: optional(mapOf(text)),
  remakes: optional(list(object({ table: object(name), key: foreignKey }))),
  fills: optional(mapOf(text)),
  checks: optional(flag),
  declared: optional(list(object({ ...name, parts: mapOf(nullable(text)) }))),
});

/** What a `changes.json` says, or what is wrong in one that somebody has edited, and where. */
export function readContent(value: unknown): MigrationContent | string {
  const problem = content(value);
  if (problem === undefined) return value as MigrationContent;
  return `${problem.where.replace(/^\./, '')} ${problem.words}`.trimStart();
}
