import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { type BuildScenario, type ExpectedDiagnostic, scenarios } from './scenarios.js';

for (const [file, found] of scenarios<BuildScenario>('build')) {
  describe(file, () => {
    for (const scenario of found) it(`${scenario.name} (${scenario.covers.join('; ')})`, () => check(scenario));
  });
}

async function check(scenario: BuildScenario): Promise<void> {
  const folder = project({
    'orm.json': configuration({ app: { adapter: 'sqlite', dsn: 'sqlite:app.sq3' } }),
    'schema.xml': [
      '<database name="app" defaultIdMethod="native" enumStorage="label">',
      ...scenario.schema,
      '</database>',
      '',
    ].join('\n'),
  });
  const { code, stderr } = await orm(['model:build'], { cwd: folder });
  for (const diagnostic of scenario.diagnostics ?? []) expectDiagnostic(stderr, diagnostic);
  const isRefused = scenario.diagnostics?.some(({ severity }) => severity === 'error') === true;
  expect(code, stderr).toBe(isRefused ? 1 : 0);
  if (isRefused) expect(existsSync(join(folder, 'generated-classes'))).toBe(false);
  if (scenario.silent) expect(stderr).not.toMatch(/^(error|warning|note)\b/m);
  if (scenario.classes) expect(classesOf(folder)).toEqual(scenario.classes);
  if (!isRefused) await expectTables(folder, scenario);
}

/** The diagnostic as a person reads it: what, where, the line, and help. */
function expectDiagnostic(output: string, { severity, says, at }: ExpectedDiagnostic): void {
  const blocks = output.split(/\n(?=(?:error|warning|note)\b)/);
  const fits = blocks.filter(
    (block) =>
      block.startsWith(severity) && says.every((fragment) => block.includes(fragment)) && frameOf(block).includes(at),
  );
  expect(fits, `no ${severity} says ${JSON.stringify(says)} at ${at} in:\n${output}`).toHaveLength(1);
}

function frameOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => /^\s*\d+ \|/.test(line))
    .join('\n');
}

function classesOf(folder: string): string[] {
  const base = join(folder, 'generated-classes');
  const files = readdirSync(base).filter((name) => name.endsWith('.php') && !name.endsWith('Query.php'));
  return files.map((name) => name.slice(0, -'.php'.length)).sort();
}

/** What the tables are in a database that was made of the SQL. */
async function expectTables(folder: string, scenario: BuildScenario): Promise<void> {
  const built = await orm(['sql:build', '--quiet'], { cwd: folder });
  expect(built.code, built.stderr).toBe(0);
  const database = new SqliteDatabase(':memory:');
  try {
    database.exec(readFileSync(join(folder, 'generated-sql/app.sql'), 'utf8'));
    const rows = (sql: string, ...values: (string | number)[]): Record<string, string | number>[] =>
      database.prepare(sql).all(...values) as Record<string, string | number>[];
    for (const [table, columns] of Object.entries(scenario.columns ?? {})) {
      const found = rows('SELECT name, type, "notnull" FROM pragma_table_info(?)', table);
      const described = found.map(({ name, type, notnull }) => [name, `${type}${notnull === 1 ? ' NOT NULL' : ''}`]);
      expect(Object.fromEntries(described)).toEqual(columns);
    }
    const indexes = (table: string, unique: number): string[] =>
      rows('SELECT name FROM pragma_index_list(?) WHERE "unique" = ? AND origin <> \'pk\'', table, unique).map(
        ({ name }) =>
          rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', String(name))
            .map((column) => column['name'])
            .join(', '),
      );
    for (const [table, expected] of Object.entries(scenario.indexes ?? {})) expect(indexes(table, 0)).toEqual(expected);
    for (const [table, expected] of Object.entries(scenario.uniques ?? {})) expect(indexes(table, 1)).toEqual(expected);
    if (scenario.tables) {
      const names = rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
      );
      expect(names.map(({ name }) => name)).toEqual(scenario.tables);
    }
  } finally {
    database.close();
  }
}
