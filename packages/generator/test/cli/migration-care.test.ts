import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';
import { ormInTerminal } from './support/pty.js';

const UNTITLED = START.replace('<column name="title" type="VARCHAR" size="100" required="true"/>', '');

let database: TestDatabase;
let cwd: string;

const fileOf = (at: number, name: string): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(at) ?? '', name);

const titles = (): Promise<unknown> => database.query('SELECT title FROM book');

/** A shop with a book in it, and a migration that drops the titles. */
beforeEach(async (context) => {
  database = await freshDatabase('sqlite', context);
  cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
  await orm(cwd, 'migration:diff', '--name', 'start');
  await orm(cwd, 'migration:migrate');
  await database.query("INSERT INTO book (id, title) VALUES (1, 'War')");
  change(cwd, UNTITLED);
  expect((await orm(cwd, 'migration:diff', '--drop', 'book.title', '--name', 'untitled')).code).toBe(0);
});

describe('before values are erased', () => {
  test('a terminal asks, and no is no', async () => {
    const question = /These erase values on "shop":\s+drop column book\.title\s+Erase them\?/;
    for (const answer of ['n\r', '\r', '\u0003']) {
      const declined = await ormInTerminal(['migration:migrate'], cwd, [{ when: question, type: answer }]);
      expect(declined).toMatchObject({ code: 1, answered: 1 });
      expect(declined.text).toContain('aborted; nothing was changed');
      expect(await titles()).toEqual([['War']]);
    }
    const agreed = await ormInTerminal(['migration:migrate'], cwd, [{ when: question, type: 'y\r' }]);
    expect(agreed).toMatchObject({ code: 0, answered: 1 });
    await expect(titles()).rejects.toThrow('no such column');
  });

  test('a script wants --yes, and --json says why in one document', async () => {
    const refused = await orm(cwd, 'migration:migrate', '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'migration/erases', severity: 'error' }],
    });
    expect(await titles()).toEqual([['War']]);
    const done = await orm(cwd, 'migration:migrate', '--yes', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      ok: true,
      connections: [
        { connection: 'shop', adapter: 'sqlite', migrations: [{ migration: migrationsIn(cwd)[1], state: 'done' }] },
      ],
    });
  });

  test('a protected connection wants --force, also for statements of your own', async () => {
    const guarded = configuration({ shop: { ...database.connection, protected: true } });
    writeFileSync(join(cwd, 'orm.json'), guarded);
    for (const args of [[], ['--yes']]) {
      const { code, stderr } = await orm(cwd, 'migration:migrate', ...args);
      expect(code).toBe(1);
      expect(stderr).toContain('error: the connection "shop" is protected, and values on it would be erased');
      expect(stderr).toContain('drop column book.title');
    }
    rmSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[1] ?? ''), { recursive: true });
    await orm(cwd, 'migration:create', '--name', 'clean');
    writeFileSync(fileOf(-1, 'up.sql'), 'DELETE FROM book;\n');
    const own = await orm(cwd, 'migration:migrate', '--yes');
    expect(own.stderr).toMatch(
      /DELETE \(generated-migrations\/shop\/\d+_clean\/up\.sql:1\) could destroy what is there/,
    );
    expect(await titles()).toEqual([['War']]);
    expect((await orm(cwd, 'migration:migrate', '--force')).code).toBe(0);
    expect(await titles()).toEqual([]);
  });

  test('an empty table loses nothing, and nobody is asked', async () => {
    await database.query('DELETE FROM book');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a folder that is not as orm left it', () => {
  test('comments, spaces and line ends are no edit', async () => {
    const file = fileOf(0, 'up.sql');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `/* mine\n-- orm: alone */\n${text.replaceAll('\n', '\r\n')}\n-- the end`);
    expect((await orm(cwd, 'migration:status')).stdout).toMatch(
      /^shop\n {2}done {5}\d+_start\n {2}pending {2}\d+_untitled\n$/,
    );
  });

  test('a missing up.sql, an unclosed text and a COMMIT are errors before anything runs', async () => {
    for (const [text, message] of [
      ["INSERT INTO book (title) VALUES ('x;\n", 'error: '],
      ['COMMIT; DROP TABLE book;\n', 'error: COMMIT has no place in a migration'],
      ['ROLLBACK;\n', 'error: ROLLBACK has no place in a migration'],
    ] as const) {
      await orm(cwd, 'migration:create', '--name', 'own');
      writeFileSync(fileOf(-1, 'up.sql'), text);
      const { code, stderr } = await orm(cwd, 'migration:migrate', '--dry-run');
      expect(code).toBe(1);
      expect(stderr).toContain(message);
      rmSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? ''), { recursive: true });
    }
    rmSync(fileOf(-1, 'up.sql'));
    const { code, stderr } = await orm(cwd, 'migration:migrate', '--yes');
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: "generated-migrations\/shop\/\d+_untitled\/up\.sql" is missing/);
    expect(await titles()).toEqual([['War']]);
  });

  test('a migration that ran and is gone is named, and cannot be undone', async () => {
    const name = migrationsIn(cwd)[1] ?? '';
    await orm(cwd, 'migration:migrate', '--yes');
    rmSync(join(cwd, 'generated-migrations/shop', name), { recursive: true });
    const status = await orm(cwd, 'migration:status', '--check');
    expect(status.stdout).toContain(`not here ${name}  it ran, and is not in the folder`);
    // An older version of the application looks at a newer database.
    expect({ code: status.code, isCompared: status.stdout.includes('drift') }).toEqual({ code: 0, isCompared: false });
    expect((await orm(cwd, 'migration:migrate')).stderr).toContain(
      `warning: migration "${name}" ran on "shop", and is not in the folder`,
    );
    const down = await orm(cwd, 'migration:down');
    expect(down.code).toBe(1);
    expect(down.stderr).toContain(`error: migration "${name}" ran on "shop", and its folder is gone`);
  });

  test('a table of the name of the history that is another one is left alone', async () => {
    const more = { migrations: { tableName: 'author' } };
    writeFileSync(join(cwd, 'orm.json'), configuration({ shop: database.connection }, more));
    const { code, stderr } = await orm(cwd, 'migration:migrate', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('error: the history of migrations on "shop" cannot be read');
    expect(stderr).toContain('the table "author" is not one that this version of orm made');
  });

  test('--to wants a name that there is', async () => {
    expect((await orm(cwd, 'migration:migrate', '--to', 'untitle', '--dry-run')).code).toBe(0);
    expect((await orm(cwd, 'migration:migrate', '--to', 'nothing')).stderr).toContain(
      'error: there is no migration "nothing"',
    );
    expect((await orm(cwd, 'migration:migrate', '--to', '2026')).stderr).toContain('"2026" fits several migrations');
  });
});

