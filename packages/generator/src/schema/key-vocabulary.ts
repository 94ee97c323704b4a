import { boolean, choice, type ElementSpec, integer, text } from './attribute-spec.js';

const indexWords = (what: string) => ({
  where: text(`SQL condition of the vendor: only rows that meet it are in the ${what}.`),
  using: text('Kind of index of the vendor, such as gin, brin, hash, fulltext or spatial; the same as Index_type.'),
});

const INDEX_COLUMN_WORDS = {
  order: choice('Order of the values.', ['asc', 'desc'], { default: 'asc', ignoreCase: true }),
  nulls: choice('Where NULLs stand in that order, on PostgreSQL.', ['first', 'last'], { ignoreCase: true }),
  opclass: text('Operator class of PostgreSQL, such as gin_trgm_ops.'),
  collation: text('Collation by which the values are compared in the index, on PostgreSQL and SQLite.'),
};

/** The words of keys, indexes and checks. */
export const KEY_VOCABULARY = {
  'primary-key': {
    doc: 'Name of the primary key and order of its columns, where they are not the usual ones.',
    attributes: { name: text('Name of the constraint. MySQL has one name for all primary keys.') },
    children: ['primary-key-column'],
  },
  'primary-key-column': {
    doc: 'A column of the primary key. All of them are listed, or none.',
    attributes: {
      name: text('Name of a column that has primaryKey="true".', { required: true }),
      size: integer('Length of the prefix that is compared, on MySQL.', 1),
    },
    children: [],
  },
  index: {
    doc: 'An index.',
    attributes: {
      name: text('Name of the index. By default made from the table and its columns.'),
      ...indexWords('index'),
    },
    children: ['index-column', 'include-column', 'vendor'],
  },
  'index-column': {
    doc: 'A column of an index, or an expression.',
    attributes: {
      name: text('Name of the column.'),
      expression: text('SQL expression of the vendor, instead of a column.'),
      size: integer('Length of the prefix that is indexed, on MySQL.', 1),
      ...INDEX_COLUMN_WORDS,
    },
    children: ['vendor'],
  },
  'include-column': {
    doc: 'A column that an index carries without being ordered by it (INCLUDE), on PostgreSQL and SQL Server.',
    attributes: { name: text('Name of the column.', { required: true }) },
    children: [],
  },
  unique: {
    doc: 'Columns whose values together are different in every row.',
    attributes: {
      name: text('Name of the constraint. By default made from the table and its columns.'),
      ...indexWords('unique'),
      nullsNotDistinct: boolean('NULLs count as equal (NULLS NOT DISTINCT), on PostgreSQL 15 or later and SQL Server.'),
    },
    children: ['unique-column', 'include-column', 'vendor'],
  },
  'unique-column': {
    doc: 'A column of a unique, or an expression.',
    attributes: {
      name: text('Name of the column.'),
      expression: text('SQL expression of the vendor, instead of a column.'),
      size: integer('Length of the prefix that is compared, on MySQL.', 1),
      ...INDEX_COLUMN_WORDS,
    },
    children: ['vendor'],
  },
  check: {
    doc: 'A condition that every row fulfils.',
    attributes: {
      name: text('Name of the constraint. By default made from the table and the expression.'),
      expression: text('The condition in SQL of the vendor. A <vendor> parameter of this name says it for one vendor.'),
    },
    children: ['vendor'],
  },
} as const satisfies Record<string, ElementSpec>;
