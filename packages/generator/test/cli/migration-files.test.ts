import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergeConflict } from '../../src/migrations/merge-conflict.js';
import { migrationName } from '../../src/migrations/migration.js';
import { dialect as mssql } from '../../src/platforms/mssql/script.js';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { writingWord } from '../../src/platforms/sql-reads.js';
import { dialect as sqlite } from '../../src/platforms/sqlite/script.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** Every command that reads the SQL of migrations. */
const READERS = ['migrate', 'up', 'down', 'status', 'check', 'baseline'];

describe('the files of a migration', () => {
  let database: TestDatabase;
  let cwd: string;

  beforeEach(async (context) => {
    database = await freshDatabase('sqlite', context);
    cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
  });

  const folder = (name: string): string => join(cwd, 'generated-migrations/shop', name);
  const file = (name: string): string => join(folder(migrationsIn(cwd).at(-1) ?? ''), name);
  const tables = (): Promise<unknown> =>
    database.query("SELECT name FROM sqlite_master WHERE name IN ('author', 'book', 'orm_migration')");

  /** Every command refuses it with the same words, and nothing has run. */
  async function refused(...words: readonly string[]): Promise<void> {
    for (const command of READERS) {
      const { code, stdout, stderr } = await orm(cwd, `migration:${command}`);
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      for (const each of words) expect(stderr, command).toContain(each);
    }
    expect(await tables()).toEqual([]);
  }

  describe.each(['up.sql', 'down.sql', 'checks.sql'])('%s', (name) => {
    test('that cannot be read is not an empty one', async () => {
      rmSync(file(name), { force: true });
      mkdirSync(file(name));
      await refused(`/${name}": it is a folder, and a file must stand there\n`, 'error: cannot read "');
    });

    test('in another encoding than UTF-8 is refused', async () => {
      // The letter is one byte in Latin 1.
      writeFileSync(file(name), Buffer.from("-- Bücher\nINSERT INTO author (name) VALUES ('Käthe');\n", 'latin1'));
      await refused(`/${name}" is not UTF-8\n`, `/${name}:1:5\n`, '1 | -- B\ufffdcher\n', '= save it as UTF-8\n');
    });

    test('with a conflict that git left in it is refused', async () => {
      const sql = ['<<<<<<< HEAD', 'SELECT 1;', '=======', "SELECT 'it;", '>>>>>>> feature/titles', ''];
      const before = name === 'checks.sql' ? '' : readFileSync(file(name), 'utf8');
      for (const end of ['\n', '\r\n']) {
        writeFileSync(file(name), before + sql.join(end));
        await refused(
          'error: git left two versions of some lines in this file\n',
          `/${name}:${String(before.split('\n').length)}:1\n`,
          ' | <<<<<<< HEAD\n',
          ' | ^^^^^^^^^^^^\n',
          '\n1 error\n',
        );
      }
    });

    test('may begin with a byte-order mark', async () => {
      const sql = name === 'checks.sql' ? 'SELECT 1 WHERE 1 = 0;\n' : readFileSync(file(name), 'utf8');
      writeFileSync(file(name), `\ufeff${sql}`);
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
      expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });
    });
  });

  test.for([
    ['DELETE FROM author;', 'DELETE'],
    ['/* SELECT */ update author SET name = 1;', 'UPDATE'],
    ['WITH a AS (SELECT 1) DELETE FROM author;', 'DELETE'],
    ["SELECT 1 WHERE 1 = 0;\nINSERT INTO author (name) VALUES ('SELECT');", 'INSERT'],
    ['PRAGMA foreign_keys = 0;', 'PRAGMA'],
  ] as const)('a statement of checks.sql that writes is refused: %s', async ([sql, word]) => {
    writeFileSync(file('checks.sql'), `-- mine\n${sql}\n`);
    const line = sql.split('\n').at(-1) ?? '';
    await refused(`${word} has no place in checks.sql, which only looks for rows\n`, ` | ${line}\n`);
  });

  test('an up.sql that cannot be read, of a migration that a person wrote', async () => {
    mkdirSync(join(folder('20990101000000_own'), 'up.sql'), { recursive: true });
    await refused('20990101000000_own/up.sql": it is a folder');
  });

  test('a folder that --output-dir names must be there', async () => {
    for (const command of READERS) {
      const { code, stdout, stderr } = await orm(cwd, `migration:${command}`, '--output-dir', 'generated-migratons');
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr).toContain(
        'error: --output-dir names "generated-migratons", and there is no such folder\n  = correct',
      );
    }
    expect((await orm(cwd, 'migration:status', '--check', '--output-dir', 'generated-migrations')).code).toBe(2);
    // Those that write make it.
    for (const command of ['diff', 'create']) {
      expect((await orm(cwd, `migration:${command}`, '--output-dir', command)).code).toBe(0);
      expect(existsSync(join(cwd, command, 'shop'))).toBe(true);
    }
  });

  test('a folder that the configuration names must be there, and the default one need not', async () => {
    rmSync(join(cwd, 'generated-migrations'), { recursive: true });
    expect((await orm(cwd, 'migration:migrate')).stdout).toBe('shop: no migrations\n');
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    const paths = { migrationDir: 'generated-migratons' };
    writeFileSync(join(cwd, 'orm.json'), configuration({ shop: database.connection }, { paths }));
    await refused(
      'error: paths.migrationDir names "generated-migratons", and there is no such folder\n',
      '--> orm.json:12:23\n',
    );
    expect((await orm(cwd, 'migration:diff')).code).toBe(0);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
  });

  test('what looks like a migration and is none is named', async () => {
    const sql = "INSERT INTO author (name) VALUES ('Ann');\n";
    for (const name of ['20270101000000 with space', '20270102000000-dash', '202701030000001_digit']) {
      mkdirSync(folder(name));
      writeFileSync(join(folder(name), 'up.sql'), sql);
    }
    writeFileSync(folder('20270104000000_file.sql'), sql);
    symlinkSync('nowhere', folder('20270105000000_link'));
    writeFileSync(folder('README.md'), '');
    mkdirSync(folder('archive'));
    for (const command of ['migrate', 'status', 'check', 'baseline', 'diff', 'create', 'down', 'up']) {
      const { stderr } = await orm(cwd, `migration:${command}`, ...(command === 'down' ? ['--yes'] : []));
      const left = [...stderr.matchAll(/^warning: "generated-migrations\/shop\/(.*)" is left out: (.*)$/gm)];
      expect(
        left.map(([, name, why]) => `${name ?? ''}: ${why ?? ''}`),
        command,
      ).toEqual([
        '20270101000000 with space: its name is not that of a migration',
        '20270102000000-dash: its name is not that of a migration',
        '202701030000001_digit: its name is not that of a migration',
        '20270104000000_file.sql: it is no folder',
        '20270105000000_link: it is no folder',
      ]);
      expect(stderr).toContain('14 digits, an underscore and words, such as 20270131120000_add_pages');
    }
    const doctor = await orm(cwd, 'doctor');
    expect(doctor.stdout + doctor.stderr).toContain('20270102000000-dash" is left out');
    expect(await database.query('SELECT name FROM author')).toEqual([]);
  });

  test.for(['99991231235959_x', '99999999999999'])('nothing comes after %s', async (name) => {
    mkdirSync(folder(name));
    writeFileSync(join(folder(name), 'up.sql'), '');
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    writeFileSync(join(cwd, 'schema.xml'), START.replace('size="100"', 'size="90"'));
    for (const command of ['diff', 'create']) {
      const { code, stdout, stderr } = await orm(cwd, `migration:${command}`);
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr).toContain(`error: no migration can come after "${name}": its time is the last one\n`);
    }
    expect(migrationsIn(cwd)).toHaveLength(2);
  });

  test('a link to a folder is a migration', async () => {
    mkdirSync(join(cwd, 'elsewhere'));
    writeFileSync(join(cwd, 'elsewhere/up.sql'), "INSERT INTO author (name) VALUES ('Ann');\n");
    symlinkSync('../../elsewhere', folder('20990101000000_linked'));
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT name FROM author')).toEqual([['Ann']]);
    expect((await orm(cwd, 'migration:status')).stdout).toContain('done     20990101000000_linked\n');
  });

  test('down.sql and checks.sql may be missing', async () => {
    for (const name of ['down.sql', 'checks.sql']) rmSync(file(name), { force: true });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  });

  test('a folder of somebody beside them keeps a migration from being amended', async () => {
    mkdirSync(file('notes'));
    writeFileSync(
      join(cwd, 'schema.xml'),
      readFileSync(join(cwd, 'schema.xml'), 'utf8').replace('size="100"', 'size="90"'),
    );
    const { code, stderr } = await orm(cwd, 'migration:diff', '--amend');
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be amended: notes is not as orm wrote it');
  });
});

