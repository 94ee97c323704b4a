import fc from 'fast-check';

/** A statement, and how many checks it has. */
export interface RandomTable {
  readonly sql: string;
  readonly checks: number;
}

const NAMES = [
  'a',
  'B',
  'order',
  'größe',
  'x y',
  'it"s',
  'back`tick',
  "quo'te",
  'par(en',
  'com,ma',
  'semi;',
  '--no',
  'key',
];
const RESERVED = /^(order)$/i;

/** A name as SQLite takes it: bare where it can be, else in one of four kinds of quotes. */
const written = (name: string): fc.Arbitrary<string> => {
  const quoted = [
    `"${name.replaceAll('"', '""')}"`,
    `\`${name.replaceAll('`', '``')}\``,
    ...(name.includes(']') ? [] : [`[${name}]`]),
  ];
  const isBare = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !RESERVED.test(name);
  return fc.constantFrom(...quoted, ...(isBare ? [name, name] : []));
};

/** What may stand between two words. */
const gap = fc.constantFrom(' ', ' ', ' ', '\n  ', '\t', ' /* a, b) ( \' " */ ', ' -- it\'s (a "comment\n', ' /**/ ');

const expression = fc.constantFrom(
  '1',
  "'('",
  "')' || 'x,y'",
  '(1 + (2 * 3))',
  "length('a''b') > /* ) */ 0",
  'CASE WHEN 1 THEN 2 ELSE 3 END',
  "x'ab' = 1.5e-3 -- )\n",
  "1 IN (1, 2, '--', '/*')",
);
const type = fc.constantFrom(
  '',
  '',
  'INT',
  'INTEGER',
  'VARCHAR(20)',
  'DECIMAL ( 10 , 2 )',
  'double precision',
  '"my type"',
);
const conflict = fc.constantFrom('', '', '', 'ON CONFLICT REPLACE', 'on conflict Abort');
const reference = fc.constantFrom(
  'REFERENCES p',
  'REFERENCES "p q" (z)',
  'references [p] (z) ON DELETE CASCADE ON UPDATE SET NULL',
  'REFERENCES p MATCH FULL ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED',
  'REFERENCES p (z) NOT DEFERRABLE INITIALLY IMMEDIATE',
);
const literal = fc.constantFrom(
  '1',
  '-1',
  '+ 2.5',
  "'a, b)'",
  'NULL',
  'TRUE',
  'CURRENT_TIMESTAMP',
  "x'00'",
  '(1 + (2))',
  'word',
);

const columnConstraint = fc.oneof(
  { weight: 2, arbitrary: conflict.map((clause) => ['NOT NULL', clause].join(' ')) },
  fc.constant('NULL'),
  conflict.map((clause) => ['UNIQUE', clause].join(' ')),
  literal.map((value) => `DEFAULT ${value}`),
  fc.constantFrom('COLLATE nocase', 'COLLATE "RTRIM"'),
  expression.map((sql) => `CHECK (${sql})`),
  reference,
);

const named = (constraint: string): fc.Arbitrary<string> =>
  fc.constantFrom(constraint, constraint, `CONSTRAINT "the (name" ${constraint}`, `constraint c1 ${constraint}`);

const checksIn = (parts: readonly string[]): number => parts.filter((part) => part.includes('CHECK (')).length;

const column = (name: string): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      written(name),
      type,
      fc.array(columnConstraint.chain(named), { maxLength: 3 }),
      fc.constantFrom('', '', '', '', "AS (1 + length('('))", "GENERATED ALWAYS AS ('x') STORED"),
    )
    .map(([word, kind, constraints, generated]) => {
      // SQLite takes no default for a generated column.
      const kept = generated === '' ? constraints : constraints.filter((part) => !part.includes('DEFAULT'));
      return [word, kind, generated, ...kept].filter((part) => part !== '');
    });

const tableConstraint = (names: readonly string[]): fc.Arbitrary<string> => {
  const list = fc.subarray([...names], { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(written)));
  return fc
    .oneof(
      fc.tuple(list, conflict).map(([columns, clause]) => `UNIQUE (${columns.join(' , ')}) ${clause}`),
      fc.tuple(list, reference).map(([columns, to]) => {
        const many = columns.length > 1;
        return `FOREIGN KEY (${columns.join(',')}) ${many ? to.replace('(z)', `(${columns.map((_, i) => `z${String(i)}`).join(', ')})`) : to}`;
      }),
      expression.map((sql) => `CHECK (${sql})`),
    )
    .chain(named);
};

/** Statements of the grammar of CREATE TABLE; SQLite accepts most of them. */
export const randomTables: fc.Arbitrary<RandomTable> = fc
  .tuple(fc.subarray([...NAMES, 'plain'], { minLength: 2, maxLength: 6 }), written('the table'))
  .chain(([names, table]) =>
    fc.tuple(
      fc.constant(table),
      fc.tuple(...names.map(column)),
      // The first column is never generated: a table must have one that is not.
      written('first'),
      fc.array(tableConstraint(names), { maxLength: 3 }),
      fc.infiniteStream(gap),
    ),
  )
  .map(([table, columns, first, constraints, gaps]) => {
    const space = (): string => gaps.next().value as string;
    const definitions = [[first], ...columns].map((parts) => parts.join(space()));
    const lines = [...definitions, ...constraints].join(`${space()},${space()}`);
    const sql = `CREATE${space()}TABLE${space()}${table}${space()}(${space()}${lines}${space()})`;
    return { sql, checks: checksIn([...columns.flat(), ...constraints]) };
  });
