import { type SortableList, sortableOf } from '../behaviors/sortable/list.js';
import type { Column } from '../model/model.js';
import {
  joined,
  type ListColumn,
  type ListDialect,
  type ListSql,
  type ListStep,
  type ListTable,
  type ListValue,
  SCOPE,
  type Slot,
  sql,
  step,
  value,
} from '../platforms/lists.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import type { PlannedColumn } from './table.js';

/** What the runtime needs to keep the lists of a table in order, planned for one vendor. */
export interface ListStatements {
  readonly list: SortableList;
  /** The table as the statements name it. */
  readonly named: ListTable;
  /** Positions of columns. */
  readonly rank: number;
  readonly scope: readonly number[];
  /** The rank column cannot be NULL. */
  readonly required: boolean;
  /** All scope columns are integers: a program can tell by itself whether two values are equal. */
  readonly exact: boolean;
  /** A scope column is part of the primary key. */
  readonly fixed: boolean;
  /** Locks are rows of a header table. */
  readonly header: boolean;
  readonly unique: boolean;
  /** The unique is checked row by row: ranks that are exchanged pass through others, which are above them all. */
  readonly phased: boolean;
  /** For each scope column what compares it with a value, and with NULL. */
  readonly conditions: readonly (readonly [equal: string, isNull: string])[];
  /** A SELECT of key, rank and scope, up to its condition. */
  readonly rows: string;
  /** What a read needs where reads under the lock have a form of their own: one more condition, and its end. */
  readonly underLock: readonly [condition: string, suffix: string];
  /** The condition on one key. */
  readonly keyed: string;
  /** An UPDATE that gives several rows their ranks: its beginning, what follows each `WHEN <keyed>`, its end. */
  readonly arrange: readonly [string, string, string];
  readonly statements: ReadonlyMap<string, readonly ListStep[]>;
}

type Planner = (
  list: SortableList,
  columns: readonly PlannedColumn[],
  platform: Platform,
  options: PlatformOptions,
) => ListStatements;

/** One planner for each way to keep an order. */
const PLANNERS: Readonly<Record<SortableList['storage'], Planner>> = { rank: planRanks };

/** The statements of the lists of a table, if it has any. */
export function planLists(
  table: SortableList['table'],
  columns: readonly PlannedColumn[],
  platform: Platform,
  options: PlatformOptions,
): ListStatements | undefined {
  const list = sortableOf(table);
  return list && PLANNERS[list.storage](list, columns, platform, options);
}

/** Ranks as they are: a column with 1, 2, 3 and so on. */
function planRanks(
  list: SortableList,
  columns: readonly PlannedColumn[],
  { dialect, lists }: Platform,
  options: PlatformOptions,
): ListStatements {
  const { table } = list;
  const planned = (column: Column): PlannedColumn | undefined => columns.find((each) => each.column === column);
  const positionOf = (column: Column): number => planned(column)?.position ?? -1;
  const ofColumn = (column: Column): ListColumn => ({
    column,
    quoted: dialect.identifier(column.name),
    collate: planned(column)?.storage.collate ?? '',
  });
  const header = list.header !== undefined && lists.usesHeader ? list.header : undefined;
  const work: ListTable = {
    table,
    quoted: dialect.tableName(table),
    key: table.primaryKey.map(ofColumn),
    rank: ofColumn(list.rank),
    scope: list.scope.map(ofColumn),
    header: header === undefined ? undefined : dialect.tableName({ ...table, name: header }),
    options,
  };
  const { quoted, key, rank, scope } = work;
  const ranks = new RankStatements(list, work, lists);
  return {
    list,
    named: work,
    rank: positionOf(list.rank),
    scope: list.scope.map(positionOf),
    required: list.rank.notNull,
    exact: list.scope.every(({ family }) => family === 'integer'),
    fixed: list.fixed,
    header: header !== undefined,
    unique: list.unique,
    phased: ranks.phased,
    conditions: scope.map((column) => [`${column.quoted}${column.collate} = ?`, `${column.quoted} IS NULL`]),
    rows: `SELECT ${names([...key, rank, ...scope])} FROM ${quoted} WHERE `,
    underLock: [lists.lockedReads?.condition ?? '', lists.lockedReads?.suffix ?? ''],
    keyed: keyText(key),
    arrange: [
      `UPDATE ${quoted} SET ${rank.quoted} = CASE`,
      ` THEN ${plain(lists.integer(value('to'), rank))}`,
      ' END WHERE ',
    ],
    statements: ranks.all(),
  };
}

