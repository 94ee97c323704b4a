import {
  type Alter,
  type AlterKind,
  alterTable,
  COMMON,
  otherComment,
  otherDefault,
  otherType,
  quotedText,
} from './alter.js';
import type { PlainColumn, PlainType } from './base.js';

/** The whole of a column, as MODIFY wants it. */
function definition(column: PlainColumn, changes: Partial<PlainColumn> & { type?: PlainType }): string {
  const { name, type, required, default: given, comment } = { ...column, ...changes };
  return [
    `${name} ${type.sql.mysql}`,
    required ? 'NOT NULL' : 'NULL',
    given === undefined ? '' : `DEFAULT ${given[1]}`,
    comment === undefined ? '' : `COMMENT ${quotedText(comment)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const again =
  (part: string, columns: string, kind: string, word = 'INDEX'): AlterKind =>
  ({ table }): Alter => ({
    kind,
    sql: [`ALTER TABLE ${table.name} DROP INDEX ${table.name}_${part}, ADD ${word} ${table.name}_${part} ${columns}`],
    table: table.name,
    says: ['index'],
  });

const dropIndex =
  (part: string, kind: string, says = 'index missing'): AlterKind =>
  ({ table }): Alter => ({
    kind,
    sql: [`ALTER TABLE ${table.name} DROP INDEX ${table.name}_${part}`],
    table: table.name,
    says: [says],
  });

const ALL: readonly AlterKind[] = [
  ...COMMON,
  ...alterTable('FOREIGN KEY'),
  (place) => {
    const type = otherType(place);
    const { table, column } = place;
    return {
      kind: 'change type',
      sql: [`ALTER TABLE ${table.name} MODIFY ${definition(column, { type, default: undefined })}`],
      table: table.name,
      says: ['type different', column.name],
    };
  },
  ({ table, column }) => ({
    kind: 'change nullability',
    sql: [`ALTER TABLE ${table.name} MODIFY ${definition(column, { required: !column.required })}`],
    table: table.name,
    says: ['nullability different', column.name],
  }),
  (place) => {
    const value = otherDefault(place);
    if (value === undefined) return undefined;
    const { table, column } = place;
    return {
      kind: 'change default',
      sql: [`ALTER TABLE ${table.name} MODIFY ${definition(column, { default: value })}`],
      table: table.name,
      says: ['default different', column.name],
    };
  },
  ({ table }) =>
    table.name === 'ta'
      ? undefined
      : {
          kind: 'drop auto-increment',
          sql: [`ALTER TABLE ${table.name} MODIFY id INTEGER NOT NULL`],
          table: table.name,
          says: ['numbering different', 'id'],
        },
  ({ table, random }) => ({
    kind: 'comment of a table',
    sql: [`ALTER TABLE ${table.name} COMMENT = ${quotedText(otherComment(random, table.comment))}`],
    table: table.name,
    says: ['comment different'],
  }),
  ({ table, column, random }) => ({
    kind: 'comment of a column',
    sql: [`ALTER TABLE ${table.name} MODIFY ${definition(column, { comment: otherComment(random, column.comment) })}`],
    table: table.name,
    says: ['comment different', column.name],
  }),
  ({ table }) => ({
    kind: 'collation of a column',
    sql: [`ALTER TABLE ${table.name} MODIFY s VARCHAR(60) COLLATE utf8mb4_bin NOT NULL`],
    table: table.name,
    says: ['collation different', 's'],
  }),
  ({ table }) => ({
    kind: 'character set of a column',
    sql: [`ALTER TABLE ${table.name} MODIFY s VARCHAR(60) CHARACTER SET latin1 NOT NULL`],
    table: table.name,
    says: ['different', 's'],
  }),
  ({ table, random }) => ({
    kind: 'collation of a table',
    sql: [`ALTER TABLE ${table.name} COLLATE = ${random.of(['utf8mb4_bin', 'utf8mb4_polish_ci'])}`],
    table: table.name,
    says: ['collation different'],
  }),
  () => ({
    kind: 'engine',
    sql: ['ALTER TABLE pair ENGINE = MyISAM'],
    table: 'pair',
    says: ['engine different'],
  }),
  ({ table, base, random }) => ({
    kind: 'labels',
    sql: [
      `ALTER TABLE ${table.name} MODIFY e ENUM(${[...base.labels, `new${random.below(9)}`].map(quotedText).join(', ')})`,
    ],
    table: table.name,
    says: ['e', 'new'],
  }),
  ({ table, random }) => ({
    kind: 'change a generated expression',
    sql: [`ALTER TABLE ${table.name} MODIFY g INTEGER GENERATED ALWAYS AS (n * ${3 + random.below(9)}) STORED`],
    table: table.name,
    says: ['generated', 'g'],
  }),
  ({ table }) => ({
    kind: 'drop a generated expression',
    sql: [`ALTER TABLE ${table.name} MODIFY g INTEGER`],
    table: table.name,
    says: ['generated', 'g'],
  }),
  ({ table }) => ({
    kind: 'storage of a generated column',
    sql: [
      `ALTER TABLE ${table.name} DROP COLUMN g`,
      `ALTER TABLE ${table.name} ADD COLUMN g INTEGER GENERATED ALWAYS AS (n * 2) VIRTUAL`,
    ],
    table: table.name,
    says: ['generated', 'g'],
  }),
  dropIndex('plain', 'drop index'),
  dropIndex('desc', 'drop a descending index'),
  dropIndex('text', 'drop a full-text index'),
  dropIndex('unique', 'drop unique', 'unique missing'),
  again('desc', '(n, m)', 'order of an index'),
  again('desc', '(n DESC, m DESC)', 'order of an index'),
  again('plain', '(m, s(10))', 'prefix in an index'),
  again('text', '(s)', 'method of an index'),
  () => ({
    kind: 'drop primary key',
    sql: ['ALTER TABLE pair DROP PRIMARY KEY'],
    table: 'pair',
    says: ['primary key missing'],
  }),
  () => ({
    kind: 'order of a primary key',
    sql: ['ALTER TABLE pair DROP PRIMARY KEY, ADD PRIMARY KEY (x, y)'],
    table: 'pair',
    says: ['primary key different'],
  }),
  () => ({
    kind: 'partitions',
    sql: ['ALTER TABLE pair PARTITION BY HASH (y) PARTITIONS 3'],
    table: 'pair',
    says: ['partition'],
  }),
];

export const MARIADB = ALL;

export const MYSQL: readonly AlterKind[] = [
  ...ALL,
  dropIndex('expr', 'drop an index of an expression'),
  again('expr', '((upper(s)))', 'expression of an index'),
];
