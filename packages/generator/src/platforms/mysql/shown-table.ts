import type { CatalogRows, CheckRow, ColumnRow, IndexRow, Server, TableRow } from './catalog-rows.js';
import { identifier } from './quoting.js';
import { partitionClause } from './show-create.js';

/** What SHOW CREATE TABLE prints, each part as it stands there: `information_schema` does not show all of it. */
export interface ShownTable {
  /** Definitions by name, which is part of them. */
  readonly columns: ReadonlyMap<string, string>;
  /** Keys by name, `PRIMARY` for the primary key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Periods of MariaDB by name, `SYSTEM_TIME` for the one of system versioning. */
  readonly periods: ReadonlyMap<string, string>;
  /** How the history of a table is partitioned. */
  readonly history: string | undefined;
}

const NAME = '`((?:[^`]|``)*)`';
const COLUMN = new RegExp(`^ {2}${NAME} `);
const KEY = new RegExp(`^ {2}(?:PRIMARY KEY|(?:[A-Z]+ )?KEY ${NAME}) `);
const PERIOD = new RegExp(`^ {2}PERIOD FOR (?:${NAME}|SYSTEM_TIME) `);

const unquoted = (name: string): string => name.replaceAll('``', '`');

export function shownTable(sql: string): ShownTable {
  const columns = new Map<string, string>();
  const keys = new Map<string, string>();
  const periods = new Map<string, string>();
  // A part goes on where a comment has a line break.
  const parts = sql.split(/,?\n(?= {2}\S|\))/).slice(1);
  for (const part of parts) {
    const column = COLUMN.exec(part);
    const key = KEY.exec(part);
    const period = PERIOD.exec(part);
    if (column) columns.set(unquoted(column[1] ?? ''), part.trim());
    else if (key) keys.set(key[1] === undefined ? 'PRIMARY' : unquoted(key[1]), part.trim());
    else if (period) periods.set(period[1] === undefined ? 'SYSTEM_TIME' : unquoted(period[1]), part.trim());
  }
  return { columns, keys, periods, history: partitionClause(sql, 'history') };
}

/** Tables of which `information_schema` does not tell enough. Those whose details only SQL needs are read for that alone. */
export function hardTables(rows: CatalogRows, { isMariaDb }: Server, withSql: boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const add = <R>(all: readonly R[], isHard: (row: R) => boolean, tableOf: (row: R) => string | null): void => {
    for (const row of all) if (isHard(row)) found.add(tableOf(row) ?? '');
  };
  add<TableRow>(
    rows.tables,
    ({ type, options }) => type === 'SYSTEM VERSIONED' || /\bpartitioned\b/i.test(options ?? ''),
    ({ name }) => name,
  );
  if (isMariaDb) add<CheckRow>(rows.checks, mayBePeriod, ({ table }) => table);
  if (!withSql) return found;
  // Its keys are of two kinds.
  add<TableRow>(
    rows.tables,
    ({ engine }) => engine === 'MEMORY',
    ({ name }) => name,
  );
  add<ColumnRow>(
    rows.columns,
    ({ type, extra }) => /\bINVISIBLE\b/i.test(extra ?? '') || /\bCOMPRESSED\b/.test(type ?? ''),
    ({ table }) => table,
  );
  add<IndexRow>(rows.indexes, isOdd, ({ table }) => table);
  return found;
}

/** MariaDB lists a period as a check that its start is before its end. */
const mayBePeriod = ({ level, clause }: CheckRow): boolean =>
  level === 'Table' && new RegExp(`^${NAME} < ${NAME}$`).test(clause ?? '');

const isOdd = ({ name, comment, direction, kind, prefix }: IndexRow): boolean =>
  (comment ?? '') !== '' ||
  (name === 'PRIMARY' && direction === 'D') ||
  (kind === 'HASH' && prefix === null) ||
  !/^(BTREE|HASH|RTREE|FULLTEXT|SPATIAL)$/.test(kind ?? '');

/** True for the check that a period stands for. */
export const isPeriod = ({ name, level }: CheckRow, shown: ShownTable | undefined): boolean =>
  level === 'Table' && (shown?.periods.has(name ?? '') ?? false);

/** Keys that let no two periods of the same values overlap. */
export const isWithoutOverlaps = (definition: string): boolean => /` WITHOUT OVERLAPS\)/.test(definition);

/** A definition with the words that make it only where it is missing. */
export const ifMissing = (definition: string): string => definition.replace(/^((?:[A-Z]+ )?KEY) /, '$1 IF NOT EXISTS ');

/** Where a column stands, as the end of ADD COLUMN. */
export function position({ columns }: ShownTable, name: string): string {
  const names = [...columns.keys()];
  const before = names[names.indexOf(name) - 1];
  return before === undefined ? 'FIRST' : `AFTER ${identifier(before)}`;
}
