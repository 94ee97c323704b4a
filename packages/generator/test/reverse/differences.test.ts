import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, runScript } from './round-trip.js';

const SCHEMA = `<database name="app">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="80" required="true" defaultValue="Anon"/>
    <column name="born" type="DATE"/>
    <unique><unique-column name="name"/></unique>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="DECIMAL" size="8" scale="2" defaultValue="1.50"/>
    <index><index-column name="price"/></index>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`;

async function compiled(engine: Engine, text: string): Promise<{ model: Database; sql: string }> {
  const { database, sql, diagnostics } = compileSchema(text, await loadPlatform(adapterOf(engine)));
  if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
  return { model: database, sql };
}

/** What the database differs in from the schema after one change of its text. */
async function linesAfter(database: EngineDatabase, engine: Engine, schema: string, from: string, to: string) {
  if (!schema.includes(from)) throw new Error(from);
  const { model } = await compiled(engine, schema.replace(from, to));
  const found = await differencesFrom(database, model);
  return found.map(({ kind, status, table, name }) => `${kind} ${status} ${table} ${name}`);
}

/** One change of the schema, and the one difference it is. */
const CHANGES: readonly (readonly [from: string, to: string, difference: string])[] = [
  ['name="born" type="DATE"/>', 'name="born" type="DATE" required="true"/>', 'nullability different author born'],
  ['type="DATE"', 'type="INTEGER"', 'type different author born'],
  ['size="80"', 'size="90"', 'type different author name'],
  ['defaultValue="Anon"', 'defaultValue="Nobody"', 'default different author name'],
  ['defaultValue="1.50"', '', 'default different book price'],
  ['<column name="born" type="DATE"/>', '', 'column extra author born'],
  [
    '<column name="born" type="DATE"/>',
    '<column name="born" type="DATE"/><column name="died" type="DATE"/>',
    'column missing author died',
  ],
  ['<index><index-column name="price"/></index>', '', 'index extra book price'],
  ['<unique><unique-column name="name"/></unique>', '', 'unique extra author name'],
  ['onDelete="cascade"', 'onDelete="setnull"', 'foreign key different book author: author_id → id'],
  [
    '</database>',
    '<table name="more"><column name="id" type="INTEGER"/></table></database>',
    'table missing more more',
  ],
];

/** Conditions, labels, generated values and comments: what is in no type and no key. */
const GUARDED = `<database name="app" enumStorage="label">
  <table name="offer" description="What is for sale">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="price" type="INTEGER" required="true" description="In cents"/>
    <column name="pieces" type="INTEGER"/>
    <column name="state" type="ENUM" valueSet="new, sold"/>
    <column name="grade" type="ENUM" enumStorage="index" valueSet="low, high"/>
    <column name="data" type="JSON"/>
    <column name="total" type="INTEGER" generatedExpr="price * COALESCE(pieces, 1)"/>
    <check name="offer_price" expression="price > 0 AND price &lt; 1000"/>
    <check name="offer_state" expression="state IN ('new', 'sold') OR price BETWEEN 1 AND 9"/>
    <check name="offer_pieces" expression="NOT (pieces = 5)"/>
  </table>
</database>`;

const GUARDED_CHANGES: readonly (readonly [from: string, to: string, difference: string])[] = [
  ['price > 0', 'price >= 0', 'check different offer offer_price'],
  ['&lt; 1000', '&lt; 2000', 'check different offer offer_price'],
  ['AND price &lt;', 'AND pieces &lt;', 'check different offer offer_price'],
  ["'sold') OR", "'gone') OR", 'check different offer offer_state'],
  ['pieces = 5', 'pieces = 6', 'check different offer offer_pieces'],
  ['<check name="offer_pieces" expression="NOT (pieces = 5)"/>', '', 'check extra offer offer_pieces'],
  ['</table>', '<check name="more" expression="id > 0"/></table>', 'check missing offer more'],
  ['name="offer_price"', 'name="renamed"', ''],
  ['price * COALESCE(pieces, 1)', 'price * COALESCE(pieces, 2)', 'generated different offer total'],
  ['generatedExpr="price * COALESCE(pieces, 1)"', '', 'generated different offer total'],
  [
    'type="INTEGER"/>\n    <column name="state"',
    'type="INTEGER" generatedExpr="1 + 1"/>\n    <column name="state"',
    'generated different offer pieces',
  ],
  ['What is for sale', 'What was for sale', 'comment different offer offer'],
  [' description="In cents"', '', 'comment different offer price'],
];

/** Another label: on MySQL it is in the type. */
const LABELS: readonly [from: string, to: string] = ['valueSet="new, sold"', 'valueSet="new, lost"'];

