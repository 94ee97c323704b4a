import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, readTurn, roundTrip, runScript } from './round-trip.js';

type Executed = 'pgsql' | 'mysql' | 'sqlite';

/** Databases that others made, with every kind of index and key that the vendor has. */
const MADE: Readonly<Record<Executed, string>> = {
  pgsql: `
    CREATE TYPE mood AS ENUM ('sad', 'fine');
    CREATE TABLE part (
      id int, area int, name varchar(40), body text, feeling mood, doc jsonb, at timestamptz,
      CONSTRAINT by_area PRIMARY KEY (area, id), UNIQUE NULLS NOT DISTINCT (name, area) INCLUDE (body));
    ALTER TABLE part ADD CONSTRAINT key_again UNIQUE (area, id);
    ALTER TABLE part ADD CONSTRAINT one UNIQUE (id, name);
    ALTER TABLE part ADD CONSTRAINT two UNIQUE (id, name);
    CREATE INDEX p1 ON part (lower(name) varchar_pattern_ops DESC, area NULLS FIRST) INCLUDE (id)
      WHERE name IN ('a', 'b''c') AND feeling = 'fine';
    CREATE INDEX p2 ON part USING gin (doc jsonb_path_ops);
    CREATE INDEX p3 ON part USING brin (at) WHERE area BETWEEN 1 AND 4 AND NOT (id = 2);
    CREATE INDEX p4 ON part USING hash (name);
    CREATE UNIQUE INDEX p5 ON part ((CASE WHEN area > 1 THEN name ELSE 'x' END), (area + id)) WHERE at > '2020-1-1';
    CREATE INDEX p6 ON part (name COLLATE "C", name varchar_pattern_ops);
    CREATE INDEX p7 ON part ((doc ->> 'a'), at DESC NULLS LAST, (name || body) COLLATE "C");
    CREATE UNIQUE INDEX p8 ON part (body text_pattern_ops) WHERE body LIKE 'a%' OR at IS NULL;
    CREATE INDEX p9 ON part (area) NULLS NOT DISTINCT;
    CREATE TABLE measured (id int, at date, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
    CREATE SEQUENCE measured_id_seq;
    ALTER TABLE measured ALTER id SET DEFAULT nextval('measured_id_seq');
    CREATE TABLE measured_old PARTITION OF measured FOR VALUES FROM ('2020-01-01') TO ('2021-01-01')`,
  mysql: `
    CREATE TABLE part (
      id int NOT NULL, area int NOT NULL, name varchar(40), body text NOT NULL, place point NOT NULL,
      PRIMARY KEY (area, body(12), id), UNIQUE INDEX u1 (name(10), id DESC), INDEX i1 (area DESC, name),
      FULLTEXT INDEX words (body), SPATIAL INDEX places (place)) ENGINE=InnoDB;
    CREATE TABLE kept (id int PRIMARY KEY, sorted int, INDEX USING BTREE (sorted), INDEX (id, sorted)) ENGINE=MEMORY`,
  sqlite: `
    CREATE TABLE part (
      id INT NOT NULL, area INT NOT NULL, name TEXT COLLATE NOCASE, body TEXT,
      CONSTRAINT by_area PRIMARY KEY (area, id), UNIQUE (body DESC, name COLLATE BINARY));
    CREATE INDEX s1 ON part (name COLLATE BINARY, id DESC) WHERE id > 1 AND name <> ')';
    CREATE UNIQUE INDEX s2 ON part (lower(name), area + id DESC, (body || name) COLLATE NOCASE);
    CREATE TABLE numbered (id INTEGER CONSTRAINT counted PRIMARY KEY AUTOINCREMENT, a INT)`,
};

const INDEXED = (words: string): string => `<database name="app">
  <table name="part">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="area" type="INTEGER" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="40"/>
    <column name="body" type="VARCHAR" size="80"/>
    <primary-key><primary-key-column name="area"/><primary-key-column name="id"/></primary-key>
    <index name="latest"><index-column name="area" order="desc"/><index-column name="name"/></index>
    ${words}
  </table>
</database>`;

/** Indexes as people write them, which no server prints so. */
const WORDS: Readonly<Record<Executed, string>> = {
  pgsql: `
    <unique name="open" where="name in ('a','b') and Area between 1 and 9 and body != 'x'">
      <unique-column expression="LOWER( name )"/>
    </unique>
    <unique name="single" nullsNotDistinct="true"><unique-column name="name"/><include-column name="body"/></unique>
    <index name="kind" using="HASH"><index-column name="name"/></index>
    <index name="letters"><index-column name="body" opclass="varchar_pattern_ops" collation="C" nulls="first"/></index>
    <index name="usual" using="btree"><index-column name="body" opclass="text_ops" nulls="LAST"/></index>`,
  mysql: '<index name="kind" using="fulltext"><index-column name="name"/></index>',
  sqlite: `
    <unique name="open" where="name in ('a','b') and Area between 1 and 9">
      <unique-column expression="LOWER( name )"/><unique-column name="body" collation="nocase"/>
    </unique>`,
};

type Change = readonly [from: string, to: string, difference: string];

