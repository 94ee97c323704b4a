import { uniqueColumns } from '../../model/index-columns.js';
import type { Column, ForeignKey, Index, IndexColumn, Table } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import type { PlatformOptions } from '../platform.js';
import { prefixSize } from '../prefix.js';
import { tableEngine } from './shape.js';
import { columnType } from './types.js';

/** A unique over the beginnings of values says nothing about whole ones, and is no key that a constraint can point at. */
function checkTarget({ columns, foreignTable, origin }: ForeignKey, report: Report, options: PlatformOptions): void {
  const targets = columns.map(({ foreign }) => foreign);
  const isTarget = (key: readonly Column[]): boolean =>
    key.length === targets.length && targets.every((column) => key.includes(column));
  const uniques = foreignTable.uniques.filter((unique) => isTarget(uniqueColumns(unique) ?? []));
  const isWholePart = ({ column, size }: Partial<IndexColumn>): boolean =>
    prefixSize(size, column ? (column.sqlType ?? columnType(column, options)) : '') === undefined;
  const isWhole = (unique: Pick<Index, 'columns'>): boolean => unique.columns.every(isWholePart);
  const isKey = isTarget(foreignTable.primaryKey) && foreignTable.primaryKeyParts.every(isWholePart);
  if (isKey || uniques.length === 0 || uniques.some(isWhole)) return;
  report({
    severity: 'error',
    code: 'mysql/prefix-target',
    lacking: foreignTable,
    origin,
    attribute: 'foreignTable',
    message: `MySQL takes no foreign key to columns of which only the beginnings are unique (unique "${uniques[0]?.name ?? ''}" of table "${foreignTable.name}")`,
    help: 'leave the size of its columns out, or set skipSql="true" for a relation without a constraint',
  });
}

/** A type as InnoDB compares it: the display width of a whole number, and how it is spelled, mean nothing. */
const comparable = (type = ''): string =>
  type
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^integer\b/, 'int')
    .replace(/^((?:tiny|small|medium|big)?int) ?\(\d+\)/, '$1');

/** "Partitioning and Foreign Keys": InnoDB has them on neither side of a key. */
function checkPartitions(key: ForeignKey, report: Report): void {
  const partitioned = [key.table, key.foreignTable].find(({ partitionBy }) => partitionBy !== undefined);
  if (partitioned === undefined) return;
  report({
    severity: 'error',
    code: 'mysql/partition',
    origin: key.origin,
    attribute: 'foreignTable',
    message: `table "${partitioned.name}" is partitioned, and MySQL has no foreign keys from or to such a table`,
    help: 'set skipSql="true" on the foreign key, or remove partitionBy',
  });
}

/** With FOREIGN_KEY_CHECKS = 0 the servers take such a key, and then refuse every row. */
function checkTargetEngine({ foreignTable, origin }: ForeignKey, report: Report, options: PlatformOptions): void {
  const engine = tableEngine(foreignTable, options);
  if (engine.toLowerCase() === 'innodb') return;
  report({
    severity: 'error',
    code: 'mysql/engine',
    origin,
    attribute: 'foreignTable',
    message: `the engine ${engine} of table "${foreignTable.name}" has no foreign keys, so none can point at it`,
    help: 'use InnoDB for both tables, or set skipSql="true" on the foreign key',
  });
}

/** What InnoDB refuses of foreign keys, and what other engines do not have. */
export function checkForeignKeys(table: Table, report: Report, options: PlatformOptions): void {
  const constraints = table.foreignKeys.filter((key) => key.constraint);
  const engine = tableEngine(table, options);
  if (engine.toLowerCase() !== 'innodb') {
    if (constraints.length === 0) return;
    report({
      severity: 'warning',
      code: 'mysql/engine',
      origin: table.origin,
      attribute: 'name',
      message: `the engine ${engine} has no foreign keys: those of table "${table.name}" are left out`,
      help: 'use InnoDB, or set skipSql="true" on the foreign keys',
    });
    return;
  }
  for (const key of constraints) {
    checkPartitions(key, report);
    checkTargetEngine(key, report, options);
    checkTarget(key, report, options);
    for (const attribute of ['onDelete', 'onUpdate'] as const) {
      if (key[attribute] !== 'SET DEFAULT') continue;
      report({
        severity: 'error',
        code: 'mysql/set-default',
        origin: key.origin,
        attribute,
        message: 'InnoDB has no SET DEFAULT',
        help: 'choose cascade, setnull, restrict or noaction',
      });
    }
    const looser = key.columns.find(({ local, foreign }) => local.notNull && !foreign.notNull);
    if (looser && key.onUpdate === 'CASCADE') {
      report({
        severity: 'error',
        code: 'mysql/cascade-null',
        origin: key.origin,
        attribute: 'onUpdate',
        message: `onUpdate="cascade" could bring a NULL from "${looser.foreign.name}" into the required column "${looser.local.name}": MariaDB refuses it`,
        help: `add required="true" to "${looser.foreign.name}" of table "${key.foreignTable.name}", or choose another action`,
      });
    }
    for (const { local, foreign } of key.columns) {
      const [left, right] = [local, foreign].map((column) => column.sqlType ?? columnType(column, options));
      const texts = local.family === 'text' && foreign.family === 'text';
      if (texts || comparable(left) === comparable(right)) continue;
      report({
        severity: 'error',
        code: 'mysql/reference-type',
        origin: key.origin,
        attribute: 'foreignTable',
        message: `"${local.name}" is ${left ?? ''} and "${foreign.name}" is ${right ?? ''}: InnoDB wants one type on both sides`,
        help: 'give both columns the same type, or set skipSql="true" on the foreign key for a relation without a constraint',
      });
    }
  }
}
