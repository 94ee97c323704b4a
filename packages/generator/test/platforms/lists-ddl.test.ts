import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/model/adapter.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { matchGolden } from '../schema/support/golden.js';
import { ADAPTERS, compileSchema } from '../support/compile-schema.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { DIALECTS } from '../support/sql-names.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

const ID = '<column name="id" type="INTEGER" primaryKey="true"/>';
const parameters = (given: Readonly<Record<string, string>>): string =>
  Object.entries(given)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('');

/** Uniques over what may be NULL and what may not, on an own column and an added one; a unique that was there; a header. */
const SCHEMA = `<database name="app">
  <table name="step">${ID}<behavior name="sortable">${parameters({ unique: 'true' })}</behavior></table>
  <table name="task">${ID}
    <column name="user_id" type="INTEGER" required="true"/>
    <column name="position" type="INTEGER" required="true"/>
    <behavior name="sortable">${parameters({ rank_column: 'position', use_scope: 'true', scope_column: 'user_id', unique: 'true', header_table: 'true' })}</behavior>
  </table>
  <table name="photo">${ID}
    <column name="album" type="VARCHAR" size="20"/>
    <column name="rank" type="INTEGER"/>
    <unique name="one_place"><unique-column name="album"/><unique-column name="rank"/></unique>
    <behavior name="sortable">${parameters({ rank_column: 'rank', use_scope: 'true', scope_column: 'album' })}</behavior>
  </table>
</database>`;

async function ddl(adapter: Adapter): Promise<string> {
  const { sql, diagnostics } = compileSchema(SCHEMA, await loadPlatform(adapter));
  if (sql === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return sql;
}

describe.each(ADAPTERS)('tables with lists for %s', (adapter) => {
  it('are these', async () => {
    matchGolden(join(import.meta.dirname, `golden/lists-${adapter}.sql`), await ddl(adapter));
  });
});

describe('the grammars', () => {
  it.each([
    ['mssql', tsqlErrors],
    ['oracle', (text: string) => plsqlErrors(text.startsWith('BEGIN') ? `${text}\n/` : `${text};`)],
  ] as const)('of %s accepts them', async (adapter, errors) => {
    const { statements, problems } = splitScript(await ddl(adapter), DIALECTS[adapter]);
    expect(problems).toEqual([]);
    expect(statements.length).toBeGreaterThan(8);
    for (const { text } of statements) expect({ text, errors: errors(text) }).toEqual({ text, errors: [] });
  });
});