const ALL: readonly Change[] = [
  [
    '<primary-key-column name="area"/><primary-key-column name="id"/>',
    '<primary-key-column name="id"/><primary-key-column name="area"/>',
    'primary key different id, area: the schema has (id, area), the database (area, id)',
  ],
  [
    'name="area" order="desc"',
    'name="area"',
    'index different latest: the schema has area, name, the database (area DESC, name)',
  ],
];

const CHANGES: Readonly<Record<Executed, readonly Change[]>> = {
  pgsql: [
    ...ALL,
    ['1 and 9', '1 and 8', 'unique missing, unique extra'],
    ['LOWER(', 'UPPER(', 'unique missing, unique extra'],
    [
      ' nullsNotDistinct="true"',
      '',
      'unique different single: the schema has (name) INCLUDE (body), the database (name) INCLUDE (body) NULLS NOT DISTINCT',
    ],
    [
      '<include-column name="body"/>',
      '',
      'unique different single: the schema has (name) NULLS NOT DISTINCT, the database (name) INCLUDE (body) NULLS NOT DISTINCT',
    ],
    [
      'using="HASH"',
      'using="spgist"',
      'index different kind: the schema has (name) USING spgist, the database (name) USING hash',
    ],
    [
      ' opclass="varchar_pattern_ops" collation="C"',
      ' collation="C"',
      'index different letters: the schema has (body COLLATE C NULLS FIRST), the database (body COLLATE C varchar_pattern_ops NULLS FIRST)',
    ],
    [
      'collation="C" nulls="first"',
      'collation="POSIX"',
      'index different letters: the schema has (body COLLATE POSIX varchar_pattern_ops), the database (body COLLATE C varchar_pattern_ops NULLS FIRST)',
    ],
  ],
  mysql: [
    ...ALL,
    [' using="fulltext"', '', 'index different kind: the schema has name, the database (name) USING fulltext'],
  ],
  sqlite: [
    ...ALL,
    ['1 and 9', '1 and 8', 'unique missing, unique extra'],
    ['LOWER(', 'UPPER(', 'unique missing, unique extra'],
    ['collation="nocase"', 'collation="rtrim"', 'unique missing, unique extra'],
  ],
};

async function compiled(engine: Engine, text: string): Promise<{ model: Database; sql: string }> {
  const { database, sql, diagnostics } = compileSchema(text, await loadPlatform(adapterOf(engine)));
  if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
  return { model: database, sql };
}

describe.each(ENGINES)('indexes and primary keys on %s', (engine) => {
  const adapter = adapterOf(engine);

  it.skipIf(missingEngine(engine) !== undefined)('of a database of others come back as they are', async () => {
    const { first, second, differences } = await roundTrip(engine, MADE[adapter]);
    expect(second.xml).toBe(first.xml);
    // What the other reader does not see: a constraint of SQLite becomes an index.
    const changed = differences.filter(
      ({ what }) => /^(index|unique|primary)/.test(what) && !what.includes(': none → '),
    );
    expect(changed).toEqual([]);
    const lost = first.reversed.findings.filter((finding) => finding.lost).map(({ kind, name }) => `${kind} ${name}`);
    expect(lost.filter((line) => /index|unique|key|sequence/.test(line))).toEqual([]);
  });

  it.skipIf(missingEngine(engine) !== undefined)('of a schema are those that it says, and no others', async () => {
    const text = INDEXED(WORDS[adapter]);
    const { model, sql } = await compiled(engine, text);
    await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      expect(await differencesFrom(database, model)).toEqual([]);
      for (const [from, to, difference] of CHANGES[adapter]) {
        expect(text).toContain(from);
        const changed = await compiled(engine, text.replace(from, to));
        const found = await differencesFrom(database, changed.model);
        const [first, ...more] = found.map(({ kind, status, name, what }) => `${kind} ${status} ${name}: ${what}`);
        const lines = more.length > 0 ? found.map(({ kind, status }) => `${kind} ${status}`).join(', ') : first;
        // An index whose name and columns stay is one that differs.
        const isOne =
          found.length === 1 && difference === 'unique missing, unique extra' && /different open/.test(first ?? '');
        expect({ to, lines: isOne ? difference : lines }).toEqual({ to, lines: difference });
      }
    });
  });
});

describe.each(ENGINES.filter((engine) => adapterOf(engine) === 'mysql'))('on %s', (engine) => {
  const script = `SET FOREIGN_KEY_CHECKS = 0;
    CREATE TABLE owner (id int PRIMARY KEY, code int NOT NULL, INDEX codes (code));
    CREATE TABLE pet (id int PRIMARY KEY, owner_code int, name int, INDEX names (name),
      CONSTRAINT pet_owner FOREIGN KEY (owner_code) REFERENCES owner (code))`;

  it.skipIf(missingEngine(engine) !== undefined)('a foreign key that is no constraint keeps its index', async () => {
    await inNewDatabase(engine, async (database) => {
      const refused = await runScript(database, script).then(() => undefined, String);
      // MySQL takes no foreign key to columns that are not unique.
      if (refused !== undefined) {
        expect(engine).toMatch(/^mysql/);
        return;
      }
      const { xml } = await readTurn(database);
      expect(xml).toContain('skipSql="true"');
      expect(xml).toContain('<index name="pet_owner">\n      <index-column name="owner_code"/>');
      const { second } = await roundTrip(engine, script);
      expect(second.xml).toContain('<index name="pet_owner">\n      <index-column name="owner_code"/>');
    });
  });
});
