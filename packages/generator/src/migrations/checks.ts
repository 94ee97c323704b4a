import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { keyOf } from '../changes/state.js';
import { printable } from '../diagnostics/printable.js';
import type { RowChecks } from '../platforms/row-checks.js';
import type { CheckShape, ColumnShape, DatabaseShape, ForeignKeyShape, IndexPartShape } from '../platforms/shape.js';
import { mentionsAny } from './parts.js';
import { ownerOf, type TablePair, tablePairs } from './table-plan.js';

/** A query for rows that stand in the way of a migration. It is asked before anything is changed. */
export interface RowCheck {
  /** What the rows are in the way of: `book.isbn becomes required`. */
  readonly reason: string;
  readonly sql: string;
}

/** The rows that a migration would fail at, or that would lose something, as queries on the database before it. */
export function rowChecks(before: DatabaseShape, changes: readonly Change[], writer: RowChecks): readonly RowCheck[] {
  const pairs = tablePairs(before, applyChanges(before, changes), changes);
  return pairs.flatMap((pair) => new TableChecks(pair, pairs, changes, writer).all());
}

class TableChecks {
  /** New names of columns, with the old ones. */
  readonly #renamed: ReadonlyMap<string, string>;
  /** Names that mean nothing yet, or something else. */
  readonly #unknown: readonly string[];

  constructor(
    private readonly pair: TablePair,
    private readonly pairs: readonly TablePair[],
    private readonly changes: readonly Change[],
    private readonly writer: RowChecks,
  ) {
    this.#renamed = renamedColumns(pair, changes);
    const old = new Set(pair.before.columns.map(({ name }) => name));
    this.#unknown = pair.after.columns
      .map(({ name }) => name)
      .filter((name) => this.#renamed.has(name) || !old.has(name));
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
      ...(key === undefined ? [] : this.#repeated(`the primary key of ${this.#shown}`, key.parts, undefined)),
      ...uniques.flatMap(({ name, parts, where }) =>
        this.#repeated(`unique ${this.#shown}.${printable(name)}`, parts, where),
      ),
      ...keys.flatMap((own) => this.#orphans(own)),
      ...checks.flatMap((check) => this.#broken(check)),
    ];
  }

  get #shown(): string {
    const { schema, name } = this.pair.after;
    return printable(schema === undefined ? name : `${schema}.${name}`);
  }

  get #table(): string {
    return this.writer.name(this.pair.before);
  }

  /** The column before the migration. */
  #old(name: string): ColumnShape | undefined {
    const was = this.#renamed.get(name) ?? name;
    return this.pair.before.columns.find((column) => column.name === was && column.generated === undefined);
  }

