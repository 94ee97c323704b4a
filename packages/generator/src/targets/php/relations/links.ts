import { phpString } from '../../../languages/php/literal.js';
import { checkDefault } from '../../../model/default-check.js';
import type { Column, Table } from '../../../model/model.js';
import {
  clearedColumns,
  databaseDeletes,
  isRequired,
  type RelationPlan,
  relationsOf,
} from '../../../plan/relations.js';
import type { PlannedColumn } from '../../../plan/table.js';
import type { TableContext } from '../context.js';
import type { PhpFile } from '../file.js';
import type { PhpValue } from '../values/value.js';
import { childProperty, crossProperty, parentProperty } from './names.js';

type ValueOf = (column: PlannedColumn, file: PhpFile) => PhpValue;

/** The constants of a table map that tell the runtime how related objects hang together. */
export function linkConstants(context: TableContext, file: PhpFile, phpValueOf: ValueOf): string[] {
  const { table } = context;
  const links = relationsOf(table).map((relation) => {
    const { key, other, columns } = relation;
    const pairs = columns.map(
      ([own, its]) => `[${positionOf(context, table, own)}, ${positionOf(context, other, its)}]`,
    );
    const isHere = relation.kind === 'many to one';
    const constants = (isHere ? key.constants : []).map(({ column, value }) => {
      const planned = plannedColumn(context, table, column);
      return `[${planned.position}, ${constantOf(planned, value, file, phpValueOf)}]`;
    });
    return link(context, relation, isHere ? parentProperty(key) : childProperty(key), pairs, constants);
  });
  const crosses = table.crossReferences.flatMap((cross) => {
    const [target] = cross.targets;
    if (target === undefined || cross.targets.length > 1) return [];
    const parts = [crossProperty(cross), cross.via.backName, target.relationName].map(phpString);
    return [`        ${phpString(cross.relationName)} => [${parts.join(', ')}],`];
  });
  return [
    ...(links.length === 0 ? [] : ['    public const LINKS = [', ...links, '    ];']),
    ...(crosses.length === 0 ? [] : ['    public const CROSS_LINKS = [', ...crosses, '    ];']),
  ];
}

function link(
  context: TableContext,
  { key, name }: RelationPlan,
  property: string,
  columns: readonly string[],
  constants: readonly string[],
): string {
  const cleared = clearedColumns(key).map((local) => positionOf(context, key.table, local));
  const parts = [
    phpString(property),
    `[${columns.join(', ')}]`,
    `[${constants.join(', ')}]`,
    String(isRequired(key)),
    `[${cleared.join(', ')}]`,
    phpString(databaseDeletes(key) ?? ''),
  ];
  return `        ${phpString(name)} => [${parts.join(', ')}],`;
}

function plannedColumn({ statementsOf }: TableContext, table: Table, column: Column): PlannedColumn {
  const found = statementsOf(table).byColumn.get(column);
  if (found === undefined) throw new Error(`table "${table.name}" has no column "${column.name}"`);
  return found;
}

const positionOf = (context: TableContext, table: Table, column: Column): number =>
  plannedColumn(context, table, column).position;

/** A value that the schema gives for a column (a constant of a relation, a key of a class) in its stored form. */
export function constantOf(planned: PlannedColumn, text: string, file: PhpFile, phpValueOf: ValueOf): string {
  // In its one spelling: `1` of a boolean column is `true`. What is wrong was reported.
  const value = checkDefault(planned.column, text);
  const column: Column = {
    ...planned.column,
    default: { kind: 'value', value: typeof value === 'string' ? value : text },
  };
  return phpValueOf({ ...planned, column }, file).default ?? phpString(text);
}
