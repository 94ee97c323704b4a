import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
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

    test('may begin with a byte-order mark', async () => {
      const sql = name === 'checks.sql' ? 'SELECT 1 WHERE 1 = 0;\n' : readFileSync(file(name), 'utf8');
      writeFileSync(file(name), `\ufeff${sql}`);
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
      expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });
    });
  });

  test('an up.sql that cannot be read, of a migration that a person wrote', async () => {
    mkdirSync(join(folder('20990101000000_own'), 'up.sql'), { recursive: true });
    await refused('20990101000000_own/up.sql": it is a folder');
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
