import type { Column, ForeignKey, Table } from '../../../model/model.js';
import { checkDefault } from '../../../schema/build/default-check.js';
import type { PlannedColumn } from '../../../statements/table.js';
import type { TableContext } from '../context.js';
import type { PhpFile } from '../file.js';
import { phpString } from '../literal.js';
import type { PhpValue } from '../values/value.js';
import { childProperty, crossProperty, parentProperty } from './names.js';

type ValueOf = (column: PlannedColumn, file: PhpFile) => PhpValue;

/** The constants of a table map that tell the runtime how related objects hang together. */
export function linkConstants(context: TableContext, file: PhpFile, phpValueOf: ValueOf): string[] {
  const { table } = context;
  const links = [
    ...table.foreignKeys.map((key) => {
      const columns = key.columns.map(({ local, foreign }) => pair(context, key, local, foreign));
      const constants = key.constants.map(({ column, value }) => {
        const planned = plannedColumn(context, table, column);
        return `[${planned.position}, ${constantOf(planned, value, file, phpValueOf)}]`;
      });
      return link(context, key, key.relationName, parentProperty(key), columns, constants);
    }),
    ...table.referrers.map((key) => {
      const columns = key.columns.map(
        ({ local, foreign }) => `[${positionOf(context, table, foreign)}, ${positionOf(context, key.table, local)}]`,
      );
      return link(context, key, key.backName, childProperty(key), columns, []);
    }),
  ];
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

function pair(context: TableContext, key: ForeignKey, local: Column, foreign: Column): string {
  return `[${positionOf(context, key.table, local)}, ${positionOf(context, key.foreignTable, foreign)}]`;
}

function link(
  context: TableContext,
  key: ForeignKey,
  name: string,
  property: string,
  columns: readonly string[],
  constants: readonly string[],
): string {
  const required = key.columns.every(({ local }) => local.notNull);
  const erasable = key.columns
    .map(({ local }) => local)
    .filter((local) => (required ? local.default?.kind !== 'value' : !local.notNull));
  // One null is enough for a key to point nowhere, and a column that another key uses too belongs to that one as well.
  const own = erasable.filter((local) => !isShared(key, local));
  const cleared = (own.length > 0 && !required ? own : erasable).map((local) => positionOf(context, key.table, local));
  const parts = [
    phpString(property),
    `[${columns.join(', ')}]`,
    `[${constants.join(', ')}]`,
    String(required),
    `[${cleared.join(', ')}]`,
    phpString(key.constraint ? (key.onDelete ?? '') : ''),
  ];
  return `        ${phpString(name)} => [${parts.join(', ')}],`;
}

const isShared = (key: ForeignKey, local: Column): boolean =>
  key.table.foreignKeys.some((other) => other !== key && other.columns.some((pair) => pair.local === local));

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
