import type { Dialect } from '../dialects/dialect.js';
import type { Parameter, Statement } from '../drivers/session.js';

/** Where a value goes, until it is known at which position it stands. No SQL has this character. */
export const PLACE = '\0';

/** Statements longer than this, with long lists of values, are not worth being kept. */
const KEPT_LENGTH = 4096;

/** A piece of SQL and the values of its places. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Parameter[];
  /** Whether a query stands in it. */
  readonly inner?: boolean | undefined;
}

/** A condition on rows. */
export interface Condition extends Sql {
  /** True: for every row, because nothing was asked for; false: for no row. */
  readonly holds?: boolean | undefined;
}

export const ALWAYS: Condition = { text: '1 = 1', values: [], holds: true };
export const NEVER: Condition = { text: '1 = 0', values: [], holds: false };

export const plain = (text: string): Sql => ({ text, values: [] });

export const around = (before: string, { text, values, inner }: Sql, after: string): Sql => ({
  text: before + text + after,
  values,
  inner,
});

export const behind = (first: Sql, between: string, next: Sql): Sql => ({
  text: first.text + between + next.text,
  values: [...first.values, ...next.values],
  inner: first.inner === true || next.inner === true,
});

/** Pieces with the same between them. */
export const joined = (all: readonly Sql[], between: string): Sql => ({
  text: all.map(({ text }) => text).join(between),
  values: all.flatMap(({ values }) => values),
  inner: all.some(({ inner }) => inner === true),
});

/** All of some conditions. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return ALWAYS;
  const isNever = conditions.some(({ holds }) => holds === false);
  const holds = isNever ? false : conditions.every((each) => each.holds === true) ? true : undefined;
  return { ...joined(conditions, ' AND '), holds };
}

/** SQLite does not take a thousand alternatives in a row. */
const ALTERNATIVES = 100;

/** Any of some conditions; in parentheses where there are several, nested no deeper than they have to be. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  if (first === undefined) return NEVER;
  if (conditions.length === 1) return first;
  const groups: Condition[] = [];
  for (let from = 0; from < conditions.length; from += ALTERNATIVES) {
    const some = conditions.slice(from, from + ALTERNATIVES);
    const isAlways = some.some(({ holds }) => holds === true);
    const holds = isAlways ? true : some.every((each) => each.holds === false) ? false : undefined;
    groups.push({ ...around('(', joined(some, ' OR '), ')'), holds });
  }
  return anyOf(groups);
}

export const inParentheses = (condition: Condition): Condition => ({
  ...around('(', condition, ')'),
  holds: condition.holds,
});

/** The statement as the driver takes it. */
export function statementOf(dialect: Dialect, { text, values }: Sql): Statement {
  const sql = values.length === 0 ? text : dialect.placed(text);
  return text.length > KEPT_LENGTH ? { sql, values, once: true } : { sql, values };
}
