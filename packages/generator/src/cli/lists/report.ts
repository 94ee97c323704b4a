import { printable } from '../../diagnostics/printable.js';
import type { Adapter } from '../../model/adapter.js';
import { counted } from '../summary.js';
import { type BrokenList, duplicates, missing, type Ranking, type TableFigures } from './check.js';
import type { PlannedTable } from './plan.js';
import { type ListScope, plainValue, shownScope } from './scope.js';

/** What became of a broken list. */
export interface CheckedList extends BrokenList {
  status: 'broken' | 'repaired' | 'right' | 'failed';
  /** Rows that a repair gave another rank. */
  changed: number;
}

/** What became of the rows of a list that had no rank. */
export interface RankedList extends Ranking {
  readonly scope: ListScope;
}

/** What was found in a table, and what was done there. */
export interface TableReport {
  readonly table: PlannedTable;
  status: 'failed' | 'checked';
  lists: number;
  rows: number;
  unranked: number;
  broken: readonly CheckedList[];
  ranked: readonly RankedList[];
}

export interface ConnectionReport {
  readonly connection: string;
  readonly adapter: Adapter;
  readonly tables: readonly TableReport[];
}

/** `task on bookstore: 3 lists, 9 rows: 2 broken; 1 row in no list`. */
export function tableLine({ name }: PlannedTable, connection: string, found: TableFigures): string {
  const { lists, rows, broken } = found;
  const unranked = unrankedCount(found);
  const state = broken.length === 0 ? 'right' : `${String(broken.length)} broken`;
  const listed = lists === 0 ? 'no list' : `${counted(lists, 'list')}, ${counted(rows, 'row')}: ${state}`;
  const outside = unranked === 0 ? '' : `; ${counted(unranked, 'row')} without a rank`;
  return `${printable(name)} on ${printable(connection)}: ${listed}${outside}`;
}

export const unrankedCount = ({ unranked }: Pick<TableFigures, 'unranked'>): number =>
  unranked.reduce((sum, { rows }) => sum + rows, 0);

/** `user_id = 5: 7 rows, ranks 2 to 9: 1 duplicate, 2 missing, the first is 2`. */
export function brokenLine(table: PlannedTable, list: BrokenList): string {
  const { rows, lowest, highest } = list;
  const [twice, gaps] = [duplicates(list), missing(list)];
  const wrong = [
    ...(twice > 0n ? [`${String(twice)} duplicate${twice === 1n ? '' : 's'}`] : []),
    ...(gaps > 0n ? [`${String(gaps)} missing`] : []),
    ...(lowest === 1n ? [] : [`the first is ${String(lowest)}`]),
  ];
  const ranks = lowest === highest ? `rank ${String(lowest)}` : `ranks ${String(lowest)} to ${String(highest)}`;
  return `${listLabel(table, list.scope)}: ${String(rows)} row${rows === 1n ? '' : 's'}, ${ranks}: ${wrong.join(', ')}`;
}

/** `user_id = 5: 3 rows ranked 4 to 6`. */
export function rankedLine(table: PlannedTable, { scope, rows, first }: RankedList): string {
  const last = first + BigInt(rows) - 1n;
  const ranks = first === last ? String(first) : `${String(first)} to ${String(last)}`;
  return `${listLabel(table, scope)}: ${counted(rows, 'row')} ranked ${ranks}`;
}

export function listLabel({ lists }: PlannedTable, scope: ListScope): string {
  return scope.length === 0 ? 'the list' : shownScope(scope, lists.list.scope);
}

/** The report of a connection as `--json` prints it. */
export function connectionDocument({
  connection,
  adapter,
  tables,
}: ConnectionReport): Readonly<Record<string, unknown>> {
  return { connection, adapter, tables: tables.map(tableDocument) };
}

function tableDocument(report: TableReport): Readonly<Record<string, unknown>> {
  const { table, status, lists, rows, unranked, broken, ranked } = report;
  const { rank, scope } = table.lists.list;
  return {
    table: table.name,
    rankColumn: rank.name,
    scopeColumns: scope.map(({ name }) => name),
    status,
    lists,
    rows,
    unranked,
    broken: broken.map((list) => ({
      scope: scopeDocument(table, list.scope),
      rows: plainNumber(list.rows),
      lowest: plainNumber(list.lowest),
      highest: plainNumber(list.highest),
      duplicates: plainNumber(duplicates(list)),
      missing: plainNumber(missing(list)),
      status: list.status,
      changed: list.changed,
    })),
    ranked: ranked.map((list) => ({
      scope: scopeDocument(table, list.scope),
      rows: list.rows,
      first: plainNumber(list.first),
    })),
  };
}

function scopeDocument({ lists }: PlannedTable, scope: ListScope): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    lists.list.scope.map((column, index) => [column.name, plainValue(scope[index] ?? null, column)]),
  );
}

/** A number, or its text where JSON's numbers would not hold it. */
function plainNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
