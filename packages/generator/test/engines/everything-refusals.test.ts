import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { type InsertedEverything, insertEverything } from '../support/everything.js';
import { MEASURED_PARTITION } from './rows.js';

const DUPLICATE = /unique|duplicate/i;

/** Statements that run one after the other; each is taken, or refused with words that match. */
type Step = readonly [sql: string, refused?: RegExp];

/** Words of a schema that keep rows out, on engines that have them. */
interface Rule {
  readonly adapters: readonly string[];
  readonly steps: readonly Step[];
}

const searched = (id: number, name: string, state: number): string =>
  `INSERT INTO searched (id, area, name, state) VALUES (${id}, 1, '${name}', ${state})`;
const indexed = (title: string, rank: string, deleted = 'NULL'): string =>
  `INSERT INTO indexed (title, "rank", deleted_at) VALUES (${title}, ${rank}, ${deleted})`;
const native = (column: string, literal: string): string => {
  const values = new Map([
    ['state', "'full'"],
    ['half_score', '1'],
    ['short', "'x'"],
  ]).set(column, literal);
  return `INSERT INTO native_types (${[...values.keys()].join(', ')}) VALUES (${[...values.values()].join(', ')})`;
};
const measured = (id: number): string => `INSERT INTO measured (id, amount) VALUES (${id}, 1)`;

const RULES: Readonly<Record<string, Rule>> = {
  'a partial unique, inside its condition only': {
    adapters: ['pgsql', 'sqlite'],
    steps: [
      [searched(1, 'one', 1)],
      [searched(2, 'one', 1), DUPLICATE],
      [searched(2, 'one', 2)],
      [searched(3, 'one', 2)],
      [searched(4, "it''s", 1)],
      [searched(5, "it''s", 1)],
      ['UPDATE searched SET state = 1 WHERE id = 2', DUPLICATE],
    ],
  },
  'no partial unique where the schema has it for others': {
    adapters: ['mysql'],
    steps: [[searched(1, 'one', 1)], [searched(2, 'one', 1)]],
  },
  'a partial unique of a list, a range and a NULL': {
    adapters: ['pgsql'],
    steps: [
      [indexed("'a'", '5', 'NULL')],
      // Its rank is another, so that only the condition decides.
      [indexed("'a'", '6', 'NULL'), DUPLICATE],
      [indexed("'a'", '10', 'NULL')],
      [indexed("'a'", '7', "'2026-01-01'")],
      [indexed("'c'", '6', 'NULL')],
      [indexed("'c'", '7', 'NULL')],
    ],
  },
  'a unique of an expression on PostgreSQL': {
    adapters: ['pgsql'],
    steps: [[indexed("'word'", '20')], [indexed("'WORD'", '20'), DUPLICATE], [indexed("'WORD'", '21')]],
  },
  'a unique of an expression on SQLite': {
    adapters: ['sqlite'],
    steps: [
      ["INSERT INTO indexed (title, rank) VALUES ('word', 1)"],
      ["INSERT INTO indexed (title, rank) VALUES ('WORD', 2)", DUPLICATE],
      ["INSERT INTO indexed (title, rank) VALUES ('WORD', NULL)"],
    ],
  },
  'a unique that takes NULL for a value': {
    adapters: ['pgsql'],
    steps: [[indexed('NULL', 'NULL')], [indexed('NULL', 'NULL'), DUPLICATE], [indexed('NULL', '1')]],
  },
  'a unique of the beginning of a text': {
    adapters: ['mysql'],
    steps: [
      [`INSERT INTO indexed (code, part, words) VALUES ('a', 1, '${'x'.repeat(30)}1')`],
      [`INSERT INTO indexed (code, part, words) VALUES ('b', 1, '${'x'.repeat(30)}2')`, DUPLICATE],
      [`INSERT INTO indexed (code, part, words) VALUES ('${'b'.repeat(20)}1', 2, NULL)`],
      [`INSERT INTO indexed (code, part, words) VALUES ('${'b'.repeat(20)}2', 2, NULL)`, DUPLICATE],
    ],
  },
  'labels of an enum type': {
    adapters: ['pgsql'],
    steps: [
      [native('mood', "'sad'")],
      [native('mood', "'glad'"), /invalid input value for enum mood/],
      [native('state', "'half'"), /invalid input value for enum library."Shelf State"/],
      [native('feeling', "'two words'")],
      [native('feeling', "'glad'"), /invalid input value for enum mood/],
    ],
  },
  'values of a domain': {
    adapters: ['pgsql'],
    steps: [
      [native('score', '1000')],
      [native('score', '1001'), /score_range/],
      [native('score', '400'), /score_lucky/],
      [native('half_score', '501'), /violates check constraint/],
      [native('half_score', '400'), /score_lucky/],
      [native('half_score', 'NULL'), /does not allow null/],
      [native('short', `'${'x'.repeat(21)}'`), /too long/],
      [native('words', "'{a,b}'")],
      [native('words', "'a'"), /malformed array/],
    ],
  },
  'elements of an array': {
    adapters: ['pgsql'],
    steps: [
      ["INSERT INTO native_arrays (integers, moods) VALUES ('{1,2}', '{sad}')"],
      ["INSERT INTO native_arrays (integers) VALUES ('{1,x}')", /invalid input syntax for type integer/],
      ["INSERT INTO native_arrays (moods) VALUES ('{glad}')", /invalid input value for enum mood/],
      ["INSERT INTO native_arrays (scores) VALUES ('{1001}')", /score_range/],
    ],
  },
  'rows that no partition is for': {
    adapters: ['pgsql', 'mysql'],
    steps: [[measured(999)], [measured(5000), /no partition/i]],
  },
};

