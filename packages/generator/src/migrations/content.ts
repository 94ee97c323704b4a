import { quoted } from '../diagnostics/printable.js';
import type { Migration } from './migration.js';

/** A `changes.json` without its format. */
export interface MigrationContent extends Omit<Migration, 'name'> {
  readonly adapter: string;
}

/** Says what is wrong with a value, and where in it; nothing when it is as expected. */
type Test = (value: unknown, where: string) => string | undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Test = (value, where) => (typeof value === 'string' ? undefined : `${where} must be a text`);

const oneOf =
  (...words: readonly string[]): Test =>
  (value, where) =>
    typeof value === 'string' && words.includes(value)
      ? undefined
      : `${where} is ${typeof value === 'string' ? quoted(value) : 'no text'}, and must be one of ${words.join(', ')}`;

const optional =
  (test: Test): Test =>
  (value, where) =>
    value === undefined ? undefined : test(value, where);

const nullable =
  (test: Test): Test =>
  (value, where) =>
    value === null ? undefined : test(value, where);

function first(problems: Iterable<string | undefined>): string | undefined {
  for (const problem of problems) if (problem !== undefined) return problem;
  return undefined;
}

const list =
  (test: Test): Test =>
  (value, where) =>
    Array.isArray(value)
      ? first(value.map((each, at) => test(each, `${where}[${String(at)}]`)))
      : `${where} must be a list`;

const mapOf =
  (test: Test): Test =>
  (value, where) =>
    isRecord(value)
      ? first(Object.entries(value).map(([key, each]) => test(each, `${where}[${quoted(key)}]`)))
      : `${where} must be an object`;

const object =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value, where) =>
    isRecord(value)
      ? first(Object.entries(fields).map(([key, test]) => test(value[key], where === '' ? key : `${where}.${key}`)))
      : `${where} must be an object`;

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
  type: (value, where) =>
    oneOf('enum', 'domain')(isRecord(value) ? value['kind'] : undefined, `${where}.kind`) ??
    (isRecord(value) && value['kind'] === 'enum' ? enumType : domain)(value, where),
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

const change: Test = (value, where) => {
  if (!isRecord(value)) return `${where} must be an object`;
  const { kind, before, after } = value;
  const isKnown = oneOf(...Object.keys(KINDS))(kind, `${where}.kind`);
  if (isKnown !== undefined) return isKnown;
  const own = KINDS[String(kind)] ?? text;
  const isPart = PARTS.includes(String(kind));
  const isEmpty = before === undefined && after === undefined && !(kind === 'table' && value['from'] !== undefined);
  return (
    object({ ...name, table: isPart ? text : optional(text), from: optional(text) })(value, where) ??
    (isEmpty ? `${where} has neither "before" nor "after"` : undefined) ??
    optional(own)(before, `${where}.before`) ??
    optional(own)(after, `${where}.after`)
  );
};

const content = object({
  adapter: text,
  changes: list(change),
  follows: optional(list(text)),
  assumes: optional(mapOf(text)),
  undoAssumes: optional(mapOf(text)),
  fills: optional(mapOf(text)),
  declared: optional(list(object({ ...name, parts: mapOf(nullable(text)) }))),
});

/** What a `changes.json` says, or what is wrong in one that somebody has edited, and where. */
export function readContent(value: unknown): MigrationContent | string {
  return content(value, '') ?? (value as MigrationContent);
}
