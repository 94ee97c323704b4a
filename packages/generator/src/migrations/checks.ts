import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { keyOf } from '../changes/state.js';
import { printable } from '../diagnostics/printable.js';
import { renumbered, standsFor } from '../platforms/renumber.js';
import type { RowChecks } from '../platforms/row-checks.js';
import type {
  CheckShape,
  ColumnShape,
  DatabaseShape,
  ForeignKeyShape,
  IndexPartShape,
  IndexShape,
  PrimaryKeyShape,
} from '../platforms/shape.js';
import { type ScriptDialect, significantTokens } from '../platforms/sql-tokens.js';
import { type LabelMoves, labelMoves } from './labels.js';
import { wordsOf } from './parts.js';
import { isUntouched, type TablePair, tablePairs } from './table-plan.js';
import { kindOf, typeChecks, valueChecks } from './value-checks.js';

/** A query for rows that stand in the way of a migration. It is asked before anything is changed. */
export interface RowCheck {
  /** What the rows are in the way of: `book.isbn becomes required`. */
  readonly reason: string;
  readonly sql: string;
}

/** The rows that a migration would fail at, or that would lose something, as queries on the database before it. */
export function rowChecks(before: DatabaseShape, changes: readonly Change[], writer: RowChecks): readonly RowCheck[] {
  const pairs = tablePairs(before, applyChanges(before, changes), changes);
  const isTyped = changes.some(({ kind }) => kind === 'type');
  return pairs
    .filter((pair) => isTyped || !isUntouched(pair))
    .flatMap((pair) => new TableChecks(pair, pairs, changes, writer).all());
}

/** Where rows are looked for, and by what they are named there. */
interface Rows {
  readonly from: string;
  readonly names: readonly string[];
}

class TableChecks {
  /** New names of columns, with the old ones. */
  readonly #renamed: ReadonlyMap<string, string>;
  /** Names that mean nothing yet, something else, or what has other values. */
  readonly #unknown: readonly string[];

  constructor(
    private readonly pair: TablePair,
    private readonly pairs: readonly TablePair[],
    private readonly changes: readonly Change[],
    private readonly writer: RowChecks,
  ) {
    this.#renamed = renamedColumns(pair);
    const old = new Set(pair.before.columns.map(({ name }) => name));
    this.#unknown = pair.after.columns
      .filter(
        (column) => this.#renamed.has(column.name) || !old.has(column.name) || this.#moves(column)?.isMoved === true,
      )
      .map(({ name }) => name);
  }