describe.each(ENGINES)('conditions and comments on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('differ one by one, and only where they were changed', async () => {
    const first = await compiled(engine, GUARDED);
    await inNewDatabase(engine, async (database) => {
      await runScript(database, first.sql);
      expect(await differencesFrom(database, first.model)).toEqual([]);
      const linesOf = (from: string, to: string) => linesAfter(database, engine, GUARDED, from, to);
      for (const [from, to, difference] of GUARDED_CHANGES) {
        expect({ to, lines: await linesOf(from, to) }).toEqual({ to, lines: difference === '' ? [] : [difference] });
      }
      const isType = adapterOf(engine) === 'mysql';
      expect(await linesOf(...LABELS)).toEqual([`${isType ? 'type' : 'labels'} different offer state`]);
      // Propel's positions are no labels to the database.
      expect(await linesOf('valueSet="low, high"', 'valueSet="low, mid, high"')).toEqual([
        expect.stringMatching(/^check different offer/),
      ]);
      if (engine === 'sqlite') return;
      const constraint = adapterOf(engine) === 'mysql' ? 'CONSTRAINT' : 'CONSTRAINT IF EXISTS';
      await database.query(`ALTER TABLE offer DROP ${constraint} offer_price`);
      expect((await differencesFrom(database, first.model)).map(({ what }) => what)).toEqual([
        'the database does not have it: price > 0 AND price < 1000',
      ]);
      if (adapterOf(engine) !== 'pgsql') return;
      const [check] = await database.query(
        "SELECT conname FROM pg_constraint WHERE pg_get_constraintdef(oid) LIKE '%state%sold%' AND conname LIKE 'offer_c_%'",
      );
      await database.query(`ALTER TABLE offer DROP CONSTRAINT ${check?.['conname'] ?? ''}`);
      await database.query("ALTER TABLE offer ADD CHECK (state IN ('new', 'sold', 'lost'))");
      expect((await differencesFrom(database, first.model)).map(({ what }) => what)).toContain(
        'the schema has labels new, sold; the database new, sold, lost',
      );
    });
  });
});

describe('settings on MySQL and MariaDB', () => {
  const engines = ENGINES.filter((engine) => adapterOf(engine) === 'mysql');
  it.skipIf(engines.every((engine) => missingEngine(engine) !== undefined))('are engine and collations', async () => {
    for (const engine of engines.filter((each) => missingEngine(each) === undefined)) {
      const { model, sql } = await compiled(engine, SCHEMA);
      await inNewDatabase(engine, async (database) => {
        await runScript(database, sql);
        await database.query('ALTER TABLE author MODIFY name VARCHAR(80) COLLATE utf8mb4_bin NOT NULL DEFAULT "Anon"');
        await database.query('CREATE TABLE loose (id INT) ENGINE=MyISAM COLLATE latin1_bin');
        const loose = '<table name="loose"><column name="id" type="INTEGER"/></table></database>';
        const more = await compiled(engine, SCHEMA.replace('</database>', loose));
        expect((await differencesFrom(database, model)).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
          'collation name',
          'table loose',
        ]);
        expect(
          (await differencesFrom(database, more.model)).map(({ kind, name, what }) => `${kind} ${name} ${what}`),
        ).toEqual([
          expect.stringMatching(/^collation name the schema makes it utf8mb4_\w+, the database has utf8mb4_bin$/),
          'engine loose the schema makes it InnoDB, the database has MyISAM',
          expect.stringMatching(/^collation loose the schema makes it utf8mb4_\w+, the database has latin1_bin$/),
        ]);
      });
    }
  });
});

const HASHED = 'HASH (id) PARTITIONS 3';
const RANGED =
  "RANGE COLUMNS (day) (PARTITION old VALUES LESS THAN ('2020-01-01'), PARTITION p1 VALUES LESS THAN (MAXVALUE))";
const SUBBED =
  'RANGE (id) SUBPARTITION BY HASH (n) SUBPARTITIONS 2 (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN MAXVALUE)';
const WORKED_OUT =
  "RANGE (to_days(day)) (PARTITION a VALUES LESS THAN (to_days('2020-01-01')), PARTITION b VALUES LESS THAN MAXVALUE)";

describe.each(ENGINES.filter((engine) => adapterOf(engine) === 'mysql'))('partitions on %s', (engine) => {
  const whatOf = async (clause: string, change: string): Promise<string[]> => {
    const { model, sql } = await compiled(
      engine,
      `<database name="app"><table name="one" partitionBy="${clause}">
        <column name="id" type="INTEGER" primaryKey="true"/><column name="day" type="DATE" primaryKey="true"/>
        <column name="n" type="INTEGER" primaryKey="true"/>
      </table></database>`,
    );
    return inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      expect(await differencesFrom(database, model)).toEqual([]);
      await database.query(`ALTER TABLE one ${change}`);
      return (await differencesFrom(database, model)).map(({ kind, what }) => `${kind}: ${what}`);
    });
  };

  it.skipIf(missingEngine(engine) !== undefined)('differ by number, name, bound and method', async () => {
    expect(await whatOf(HASHED, 'ADD PARTITION PARTITIONS 1')).toEqual([
      'partitioning: the schema has 3 partitions, the database 4 partitions',
    ]);
    expect(await whatOf(RANGED, 'DROP PARTITION old')).toEqual([
      'partitioning: the schema has 2 partitions (old, p1), the database 1 partition (p1)',
    ]);
    const moved = "REORGANIZE PARTITION old, p1 INTO (PARTITION old VALUES LESS THAN ('2021-01-01'), ";
    expect(await whatOf(RANGED, `${moved}PARTITION p1 VALUES LESS THAN (MAXVALUE))`)).toEqual([
      "partitioning: the schema has the partition old ('2020-01-01'), the database old ('2021-01-01')",
    ]);
    const renamed = 'REORGANIZE PARTITION p1 INTO (PARTITION rest VALUES LESS THAN (MAXVALUE))';
    expect(await whatOf(RANGED, renamed)).toEqual([
      'partitioning: the schema has the partition p1 (MAXVALUE), the database rest (MAXVALUE)',
    ]);
    const flat = 'PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN MAXVALUE)';
    expect(await whatOf(SUBBED, flat)).toEqual([
      'partitioning: the schema has it partitioned by RANGE (id), in subpartitions by HASH, the database by RANGE (id)',
    ]);
    expect(await whatOf(WORKED_OUT, 'REMOVE PARTITIONING')).toEqual([
      'partitioning: the schema has it partitioned, the database does not',
    ]);
  });
});

