import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { loadDialect } from '../../src/platforms/access.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { HOSTILE_VALUES } from './support/hostile-values.js';
import { PhpSkeletons } from './support/php-skeleton.js';

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

test('the names and texts of a hostile database stay names and texts in what is made of it', async () => {
  const cwd = project({ 'orm.json': configuration({ app: { adapter: 'sqlite', dsn: 'sqlite:hostile.db' } }) });
  const database = new SqliteDatabase(join(cwd, 'hostile.db'));
  const values = HOSTILE_VALUES.filter((value) => value !== '' && !value.includes('\0'));
  // Behind a letter and before another one no name can become the canary by itself.
  for (const [i, value] of values.entries()) {
    database.exec(
      `CREATE TABLE ${name(`${value} ${i}`)} (id INTEGER PRIMARY KEY, ${name(`c ${value} c`)} TEXT DEFAULT ${text(value)}, ` +
        `state VARCHAR(90) CHECK (state IN (${text(value)}, 'other')), CHECK (id <> 7 /* ${value.replaceAll('*/', '')} */))`,
    );
  }
  database.close();

  const reversed = await orm(['database:reverse', '--force'], { cwd });
  expect(reversed.stderr).not.toContain('this is a bug');
  expect(reversed.code).toBe(0);
  for (const command of ['sql:build', 'model:build']) {
    const { code, stderr } = await orm([command], { cwd });
    expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
  }

  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  const php = files.filter((file) => file.endsWith('.php')).map((file) => readFileSync(join(cwd, file), 'utf8'));
  expect(php.length).toBeGreaterThan(values.length);
  const skeletons = new PhpSkeletons();
  const wrong = (await skeletons.of(php)).filter((skeleton) => skeleton.startsWith('wrong'));
  skeletons.close();
  expect(wrong).toEqual([]);

  const sql = readFileSync(join(cwd, 'generated-sql/app.sql'), 'utf8');
  const { statements, problems } = splitScript(sql, await loadDialect('sqlite'));
  expect(problems).toEqual([]);
  const beginnings = new Set(statements.map(({ text: statement }) => /^\w+(?: \w+)?/.exec(statement)?.[0]));
  expect(
    [...beginnings].filter((words) => !/^(DROP TABLE|CREATE TABLE|CREATE INDEX|PRAGMA)/.test(words ?? '')),
  ).toEqual([]);
});
