import type { Column, Table } from '../model/model.js';
import type { PlatformOptions } from './platform.js';

/**
 * A value that a statement of a list takes. `scope`: the values of the condition on the scope that are not null;
 * `values`: all values of the scope; `key`, `key2`: keys of rows; `json`: keys, with or without ranks, as rows of JSON;
 * `wait`, `after`: time-outs; the others are ranks and differences of ranks.
 */
export type ListValue =
  | 'scope'
  | 'values'
  | 'key'
  | 'key2'
  | 'to'
  | 'to2'
  | 'rank'
  | 'delta'
  | 'low'
  | 'high'
  | 'json'
  | 'wait'
  | 'after';

/** A place in a statement where a value goes, or the condition on the scope, whose text depends on the values. */
export interface Slot {
  readonly value: ListValue;
  /** What stands there; nothing for the condition on the scope. */
  readonly text: string | undefined;
}

/** SQL with places for values. */
export type ListSql = readonly (string | Slot)[];

/** A statement, with placeholders: what runs is `parts` with the condition on the scope between them. */
export interface ListStep {
  readonly parts: readonly string[];
  /** The values of the placeholders, in order. */
  readonly values: readonly ListValue[];
}

/** Puts SQL together: text, places, and SQL that was put together before. */
export function sql(strings: TemplateStringsArray, ...inserted: readonly (string | Slot | ListSql)[]): ListSql {
  return strings.flatMap((text, index) => {
    const next = inserted[index];
    if (next === undefined) return [text];
    return typeof next === 'string' || 'value' in next ? [text, next] : [text, ...next];
  });
}

/** A placeholder. */
export const value = (name: ListValue): Slot => ({ value: name, text: '?' });

/** The condition on the scope. Its columns are not qualified: in a subquery they are those of the table in it. */
export const SCOPE: Slot = { value: 'scope', text: undefined };

export function joined(items: readonly ListSql[], separator: string): ListSql {
  return items.flatMap((item, index) => (index === 0 ? item : [separator, ...item]));
}

export function step(statement: ListSql): ListStep {
  const parts = [''];
  const values: ListValue[] = [];
  for (const piece of statement) {
    if (typeof piece === 'string') parts.push((parts.pop() ?? '') + piece);
    else {
      values.push(piece.value);
      if (piece.text === undefined) parts.push('');
      else parts.push((parts.pop() ?? '') + piece.text);
    }
  }
  // Values that belong to one place, such as those of a key of several columns, are one entry.
  return { parts, values: values.filter((name, index) => !(name === 'values' && values[index - 1] === 'values')) };
}

/** A column as the statements of a list name it. */
export interface ListColumn {
  readonly column: Column;
  readonly quoted: string;
  /** What comparing it needs after its name. */
  readonly collate: string;
}

/** A table with lists, as a vendor sees it. */
export interface ListTable {
  readonly table: Table;
  readonly quoted: string;
  readonly key: readonly ListColumn[];
  readonly rank: ListColumn;
  readonly scope: readonly ListColumn[];
  /** The table with a row for each list, quoted. */
  readonly header: string | undefined;
  readonly options: PlatformOptions;
}

/** When a vendor checks a unique while a statement changes many rows. */
export type UniqueCheck =
  | { readonly at: 'end' }
  /** At each row, in the order that the statement gives. `order`: those farthest in the direction of `delta` first. */
  | { readonly at: 'row'; readonly order: (rank: string, delta: ListSql) => ListSql }
  /** At each row, in an order of its own. */
  | { readonly at: 'row'; readonly order?: undefined };

/** The name of a table of new ranks: columns `k0`, `k1` … of the key, and `p`. */
export const NEW_RANKS = 'orm_new';

/** How a vendor writes the statements of lists. */
export interface ListDialect {
  readonly uniqueCheck: UniqueCheck;
  /** A whole number of a type that is as wide as the column's: drivers send parameters as text. */
  integer(placeholder: Slot, column: ListColumn): ListSql;
  /** Behind ORDER BY: the first row only. */
  readonly firstRow: string;
  /** The greater of two numbers. */
  readonly greatest: string;
  /** An UPDATE of ranks from a SELECT of keys and ranks; with `changed` only of rows that have another one. */
  renumber(list: ListTable, source: ListSql, changed: boolean): ListSql;
  /** A SELECT of the keys (integers) and ranks of the JSON parameter: `[[key…, rank], …]`. */
  jsonRows(list: ListTable): ListSql;
  /** True when only an ORDER BY that begins with the scope is seen to be the order of an index over scope and rank. */
  readonly ordersByScope?: boolean;
  /** Reads under the lock that differ from others: where a plain read may be older than the lock. */
  readonly lockedReads?: LockedReads;
  /** Whether the header table is what locks. */
  readonly usesHeader: boolean;
  /** The statements that lock lists, by name. */
  locks(list: ListTable): Readonly<Record<string, ListSql>>;
}

export interface LockedReads {
  /** A condition that is true, and that only the primary can work out: a proxy may send other reads to a replica. */
  readonly condition?: string;
  /** Behind a SELECT. */
  readonly suffix: string;
  /** The highest rank as an expression, if it is read in another way. */
  max?(list: ListTable): ListSql;
}

/** `orm_new.k0 = "task"."id" AND …`. */
export function sameKey(list: ListTable, target: string): string {
  return list.key.map(({ quoted }, index) => `${target}.${quoted} = ${NEW_RANKS}.k${index}`).join(' AND ');
}

/** `UPDATE … FROM`, as PostgreSQL and SQLite have it. */
export function updateFrom(list: ListTable, source: ListSql, changed: boolean): ListSql {
  const { quoted, rank } = list;
  const only = changed ? ` AND ${quoted}.${rank.quoted} <> ${NEW_RANKS}.p` : '';
  return sql`UPDATE ${quoted} SET ${rank.quoted} = ${NEW_RANKS}.p FROM (${source}) AS ${NEW_RANKS} WHERE ${sameKey(list, quoted)}${only}`;
}