describe.each(ENGINES)('differences between a schema and %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are those that were made, one by one', async () => {
    const first = await compiled(engine, SCHEMA);
    await inNewDatabase(engine, async (database) => {
      await runScript(database, first.sql);
      expect(await differencesFrom(database, first.model)).toEqual([]);
      for (const [from, to, difference] of CHANGES) {
        const lines = await linesAfter(database, engine, SCHEMA, from, to);
        expect({ to, lines }).toEqual({ to, lines: [difference] });
      }
      await database.query('CREATE TABLE stray (id INTEGER)');
      expect((await differencesFrom(database, first.model)).map(({ what }) => what)).toEqual([
        'the database has it, the schema does not',
      ]);
    });
  });
});

const NUMBERED = 'primaryKey="true" autoIncrement="true"';
const REUSED = '<vendor type="sqlite"><parameter name="autoIncrement" value="false"/></vendor>';

describe.each(ENGINES)('numbering on %s', (engine) => {
  const whatOf = async (mine: string, its: string): Promise<string[]> => {
    const schema = (key: string): string =>
      `<database name="app"><table name="one"><column name="id" type="INTEGER" ${key}</table></database>`;
    const database = await compiled(engine, schema(its));
    const { model } = await compiled(engine, schema(mine));
    return inNewDatabase(engine, async (connection) => {
      await runScript(connection, database.sql);
      return (await differencesFrom(connection, model)).map(({ kind, name, what }) => `${kind} ${name}: ${what}`);
    });
  };
  const [numbered, bare, named] = [
    `${NUMBERED}/>`,
    'primaryKey="true"/>',
    'primaryKey="true"/><primary-key name="k"/>',
  ];

  it.skipIf(missingEngine(engine) !== undefined)('differs only where the schema could change it', async () => {
    for (const each of [numbered, bare, named]) expect(await whatOf(each, each)).toEqual([]);
    expect(await whatOf(bare, numbered)).toEqual(['numbering id: the database numbers it']);
    if (engine !== 'sqlite') {
      expect(await whatOf(numbered, bare)).toEqual(['numbering id: the database does not number it']);
      return;
    }
    const again = numbered + REUSED;
    const [never, may] = ['never gives a number twice', 'may give the number of a deleted row again'];
    expect(await whatOf(again, again)).toEqual([]);
    expect(await whatOf(numbered, again)).toEqual([`numbering id: the schema ${never}, the database ${may}`]);
    expect(await whatOf(again, numbered)).toEqual([`numbering id: the schema ${may}, the database ${never}`]);
    // Every row id is numbered, whatever the schema says.
    expect(await whatOf(bare, again)).toEqual([]);
  });

  it.skipIf(missingEngine(engine) !== undefined)('makes a column required that is in no primary key', async () => {
    // SQLite numbers nothing but the primary key.
    if (engine === 'sqlite') return;
    const index = '<index><index-column name="id"/></index>';
    const [free, required] = [`autoIncrement="true"/>${index}`, `autoIncrement="true" required="true"/>${index}`];
    for (const [mine, its] of [
      [free, free],
      [free, required],
      [required, free],
    ] as const) {
      expect(await whatOf(mine, its)).toEqual([]);
    }
    // Its second column has an index on MySQL, which this one is named like.
    const second = `autoIncrement="true" primaryKey="true"/>${index}<primary-key>
      <primary-key-column name="n"/><primary-key-column name="id"/></primary-key><column name="n" type="INTEGER" primaryKey="true"/>`;
    expect(await whatOf(second, second)).toEqual([]);
    if (adapterOf(engine) !== 'pgsql') return;
    const sequence = '<id-method-parameter value="numbers"/>';
    expect(await whatOf(free + sequence, free + sequence)).toEqual([]);
    expect(await whatOf(free + sequence, required + sequence)).toEqual([
      'nullability id: NULL is allowed in the schema, not in the database',
    ]);
  });
});
