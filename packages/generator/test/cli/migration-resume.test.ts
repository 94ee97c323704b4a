import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** A project with two rows, and a migration of one's own. */
async function withOwn(database: TestDatabase, up: string, down = ''): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  await database.query("INSERT INTO book (title) VALUES ('a'), ('b')");
  expect(await orm(cwd, 'migration:create', '--name', 'own')).toMatchObject({ code: 0 });
  write(cwd, 'up.sql', up);
  if (down !== '') write(cwd, 'down.sql', down);
  return cwd;
}

const write = (cwd: string, file: string, text: string): void =>
  writeFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', file), text);

const titles = async (database: TestDatabase): Promise<unknown> =>
  (await database.query('SELECT title FROM book ORDER BY id')).flat();

const history = async (database: TestDatabase): Promise<unknown> =>
  (await database.query("SELECT state, steps, done FROM orm_migration WHERE name LIKE '%own'"))[0];

const SLOW = '-- orm: alone\nCREATE TABLE slow (n INTEGER);\n';
const ALONE = '-- orm: alone\nCREATE TABLE last (n INTEGER);\n';

describe.each(ENGINES)('--resume-at on %s', (engine) => {
  test.for([ALONE, ''])('goes on with the step that it names (%j behind it)', async (last, context) => {
    const database = await freshDatabase(engine, context);
    const change = `UPDATE book SET title = 'x';\n`;
    const cwd = await withOwn(database, `${SLOW}${change}${last}`);
    await database.query('CREATE TABLE slow (n INTEGER)');
    expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
    expect(await titles(database)).toEqual(['a', 'b']);
    expect(await orm(cwd, 'migration:migrate', '--resume-at', '2')).toMatchObject({ code: 0, stderr: '' });
    expect(await titles(database)).toEqual(['x', 'x']);
    const steps = last === '' ? '2' : '3';
    expect(await history(database)).toEqual(['done', steps, steps]);
  });

  test('goes back', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withOwn(database, `${SLOW}UPDATE book SET nothing = 1;\n`);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
    expect(await history(database)).toEqual(['running', '2', '1']);
    await database.query('DROP TABLE slow');
    write(cwd, 'up.sql', `${SLOW}UPDATE book SET title = 'y';\n`);
    expect(await orm(cwd, 'migration:migrate', '--resume-at', '1')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT * FROM slow')).toEqual([]);
    expect(await titles(database)).toEqual(['y', 'y']);
  });

  test('goes on with undoing', async (context) => {
    const database = await freshDatabase(engine, context);
    const down = `-- orm: alone\nDROP TABLE slow;\nUPDATE book SET title = 'z';\n-- orm: alone\nDROP TABLE last;\n`;
    const cwd = await withOwn(database, `${SLOW}${ALONE}`, down);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query('DROP TABLE slow');
    expect((await orm(cwd, 'migration:down', '--yes')).code).toBe(1);
    expect(await orm(cwd, 'migration:down', '--yes', '--resume-at', '2')).toMatchObject({ code: 0 });
    expect(await titles(database)).toEqual(['z', 'z']);
    expect(await history(database)).toBeUndefined();
  });
});