test('what only reads is told from its words', () => {
  const reads = [
    'SELECT 1',
    'select id FROM a WHERE b IN (SELECT b FROM c)',
    '(SELECT 1) UNION (SELECT 2)',
    '((SELECT 1))',
    'WITH a AS (SELECT 1), b AS (SELECT 2) SELECT * FROM a',
    '(WITH a AS (SELECT 1) SELECT * FROM a)',
    'WITH a AS (SELECT 1) SELECT * FROM a WHERE (1 = 1) FOR UPDATE',
    'WITH a AS (SELECT 1) SELECT * FROM a FOR NO KEY UPDATE OF a',
    "SELECT 'INSERT INTO a' WHERE (1 = 1) -- DELETE FROM a",
    'SELECT "delete" FROM a WHERE (update) = 1',
    'SELECT a.update FROM a',
    'SELECT delete FROM a',
    "SELECT (REPLACE(a, 'b', 'c')), (INSERT('a', 1, 1, 'b')) FROM a",
    'SELECT last_update AS update FROM a',
  ];
  for (const sql of reads)
    for (const each of [pgsql, mysql, sqlite]) expect(writingWord(sql, each), sql).toBeUndefined();
  const writes: readonly (readonly [string, string])[] = [
    ['WITH a AS (DELETE FROM b RETURNING *) SELECT * FROM a', 'DELETE'],
    ['(WITH a AS (DELETE FROM b RETURNING *) SELECT * FROM a)', 'DELETE'],
    ['WITH a AS MATERIALIZED (UPDATE "b" SET c = 1 RETURNING *) SELECT * FROM a', 'UPDATE'],
    ['WITH a AS (SELECT 1) UPDATE b SET c = 1', 'UPDATE'],
    ['WITH a AS (SELECT 1) CYCLE b SET c USING d DELETE FROM b', 'DELETE'],
    ['WITH a AS (SELECT 1) MERGE INTO b USING a ON b.c = a.c WHEN MATCHED THEN DELETE', 'MERGE'],
    ['WITH a AS (SELECT 1) REPLACE INTO b SELECT * FROM a', 'WITH … INTO'],
    ['SELECT * INTO b FROM a', 'SELECT … INTO'],
    ['VALUES (1)', 'VALUES'],
    ['"a"', '"a"'],
    ['(', '('],
  ];
  for (const [sql, word] of writes)
    for (const each of [pgsql, mysql, sqlite]) expect(writingWord(sql, each), sql).toBe(word);
  expect(writingWord('/*! DELETE FROM a */', mysql)).toBe('DELETE');
  expect(writingWord("SELECT 1 /*!50000 INTO OUTFILE '/a' */", mysql)).toBe('SELECT … INTO');
  expect(writingWord('SELECT 1 DELETE FROM a', mssql)).toBe('DELETE');
});

