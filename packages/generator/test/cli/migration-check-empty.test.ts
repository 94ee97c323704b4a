import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checked, ruleColumn as column, edit, fileOf, migrated, ruleSchema as schema } from './support/rules.js';

const PLAIN = schema(column('pages'));
const ISBN = schema(column('pages') + column('isbn'));

test.each(['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'])('statements that were removed, for %s', async (adapter) => {
  const cwd = await migrated(adapter, [PLAIN, ISBN]);
  expect((await checked(cwd)).found).toEqual([]);
  writeFileSync(fileOf(cwd), '-- Somebody has commented it out:\n-- ALTER TABLE book ADD isbn INTEGER;\n');
  const { code, found, diagnostics } = await checked(cwd);
  expect({ code, found }).toEqual({ code: 1, found: ['error no-statements up.sql:1'] });
  expect(diagnostics[0]?.message).toBe('up.sql has no statements, and changes.json has 1 change');
  expect(diagnostics[0]?.help).toContain('restore up.sql from version control');
  writeFileSync(fileOf(cwd), '');
  expect((await checked(cwd)).found).toEqual(['error no-statements up.sql:1']);
  writeFileSync(fileOf(cwd), '-- orm: allow no-statements: it was there everywhere\n');
  const allowed = await checked(cwd);
  expect({ code: allowed.code, found: allowed.found }).toEqual({ code: 0, found: [] });
});

test.each([
  ['a column', ISBN],
  ['a table that is made anew', schema(column('pages', 'type="VARCHAR" size="20"'))],
])('what orm writes around the statements of SQLite makes no change: %s', async (_what, to) => {
  const cwd = await migrated('sqlite', [PLAIN, to]);
  edit(cwd, 'up.sql', /(?<=BEGIN IMMEDIATE;\n).*(?=-- orm: alone\nCOMMIT;)/s, '');
  expect((await checked(cwd)).found).toContain('error no-statements up.sql:1');
});

test('changes that need no SQL are no mistake', async () => {
  const described = PLAIN.replace('<table name="book"', '<table name="book" description="What we sell"');
  const cwd = await migrated('sqlite', [PLAIN, described]);
  expect(readFileSync(fileOf(cwd), 'utf8').match(/^[^-\n].*/gm)).toEqual(['BEGIN IMMEDIATE;', 'COMMIT;']);
  expect(await checked(cwd)).toMatchObject({ code: 0, found: [] });
});
