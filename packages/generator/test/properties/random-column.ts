import { COLUMN_TYPES, type ColumnTypeName, LARGE_TYPES, type TypeFamily } from '../../src/model/column-type.js';
import { type XmlNode, xmlNode } from '../support/xml-tree.js';
import { NASTY_TEXTS } from './random-words.js';
import type { Tape } from './tape.js';

/** A column type with what belongs to it: what `<column>` and `<domain>` have in common. */
export interface RandomType {
  readonly type: ColumnTypeName;
  readonly size: number | undefined;
  readonly scale: number | undefined;
  readonly labels: readonly string[];
}

const TYPES = Object.keys(COLUMN_TYPES) as ColumnTypeName[];
const KEY_TYPES: readonly ColumnTypeName[] = ['INTEGER', 'BIGINT', 'SMALLINT', 'VARCHAR', 'CHAR', 'UUID', 'DATE'];

export const isLarge = (type: RandomType): boolean => LARGE_TYPES.has(type.type);

export function randomKeyType(tape: Tape): RandomType {
  return sized(tape, tape.pick(KEY_TYPES));
}

export function randomType(tape: Tape): RandomType {
  const type = tape.pick(TYPES);
  // Half of the vendors have no such type: a schema that is to be valid seldom has one.
  return sized(tape, type === 'GEOMETRY' && !tape.chance(5) ? 'VARCHAR' : type);
}

function sized(tape: Tape, type: ColumnTypeName): RandomType {
  const labels = type === 'ENUM' || type === 'SET' ? randomLabels(tape, type) : [];
  const none = { type, size: undefined, scale: undefined, labels };
  switch (COLUMN_TYPES[type].size) {
    case 'length':
      return tape.chance(70) ? { ...none, size: tape.pick([1, 20, 64, 191, 255]) } : none;
    case 'precision': {
      if (!tape.chance(70)) return none;
      const size = tape.pick([10, 1, 20, 38]);
      return { ...none, size, scale: tape.maybe(60, () => tape.below(size + 1)) };
    }
    case 'fraction':
      return tape.chance(50) ? { ...none, size: tape.below(7) } : none;
    case 'none':
      return none;
  }
}

function randomLabels(tape: Tape, type: string): string[] {
  const word = (): string => (tape.chance(40) ? tape.pick(NASTY_TEXTS) : tape.pick(['new', 'old', 'open', 'closed']));
  // A SET's labels are joined by commas in its default; neither kind can have a comma, or white space at an end.
  const most = type === 'SET' && tape.chance(10) ? 40 : 5;
  const labels = tape.times(1, most, (index) => `${word().replaceAll(',', '')}${index === 0 ? '' : index}`.trim());
  const different = new Map(labels.filter((label) => label !== '').map((label) => [label.toLowerCase(), label]));
  return different.size === 0 ? ['only'] : [...different.values()];
}

/** The attributes that say the type. */
export function typeAttributes(tape: Tape, { type, size, scale, labels }: RandomType): Record<string, string> {
  return {
    type: tape.pick([type, type.toLowerCase(), type.charAt(0) + type.slice(1).toLowerCase()]),
    ...(size === undefined ? {} : { size: String(size) }),
    ...(scale === undefined ? {} : { scale: String(scale) }),
    ...(labels.length === 0 ? {} : { valueSet: labels.join(tape.pick([', ', ',', ' , '])) }),
  };
}

/** The attribute that gives the column a default, or none. */
export function randomDefault(tape: Tape, type: RandomType): Record<string, string> {
  if (!tape.chance(40)) return {};
  const { family } = COLUMN_TYPES[type.type];
  if (tape.chance(10)) return randomExpression(tape, family);
  const value = defaultValue(tape, family, type);
  return value === undefined ? {} : { [tape.pick(['defaultValue', 'default'])]: value };
}

