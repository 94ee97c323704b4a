import fc from 'fast-check';
import type { Database } from '../../../../src/model/model.js';
import { describeDatabase } from '../../../../src/targets/diagram/describe.js';
import type { DatabaseView } from '../../../../src/targets/diagram/view.js';
import { buildDatabase } from '../../../support/model-builder.js';

/** Names that mean something to one of the languages that pictures are written in. */
const NASTY = [
  ...['"', "'", '`', '\\', 'a\\', '<', '>', '&', '&amp;', '#', ';', '%%', '%%{init: {}}%%', '~a~', '{', '}', '[', ']'],
  ...['</style>', '</script><script>alert(1)</script>', ']]>', '-->', '<!--', '<B>', '<BR/>', '>]; x [label="'],
  ...[
    'a\nb',
    'a\r\nb',
    'a\tb',
    'two words',
    ' ',
    'x direction LR y',
    'Direction  tb',
    'erDiagram',
    'end',
    'PK',
    'fk',
    'uk-x',
  ],
  ...['one', 'to', 'many', '1', '0+', 'u', 'o', 'title', 'accTitle: x', 'style', 'subgraph', 'node', 'graph', 'strict'],
  ...[
    '😀',
    '👩‍👩‍👧',
    '名前',
    'é',
    '\u202eabc',
    '\u2028',
    '\u00a0',
    '#quot;',
    '#35;',
    'javascript:alert(1)',
    '__proto__',
    '../x',
  ],
];

/** Any text that an XML file can have as a name. */
const name = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.tuple(fc.constantFrom(...NASTY), fc.constantFrom(...NASTY)).map(([a, b]) => `${a}${b}`),
);

/** A model whose names are anything: a chain of tables, each pointing at the one before and at itself. */
const database: fc.Arbitrary<Database> = fc
  .record({
    tables: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
    columns: fc.uniqueArray(name, { minLength: 3, maxLength: 6 }),
    description: name,
  })
  .map(({ tables, columns, description }) => {
    const [id = '', up = '', self = '', ...rest] = columns;
    return buildDatabase(
      tables.map((table, index) => ({
        name: table,
        description,
        columns: [
          { name: id, type: 'INTEGER' as const, primaryKey: true },
          { name: up, type: 'INTEGER' as const, description },
          { name: self, type: 'INTEGER' as const },
          ...rest.map((column) => ({ name: column, type: 'DECIMAL' as const, size: 8, scale: 2, value: description })),
        ],
        keys: [
          { to: tables[Math.max(0, index - 1)] ?? '', on: { [up]: id } },
          { to: table, on: { [self]: id }, constraint: false },
        ],
      })),
    );
  });

/** Views of models with hostile names everywhere. */
export const hostileView: fc.Arbitrary<DatabaseView> = database.map((each) =>
  describeDatabase(each, {
    adapter: 'pgsql',
    vendor: 'PostgreSQL',
    sqlTypeOf: ({ name: column }) => `type of ${column}`,
    sqlOf: (table) => `CREATE TABLE ${table.name}`,
    classesOf: (table) => [
      { name: table.name, role: 'model', methods: [{ name: table.name, signature: table.name, of: table.name }] },
    ],
  }),
);