describe.each(ENGINES)('--dry-run of one that stopped, on %s', (engine) => {
  const setting = engine === 'sqlite' ? 'PRAGMA cache_size = 4000' : 'SET SESSION sql_warnings = 1';
  const OWN = engine.startsWith('pgsql') ? "SET application_name = 'own'" : setting;

  test('shows what would run from there on', async (context) => {
    const database = await freshDatabase(engine, context);
    const broken = `-- orm: alone\n${OWN};\n${SLOW}UPDATE book SET nothing_of_it = 1;\n${ALONE}`;
    const cwd = await withOwn(database, broken);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
    const { code, stdout, stderr } = await orm(cwd, 'migration:migrate', '--dry-run');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').slice(1)).toEqual([
      '-- 1 of 3 steps are done, and left out here',
      `${OWN};`,
      'UPDATE book SET nothing_of_it = 1;',
      'CREATE TABLE last (n INTEGER);',
      '',
    ]);
    const json = JSON.parse((await orm(cwd, 'migration:migrate', '--dry-run', '--json')).stdout) as unknown;
    const statements = [OWN, 'UPDATE book SET nothing_of_it = 1', 'CREATE TABLE last (n INTEGER)'];
    expect(json).toMatchObject({
      connections: [{ migrations: [{ state: 'dry run', steps: 3, done: 1, statements }] }],
    });
    await database.query("UPDATE orm_migration SET in_flight = 1 WHERE state = 'running'");
    expect((await orm(cwd, 'migration:migrate', '--dry-run')).stdout).toContain(
      '\n-- step 2 had begun when the runner',
    );
    expect(await history(database)).toEqual(['running', '3', '1']);
  });

  test('shows what is left to undo', async (context) => {
    const database = await freshDatabase(engine, context);
    const down = '-- orm: alone\nDROP TABLE slow;\n-- orm: alone\nDROP TABLE last;\n';
    const cwd = await withOwn(database, `${SLOW}${ALONE}`, down);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
    await database.query('DROP TABLE last');
    expect((await orm(cwd, 'migration:down', '--dry-run')).stdout).not.toContain('steps are done');
    expect((await orm(cwd, 'migration:down', '--yes')).code).toBe(1);
    const { stdout } = await orm(cwd, 'migration:down', '--dry-run');
    expect(stdout.split('\n').slice(1)).toEqual([
      '-- 1 of 2 steps are done, and left out here',
      'DROP TABLE last;',
      '',
    ]);
  });
});

describe.each(ENGINES)('checks.sql on %s', (engine) => {
  test('is asked before a first statement that is alone', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withOwn(database, '-- orm: alone\nDELETE FROM book;\n');
    write(cwd, 'checks.sql', '-- no books\nSELECT id FROM book;\n');
    const refused = await orm(cwd, 'migration:migrate', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('2 rows stand in the way: no books');
    expect(await titles(database)).toEqual(['a', 'b']);
  });

  test('is asked before a script is written', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withOwn(database, "UPDATE book SET title = 'x';\n");
    write(cwd, 'checks.sql', '-- no books\nSELECT id FROM book;\n');
    const refused = await orm(cwd, 'migration:migrate', '--script', 'all.sql');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('2 rows stand in the way: no books');
  });
});

describe('on SQLite', () => {
  test('a setting that fails is not recorded as done', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await withOwn(database, '-- orm: alone\nPRAGMA user_version = = 7;\n');
    expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
    expect(await history(database)).toBeUndefined();
    write(cwd, 'up.sql', '-- orm: alone\nPRAGMA user_version = 7;\n');
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
    expect(await database.query('PRAGMA user_version')).toEqual([['7']]);
  });

  const OPTIONAL = START.replace(
    'name="title" type="VARCHAR" size="100" required="true"',
    'name="title" type="VARCHAR" size="100"',
  );

  test('--allow-drift does not erase a column that nobody knows, unless it is told to', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await withOwn(database, '-- nothing\n');
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
    await database.query('ALTER TABLE book ADD COLUMN shelf TEXT');
    await database.query("UPDATE book SET shelf = 'top'");
    change(cwd, OPTIONAL);
    expect((await orm(cwd, 'migration:diff', '--name', 'optional')).code).toBe(0);
    expect((await orm(cwd, 'migration:migrate')).stderr).toContain('column shelf of book');
    const refused = await orm(cwd, 'migration:migrate', '--allow-drift');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'error: columns of which no migration knows would be erased on "shop", because their table is made anew: book.shelf\n',
    );
    expect(await database.query('SELECT shelf FROM book')).toEqual([['top'], ['top']]);
    expect((await orm(cwd, 'migration:migrate', '--allow-drift', '--yes')).code).toBe(0);
    await expect(database.query('SELECT shelf FROM book')).rejects.toThrow();
  });

  test('drift is looked for behind a migration that had stopped', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await withOwn(database, `${SLOW}UPDATE book SET nothing = 1;\n`);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(1);
    write(cwd, 'up.sql', `${SLOW}UPDATE book SET title = 'y';\n`);
    await database.query('ALTER TABLE book ADD COLUMN shelf TEXT');
    await database.query("UPDATE book SET shelf = 'top'");
    change(cwd, OPTIONAL);
    expect((await orm(cwd, 'migration:diff', '--name', 'optional')).code).toBe(0);
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('column shelf of book: the migrations do not have it');
    expect(await titles(database)).toEqual(['y', 'y']);
    expect(await database.query('SELECT shelf FROM book')).toEqual([['top'], ['top']]);
  });
});
