import type { SqlValue } from '../../platforms/connection.js';
import type { PlannedTable } from './plan.js';
import { compareScopes, type ListScope } from './scope.js';
import type { ListSession } from './session.js';

/** What the ranks of a list are like. Those of a right list are 1, 2, 3 and so on. */
export interface ListFigures {
  /** Rows with a rank. */
  readonly rows: bigint;
  /** Different ranks among them. */
  readonly ranks: bigint;
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** A list whose ranks are wrong. */
export interface BrokenList extends ListFigures {
  readonly scope: ListScope;
}

/** Rows of a list that have no rank. */
export interface UnrankedRows {
  readonly scope: ListScope;
  readonly rows: number;
}

/** All that is known of the lists of a table. */
export interface TableFigures {
  readonly lists: number;
  readonly rows: number;
  readonly unranked: readonly UnrankedRows[];
  readonly broken: readonly BrokenList[];
}

/** What a repair did. */
export interface Repair {
  /** False when somebody else had fixed the list meanwhile. */
  readonly wasBroken: boolean;
  /** Rows that have another rank now. */
  readonly changed: number;
}

/** What ranking the rows of a list did. */
export interface Ranking {
  readonly rows: number;
  /** The rank of the first of them. */
  readonly first: bigint;
}

/** Rows that share their rank with another one, each beyond the first. */
export const duplicates = ({ rows, ranks }: ListFigures): bigint => rows - ranks;

/** Ranks that nobody has between the lowest and the highest. */
export const missing = ({ lowest, highest, ranks }: ListFigures): bigint => highest - lowest + 1n - ranks;

export async function examine(session: ListSession, table: PlannedTable): Promise<TableFigures> {
  const [counts = []] = await session.read(table, 'summary');
  const rows = await session.read(table, 'broken');
  const columns = table.lists.list.scope;
  const broken = rows.map((row) => ({
    scope: row.slice(0, columns.length),
    ...figures(row.slice(columns.length)),
  }));
  return {
    lists: Number(counts[0] ?? 0),
    rows: Number(counts[1] ?? 0),
    unranked: await findUnranked(session, table),
    broken: broken.sort((a, b) => compareScopes(a.scope, b.scope, columns)),
  };
}

export async function findUnranked(session: ListSession, table: PlannedTable): Promise<readonly UnrankedRows[]> {
  const columns = table.lists.list.scope;
  const rows = await session.read(table, 'unranked');
  return rows
    .map((row) => ({ scope: row.slice(0, columns.length), rows: Number(row[columns.length]) }))
    .sort((a, b) => compareScopes(a.scope, b.scope, columns));
}

/** Numbers a list anew in the order of its ranks, unless it is right by now. */
export function repairList(session: ListSession, table: PlannedTable, scope: ListScope): Promise<Repair> {
  return session.underLock(table, scope, async (run) => {
    const [row = []] = await run('check');
    if (isRight(figures(row))) return { wasBroken: false, changed: 0 };
    const [displaced] = await run('displaced');
    await run('repair');
    return { wasBroken: true, changed: Number(displaced?.[0] ?? 0) };
  });
}

/** Puts the rows with the scope that have no rank at the bottom of the list. */
export function rankRows(session: ListSession, table: PlannedTable, scope: ListScope): Promise<Ranking> {
  return session.underLock(table, scope, async (run) => {
    const [[max] = []] = await run('max');
    const [[waiting] = []] = await run('waiting');
    const rows = Number(waiting ?? 0);
    const highest = whole(max);
    // Ranks below 1 are wrong, and not to be gone on from.
    const to = highest > 0n ? highest : 0n;
    if (rows > 0) await run('rank', to);
    return { rows, first: to + 1n };
  });
}

export function isRight({ rows, ranks, lowest, highest }: ListFigures): boolean {
  return rows === 0n || (ranks === rows && lowest === 1n && highest === rows);
}

function figures([rows, ranks, lowest, highest]: readonly SqlValue[]): ListFigures {
  return { rows: whole(rows), ranks: whole(ranks), lowest: whole(lowest), highest: whole(highest) };
}

const whole = (value: SqlValue | undefined): bigint =>
  value === undefined || value === null ? 0n : BigInt(String(value));
