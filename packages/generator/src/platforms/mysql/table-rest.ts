import type { CatalogForeignKey, CatalogItem } from '../catalog.js';
import type { CheckRow, IndexRow, KeyRow } from './catalog-rows.js';
import { oneLine } from './printed-sql.js';
import { identifier, text } from './quoting.js';
import { orderOf } from './rest.js';
import { ifMissing, isWithoutOverlaps, position, type ShownTable } from './shown-table.js';

/** A table whose details have no word in a schema, and where it is. */
export interface DetailedTable {
  readonly name: string;
  readonly database: string;
  /** Undefined for the database of the connection. */
  readonly schema: string | undefined;
  readonly isMariaDb: boolean;
  readonly isVersioned: boolean;
  readonly shown: ShownTable | undefined;
}

/** The SQL of an item, where it is known. */
type WithSql = Pick<CatalogItem, 'sql'>;

/** In the order in which they are made: history is kept from when all else is as it was. */
const STEPS = ['option', 'default', 'period', 'key', 'reference', 'column', 'versioning', 'without'] as const;

/** How the details of a table are made again by ALTER TABLE, however often it runs. */
export class TableRest {
  readonly #table: DetailedTable;
  readonly #isAsked: boolean;

  constructor(table: DetailedTable, isAsked: boolean) {
    this.#table = table;
    this.#isAsked = isAsked;
  }

