import { describe, expect, it } from 'vitest';
import { adapterOf, ENGINES, type Engine, type ExecutedAdapter, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, readTurn, runScript } from './round-trip.js';

/** A column for each kind of bytes: text, a zero in the middle, no UTF-8, a quote and a backslash, nothing at all. */
const BYTES: Readonly<Record<string, string>> = {
  plain: '616263',
  zero: '610062',
  high: 'FFFE80C3',
  quoted: '275C5C2722',
  question: '3F3F',
  none: '',
};

const MADE: Readonly<Record<ExecutedAdapter, (type: (size: number) => string) => string>> = {
  pgsql: () =>
    `CREATE TABLE part (id int PRIMARY KEY, ${columns((name, digits) => `${name} bytea DEFAULT '\\x${digits}'`)},
      worked bytea DEFAULT decode('ff00', 'hex'), kept bytea NOT NULL DEFAULT 'abc')`,
  mysql: (type) =>
    `CREATE TABLE part (id int PRIMARY KEY, ${columns((name, digits) => `${name} ${type(20)} DEFAULT X'${digits}'`)},
      worked ${type(20)} DEFAULT (unhex('FF00')), kept ${type(20)} NOT NULL DEFAULT 'abc')`,
  sqlite: () =>
    `CREATE TABLE part (id INTEGER PRIMARY KEY, ${columns((name, digits) => `${name} BLOB DEFAULT X'${digits}'`)},
      worked BLOB DEFAULT (CAST('ab' AS BLOB)), kept BLOB NOT NULL DEFAULT 'abc')`,
};

const columns = (column: (name: string, digits: string) => string): string =>
  Object.entries(BYTES)
    .map(([name, digits]) => column(name, digits))
    .join(', ');

const names = [...Object.keys(BYTES), 'worked', 'kept'];
const HEX: Readonly<Record<ExecutedAdapter, (name: string) => string>> = {
  pgsql: (name) => `upper(encode(${name}, 'hex'))`,
  mysql: (name) => `HEX(${name})`,
  sqlite: (name) => `hex(${name})`,
};

/** What a row gets that says nothing of its bytes. */
const DEFAULTS = (adapter: ExecutedAdapter): string =>
  `SELECT ${names.map((name) => `${HEX[adapter](name)} AS ${name}`).join(', ')} FROM part`;

const KINDS: Readonly<Record<ExecutedAdapter, readonly ((size: number) => string)[]>> = {
  pgsql: [() => 'bytea'],
  mysql: [(size) => `varbinary(${size})`, (size) => `binary(${size})`],
  sqlite: [() => 'BLOB'],
};

const LABELS = `
  CREATE TABLE plain (id int PRIMARY KEY, kind enum('page', '0x41', 'ü') CHARACTER SET binary NOT NULL DEFAULT 'page') CHARACTER SET utf8mb4;
  CREATE TABLE part (id int PRIMARY KEY, kind enum('page', '0x41', 'ü') NOT NULL DEFAULT 'ü', other enum('0x41') CHARACTER SET latin1
    DEFAULT '0x41', several set('a', 'b') DEFAULT 'a,b') CHARACTER SET binary`;

const FACES = `CREATE TABLE face (id int PRIMARY KEY, mood enum('why?', 'é😀1', 'b') DEFAULT 'é😀1') CHARACTER SET utf8mb4`;

describe.each(['mariadb', 'mysql9'] as const)('labels beyond U+FFFF on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are known by the default, which the server keeps whole', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(database, FACES);
      const { xml, reversed } = await readTurn(database);
      expect(xml).toContain('valueSet="why?, é😀1, b" defaultValue="é😀1"');
      expect(await differencesFrom(database, reversed.database)).toEqual([]);
    });
  });
});

describe.each(['mariadb', 'mysql9'] as const)('labels of the character set binary on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('keep their default and their character set', async () => {
    const seen = async (script: string) =>
      inNewDatabase(engine, async (database) => {
        await runScript(database, script);
        const turn = await readTurn(database);
        const tables = [];
        for (const name of ['plain', 'part']) {
          await runScript(database, `INSERT INTO ${name} (id) VALUES (1)`);
          const [created] = await database.query(`SHOW CREATE TABLE ${name}`);
          tables.push(Object.values(created ?? {})[1], ...(await database.query(`SELECT * FROM ${name}`)));
        }
        return { sql: turn.sql, xml: turn.xml, tables };
      });
    const first = await seen(LABELS);
    expect(first.xml).toContain('defaultValue="page"');
    expect(first.xml).toContain('defaultValue="ü"');
    const second = await seen(first.sql);
    expect(second).toEqual(first);
  });
});

describe.each(ENGINES)('defaults of byte columns on %s', (engine: Engine) => {
  const adapter = adapterOf(engine);
  const missing = missingEngine(engine);
  it.skipIf(missing !== undefined).each(KINDS[adapter].map((type) => [type(20), type] as const))(
    'keeps the bytes of %s when the database is read, built and read again',
    async (_, type) => {
      const rowOf = async (script: string) =>
        inNewDatabase(engine, async (database) => {
          await runScript(database, script);
          await runScript(database, 'INSERT INTO part (id) VALUES (1)');
          const turn = await readTurn(database);
          const differences = await differencesFrom(database, turn.reversed.database);
          return { turn, differences, row: (await database.query(DEFAULTS(adapter)))[0] };
        });
      const first = await rowOf(MADE[adapter](type));
      const second = await rowOf(first.turn.sql);
      const third = await rowOf(second.turn.sql);
      expect(Object.keys(first.row ?? {})).toEqual(names);
      const padded = (digits: string): string => (type(20).startsWith('binary') ? digits.padEnd(40, '0') : digits);
      for (const [name, digits] of Object.entries(BYTES)) expect(first.row?.[name]).toBe(padded(digits));
      for (const { row, turn, differences } of [second, third]) {
        expect(row).toEqual(first.row);
        expect(turn.xml).toBe(first.turn.xml);
        expect(differences).toEqual([]);
      }
      expect(first.differences).toEqual([]);
      expect(first.turn.reversed.findings.filter(({ lost }) => lost)).toEqual([]);
    },
  );
});