  /** What names a row. */
  #rowNames(others: readonly string[]): readonly string[] {
    const key = this.pair.before.primaryKey?.parts.flatMap(({ column }) => column ?? []) ?? [];
    return key.length > 0 ? key : others;
  }

  #rows(reason: string, columns: readonly string[], condition: string, alias = ''): RowCheck {
    const prefix = alias === '' ? '' : `${alias}.`;
    const list = this.#rowNames(columns).map((name) => `${prefix}${this.writer.identifier(name)}`);
    const from = alias === '' ? this.#table : `${this.#table} ${alias}`;
    return { reason, sql: this.writer.select(list.join(', '), `FROM ${from} WHERE ${condition}`) };
  }

  #column(column: ColumnShape): readonly RowCheck[] {
    const was = this.#old(column.name);
    if (was === undefined || column.generated !== undefined) return [];
    const shown = `${this.#shown}.${printable(column.name)}`;
    const name = this.writer.identifier(was.name);
    const found: RowCheck[] = [];
    if (column.notNull === true && was.notNull !== true) {
      found.push(this.#rows(`${shown} becomes required (migration/sets-required)`, [was.name], `${name} IS NULL`));
    }
    const size = sizeOf(column.type);
    const { length } = this.writer;
    if (length !== undefined && size !== undefined && isText(was.type) && (sizeOf(was.type) ?? Infinity) > size) {
      const condition = `${length}(${name}) > ${String(size)}`;
      found.push(
        this.#rows(`${shown} becomes ${printable(column.type)} (migration/narrows-type)`, [was.name], condition),
      );
    }
    const gone = removedLabels(was.type, column.type);
    if (gone.length > 0) {
      const condition = `${name} IN (${gone.join(', ')})`;
      found.push(this.#rows(`labels of ${shown} are removed (migration/removes-label)`, [was.name], condition));
    }
    return found;
  }

  #repeated(what: string, parts: readonly IndexPartShape[], where: string | undefined): readonly RowCheck[] {
    const columns = parts.flatMap(({ column, size }) => (size === undefined ? (column ?? []) : []));
    const old = columns.flatMap((name) => this.#old(name) ?? []);
    if (old.length < parts.length || (where !== undefined && mentionsAny(where, this.#unknown))) return [];
    const names = old.map(({ name }) => this.writer.identifier(name));
    const conditions = [...names.map((name) => `${name} IS NOT NULL`), ...(where === undefined ? [] : [`(${where})`])];
    const list = names.join(', ');
    const rest = `FROM ${this.#table} WHERE ${conditions.join(' AND ')} GROUP BY ${list} HAVING COUNT(*) > 1`;
    return [{ reason: `${what} is added (migration/adds-unique)`, sql: this.writer.select(list, rest) }];
  }

  #orphans({ name, columns, foreignTable, foreignColumns }: ForeignKeyShape): readonly RowCheck[] {
    const own = columns.flatMap((column) => this.#old(column) ?? []);
    if (own.length < columns.length) return [];
    const { identifier } = this.writer;
    const reason = `foreign key ${this.#shown}.${printable(name)} is added (migration/adds-foreign-key)`;
    const target = this.pairs.find(({ after }) => keyOf(after) === keyOf(foreignTable));
    const present = own.map((column) => `c.${identifier(column.name)} IS NOT NULL`);
    const shownColumns = own.map((column) => column.name);
    // The table that it points at is new, and empty.
    if (target === undefined) return [this.#rows(reason, shownColumns, present.join(' AND '), 'c')];
    const renamed = renamedColumns(target, this.changes);
    const theirs = foreignColumns.flatMap(
      (column) => target.before.columns.find((each) => each.name === (renamed.get(column) ?? column)) ?? [],
    );
    const areAlike = own.every((column, at) => word(column.type) === word(theirs[at]?.type ?? ''));
    if (theirs.length < foreignColumns.length || !areAlike) return [];
    const pairs = own.map((column, at) => `p.${identifier(theirs[at]?.name ?? '')} = c.${identifier(column.name)}`);
    const parent = `SELECT 1 FROM ${this.writer.name(target.before)} p WHERE ${pairs.join(' AND ')}`;
    return [this.#rows(reason, shownColumns, [...present, `NOT EXISTS (${parent})`].join(' AND '), 'c')];
  }

  #broken({ name, expression, notEnforced }: CheckShape): readonly RowCheck[] {
    if (notEnforced === true || mentionsAny(expression, this.#unknown)) return [];
    const columns = this.pair.before.columns.map((column) => column.name).slice(0, 1);
    const reason = `check ${this.#shown}.${printable(name)} is added (migration/adds-check)`;
    return [this.#rows(reason, columns, `NOT (${expression})`)];
  }
}

const renamedColumns = ({ after }: TablePair, changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(
    changes.flatMap((change) =>
      change.kind === 'column' && change.from !== undefined && keyOf(ownerOf(change)) === keyOf(after)
        ? [[change.name, change.from] as const]
        : [],
    ),
  );

/** A foreign key without what has no influence on which rows it refuses. */
const pointing = ({ columns, foreignTable, foreignColumns }: ForeignKeyShape): unknown => [
  columns,
  foreignTable,
  foreignColumns,
];

const word = (type: string): string => (/^\w+/.exec(type)?.[0] ?? type).toLowerCase();

const TEXT = /^n?(var)?char2?\b|^character\b|^(tiny|medium|long)?text\b|^n?clob\b/i;
const isText = (type: string): boolean => TEXT.test(type);

/** How many characters a text may have. */
function sizeOf(type: string): number | undefined {
  const size = isText(type) ? /\((\d+)/.exec(type)?.[1] : undefined;
  return size === undefined ? undefined : Number(size);
}

const LABELS = /^enum\s*\(/i;

/** Labels of an ENUM that another one has not, as they are written. */
function removedLabels(was: string, is: string): readonly string[] {
  if (!LABELS.test(was) || !LABELS.test(is)) return [];
  const labels = (type: string): readonly string[] => type.match(/'(?:[^'\\]|''|\\.)*'/gs) ?? [];
  const kept = new Set(labels(is));
  return labels(was).filter((label) => !kept.has(label));
}