describe.each(['mysql9', 'mariadb'] as const)('a statement of your own that was cut off on %s', (engine) => {
  test('is for you to judge', async (context) => {
    const server = await freshDatabase(engine, context);
    writeFileSync(join(cwd, 'orm.json'), configuration({ shop: server.connection }));
    rmSync(join(cwd, 'generated-migrations'), { recursive: true });
    await orm(cwd, 'migration:create', '--name', 'own');
    appendFileSync(fileOf(0, 'up.sql'), 'CREATE TABLE one (id INT);\nCREATE TABLE two (id INT);\n');
    const name = migrationsIn(cwd)[0] ?? '';
    await orm(cwd, 'migration:migrate');
    // As a runner leaves it that dies in the second statement.
    await server.query('DROP TABLE two');
    await server.query("UPDATE orm_migration SET state = 'running', done = 1, in_flight = 1");
    const wrong = await orm(cwd, 'migration:migrate');
    expect(wrong.stderr).toContain('was edited in what has run already');
    await server.query(`UPDATE orm_migration SET checksum = '${await prefixOf(server)}'`);
    const asked = await orm(cwd, 'migration:migrate');
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain('--resume-at 2 runs this statement, --resume-at 3 takes it as done');
    expect((await orm(cwd, 'migration:status')).stdout).toContain(`stopped  ${name}  1 of 2 steps`);
    expect(await orm(cwd, 'migration:migrate', '--resume-at', '2')).toMatchObject({ code: 0, stderr: '' });
    expect(await server.query('SELECT * FROM two')).toEqual([]);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
  });
});

/** The checksum of the first statement, as a runner has recorded it. */
async function prefixOf(server: TestDatabase): Promise<string> {
  const { checksums, readScript } = await import('../../src/migrations/script.js');
  const { dialect } = await import('../../src/platforms/mysql/script.js');
  expect(server.adapter).toBe('mysql');
  return checksums(readScript(readFileSync(fileOf(0, 'up.sql'), 'utf8'), dialect, false), dialect)(1);
}
