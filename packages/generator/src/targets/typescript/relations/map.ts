import { tsString } from '../../../languages/typescript/literal.js';
import { checkDefault } from '../../../model/default-check.js';
import type { Column, CrossReference, Table } from '../../../model/model.js';
import {
  clearedColumns,
  databaseDeletes,
  isRequired,
  type RelationPlan,
  relationsOf,
} from '../../../plan/relations.js';
import type { PlannedColumn, TableStatements } from '../../../plan/table.js';
import { TsFile } from '../file.js';
import { fileName, tableConstant } from '../names.js';
import { type TsValueSettings, tsValue } from '../value.js';
import { relationProperties } from './names.js';

export interface RelationPrinter {
  readonly statements: TableStatements;
  readonly statementsOf: (table: Table) => TableStatements;
  readonly extension: string;
  readonly settings: TsValueSettings;
}

/** `relations` and `crosses` of a table map. */
export function relationLines(printer: RelationPrinter): readonly string[] {
  const { table } = printer.statements;
  const names = relationProperties(table);
  return [
    ...listed(
      'relations',
      relationsOf(table).map((relation, index) => relationSource(printer, relation, names.relations[index] ?? '')),
    ),
    ...listed(
      'crosses',
      table.crossReferences.map((cross, index) => crossSource(cross, names.crosses[index] ?? '')),
    ),
  ];
}

const listed = (name: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`  ${name}: [`, ...items.map((item) => `    ${item},`), '  ],'];

type Entries = readonly (readonly [name: string, source: string | undefined])[];

const record = (entries: Entries): string =>
  `{ ${entries.flatMap(([name, source]) => (source === undefined ? [] : [`${name}: ${source}`])).join(', ')} }`;

const list = (items: readonly (string | number)[]): string => `[${items.join(', ')}]`;

function relationSource(printer: RelationPrinter, relation: RelationPlan, property: string): string {
  const { key, name, opposite, kind, other, columns, join } = relation;
  const own = printer.statements.table;
  const positionOf = (table: Table, column: Column): number => plannedColumn(printer, table, column).position;
  const pairs = columns.map(([here, there]) => list([positionOf(own, here), positionOf(other, there)]));
  const constants = key.constants.map(({ column, value }) => constant(printer, key.table, column, value));
  const onDelete = databaseDeletes(key);
  const module = `import('./${fileName(other)}${printer.extension}')`;
  return record([
    ['name', tsString(name)],
    ['property', tsString(property)],
    ['kind', tsString(kind)],
    ['table', `async () => (await ${module}).${tableConstant(other)}`],
    ['opposite', tsString(opposite)],
    ['pairs', list(pairs)],
    ['constants', constants.length === 0 ? undefined : list(constants)],
    ['join', tsString(join)],
    ['required', String(isRequired(key))],
    ['cleared', list(clearedColumns(key).map((column) => positionOf(key.table, column)))],
    ['onDelete', onDelete === undefined ? undefined : tsString(onDelete)],
  ]);
}

function crossSource({ relationName, via, targets }: CrossReference, property: string): string {
  return record([
    ['name', tsString(relationName)],
    ['property', tsString(property)],
    ['via', tsString(via.backName)],
    ['targets', list(targets.map((target) => tsString(target.relationName)))],
  ]);
}

function plannedColumn({ statementsOf }: RelationPrinter, table: Table, column: Column): PlannedColumn {
  const planned = statementsOf(table).byColumn.get(column);
  if (planned === undefined) throw new Error(`table "${table.name}" has no column "${column.name}"`);
  return planned;
}

/** A value that the schema gives for a column, as a driver would hand it over. */
function constant(printer: RelationPrinter, table: Table, column: Column, text: string): string {
  const planned = plannedColumn(printer, table, column);
  // In its one spelling: `1` of a boolean column is `true`. What is wrong was reported.
  const checked = checkDefault(column, text);
  const value = typeof checked === 'string' ? checked : text;
  const given = { ...planned, column: { ...column, default: { kind: 'value', value } as const } };
  // What the value itself needs is imported in the file of its table.
  const cell = tsValue(table, given, printer.statementsOf(table).adapter, new TsFile(), printer.settings)?.initial;
  return list([planned.position, cell ?? tsString(value)]);
}
