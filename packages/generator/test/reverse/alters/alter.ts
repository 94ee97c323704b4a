import type { Base, BaseTable, PlainColumn, PlainType } from './base.js';
import { PLAIN_TYPES } from './base.js';
import type { Random } from './random.js';

/** One change that somebody makes to a database behind our back, and the words in which it must be named. */
export interface Alter {
  /** What kind of change it is, for the count of kinds. */
  readonly kind: string;
  readonly sql: readonly string[];
  /** SQLite: what becomes of the text of CREATE TABLE; the table is made again from it, with its indexes. */
  readonly rebuild?: (text: string) => string;
  readonly table: string;
  /** Each has to stand in the difference: kind, status, name and what was said. */
  readonly says: readonly string[];
}

/** Where a change is made. */
export interface Place {
  readonly random: Random;
  readonly base: Base;
  readonly table: BaseTable;
  readonly column: PlainColumn;
}

/** A kind of change, or nothing where it would change nothing. */
export type AlterKind = (place: Place) => Alter | undefined;

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Another type than the column has. */
export const otherType = ({ random, column }: Place): PlainType =>
  random.of(PLAIN_TYPES.filter((type) => type !== column.type));

/** Another default than the column has, or undefined for a type without any. */
export function otherDefault({ random, column }: Place): PlainType['defaults'][number] | undefined {
  const others = column.type.defaults.filter((value) => value !== column.default);
  return others.length === 0 ? undefined : random.of(others);
}

export const otherComment = (random: Random, comment: string | undefined): string =>
  random.of(['Something else', 'Ganz anders', "Nobody's"].filter((text) => text !== comment));

export const otherAction = ({ random, table }: Place): string =>
  random.of(['CASCADE', 'SET NULL', 'NO ACTION'].filter((action) => action !== table.onDelete));

/** Changes that every vendor writes in the same words. */
export const COMMON: readonly AlterKind[] = [
  ({ table, column }) => ({
    kind: 'drop column',
    sql: [`ALTER TABLE ${table.name} DROP COLUMN ${column.name}`],
    table: table.name,
    says: ['column missing', column.name],
  }),
  ({ table, random }) => {
    const name = `extra${random.below(1000)}`;
    return {
      kind: 'add column',
      sql: [`ALTER TABLE ${table.name} ADD COLUMN ${name} ${random.of(['INTEGER', 'VARCHAR(20)', 'DATE'])}`],
      table: table.name,
      says: ['column extra', name],
    };
  },
  ({ table, column }) => ({
    kind: 'rename column',
    sql: [`ALTER TABLE ${table.name} RENAME COLUMN ${column.name} TO ${column.name}_new`],
    table: table.name,
    says: ['column', column.name],
  }),
  () => ({ kind: 'drop table', sql: ['DROP TABLE pair'], table: 'pair', says: ['table missing', 'pair'] }),
  ({ random }) => {
    const name = `stray${random.below(1000)}`;
    return {
      kind: 'add table',
      sql: [`CREATE TABLE ${name} (id INTEGER)`],
      table: name,
      says: ['table extra', name],
    };
  },
  ({ table, random }) => ({
    kind: 'add index',
    sql: [`CREATE INDEX stray_index ON ${table.name} (${random.of(['id, n', 's, n', 'm, s'])})`],
    table: table.name,
    says: ['index extra'],
  }),
  ({ table, random }) => ({
    kind: 'add unique index',
    sql: [`CREATE UNIQUE INDEX stray_unique ON ${table.name} (${random.of(['id, m', 's', 'm, s'])})`],
    table: table.name,
    says: ['unique extra'],
  }),
  () => ({ kind: 'drop view', sql: ['DROP VIEW seen'], table: 'seen', says: ['missing', 'seen'] }),
  ({ random }) => ({
    kind: 'change view',
    sql: ['DROP VIEW seen', `CREATE VIEW seen AS SELECT id, n FROM ta WHERE n > ${4 + random.below(90)}`],
    table: 'seen',
    says: ['different', 'seen'],
  }),
];

/** An index of the base made again in another way, where indexes are objects of their own. */
export const again =
  (part: string, definition: (table: string) => string, kind: string, says = 'index'): AlterKind =>
  ({ table }): Alter => ({
    kind,
    sql: [`DROP INDEX ${table.name}_${part}`, `CREATE ${definition(table.name)}`],
    table: table.name,
    says: [says],
  });

export const dropIndex =
  (part: string, kind: string): AlterKind =>
  ({ table }): Alter => ({
    kind,
    sql: [`DROP INDEX ${table.name}_${part}`],
    table: table.name,
    says: ['missing'],
  });

/** Changes of checks, defaults and foreign keys, where ALTER TABLE makes them; `foreignKey` is the word to drop one by. */
export const alterTable = (foreignKey: 'CONSTRAINT' | 'FOREIGN KEY'): readonly AlterKind[] => [
  ({ table, column }) =>
    column.default && {
      kind: 'drop default',
      sql: [`ALTER TABLE ${table.name} ALTER COLUMN ${column.name} DROP DEFAULT`],
      table: table.name,
      says: ['default different', column.name],
    },
  ({ table }) => ({
    kind: 'drop check',
    sql: [`ALTER TABLE ${table.name} DROP CONSTRAINT ${table.name}_check`],
    table: table.name,
    says: ['check missing'],
  }),
  ({ table, random }) => ({
    kind: 'change check',
    sql: [
      `ALTER TABLE ${table.name} DROP CONSTRAINT ${table.name}_check`,
      `ALTER TABLE ${table.name} ADD CONSTRAINT ${table.name}_check CHECK (n > ${1 + random.below(99)})`,
    ],
    table: table.name,
    says: ['check'],
  }),
  ({ table, random }) => ({
    kind: 'add check',
    sql: [`ALTER TABLE ${table.name} ADD CONSTRAINT stray_check CHECK (m < ${100 + random.below(900)})`],
    table: table.name,
    says: ['check extra'],
  }),
  ({ table }) =>
    table.name === 'ta'
      ? undefined
      : {
          kind: 'drop foreign key',
          sql: [`ALTER TABLE ${table.name} DROP ${foreignKey} ${table.name}_fk`],
          table: table.name,
          says: ['foreign key missing'],
        },
  (place) =>
    place.table.name === 'ta'
      ? undefined
      : {
          kind: 'action of a foreign key',
          sql: [
            `ALTER TABLE ${place.table.name} DROP ${foreignKey} ${place.table.name}_fk`,
            `ALTER TABLE ${place.table.name} ADD CONSTRAINT ${place.table.name}_fk FOREIGN KEY (owner) REFERENCES ta (id) ON DELETE ${otherAction(place)}`,
          ],
          table: place.table.name,
          says: ['foreign key different'],
        },
  ({ table }) => ({
    kind: 'add foreign key',
    sql: [`ALTER TABLE ${table.name} ADD CONSTRAINT stray_fk FOREIGN KEY (m) REFERENCES ta (id)`],
    table: table.name,
    says: ['foreign key extra'],
  }),
];