const names = (columns: readonly ListColumn[], qualifier = ''): string =>
  columns.map((column) => qualifier + column.quoted).join(', ');

const keyText = (key: readonly ListColumn[]): string => key.map((column) => `${column.quoted} = ?`).join(' AND ');

/** SQL as text, its placeholders as they stand. */
const plain = (statement: ListSql): string =>
  statement.map((piece) => (typeof piece === 'string' ? piece : (piece.text ?? ''))).join('');

type Steps = Readonly<Record<string, readonly ListSql[]>>;

class RankStatements {
  readonly phased: boolean;
  readonly #rank: string;

  constructor(
    private readonly list: SortableList,
    private readonly table: ListTable,
    private readonly lists: ListDialect,
  ) {
    this.phased = list.unique && lists.uniqueCheck.at === 'row';
    this.#rank = table.rank.quoted;
  }

  all(): ReadonlyMap<string, readonly ListStep[]> {
    const locks = Object.entries(this.lists.locks(this.table)).map(([name, each]) => [name, [each]] as const);
    const steps: Steps = {
      ...this.#reads(),
      ...this.#moves(),
      ...this.#many(),
      ...this.#neighbours(),
      ...Object.fromEntries(locks),
    };
    return new Map(Object.entries(steps).map(([name, each]) => [name, each.map(step)]));
  }