test('a conflict is told from a text or a comment with such lines', () => {
  const lines = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n';
  const place = (text: string): number | undefined => mergeConflict({ path: 'up.sql', text }, pgsql)?.start;
  expect(place(lines)).toBe(0);
  expect(place(`SELECT 1;\n\n${lines}`)).toBe(11);
  expect(place(`SELECT '\n${lines}`)).toBe(9);
  expect(place(`SELECT '\n${lines}';\n${lines}`)).toBe(12 + lines.length);
  for (const text of [
    `SELECT '\n${lines}';`,
    `SELECT $$\n${lines}$$;`,
    `/*\n${lines}*/`,
    lines.replaceAll(/^/gm, '-- '),
    lines.replaceAll(/^/gm, ' '),
    '<<<<<<< HEAD\n',
    '>>>>>>> HEAD\n',
    'SELECT 1\n<< 2;\n-- =======\n',
    '<<<<<<<<<<\n>>>>>>>>>>\n',
  ]) {
    expect(place(text), text).toBeUndefined();
  }
});

test('a migration is named later than all others', () => {
  const now = new Date('2026-11-17T20:00:00Z');
  const after = (...others: readonly string[]): string => migrationName(now, 'Add pages', others);
  expect(after()).toBe('20261117200000_add_pages');
  expect(after('20250101000000', '20261117195959_a')).toBe('20261117200000_add_pages');
  expect(after('20990101235959_a', '20261117195959')).toBe('20990102000000_add_pages');
  // Times that no calendar has.
  expect(after('20990000000000')).toBe('20990101000001_add_pages');
  expect(after('20991300000000')).toBe('21000101000001_add_pages');
  expect(after('20990231000000')).toBe('20990303000001_add_pages');
  expect(after('20990101996099')).toBe('20990105040140_add_pages');
  expect(after('99991231235958')).toBe('99991231235959_add_pages');
  expect(() => after('99991231235959_a')).toThrow('no migration can come after "99991231235959_a"');
});