  get #alter(): string {
    const { schema, name } = this.#table;
    return `ALTER TABLE ${schema === undefined ? '' : `${identifier(schema)}.`}${identifier(name)}`;
  }

  #made(step: (typeof STEPS)[number], create: readonly string[] | undefined): WithSql {
    if (!this.#isAsked || create === undefined) return {};
    return { sql: { create, drop: [], isBefore: false, order: orderOf('table', STEPS.indexOf(step)) } };
  }

  #own(definition: string): string {
    return oneLine(definition, this.#table.database);
  }

  /** `PAGE_CHECKSUM=1` */
  option(option: string): WithSql {
    return this.#made('option', [`${this.#alter} ${option}`]);
  }

  default(column: string, sql: string): WithSql {
    const shown = this.#own(sql);
    const value = /^'/.test(shown) ? shown : `(${shown})`;
    return this.#made('default', [`${this.#alter} ALTER COLUMN ${identifier(column)} SET DEFAULT ${value}`]);
  }

  /** A column as the server shows it, whatever its definition says that has no word in a schema. */
  column(name: string): WithSql {
    const shown = this.#table.shown?.columns.get(name);
    if (shown === undefined) return {};
    const alter = `${this.#alter} MODIFY COLUMN ${this.#own(shown)}`;
    if (!this.#table.isVersioned) return this.#made('column', [alter]);
    return this.#made('without', ['SET SESSION system_versioning_alter_history = KEEP', alter]);
  }

  invisibleIndex(name: string): WithSql {
    const word = this.#table.isMariaDb ? 'IGNORED' : 'INVISIBLE';
    return this.#made('key', [`${this.#alter} ALTER INDEX ${identifier(name)} ${word}`]);
  }

  /** A key that the schema has in part. */
  changedKey(name: string): WithSql {
    const shown = this.#table.shown?.keys.get(name);
    if (shown === undefined) return {};
    const drop = name === 'PRIMARY' ? 'DROP PRIMARY KEY' : `DROP INDEX ${identifier(name)}`;
    // MariaDB takes keys of the same columns for the same key, unless it copies the table.
    const alter = `${this.#alter} ${drop}, ADD ${shown}, ALGORITHM=COPY`;
    return this.#made('key', ['SET SESSION foreign_key_checks = 0', alter, 'SET SESSION foreign_key_checks = 1']);
  }

  /** A key that the schema does not have. */
  missingKey(name: string): WithSql {
    const shown = this.#table.shown?.keys.get(name);
    if (shown === undefined || !this.#table.isMariaDb) return {};
    return this.#made('key', [`${this.#alter} ADD ${ifMissing(shown)}`]);
  }

  /** A foreign key that a schema cannot say, because it refers to columns that are no key. */
  foreignKey(key: Omit<CatalogForeignKey, 'sql'>, rules: Pick<KeyRow, 'onDelete' | 'onUpdate'>): WithSql {
    const { name, columns, foreignSchema, foreignTable, foreignColumns } = key;
    const list = (names: readonly string[]): string => `(${names.map(identifier).join(', ')})`;
    const target = `${foreignSchema === undefined ? '' : `${identifier(foreignSchema)}.`}${identifier(foreignTable)}`;
    const add = `${this.#alter} ADD CONSTRAINT ${identifier(name ?? '')} FOREIGN KEY ${list(columns)} REFERENCES ${target} ${list(
      foreignColumns,
    )} ON DELETE ${rules.onDelete ?? 'RESTRICT'} ON UPDATE ${rules.onUpdate ?? 'RESTRICT'}`;
    const isThere = `SELECT 1 FROM information_schema.TABLE_CONSTRAINTS WHERE ${this.#isTable} AND CONSTRAINT_NAME = ${text(name ?? '')}`;
    return this.#made('reference', unless(isThere, add));
  }

  get #isTable(): string {
    const { schema, name } = this.#table;
    return `TABLE_SCHEMA = ${schema === undefined ? 'DATABASE()' : text(schema)} AND TABLE_NAME = ${text(name)}`;
  }

  /** System versioning with its columns and period, which are made only together. */
  versioning(columns: readonly string[]): CatalogItem[] {
    const { name, isVersioned, shown } = this.#table;
    if (!isVersioned) return [];
    const period = shown?.periods.get('SYSTEM_TIME');
    const added = columns.map(
      (column) => `ADD COLUMN ${shown?.columns.get(column) ?? ''} ${shown ? position(shown, column) : ''}`,
    );
    const parts = [...added, ...(period === undefined ? [] : [`ADD ${period}`]), 'ADD SYSTEM VERSIONING'];
    const history = shown?.history === undefined ? '' : ` PARTITION BY ${shown.history}`;
    const detail = ['WITH SYSTEM VERSIONING', period].filter((part) => part !== undefined).join(', ') + history;
    const isThere = `SELECT 1 FROM information_schema.TABLES WHERE ${this.#isTable} AND TABLE_TYPE = 'SYSTEM VERSIONED'`;
    const create = shown === undefined ? undefined : unless(isThere, `${this.#alter} ${parts.join(', ')}${history}`);
    return [{ kind: 'system versioning', name, detail, ...this.#made('versioning', create) }];
  }

  /** A column of the period of system versioning is made with it. */
  periodColumn(): WithSql {
    return this.#made('versioning', this.#table.shown === undefined ? undefined : []);
  }

  /** Periods that an application keeps, and the keys by them. */
  periods(indexes: readonly IndexRow[], checks: readonly CheckRow[]): CatalogItem[] {
    const { shown } = this.#table;
    if (shown === undefined) return [];
    const names = new Set(checks.map(({ name }) => name ?? ''));
    const periods = [...shown.periods].filter(([name]) => names.has(name));
    const keys = [...shown.keys].filter(
      ([name, key]) => isWithoutOverlaps(key) && indexes.some((row) => row.name === name),
    );
    return [
      ...periods.map(([name, period]) => ({
        kind: 'period',
        name,
        detail: period,
        ...this.#made('period', [`${this.#alter} ADD ${period.replace(/^PERIOD /, 'PERIOD IF NOT EXISTS ')}`]),
      })),
      ...keys.map(([name, detail]) => ({
        kind: name === 'PRIMARY' ? 'primary key without overlaps' : 'unique without overlaps',
        name,
        detail,
        ...(name === 'PRIMARY' ? this.changedKey(name) : this.missingKey(name)),
      })),
    ];
  }
}

/** A statement that runs only where a query finds nothing. No condition is part of the language outside of routines. */
function unless(query: string, statement: string): string[] {
  return [
    `SET @orm_statement = IF(EXISTS (${query}), 'DO 0', ${text(statement)})`,
    'PREPARE orm_statement FROM @orm_statement',
    'EXECUTE orm_statement',
    'DEALLOCATE PREPARE orm_statement',
  ];
}
