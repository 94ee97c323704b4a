import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contributionsOf } from '../../src/behaviors/contributions.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { project } from '../cli/support/project.js';
import { compileSchema } from '../support/compile-schema.js';
import { orm } from '../support/orm-in-process.js';
import { installPackages } from '../targets/typescript/support/ts-project.js';
import { phpMethods, typescriptMembers } from './api/public-methods.js';
import { apiReference } from './api/reference.js';
import { DOCS } from './php-page.js';

const PAGE = join(DOCS, 'api.md');
const SCHEMA = readFileSync(join(import.meta.dirname, 'api/schema.xml'), 'utf8');
const REFERENCE = /(<!-- methods: [^>]*-->\n)[\s\S]*(\n<!-- end of methods -->)/;

async function contributed(): Promise<ReturnType<typeof contributionsOf>['methods']> {
  const { database } = compileSchema(SCHEMA, await loadPlatform('pgsql'));
  const book = database?.tables.find(({ name }) => name === 'book');
  if (book === undefined) throw new Error('the schema has no table "book"');
  return contributionsOf(book).methods;
}

test('docs/api.md has every public method of the classes of both languages', { timeout: 600_000 }, async () => {
  const settings = {
    database: { connections: { app: { adapter: 'pgsql' } } },
    generator: { targets: ['php', 'typescript'] },
  };
  const cwd = project({ 'orm.json': JSON.stringify({ orm: settings }), 'schema.xml': SCHEMA });
  expect(await orm(cwd, 'model:build')).toMatchObject({ code: 0 });
  installPackages(cwd);
  const made = apiReference({
    php: phpMethods(join(cwd, 'generated-classes'), ['Book', 'BookQuery', 'Map\\BookTableMap']),
    typescript: typescriptMembers(join(cwd, 'generated-models/index.ts'), ['Book', 'BookDraft', 'BookQuery']),
    contributed: await contributed(),
  });
  const page = readFileSync(PAGE, 'utf8');
  const wanted = page.replace(REFERENCE, (_, start: string, end: string) => `${start}\n${made}\n${end}`);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(PAGE, wanted);
  else
    expect(page, 'UPDATE_GOLDEN=1 npx vitest run packages/generator/test/docs/api.test.ts writes it anew').toBe(wanted);
});
