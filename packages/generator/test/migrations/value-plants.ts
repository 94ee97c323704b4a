import { xmlNode } from '../support/xml-tree.js';
import { ALL, one, type Sower, set, TYPED, text } from './planting.js';

/** Rows whose values do not fit a type, or a label that goes. */
export const VALUE_PLANTS: readonly Sower[] = [
  [
    'shorter text',
    TYPED,
    (random) => {
      const long = random.of([text, { type: 'LONGVARCHAR' }, { type: 'CHAR', size: '40' }]);
      return one(
        long,
        set('planted', { type: random.of(['VARCHAR', 'CHAR']), size: '10' }),
        `'${random.of(['x', 'ü', '😀']).repeat(11)}'`,
        "'x'",
      );
    },
  ],
  [
    'smaller number',
    TYPED,
    (random) => {
      const [was, is, value] = random.of([
        ['BIGINT', 'INTEGER', '3000000000'],
        ['BIGINT', 'SMALLINT', '-40000'],
        ['INTEGER', 'SMALLINT', '40000'],
        ['DOUBLE', 'INTEGER', '3e10'],
        ['DECIMAL', 'SMALLINT', '40000'],
      ] as const);
      return one({ type: was }, set('planted', { type: is }), value, '5');
    },
  ],
  [
    'fewer digits',
    TYPED,
    () => one({ type: 'DECIMAL', size: '10', scale: '2' }, set('planted', { size: '5' }), '12345.67', '123.45'),
  ],
  [
    'digits that are rounded',
    TYPED,
    (random) => {
      const decimal = { type: 'DECIMAL', size: '10', scale: '4' };
      const whole = { type: random.of(['INTEGER', 'BIGINT', 'SMALLINT']), size: '', scale: '' };
      const was = random.of([decimal, { type: 'DOUBLE' }]);
      const is = random.of([whole, { type: 'DECIMAL', size: '10', scale: '2' }]);
      return one(was, set('planted', is), random.of(['1.005', '-0.25e-1', '12345.6789']), '7');
    },
  ],
  [
    'time of day',
    TYPED,
    (random) =>
      one(
        { type: random.of(['TIMESTAMP', 'DATETIME']) },
        set('planted', { type: 'DATE' }),
        random.of(["'2024-05-04 03:04:05'", "'2024-05-04 00:00:00.5'", "'2024-05-04 23:59:59'"]),
        "'2024-05-04 00:00:00'",
      ),
  ],
  [
    'fraction of a second',
    TYPED,
    (random) =>
      one(
        { type: random.of(['TIMESTAMP', 'DATETIME']), size: '6' },
        set('planted', { type: random.of(['TIMESTAMP', 'DATETIME']), size: random.of(['0', '3']) }),
        random.of(["'2024-05-04 03:04:05.0001'", "'2024-05-04 03:04:05.999999'"]),
        "'2024-05-04 03:04:05'",
      ),
  ],
  [
    'day of a moment',
    TYPED,
    () => one({ type: 'TIMESTAMP' }, set('planted', { type: 'TIME' }), "'2024-05-04 00:00:00'", 'NULL'),
  ],
  ['text that is no number', TYPED, () => one(text, set('planted', { type: 'INTEGER', size: '' }), "'4x'", "'4'")],
  [
    'text that is a larger number',
    TYPED,
    () => one(text, set('planted', { type: 'SMALLINT', size: '' }), "'40000'", "'4'"),
  ],
  [
    'text that is no date',
    TYPED,
    () => one(text, set('planted', { type: 'DATE', size: '' }), "'4 May'", "'2024-05-04'"),
  ],
  [
    'label',
    ALL,
    (random) =>
      one(
        { type: 'ENUM', valueSet: "new, old, it's", enumStorage: 'label' },
        set('planted', { valueSet: random.of(['new, old', 'old, new, other', 'new, old, longer label']) }),
        "'it''s'",
        "'new'",
      ),
  ],
  [
    'label kept as a number',
    ALL,
    () =>
      one(
        { type: 'ENUM', valueSet: 'new, old, open', enumStorage: 'index' },
        set('planted', { valueSet: 'new, old' }),
        '2',
        '1',
      ),
  ],
  [
    'label of a set',
    ALL,
    () => one({ type: 'SET', valueSet: 'new, old, open' }, set('planted', { valueSet: 'new, old' }), '4', '3'),
  ],
  [
    'text that becomes labels',
    ALL,
    () => one(text, set('planted', { type: 'ENUM', size: '', valueSet: 'a, b', enumStorage: 'label' }), "'c'", "'b'"),
  ],
  [
    'label of a type',
    ['pgsql'],
    () => ({
      ...one(
        { type: 'ENUM', nativeType: 'planted_type', enumStorage: 'native' },
        (_table, root) => {
          const own = root.children.find(({ attributes }) => attributes['name'] === 'planted_type');
          if (own !== undefined) own.attributes['valueSet'] = "old, it's, other";
        },
        "'new'",
        "'it''s'",
      ),
      beside: xmlNode('enum-type', { name: 'planted_type', valueSet: "new, old, it's" }),
    }),
  ],
  [
    'check of a domain',
    ['pgsql'],
    () => ({
      ...one(
        { nativeType: 'planted_type' },
        (_table, root) => {
          const own = root.children.find(({ attributes }) => attributes['name'] === 'planted_type');
          own?.children.push(xmlNode('check', { name: 'planted_rule', expression: "VALUE <> 'value'" }));
        },
        "'value'",
        'NULL',
      ),
      beside: xmlNode('domain-type', { name: 'planted_type', type: 'VARCHAR', size: '40' }),
    }),
  ],
];
