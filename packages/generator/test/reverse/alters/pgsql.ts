import {
  type AlterKind,
  again,
  alterTable,
  COMMON,
  dropIndex,
  otherComment,
  otherDefault,
  otherType,
  quotedText,
} from './alter.js';

/** The check of labels has a name made by the generator. */
const dropLabels = (table: string): string =>
  `DO $$ DECLARE c text; BEGIN
         SELECT conname INTO STRICT c FROM pg_constraint
          WHERE conrelid = '${table}'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%red%';
         EXECUTE 'ALTER TABLE ${table} DROP CONSTRAINT ' || quote_ident(c);
       END $$`;

export const PGSQL: readonly AlterKind[] = [
  ...COMMON,
  ...alterTable('CONSTRAINT'),
  (place) => {
    const { table, column } = place;
    const type = otherType(place);
    return {
      kind: 'change type',
      sql: [
        `ALTER TABLE ${table.name} ALTER COLUMN ${column.name} DROP DEFAULT`,
        `ALTER TABLE ${table.name} ALTER COLUMN ${column.name} TYPE ${type.sql.pgsql} USING NULL`,
      ],
      table: table.name,
      says: ['type different', column.name],
    };
  },
  ({ table, column }) => ({
    kind: 'change nullability',
    sql: [`ALTER TABLE ${table.name} ALTER COLUMN ${column.name} ${column.required ? 'DROP' : 'SET'} NOT NULL`],
    table: table.name,
    says: ['nullability different', column.name],
  }),
  (place) => {
    const value = otherDefault(place);
    if (value === undefined) return undefined;
    return {
      kind: 'change default',
      sql: [`ALTER TABLE ${place.table.name} ALTER COLUMN ${place.column.name} SET DEFAULT ${value[1]}`],
      table: place.table.name,
      says: ['default different', place.column.name],
    };
  },
  ({ table }) => ({
    kind: 'drop identity',
    sql: [`ALTER TABLE ${table.name} ALTER COLUMN id DROP IDENTITY`],
    table: table.name,
    says: ['numbering different', 'id'],
  }),
  ({ table, random }) => ({
    kind: 'comment of a table',
    sql: [`COMMENT ON TABLE ${table.name} IS ${quotedText(otherComment(random, table.comment))}`],
    table: table.name,
    says: ['comment different'],
  }),
  ({ table, column, random }) => ({
    kind: 'comment of a column',
    sql: [`COMMENT ON COLUMN ${table.name}.${column.name} IS ${quotedText(otherComment(random, column.comment))}`],
    table: table.name,
    says: ['comment different', column.name],
  }),
  ({ table }) => ({
    kind: 'collation of a column',
    sql: [`ALTER TABLE ${table.name} ALTER COLUMN s TYPE varchar(60) COLLATE "C"`],
    table: table.name,
    says: ['collation different', 's'],
  }),
  ({ table, base, random }) => ({
    kind: 'labels in a check',
    sql: [
      dropLabels(table.name),
      `ALTER TABLE ${table.name} ADD CONSTRAINT ${table.name}_c_new CHECK (e IN (${[...base.labels, `new${random.below(9)}`].map(quotedText).join(', ')}))`,
    ],
    table: table.name,
    says: ['e', 'new'],
  }),
  ({ table }) => ({
    kind: 'drop the check of labels',
    sql: [dropLabels(table.name)],
    table: table.name,
    says: ['e'],
  }),
  ({ random }) => ({
    kind: 'label of an enum type',
    sql: [`ALTER TYPE mood ADD VALUE 'fresh${random.below(99)}'`],
    table: 'mood',
    says: ['mood', 'fresh'],
  }),
  ({ base }) => ({
    kind: 'rename a label of an enum type',
    sql: [`ALTER TYPE mood RENAME VALUE ${quotedText(base.labels[0] ?? '')} TO 'renamed'`],
    table: 'mood',
    says: ['mood', 'renamed'],
  }),
  () => ({
    kind: 'check of a domain',
    sql: ['ALTER DOMAIN positive DROP CONSTRAINT positive_check'],
    table: 'positive',
    says: ['positive'],
  }),
  ({ random }) => ({
    kind: 'default of a domain',
    sql: [`ALTER DOMAIN positive SET DEFAULT ${2 + random.below(50)}`],
    table: 'positive',
    says: ['positive'],
  }),
  () => ({
    kind: 'nullability of a domain',
    sql: ['ALTER DOMAIN positive SET NOT NULL'],
    table: 'positive',
    says: ['positive'],
  }),
  ({ table }) => ({
    kind: 'type of the elements of an array',
    sql: [
      `DROP INDEX ${table.name}_gin`,
      `ALTER TABLE ${table.name} ALTER COLUMN a TYPE bigint[]`,
      `CREATE INDEX ${table.name}_gin ON ${table.name} USING gin (a)`,
    ],
    table: table.name,
    says: ['type different', 'a'],
  }),
  ({ table }) => ({
    kind: 'drop a generated expression',
    sql: [`ALTER TABLE ${table.name} ALTER COLUMN g DROP EXPRESSION`],
    table: table.name,
    says: ['generated', 'g'],
  }),
  ({ table, random }) => ({
    kind: 'change a generated expression',
    sql: [
      `ALTER TABLE ${table.name} DROP COLUMN g`,
      `ALTER TABLE ${table.name} ADD COLUMN g integer GENERATED ALWAYS AS (n * ${3 + random.below(9)}) STORED`,
    ],
    table: table.name,
    says: ['g'],
  }),
  dropIndex('plain', 'drop index'),
  dropIndex('desc', 'drop a descending index'),
  dropIndex('where', 'drop a partial index'),
  dropIndex('expr', 'drop an index of an expression'),
  dropIndex('gin', 'drop a GIN index'),
  dropIndex('some', 'drop a partial unique index'),
  again('desc', (table) => `INDEX ${table}_desc ON ${table} (n, m)`, 'order of an index'),
  again('desc', (table) => `INDEX ${table}_desc ON ${table} (n DESC NULLS LAST, m)`, 'NULLs of an index'),
  again('where', (table) => `INDEX ${table}_where ON ${table} (s) WHERE (m > 6)`, 'condition of an index'),
  again('where', (table) => `INDEX ${table}_where ON ${table} (s)`, 'condition taken off an index'),
  again(
    'some',
    (table) => `UNIQUE INDEX ${table}_some ON ${table} (s, m)`,
    'condition taken off a unique index',
    'unique',
  ),
  again('expr', (table) => `INDEX ${table}_expr ON ${table} (upper(s))`, 'expression of an index'),
  again('incl', (table) => `INDEX ${table}_incl ON ${table} (s)`, 'included column taken off'),
  again('incl', (table) => `INDEX ${table}_incl ON ${table} (s) INCLUDE (n, m)`, 'included column added'),
  again('ops', (table) => `INDEX ${table}_ops ON ${table} (s)`, 'operator class of an index'),
  again('plain', (table) => `INDEX ${table}_plain ON ${table} USING hash (m)`, 'method of an index'),
  ({ table }) => ({
    kind: 'distinct NULLs of a unique',
    sql: [
      `ALTER TABLE ${table.name} DROP CONSTRAINT IF EXISTS ${table.name}_nulls`,
      `DROP INDEX IF EXISTS ${table.name}_nulls`,
      `ALTER TABLE ${table.name} ADD CONSTRAINT ${table.name}_nulls UNIQUE (m, n)`,
    ],
    table: table.name,
    says: ['unique'],
  }),
  ({ table }) => ({
    kind: 'drop unique',
    sql: [`ALTER TABLE ${table.name} DROP CONSTRAINT ${table.name}_unique`],
    table: table.name,
    says: ['unique missing'],
  }),
  () => ({
    kind: 'drop primary key',
    sql: ['ALTER TABLE pair DROP CONSTRAINT pair_key'],
    table: 'pair',
    says: ['primary key missing'],
  }),
  () => ({
    kind: 'order of a primary key',
    sql: ['ALTER TABLE pair DROP CONSTRAINT pair_key', 'ALTER TABLE pair ADD CONSTRAINT pair_key PRIMARY KEY (x, y)'],
    table: 'pair',
    says: ['primary key different'],
  }),
  () => ({
    kind: 'name of a primary key',
    sql: ['ALTER TABLE pair RENAME CONSTRAINT pair_key TO pair_other'],
    table: 'pair',
    says: ['primary key different', 'pair_other'],
  }),
];
