import { COLUMN_TYPES, type TypeFamily } from '../../src/model/column-type.js';
import { type XmlNode, xmlNode } from '../support/xml-tree.js';
import { isLarge, type RandomType } from './random-column.js';
import type { Tape } from './tape.js';

/** What a list has to know of a column. */
interface ListColumn {
  readonly name: string;
  readonly type: RandomType;
  readonly node: XmlNode;
}

const REFUSED: ReadonlySet<TypeFamily> = new Set(['float', 'set', 'json', 'array', 'object', 'geometry']);

/** Now and then the sortable behavior: on columns that the table has, or that are added to it. */
export function randomSortable(tape: Tape, table: XmlNode, columns: readonly ListColumn[]): XmlNode[] {
  if (!tape.chance(30)) return [];
  const rank = rankColumn(tape, table, columns);
  const scope = scopeColumns(tape, columns, rank);
  const flags = ['index', 'unique', 'header_table'].filter(() => tape.chance(30));
  // Several names can stand in one parameter or in several.
  const names = tape.chance(70) ? [scope.join(tape.pick([', ', ',', ' , ']))] : scope;
  const parameters: (readonly [string, string])[] = [
    ...(rank === 'sortable_rank' ? [] : [['rank_column', rank] as const]),
    ...(scope.length === 0 && !tape.chance(15)
      ? []
      : [['use_scope', tape.pick(['true', 'TRUE', 'yes', '1'])] as const]),
    ...(scope.length === 0 ? [] : names.map((name) => ['scope_column', name] as const)),
    ...flags.map((name) => [name, tape.pick(['true', 'false', 'true'])] as const),
  ];
  const children = parameters.map(([name, value]) => xmlNode('parameter', { name, value }));
  return [xmlNode('behavior', { name: 'sortable' }, children)];
}

function rankColumn(tape: Tape, table: XmlNode, columns: readonly ListColumn[]): string {
  const references = table.children.flatMap(({ children }) => children.map(({ attributes }) => attributes['local']));
  const usable = columns.filter(
    ({ name, type, node: { attributes } }) =>
      COLUMN_TYPES[type.type].family === 'integer' &&
      !references.includes(name) &&
      !['domain', 'primaryKey', 'default', 'defaultValue', 'defaultExpr', 'lazyLoad'].some(
        (word) => word in attributes,
      ),
  );
  if (usable.length > 0 && tape.chance(40)) return tape.pick(usable).name;
  return tape.pick(['sortable_rank', 'rank', 'position', 'order']);
}

function scopeColumns(tape: Tape, columns: readonly ListColumn[], rank: string): readonly string[] {
  const usable = columns.filter(
    ({ name, type, node: { attributes } }) =>
      name !== rank &&
      !isLarge(type) &&
      !REFUSED.has(COLUMN_TYPES[type.type].family) &&
      !['domain', 'autoIncrement', 'defaultExpr', 'lazyLoad'].some((word) => word in attributes),
  );
  const found = tape.times(0, 3, () => (usable.length > 0 ? tape.pick(usable).name : 'scope_value'));
  return [...new Set(found), ...(tape.chance(10) ? ['list_id'] : [])];
}