  #integer(name: ListValue): ListSql {
    return this.lists.integer(value(name), this.table.rank);
  }

  #update(set: ListSql, where: ListSql, order: ListSql = []): ListSql {
    return sql`UPDATE ${this.table.quoted} SET ${this.#rank} = ${set} WHERE ${where}${order}`;
  }

  #key(name: 'key' | 'key2' = 'key'): Slot {
    return { value: name, text: keyText(this.table.key) };
  }

  /** The order of one list, as an index has it. */
  #order(direction: 'ASC' | 'DESC', qualifier = ''): string {
    const { scope, rank } = this.table;
    const columns = this.lists.ordersByScope ? [...scope, rank] : [rank];
    return columns.map(({ quoted }) => `${qualifier}${quoted} ${direction}`).join(', ');
  }

  /** The end of a read under the lock. */
  get #underLock(): string {
    const { condition, suffix = '' } = this.lists.lockedReads ?? {};
    return condition === undefined ? suffix : ` AND ${condition}${suffix}`;
  }

  #reads(): Steps {
    const { quoted, scope } = this.table;
    const shown = scope.length === 0 ? '' : `, ${names(scope)}`;
    const place = (more: ListSql, end: string): ListSql =>
      sql`SELECT ${this.#rank}, CASE WHEN ${SCOPE} THEN 1 ELSE 0 END${shown}${more} FROM ${quoted} WHERE ${this.#key()}${end}`;
    const ranked = sql`FROM ${quoted} m WHERE ${SCOPE} AND m.${this.#rank} IS NOT NULL`;
    const highest = this.lists.ordersByScope
      ? sql`(SELECT m.${this.#rank} ${ranked} ORDER BY ${this.#order('DESC', 'm.')}${this.lists.firstRow})`
      : sql`(SELECT MAX(m.${this.#rank}) FROM ${quoted} m WHERE ${SCOPE})`;
    const locked = this.lists.lockedReads;
    const lockedMax = locked?.max?.(this.table) ?? highest;
    const listed = sql`SELECT COUNT(*), COUNT(DISTINCT ${this.#rank}), MIN(${this.#rank}), MAX(${this.#rank}) FROM ${quoted} WHERE ${SCOPE} AND ${this.#rank} IS NOT NULL`;
    return {
      place: [place([], '')],
      placeMax: [place(sql`, ${highest}`, '')],
      max: [
        this.lists.ordersByScope
          ? sql`SELECT ${highest}`
          : sql`SELECT MAX(${this.#rank}) FROM ${quoted} WHERE ${SCOPE}`,
      ],
      ...(locked && {
        placeLocked: [place([], this.#underLock)],
        placeMaxLocked: [place(sql`, ${lockedMax}`, this.#underLock)],
        maxLocked: [sql`SELECT ${lockedMax}${locked.condition === undefined ? '' : ` WHERE ${locked.condition}`}`],
        checkLocked: [sql`${listed}${this.#underLock}`],
      }),
      check: [listed],
      broken: [this.#broken()],
    };
  }

  /** All lists whose ranks are not 1, 2, 3 and so on. */
  #broken(): ListSql {
    const { quoted, scope } = this.table;
    const grouped = scope.map((column) => column.quoted + column.collate);
    const shown = scope.map((column, index) => `${column.quoted} AS s${index}`);
    const group = scope.length === 0 ? '' : ` GROUP BY ${grouped.join(', ')}`;
    const figures = [
      'COUNT(*) AS c',
      `COUNT(DISTINCT ${this.#rank}) AS d`,
      `MIN(${this.#rank}) AS l`,
      `MAX(${this.#rank}) AS h`,
    ];
    const answers = [...scope.map((_, index) => `x.s${index}`), 'x.c', 'x.d', 'x.l', 'x.h'];
    return sql`SELECT ${answers.join(', ')} FROM (SELECT ${[...shown, ...figures].join(', ')} FROM ${quoted} WHERE ${this.#rank} IS NOT NULL${group}) x WHERE x.c <> x.d OR x.l <> 1 OR x.h <> x.c`;
  }

  #moves(): Steps {
    const { quoted, scope } = this.table;
    const key = this.#key();
    const set = (name: 'to' | 'to2', row: Slot): ListSql => this.#update(this.#integer(name), sql`${row}`);
    const park = this.#update(sql`${this.list.rank.notNull ? '0' : 'NULL'}`, sql`${key}`);
    const values = scope.map((column) => sql`, ${column.quoted} = ${value('values')}`);
    const settle = sql`UPDATE ${quoted} SET ${this.#rank} = ${this.#integer('to')}${joined(values, '')} WHERE ${key}`;
    return {
      move: this.#move(park, set('to', key)),
      open: this.#shift('+', sql`1`, sql`>= ${value('rank')}`, sql`< 0 - ${this.#integer('rank')}`),
      close: this.#shift('-', sql`1`, sql`> ${value('rank')}`, sql`<= 0 - ${this.#integer('rank')}`),
      append: this.#shift('+', this.#integer('delta'), sql`IS NOT NULL`, sql`< 0`),
      swap: this.#swap(park, set('to', key), set('to2', this.#key('key2'))),
      park: [park],
      ...(this.list.fixed ? {} : { settle: [settle] }),
    };
  }

  #move(park: ListSql, place: ListSql): readonly ListSql[] {
    const check = this.lists.uniqueCheck;
    const between = sql`${SCOPE} AND ${this.#rank} BETWEEN ${value('low')} AND ${value('high')}`;
    const shifted = sql`${this.#rank} + ${this.#integer('delta')}`;
    const moved = sql`CASE WHEN ${this.#key()} THEN ${this.#integer('to')} ELSE ${shifted} END`;
    if (!this.phased || check.at === 'end') return [this.#update(moved, between)];
    if (check.order)
      return [
        park,
        this.#update(shifted, between, sql` ORDER BY ${check.order(this.#rank, this.#integer('delta'))}`),
        place,
      ];
    const turned = sql`${SCOPE} AND ${this.#rank} BETWEEN 0 - ${this.#integer('high')} AND 0 - ${this.#integer('low')}`;
    return [this.#update(sql`-(${moved})`, between), this.#turnBack(turned)];
  }

  /** Adds to ranks, or subtracts; `turned` finds those that were negated on the way. */
  #shift(sign: '+' | '-', by: ListSql, which: ListSql, turned: ListSql): readonly ListSql[] {
    const check = this.lists.uniqueCheck;
    const rows = sql`${SCOPE} AND ${this.#rank} ${which}`;
    const sum = sql`${this.#rank} ${sign} ${by}`;
    if (!this.phased || check.at === 'end') return [this.#update(sum, rows)];
    if (check.order) return [this.#update(sum, rows, sql` ORDER BY ${this.#rank} ${sign === '+' ? 'DESC' : 'ASC'}`)];
    return [this.#update(sql`-(${sum})`, rows), this.#turnBack(sql`${SCOPE} AND ${this.#rank} ${turned}`)];
  }

  #swap(park: ListSql, first: ListSql, second: ListSql): readonly ListSql[] {
    const both = sql`(${this.#key()}) OR (${this.#key('key2')})`;
    const other = sql`CASE WHEN ${this.#key()} THEN ${this.#integer('to')} ELSE ${this.#integer('to2')} END`;
    return this.phased ? [park, second, first] : [this.#update(other, both)];
  }

  #turnBack(where: ListSql): ListSql {
    return this.#update(sql`-${this.#rank}`, where);
  }

  /** Many rows at once: from JSON, where keys are integers, and by their order. */
  #many(): Steps {
    const { key, scope, quoted } = this.table;
    const { lists, table } = this;
    const repair = (p: string): ListSql => {
      const keys = key.map((column, index) => `m.${column.quoted} AS k${index}`);
      return sql`SELECT ${keys.join(', ')}, ${p} AS p FROM ${quoted} m WHERE ${SCOPE} AND m.${this.#rank} IS NOT NULL`;
    };
    const position = `ROW_NUMBER() OVER (ORDER BY m.${this.#rank}, ${names(key, 'm.')})`;
    const above = `${lists.greatest}(MAX(m.${this.#rank}) OVER (), COUNT(*) OVER ())`;
    const repaired = lists.renumber(table, repair(position), true);
    const steps: Steps = {
      repair: this.phased ? [lists.renumber(table, repair(`${position} + ${above}`), false), repaired] : [repaired],
    };
    if (!key.every(({ column }) => column.family === 'integer')) return steps;
    const keys = key.map((_, index) => `j.k${index}`);
    const top = sql`SELECT ${lists.greatest}(COALESCE(MAX(m.${this.#rank}), 0), COUNT(*)) AS h FROM ${quoted} m WHERE ${SCOPE}`;
    const lifted = sql`SELECT ${keys.join(', ')}, j.p + t.h AS p FROM (${lists.jsonRows(table)}) j CROSS JOIN (${top}) t`;
    const reordered = lists.renumber(table, lists.jsonRows(table), true);
    const found = key.map((column, index) => `m.${column.quoted} = j.k${index}`);
    const rowsOf = sql`SELECT ${names([...key, table.rank, ...scope], 'm.')} FROM (${lists.jsonRows(table)}) j JOIN ${quoted} m ON ${found.join(' AND ')}`;
    return {
      ...steps,
      reorder: this.phased ? [lists.renumber(table, lifted, false), reordered] : [reordered],
      rowsOf: [rowsOf],
      ...(lists.lockedReads && { rowsOfLocked: [sql`${rowsOf}${this.#underLock}`] }),
    };
  }

  /** What follows the SELECT of the table. */
  #neighbours(): Steps {
    const { quoted } = this.table;
    const own = sql`(SELECT m.${this.#rank} FROM ${quoted} m WHERE ${SCOPE} AND ${this.#key()})`;
    const nearest = (compare: string, direction: 'ASC' | 'DESC'): readonly ListSql[] => [
      sql` WHERE ${SCOPE} AND ${this.#rank} ${compare} ${own} ORDER BY ${this.#order(direction)}${this.lists.firstRow}`,
    ];
    return { next: nearest('>', 'ASC'), previous: nearest('<', 'DESC') };
  }
}