  all(): readonly RowCheck[] {
    const { renamed, after } = this.pair;
    const uniques = after.indexes.filter(
      (index) =>
        index.kind !== 'index' &&
        !renamed.indexes.some((was) => isDeepStrictEqual({ ...was, name: index.name }, index)),
    );
    const key = isDeepStrictEqual(renamed.primaryKey?.parts, after.primaryKey?.parts) ? undefined : after.primaryKey;
    const checks = after.checks.filter(
      (check) => !renamed.checks.some(({ expression }) => expression === check.expression),
    );
    const keys = after.foreignKeys.filter(
      (own) => !renamed.foreignKeys.some((was) => isDeepStrictEqual(pointing(was), pointing(own))),
    );
    return [
      ...after.columns.flatMap((column) => this.#column(column)),
      ...(key === undefined ? [] : this.#repeated(`the primary key of ${this.#shown}`, key)),
      ...uniques.flatMap((index) => this.#repeated(`unique ${this.#shown}.${printable(index.name)}`, index)),
      ...keys.flatMap((own) => this.#orphans(own)),
      ...checks.flatMap((check) => this.#broken(check)),
    ];
  }

  get #shown(): string {
    const { schema, name } = this.pair.after;
    return printable(schema === undefined ? name : `${schema}.${name}`);
  }

  /** The column before the migration. */
  #old(name: string): ColumnShape | undefined {
    const was = this.#renamed.get(name) ?? name;
    return this.pair.before.columns.find((column) => column.name === was && column.generated === undefined);
  }

  #moves(column: ColumnShape): LabelMoves | undefined {
    return labelMoves(this.#old(column.name), column);
  }

  /** What a column will have in the rows that are there, as SQL on the table before. */
  #value(column: ColumnShape): string | undefined {
    const was = this.#old(column.name);
    if (was !== undefined && column.generated === undefined) {
      if (kindOf(was.type) !== kindOf(column.type)) return undefined;
      const name = this.writer.identifier(was.name);
      const moved = this.#moves(column);
      return moved?.isMoved === true ? renumbered(name, moved.as, moved.moves, this.writer.hasBit) : name;
    }
    const { identity, sequence, generated } = column;
    if (was !== undefined || identity !== undefined || sequence !== undefined || generated !== undefined) {
      return undefined;
    }
    const value = column.default ?? 'NULL';
    return CONSTANT.test(value) ? (this.writer.cast?.(value, column.type) ?? value) : undefined;
  }

  /**
   * The rows as they will be: a query over them can use the names of columns that it says are needed. Nothing where it is not
   * known what they will have in one of those.
   */
  #rows(isNeeded: (name: string) => boolean, alias = ''): Rows | undefined {
    const { before, after } = this.pair;
    const { identifier, name } = this.writer;
    const needed = after.columns.filter((column) => isNeeded(column.name));
    if (needed.some((column) => this.#value(column) === undefined)) return undefined;
    const key = before.primaryKey?.parts.flatMap(({ column }) => column ?? []) ?? [];
    const prefix = alias === '' ? '' : `${alias}.`;
    if (!needed.some((column) => this.#unknown.includes(column.name))) {
      const first = needed.slice(0, 1).map((column) => column.name);
      const names = (key.length > 0 ? key : first).map((each) => `${prefix}${identifier(each)}`);
      return { from: alias === '' ? name(before) : `${name(before)} ${alias}`, names };
    }
    const own = alias === '' ? 't' : alias;
    const keys = key.map((each, at) => ({ as: `orm_key_${String(at + 1)}`, sql: identifier(each) }));
    const values = needed.map((column) => ({ as: column.name, sql: this.#value(column) ?? '' }));
    const list = [...keys, ...values].map(({ as, sql }) => `${sql} AS ${identifier(as)}`);
    const names = (keys.length > 0 ? keys : values.slice(0, 1)).map(({ as }) => `${own}.${identifier(as)}`);
    return { from: `(SELECT ${list.join(', ')} FROM ${name(before)}) ${own}`, names };
  }

  #found(reason: string, rows: Rows, condition: string): RowCheck {
    return { reason, sql: this.writer.select(rows.names.join(', '), `FROM ${rows.from} WHERE ${condition}`) };
  }

  #column(column: ColumnShape): readonly RowCheck[] {
    const was = this.#old(column.name);
    if (was === undefined || column.generated !== undefined) return [];
    const shown = `${this.#shown}.${printable(column.name)}`;
    const name = this.writer.identifier(was.name);
    const key = this.pair.before.primaryKey?.parts.flatMap((part) => part.column ?? []) ?? [];
    const names = (key.length > 0 ? key : [was.name]).map((each) => this.writer.identifier(each));
    const rows = { from: this.writer.name(this.pair.before), names };
    const required =
      column.notNull === true && was.notNull !== true
        ? [this.#found(`${shown} becomes required (migration/sets-required)`, rows, `${name} IS NULL`)]
        : [];
    const values = valueChecks(was.type, column.type, name, this.writer).map(({ what, condition }) => {
      const words =
        what === 'removes-label' ? `labels of ${shown} are removed` : `${shown} becomes ${printable(column.type)}`;
      return this.#found(`${words} (migration/${what})`, rows, condition);
    });
    const moved = this.#moves(column);
    const gone =
      moved === undefined || moved.gone.length === 0
        ? []
        : [
            this.#found(
              `labels of ${shown} are removed (migration/removes-label)`,
              rows,
              standsFor(name, moved.as, moved.gone, this.writer.hasBit),
            ),
          ];
    return [...required, ...values, ...gone, ...this.#ofType(column, was, rows)];
  }

  /** What rows cannot have any more because a type of the database's own changes. */
  #ofType(column: ColumnShape, was: ColumnShape, rows: Rows): readonly RowCheck[] {
    if (column.type !== was.type) return [];
    const element = was.type.replace(/(\[\])+$/, '');
    const change = this.changes.find((each) => each.kind === 'type' && this.writer.name(each) === element);
    if (change?.kind !== 'type' || change.before === undefined || change.after === undefined) return [];
    const shown = `${this.#shown}.${printable(column.name)}`;
    const values = { name: this.writer.identifier(was.name), isList: element !== was.type };
    return typeChecks(change.before, change.after, values, this.writer).map(({ what, words, condition }) =>
      this.#found(`${words} of ${shown} (migration/${what})`, rows, condition),
    );
  }

  #repeated(what: string, key: PrimaryKeyShape | IndexShape): readonly RowCheck[] {
    const { where, nullsNotDistinct } = { where: undefined, nullsNotDistinct: undefined, ...key };
    const texts = [where ?? '', ...key.parts.flatMap(({ expression }) => expression ?? [])].join(' ');
    const columns = new Set(key.parts.flatMap(({ column }) => column ?? []));
    const isNamed = this.#names(texts);
    const rows = this.#rows((name) => columns.has(name) || isNamed(name));
    const parts = key.parts.map((part) => this.#part(part));
    if (rows === undefined || parts.includes(undefined)) return [];
    const conditions = [
      ...(nullsNotDistinct === true ? [] : parts.map((part) => `${part ?? ''} IS NOT NULL`)),
      ...(where === undefined ? [] : [`(${where})`]),
    ];
    const list = parts.join(', ');
    const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    // A constant in GROUP BY would be the number of a column.
    const rest = `FROM ${rows.from}${condition} GROUP BY ${list} HAVING COUNT(*) > 1`;
    return [{ reason: `${what} is added (migration/adds-unique)`, sql: this.writer.select(list, rest) }];
  }

  /** Tells of columns whether an expression names them. A part of a word, or what is said in a string, is no column. */
  #names(expression: string): (column: string) => boolean {
    return wordsOf(withoutStrings(expression, this.writer.dialect));
  }

  #part({ column, expression, size, collation }: IndexPartShape): string | undefined {
    const { identifier, prefix } = this.writer;
    const whole = column === undefined ? expression : identifier(column);
    if (whole === undefined) return undefined;
    const value = size === undefined ? whole : prefix?.(whole, size);
    return value === undefined || collation === undefined ? value : `${value} COLLATE ${identifier(collation)}`;
  }

  #orphans({ name, columns, foreignTable, foreignColumns }: ForeignKeyShape): readonly RowCheck[] {
    const rows = this.#rows((each) => columns.includes(each), 'c');
    if (rows === undefined) return [];
    const { identifier } = this.writer;
    const reason = `foreign key ${this.#shown}.${printable(name)} is added (migration/adds-foreign-key)`;
    const target = this.pairs.find(({ after }) => keyOf(after) === keyOf(foreignTable));
    const isSame = rows.from === `${this.writer.name(this.pair.before)} c`;
    const own = columns.map((each) => `c.${identifier(isSame ? (this.#old(each)?.name ?? each) : each)}`);
    const present = own.map((column) => `${column} IS NOT NULL`);
    // The table that it points at is new, and empty.
    if (target === undefined) return [this.#found(reason, rows, present.join(' AND '))];
    const renamed = renamedColumns(target);
    const theirs = foreignColumns.flatMap(
      (column) => target.before.columns.find((each) => each.name === (renamed.get(column) ?? column)) ?? [],
    );
    const types = columns.map((each) => this.pair.after.columns.find((column) => column.name === each)?.type ?? '');
    const areAlike = types.every((type, at) => kindOf(type) === kindOf(theirs[at]?.type ?? ''));
    if (theirs.length < foreignColumns.length || !areAlike) return [];
    const pairs = own.map((column, at) => `p.${identifier(theirs[at]?.name ?? '')} = ${column}`);
    const parent = `SELECT 1 FROM ${this.writer.name(target.before)} p WHERE ${pairs.join(' AND ')}`;
    return [this.#found(reason, rows, [...present, `NOT EXISTS (${parent})`].join(' AND '))];
  }

  #broken({ name, expression, notEnforced }: CheckShape): readonly RowCheck[] {
    const rows = notEnforced === true ? undefined : this.#rows(this.#names(expression));
    if (rows === undefined || rows.names.length === 0) return [];
    const reason = `check ${this.#shown}.${printable(name)} is added (migration/adds-check)`;
    return [this.#found(reason, rows, `NOT (${expression})`)];
  }
}

/** Where a backslash may be an escape or none, nobody knows where strings end: they stay. */
function withoutStrings(sql: string, dialect: ScriptDialect): string {
  if (sql.includes('\\')) return sql;
  const tokens = significantTokens(sql, dialect).filter(({ kind }) => kind !== 'string');
  return tokens.map(({ start, end }) => sql.slice(start, end)).join(' ');
}

/** A value that is the same for every row. */
const CONSTANT = /^\(*([-+]?[\d.]+(e[-+]?\d+)?|[xnbe]?'([^']|'')*'|null|true|false)\)*$/is;

const renamedColumns = ({ before, renamed }: TablePair): ReadonlyMap<string, string> =>
  new Map(
    before.columns.flatMap(({ name: was }, at) => {
      const is = renamed.columns[at]?.name ?? was;
      return is === was ? [] : [[is, was] as const];
    }),
  );

/** A foreign key without what has no influence on which rows it refuses. */
const pointing = ({ columns, foreignTable, foreignColumns }: ForeignKeyShape): unknown => [
  columns,
  foreignTable,
  foreignColumns,
];
