import type { Column } from '../model/model.js';
import { type ListStep, type ListTable, SCOPE, sql, step, value } from '../platforms/lists.js';
import type { Platform } from '../platforms/platform.js';

/** What looks after the lists of a table from outside: run by hand, and not by generated classes. */
export interface ListCare {
  /** How many lists there are, and how many rows are in them. */
  readonly summary: ListStep;
  /** For each list: its scope, and how many rows have that scope and no rank. */
  readonly unranked: ListStep;
  /** How many rows with the scope have no rank. */
  readonly waiting: ListStep;
  /** How many rows of a list get another rank when it is repaired. */
  readonly displaced: ListStep;
  /** Ranks the rows with the scope that have no rank, from the one behind `to` on. */
  readonly rank: ListStep;
}

/**
 * Plans them for one vendor. Rows get their ranks in the order of `by`, those without a value last, else in the order of
 * their keys. A rank that cannot be NULL is 0 in rows that have none: it is what a new column holds.
 */
export function planCare(named: ListTable, { dialect, lists }: Platform, by: Column | undefined): ListCare {
  const { quoted, rank, scope, key } = named;
  const own = rank.quoted;
  const none = rank.column.notNull ? `${own} = 0` : `${own} IS NULL`;
  const grouped = scope.map((column) => column.quoted + column.collate).join(', ');
  const group = scope.length === 0 ? '' : ` GROUP BY ${grouped}`;
  const shown = scope.map((column, index) => `${column.quoted} AS s${index}, `).join('');
  const answers = scope.map((_, index) => `x.s${index}, `).join('');
  const keys = key.map((column) => `m.${column.quoted}`);
  const keyed = keys.map((column, index) => `${column} AS k${index}`).join(', ');
  const byKey = keys.join(', ');
  const ordered = by === undefined ? byKey : orderedBy(`m.${dialect.identifier(by.name)}`, byKey);
  const ranks = sql`SELECT ${keyed}, ROW_NUMBER() OVER (ORDER BY ${ordered}) + ${lists.integer(value('to'), rank)} AS p FROM ${quoted} m WHERE ${SCOPE} AND m.${none}`;
  const right = `ROW_NUMBER() OVER (ORDER BY m.${own}, ${byKey})`;
  const counted = `SELECT COUNT(*) AS c FROM ${quoted} WHERE ${own} IS NOT NULL${group}`;
  return {
    summary: step(sql`SELECT COUNT(*), SUM(x.c) FROM (${counted}) x WHERE x.c > 0`),
    unranked: step(
      sql`SELECT ${answers}x.c FROM (SELECT ${shown}COUNT(*) AS c FROM ${quoted} WHERE ${none}${group}) x WHERE x.c > 0`,
    ),
    waiting: step(sql`SELECT COUNT(*) FROM ${quoted} WHERE ${SCOPE} AND ${none}`),
    displaced: step(
      sql`SELECT COUNT(*) FROM (SELECT m.${own} AS r, ${right} AS p FROM ${quoted} m WHERE ${SCOPE} AND m.${own} IS NOT NULL) x WHERE x.r <> x.p`,
    ),
    rank: step(lists.renumber(named, ranks, false)),
  };
}

/** Vendors disagree about where NULL belongs. */
const orderedBy = (column: string, key: string): string =>
  `CASE WHEN ${column} IS NULL THEN 1 ELSE 0 END, ${column}, ${key}`;