/** Expressions that every vendor takes. */
function randomExpression(tape: Tape, family: TypeFamily): Record<string, string> {
  if (family === 'datetime') return { defaultExpr: tape.pick(['CURRENT_TIMESTAMP', 'current_timestamp']) };
  if (family === 'integer') return { defaultExpr: tape.pick(['1 + 1', '(2)']) };
  return {};
}

function defaultValue(tape: Tape, family: TypeFamily, { size, scale, labels, type }: RandomType): string | undefined {
  switch (family) {
    case 'integer':
      return tape.pick(['0', '1', '-1', '+7', '127', '007', '-128']);
    case 'decimal':
      return (size ?? 10) - (scale ?? 0) > 0 ? tape.pick(['0', '1.50', '-1', '.5', '+0.25', '9.']) : '0';
    case 'float':
      return tape.pick(['0', '1.5', '-2e10', '.5', '+3.', '1E-5']);
    case 'boolean':
      return tape.pick(['true', 'false', 'yes', 'N', '1', '0', 'T']);
    case 'text':
      return Array.from(tape.pick(NASTY_TEXTS))
        .slice(0, size ?? (type === 'CHAR' ? 1 : 100))
        .join('');
    case 'binary':
      return Array.from(tape.pick(NASTY_TEXTS)).slice(0, 1).join('');
    case 'date':
      return tape.pick(['2024-02-29', '1999-12-31', '2030-01-01']);
    case 'time':
      return tape.pick(['00:00', '23:59:59', '12:30:00.5']);
    case 'datetime':
      return tape.pick(['2024-02-29 12:00:00', '1999-12-31', '2024-01-01T23:59', '2024-01-01 10:00:00.123456']);
    case 'enum':
      return tape.pick(labels);
    case 'set':
      return tape.chance(50) ? labels.slice(0, 2).join(', ') : '';
    case 'json':
      return tape.pick(['{}', '[]', '{"a": "it\'s \\\\ \\"q\\""}', 'null ', '"x"']);
    case 'uuid':
      return tape.pick(['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF']);
    case 'array':
      return tape.pick(['a, b', 'x', '', "it's, \\"]);
    case 'object':
    case 'geometry':
      return undefined;
  }
}

/** Attributes of a column that do not change its type. */
export function randomTrimmings(tape: Tape): Record<string, string | undefined> {
  const visibility = (): string => tape.pick(['public', 'protected', 'private']);
  return {
    required: tape.maybe(30, () => tape.pick(['true', 'false', 'TRUE', '1', 'no'])),
    lazyLoad: tape.maybe(5, () => 'true'),
    primaryString: tape.maybe(5, () => 'true'),
    accessorVisibility: tape.maybe(5, visibility),
    mutatorVisibility: tape.maybe(5, visibility),
    phpNamingMethod: tape.maybe(5, () => tape.pick(['underscore', 'phpname', 'nochange'])),
    tableMapName: tape.maybe(3, () => 'CONSTANT'),
    description: tape.maybe(20, () => tape.pick(NASTY_TEXTS)),
  };
}

/** Now and then a setting of one vendor, of those that column, table or index takes. */
export function randomVendor(tape: Tape, place: 'table' | 'column' | 'foreign-key'): XmlNode[] {
  if (!tape.chance(8)) return [];
  const settings = {
    table: [
      ['mysql', 'Engine', 'InnoDB'],
      ['mysql', 'Engine', 'MyISAM'],
      ['mysql', 'RowFormat', 'DYNAMIC'],
      ['mysql', 'Charset', 'utf8mb4'],
      ['mysql', 'UuidSwapFlag', 'false'],
      ['oracle', 'PCTFree', '10'],
    ],
    column: [['mysql', 'Unsigned', 'false']],
    'foreign-key': [
      ['pgsql', 'deferrable', 'true'],
      ['pgsql', 'initiallyDeferred', 'yes'],
    ],
  } as const;
  const [type, name, value] = tape.pick<readonly [string, string, string]>(settings[place]);
  return [xmlNode('vendor', { type }, [xmlNode('parameter', { name, value })])];
}
