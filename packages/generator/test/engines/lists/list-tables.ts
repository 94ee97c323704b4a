import type { Adapter } from '../../../src/model/adapter.js';
import type { Value } from './list-engine.js';

/** A table with lists: what stands in its schema, and values of its scope and keys. */
export interface ListCase {
  readonly name: string;
  readonly xml: string;
  /** Values that make two lists. */
  readonly scopes: (adapter: Adapter) => readonly [readonly Value[], readonly Value[]];
  /** The scope of a third list: NULL wherever a column can be. */
  readonly empty: readonly Value[] | undefined;
  readonly key: (number: number, adapter: Adapter) => readonly Value[];
  readonly scopeColumns: readonly string[];
  readonly keyColumns: readonly string[];
}

const ID = '<column name="id" type="INTEGER" primaryKey="true"/>';

const behavior = (scope: string, more: Readonly<Record<string, string>> = {}): string => {
  const parameters = { ...(scope === '' ? {} : { use_scope: 'true', scope_column: scope }), ...more };
  const lines = Object.entries(parameters).map(([name, value]) => `<parameter name="${name}" value="${value}"/>`);
  return `<behavior name="sortable">${lines.join('')}</behavior>`;
};

const table = (name: string, content: string): string => `<table name="${name}">${content}</table>`;

const numbered = (number: number): readonly Value[] => [number];

/** A table whose one scope column is of a type. */
function typed(
  name: string,
  column: string,
  scopes: ListCase['scopes'],
  more: Readonly<Record<string, string>> = {},
): ListCase {
  return {
    name,
    xml: table(name, `${ID}<column name="s" ${column}/>${behavior('s', more)}`),
    scopes,
    empty: [null],
    key: numbered,
    scopeColumns: ['s'],
    keyColumns: ['id'],
  };
}

const both = (first: Value, second: Value): ListCase['scopes'] => {
  return () => [[first], [second]];
};

const uuid = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
const uuidBytes = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex');
const uuidOf = (text: string, adapter: Adapter): Value => (adapter === 'pgsql' ? text : uuidBytes(text));

export const LIST_CASES: readonly ListCase[] = [
  {
    name: 'whole',
    xml: table('whole', ID + behavior('')),
    scopes: () => [[], []],
    empty: undefined,
    key: numbered,
    scopeColumns: [],
    keyColumns: ['id'],
  },
  typed('of_integer', 'type="INTEGER"', both(7, -8)),
  typed('of_integer_unique', 'type="INTEGER"', both(7, -8), { unique: 'true' }),
  typed('of_bigint', 'type="BIGINT"', both('9007199254740993', '-9223372036854775808'), { index: 'true' }),
  typed('of_varchar', 'type="VARCHAR" size="20"', both('böse', "b'o?s\\e"), { unique: 'true' }),
  typed('of_char', 'type="CHAR" size="5"', both('ab', 'c')),
  typed('of_decimal', 'type="DECIMAL" size="10" scale="2"', both('1.50', '-2.25'), { header_table: 'true' }),
  typed('of_long_decimal', 'type="DECIMAL" size="30" scale="5"', both('1.50000', '12345678901234567890.12345')),
  typed('of_date', 'type="DATE"', both('2024-02-29', '2024-03-01')),
  typed('of_time', 'type="TIME" size="0"', both('10:00:00', '23:59:59')),
  typed('of_timestamp', 'type="TIMESTAMP" size="3"', both('2024-02-29 10:00:00.125', '2024-02-29 10:00:00.126')),
  typed('of_boolean', 'type="BOOLEAN"', (adapter) => (adapter === 'pgsql' ? [['t'], ['f']] : [[1], [0]])),
  typed('of_enum', `type="ENUM" valueSet="draft, done"`, both('draft', 'done')),
  typed('of_enum_index', `type="ENUM" valueSet="draft, done" enumStorage="index"`, both(0, 1)),
  typed('of_uuid', 'type="UUID"', (adapter) => [[uuidOf(uuid('a'), adapter)], [uuidOf(uuid('b'), adapter)]], {
    unique: 'true',
  }),
  typed('of_bytes', 'type="VARBINARY" size="10"', both(Buffer.from([0, 255, 39]), Buffer.from([0, 255]))),
  {
    name: 'of_several',
    xml: table(
      'of_several',
      `${ID}<column name="a" type="INTEGER"/><column name="b" type="VARCHAR" size="9"/><column name="position" type="BIGINT"/>${behavior('a, b', { rank_column: 'position', unique: 'true', header_table: 'true' })}`,
    ),
    scopes: () => [
      [1, 'x'],
      [1, null],
    ],
    empty: [null, null],
    key: numbered,
    scopeColumns: ['a', 'b'],
    keyColumns: ['id'],
  },
  {
    name: 'of_key',
    xml: table(
      'of_key',
      `<column name="tenant" type="INTEGER" primaryKey="true"/><column name="id" type="BIGINT" primaryKey="true"/>${behavior('list', { unique: 'true' })}`,
    ),
    scopes: () => [[1], [2]],
    empty: [null],
    key: (number) => [number % 2, number],
    scopeColumns: ['list'],
    keyColumns: ['tenant', 'id'],
  },
  {
    name: 'of_uuid_key',
    xml: table(
      'of_uuid_key',
      `<column name="id" type="UUID" primaryKey="true"/><column name="n" type="SMALLINT" primaryKey="true"/><column name="rank" type="SMALLINT" required="true"/>${behavior('list', { rank_column: 'rank', unique: 'true' })}`,
    ),
    scopes: () => [[1], [2]],
    empty: [null],
    key: (number, adapter) => [uuidOf(uuid(number.toString(16).slice(-1)), adapter), number],
    scopeColumns: ['list'],
    keyColumns: ['id', 'n'],
  },
];
