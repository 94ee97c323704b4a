import { xmlNode } from '../support/xml-tree.js';
import { ALL, add, check, column, foreignKey, number, one, parent, type Sower, set, text, unique } from './planting.js';

/** Rows that a key, a check or NOT NULL refuses. */
export const CONSTRAINT_PLANTS: readonly Sower[] = [
  [
    'required',
    ALL,
    (random) => {
      const [type, value] = random.of([
        ['INTEGER', '4'],
        ['VARCHAR', "'x'"],
        ['DATE', "'2024-02-29'"],
        ['DECIMAL', '1'],
        ['LONGVARCHAR', "'x'"],
        ['BIGINT', '7'],
      ] as const);
      return one({ type }, set('planted', { required: 'true' }), 'NULL', value);
    },
  ],
  [
    'required with a default',
    ALL,
    () => one(number, set('planted', { required: 'true', defaultValue: '3' }), 'NULL', '4'),
  ],
  [
    'unique',
    ALL,
    (random) => ({
      columns: [{ name: 'planted', ...random.of([number, text, { type: 'BIGINT' }]) }],
      change: unique({}, { name: 'planted' }),
      rows: [{ planted: "'5'" }, { planted: "'5'" }, { planted: "'6'" }],
      remedy: { planted: 'NULL' },
    }),
  ],
  [
    'unique of two',
    ALL,
    () => ({
      columns: [
        { name: 'planted', ...number },
        { name: 'other', ...text },
      ],
      change: unique({}, { name: 'planted' }, { name: 'other' }),
      rows: [
        { planted: '5', other: "'a'" },
        { planted: '5', other: "'a'" },
        { planted: '5', other: "'b'" },
      ],
      remedy: { other: 'NULL' },
    }),
  ],
  [
    'unique without regard to capitals',
    ['mysql'],
    () => ({
      columns: [{ name: 'planted', ...text }],
      change: unique({}, { name: 'planted' }),
      rows: [{ planted: "'five'" }, { planted: "'FIVE'" }, { planted: "'6'" }],
      remedy: { planted: 'NULL' },
    }),
  ],
  [
    'unique of some characters',
    ['mysql'],
    () => ({
      columns: [{ name: 'planted', ...text }],
      change: unique({}, { name: 'planted', size: '4' }),
      rows: [{ planted: "'12345'" }, { planted: "'12346'" }, { planted: "'1'" }],
      remedy: { planted: 'NULL' },
    }),
  ],
  [
    'unique of some rows',
    ['pgsql', 'sqlite'],
    () => ({
      columns: [{ name: 'planted', ...number }],
      change: unique({ where: 'planted > 4' }, { name: 'planted' }),
      rows: [{ planted: '5' }, { planted: '5' }, { planted: '4' }],
      remedy: { planted: '4' },
    }),
  ],
  [
    'unique expression',
    ['pgsql', 'sqlite'],
    () => ({
      columns: [{ name: 'planted', ...text }],
      change: unique({}, { expression: 'lower(planted)' }),
      rows: [{ planted: "'A'" }, { planted: "'a'" }, { planted: "'b'" }],
      remedy: { planted: 'NULL' },
    }),
  ],
  [
    'unique of NULLs',
    ['pgsql'],
    () => ({
      columns: [{ name: 'planted', ...number }],
      change: unique({ nullsNotDistinct: 'true' }, { name: 'planted' }),
      rows: [{ planted: 'NULL' }, { planted: 'NULL' }, { planted: '4' }],
      remedy: {},
    }),
  ],
  [
    'unique of a new column',
    ALL,
    () => ({
      columns: [],
      change: (table) => {
        add(() => xmlNode('column', { name: 'planted_new', ...number, defaultValue: '3', required: 'true' }))(table);
        unique({}, { name: 'planted_new' })(table);
      },
      rows: [{}, {}, {}],
      remedy: {},
    }),
  ],
  [
    'foreign key',
    ALL,
    (random) => {
      const type = random.of(['INTEGER', 'BIGINT', 'SMALLINT', 'DATE']);
      const wrong = type === 'DATE' ? "'2024-05-05'" : '77';
      return {
        ...one({ type }, foreignKey('planted_parent', ['planted', 'id']), wrong, 'NULL'),
        beside: parent({ name: 'id', type }),
      };
    },
  ],
  [
    'foreign key of texts',
    ALL,
    () => ({
      ...one(text, foreignKey('planted_parent', ['planted', 'id']), "'nobody'", 'NULL'),
      beside: parent({ name: 'id', ...text }),
    }),
  ],
  [
    'foreign key of two',
    ALL,
    () => ({
      columns: [
        { name: 'planted', ...number },
        { name: 'other', ...text },
      ],
      change: foreignKey('planted_parent', ['planted', 'id'], ['other', 'name']),
      rows: [
        { planted: '1', other: "'nobody'" },
        { planted: '9', other: 'NULL' },
        { planted: 'NULL', other: "'x'" },
      ],
      remedy: { planted: 'NULL' },
      beside: parent({ name: 'id', ...number }, { name: 'name', ...text }),
    }),
  ],
  [
    'foreign key to a new table',
    ALL,
    () =>
      one(
        number,
        (table, root) => {
          root.children.push(parent({ name: 'id', ...number }));
          foreignKey('planted_parent', ['planted', 'id'])(table);
        },
        '3',
        'NULL',
      ),
  ],
  [
    'foreign key of a new column',
    ALL,
    () => ({
      columns: [],
      change: (table) => {
        add(() => xmlNode('column', { name: 'planted_new', ...number, defaultValue: '77' }))(table);
        foreignKey('planted_parent', ['planted_new', 'id'])(table);
      },
      rows: [{}, {}, {}],
      remedy: {},
      beside: parent({ name: 'id', ...number }),
    }),
  ],
  [
    'another parent',
    ALL,
    () => ({
      columns: [{ name: 'planted', ...number }],
      change: (table, root) => {
        root.children.push(
          xmlNode('table', { name: 'planted_other', phpName: 'PlantedOther' }, [
            xmlNode('column', { name: 'id', ...number, primaryKey: 'true' }),
          ]),
        );
        const key = table.children.find(({ attributes }) => attributes['name'] === 'planted_key');
        if (key !== undefined) key.attributes['foreignTable'] = 'planted_other';
      },
      rows: [{ planted: '1' }, { planted: 'NULL' }, { planted: 'NULL' }],
      remedy: { planted: 'NULL' },
      beside: parent({ name: 'id', ...number }),
    }),
  ],
  ['check', ALL, () => one(number, check('planted > 0'), '-1', 'NULL')],
  ['check of a text', ALL, () => one(text, check("planted <> 'a;b'"), "'a;b'", "'c'")],
  [
    'check of two',
    ALL,
    () => ({
      columns: [
        { name: 'planted', ...number },
        { name: 'other', ...number },
      ],
      change: check('planted < other OR other IS NULL'),
      rows: [
        { planted: '4', other: '3' },
        { planted: '4', other: '5' },
        { planted: '4', other: 'NULL' },
      ],
      remedy: { other: 'NULL' },
    }),
  ],
  [
    'check of a new column',
    ALL,
    () => ({
      columns: [],
      change: (table) => {
        add(() => xmlNode('column', { name: 'planted_new', ...number, defaultValue: '-1', required: 'true' }))(table);
        check('planted_new > 0')(table);
      },
      rows: [{}, {}, {}],
      remedy: {},
    }),
  ],
  [
    'check of a column with a new name',
    ALL,
    () =>
      one(
        number,
        (table) => {
          set('planted', { name: 'planted_newly', renamedFrom: 'planted' })(table);
          check('planted_newly > 0')(table);
        },
        '-1',
        'NULL',
      ),
  ],
  [
    'primary key of less',
    ALL,
    () => ({
      columns: [],
      change: (_table, root) => {
        const own = root.children.find(({ attributes }) => attributes['name'] === 'planted_keyed');
        if (own !== undefined) delete column(own, 'b').attributes['primaryKey'];
      },
      rows: [],
      remedy: {},
      beside: xmlNode('table', { name: 'planted_keyed', phpName: 'PlantedKeyed' }, [
        xmlNode('column', { name: 'a', ...number, primaryKey: 'true' }),
        xmlNode('column', { name: 'b', ...number, primaryKey: 'true' }),
      ]),
    }),
  ],
];
