import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/model/adapter.js';
import type { ListStatements } from '../../src/plan/lists.js';
import { planTable, type TableStatements } from '../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { LIST_CASES } from '../engines/lists/list-tables.js';
import { matchGolden } from '../schema/support/golden.js';
import { ADAPTERS, compileSchema } from '../support/compile-schema.js';
import { writtenLists } from '../support/list-sql.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

beforeAll(loadModule);

/** The statements of the lists of every table, planned for a vendor. */
async function planned(adapter: Adapter): Promise<readonly (TableStatements & { readonly lists: ListStatements })[]> {
  const platform = await loadPlatform(adapter);
  const schema = `<database name="app">${LIST_CASES.map(({ xml }) => xml).join('')}</database>`;
  const { database, diagnostics } = compileSchema(schema, platform);
  if (database === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return database.tables.flatMap((table) => {
    const statements = planTable(table, platform, DEFAULT_PLATFORM_OPTIONS);
    return statements.lists === undefined ? [] : [{ ...statements, lists: statements.lists }];
  });
}

/** The tables whose statements are looked at in full; those of the others differ in their types only. */
const SHOWN = ['whole', 'of_integer', 'of_varchar', 'of_several', 'of_uuid_key'];

describe.each(ADAPTERS)('statements of lists for %s', (adapter) => {
  it('are these', async () => {
    const lines: string[] = [];
    for (const { table, lists } of await planned(adapter)) {
      const { rank, scope, required, exact, fixed, header, unique, phased, conditions, rows, keyed, arrange } = lists;
      lines.push(`# ${table.name}`, '');
      if (SHOWN.includes(table.name)) {
        lines.push(JSON.stringify({ rank, scope, required, exact, fixed, header, unique, phased }));
        lines.push(
          `conditions: ${JSON.stringify(conditions)}`,
          `rows: ${rows}`,
          `keyed: ${keyed}`,
          `arrange: ${arrange.join(' … ')}`,
          '',
        );
      }
      for (const [name, steps] of lists.statements) {
        if (!SHOWN.includes(table.name) && name !== 'key') continue;
        lines.push(
          `${name}:`,
          ...steps.map(({ parts, values }) => `  ${parts.join('{scope}')}\n    -- ${values.join(', ')}`),
        );
      }
      lines.push('');
    }
    matchGolden(join(import.meta.dirname, `golden/lists-${adapter}.txt`), lines.join('\n'));
  });

  it('take a value for each placeholder', async () => {
    for (const { table, lists } of await planned(adapter)) {
      for (const [name, steps] of lists.statements) {
        for (const { parts, values } of steps) {
          expect(values.filter((value) => value === 'scope')).toHaveLength(parts.length - 1);
          const counts = {
            scope: 0,
            values: lists.scope.length,
            key: table.primaryKey.length,
            key2: table.primaryKey.length,
          };
          const places = values.reduce((sum, value) => sum + (value in counts ? counts[value as 'key'] : 1), 0);
          expect(parts.join('').split('?').length - 1, name).toBe(places);
        }
      }
    }
  });
});

describe.each(['pgsql', 'mssql', 'oracle'] as const)('the grammar of %s', (adapter) => {
  it('accepts the statements of lists', { timeout: 600_000 }, async () => {
    const seen = new Set<string>();
    for (const statements of await planned(adapter)) {
      // The grammars are slow: tables that differ in their types have the same statements but for the lock.
      const whole = statements.table.name === 'of_several';
      for (const [name, text] of writtenLists(statements)) {
        if (seen.has(text) || (!whole && name !== (statements.lists.header ? 'key' : 'lock'))) continue;
        seen.add(text);
        const sql = text.replaceAll('?', adapter === 'mssql' ? "N'1'" : "'1'");
        expect({ name, sql, errors: errorsOf(adapter, sql) }).toEqual({ name, sql, errors: [] });
      }
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  it('refuses one that is cut off', async () => {
    const [first] = await planned(adapter);
    const [text = ''] = first?.lists.statements.get('move')?.[0]?.parts ?? [];
    expect(errorsOf(adapter, text.replaceAll('?', "'1'"))).not.toEqual([]);
  });
});

function errorsOf(adapter: 'pgsql' | 'mssql' | 'oracle', sql: string): readonly string[] {
  if (adapter === 'mssql') return tsqlErrors(sql.endsWith(';') ? sql : `${sql};`);
  if (adapter === 'oracle') return plsqlErrors(`${sql};`);
  try {
    parseSync(sql);
    return [];
  } catch (error) {
    return [String(error)];
  }
}
