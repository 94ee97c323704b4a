import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';
import { sqliteFile } from './support/sqlite.js';

/** Names that PHP takes, and TypeScript does not: words, globals, files of ours, methods of every object. */
const TABLES = `
  CREATE TABLE config (id INTEGER PRIMARY KEY, save TEXT, "delete" TEXT, constructor TEXT, is_new INTEGER, "toString" TEXT);
  CREATE TABLE "index" (id INTEGER PRIMARY KEY);
  CREATE TABLE promise (id INTEGER PRIMARY KEY, con TEXT, "await" TEXT);
  CREATE TABLE "map" (id INTEGER PRIMARY KEY);
`;

function database(targets: readonly string[]): string {
  const cwd = project({
    'orm.json': configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:old.db' } }, { generator: { targets } }),
  });
  sqliteFile(join(cwd, 'old.db'), (run) => {
    for (const statement of TABLES.split(';\n').filter((text) => text.trim() !== '')) run(statement);
  });
  return cwd;
}

const schemaIn = (cwd: string): string => readFileSync(join(cwd, 'schema.xml'), 'utf8');

test.each([[['typescript']], [['php', 'typescript']]])('a schema for %j builds', async (targets) => {
  const cwd = database(targets);
  expect((await orm(['database:reverse'], { cwd })).code).toBe(0);
  expect(schemaIn(cwd)).toContain('<table name="config" phpName="ConfigRow">');
  expect(schemaIn(cwd)).toContain('<column name="save" type="LONGVARCHAR" phpName="SaveValue"');
  expect(await orm(['model:build'], { cwd })).toMatchObject({ code: 0 });
});

test('init imports with such names', async () => {
  const cwd = database(['typescript']);
  const flags = ['--adapter', 'sqlite', '--file', 'old.db', '--import', '--target', 'typescript', '--yes', '--build'];
  const { code, stderr } = await orm(['init', ...flags, '--force'], { cwd });
  expect(code, stderr).toBe(0);
  expect(schemaIn(cwd)).toContain('phpName="ConfigRow"');
});

test('for PHP alone the names stay', async () => {
  const cwd = database(['php']);
  expect((await orm(['database:reverse'], { cwd })).code).toBe(0);
  expect(schemaIn(cwd)).not.toContain('ConfigRow');
});