/** The names of primary keys; MySQL and MariaDB have one name for all. */
const KEY_NAMES = {
  pgsql: `SELECT conname AS name FROM pg_constraint WHERE contype = 'p' AND conrelid IN ('searched'::regclass, 'indexed'::regclass)
    ORDER BY 1`,
  sqlite: `SELECT substr(sql, instr(sql, 'CONSTRAINT "') + 12, 11) AS name FROM sqlite_master
    WHERE type = 'table' AND name IN ('searched', 'indexed') ORDER BY 1`,
  mysql: `SELECT DISTINCT CONSTRAINT_NAME AS name FROM information_schema.TABLE_CONSTRAINTS
    WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_TYPE = 'PRIMARY KEY'`,
};

describe.each(ENGINES)('the schema with everything on %s', (engine) => {
  const missing = missingEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  const adapter = adapterOf(engine);
  let all: InsertedEverything;

  beforeAll(async () => {
    all = await insertEverything(engine);
    if (adapter === 'pgsql') await all.database.query(MEASURED_PARTITION);
  });
  afterAll(() => all.close());

  const outcome = async (sql: string): Promise<string> => {
    try {
      await all.database.query(sql);
      return 'taken';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  const rules = Object.entries(RULES).filter(([, { adapters }]) => adapters.includes(adapter));
  it.each(rules)('keeps %s', async (_, { steps }) => {
    for (const [sql, refused] of steps) {
      const found = await outcome(sql);
      if (refused === undefined) expect(found, sql).toBe('taken');
      else expect(found, sql).toMatch(refused);
    }
  });

  it('has views, which show the rows that they mean', async () => {
    const book = (id: number, title: string): string =>
      `INSERT INTO book (id, title, isbn) VALUES (${id}, '${title}', '${id}')`;
    for (const sql of [book(1, 'long'), book(2, 'a'), book(3, 'longer'), book(4, "it''s")])
      await all.database.query(sql);
    const read = (view: string): Promise<unknown> => all.database.query(`SELECT id FROM ${view} ORDER BY id`);
    expect(await read('long_title')).toEqual([{ id: '1' }, { id: '3' }, { id: '4' }]);
    expect(await read('a_longer_title')).toEqual([{ id: '3' }]);
  });

  it('names primary keys where the database can', async () => {
    const rows = await all.database.query(KEY_NAMES[adapter]);
    const names = rows.map((row) => row['name']);
    if (adapter === 'mysql') expect(names).toEqual(['PRIMARY']);
    else if (adapter === 'pgsql') expect(names).toEqual(['indexed_key', 'searched_by_area']);
    else expect(names).toEqual(['indexed_key', 'searched_by']);
  });
});
