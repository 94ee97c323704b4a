import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { ENGINES, type ExecutedAdapter } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { type Answer, type ExpectedStatement, playPhp, playTypescript, type QueryScenario } from './queries/play.js';

const FOLDER = fileURLToPath(new URL('../../../../conformance/', import.meta.url));

const read = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));

interface ScenarioFile {
  readonly about: string;
  readonly scenarios: readonly QueryScenario[];
}

const FILES = readdirSync(join(FOLDER, 'queries'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, read(`queries/${name}`) as ScenarioFile] as const);

type Rows = Readonly<Record<string, readonly Readonly<Record<string, string | number | boolean | null>>[]>>;

/** A difference between the languages that is meant to be. */
interface Difference {
  readonly name: string;
  readonly vendors: readonly ExecutedAdapter[];
  /** What TypeScript sends where PHP sends the other. */
  readonly values: { readonly php: string; readonly typescript: string };
  readonly reason: string;
}

const { queries: DIFFERENCES } = read('differences.json') as { readonly queries: readonly Difference[] };

test('there are at least 150 chains, each with a name of its own', () => {
  const names = FILES.flatMap(([file, { scenarios }]) => scenarios.map(({ name }) => `${file}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(150);
  expect(new Set(names).size).toBe(names.length);
});

describe.each([...ENGINES, 'mariadb11'] as const)('queries on %s', (engine) => {
  test('are the same statements in both languages, and find the same rows', { timeout: 300_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const folder = await builtProject(database);
    const played = FILES.flatMap(([file, { scenarios }]) =>
      scenarios
        .filter(({ vendors }) => vendors?.includes(database.adapter) ?? true)
        .map((scenario) => ({ file, scenario, chain: { ...scenario, chain: expanded(scenario.chain) } })),
    );
    const chains = played.map(({ chain }) => chain);
    const php = playPhp(folder, chains);
    const typescript = playTypescript(folder, chains);
    if (process.env['ORM_CONFORMANCE_WRITE'] !== undefined) rewrite(database.adapter, played, php);
    const wrong = played.flatMap(({ file, scenario }, index) => {
      const title = `${file}: ${scenario.name}`;
      const [inPhp, inTypescript] = [php[index], typescript[index]].map((answer) => normal(answer, database.adapter));
      const expected = expectedOf(scenario, database.adapter, inPhp);
      return [
        ...difference(`${title} (PHP)`, inPhp, expected),
        ...difference(`${title} (TypeScript)`, inTypescript, expected),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

async function builtProject(database: TestDatabase): Promise<string> {
  const settings = JSON.parse(configuration({ queries: database.connection })) as { orm: object };
  const folder = project({
    'orm.json': JSON.stringify({ orm: { ...settings.orm, generator: { targets: ['php', 'typescript'] } } }),
    'schema.xml': readFileSync(join(FOLDER, 'queries/schema.xml'), 'utf8'),
  });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    const { code, stderr } = await orm(folder, command);
    expect(code, stderr).toBe(0);
  }
  const quote = database.adapter === 'mysql' ? '`' : '"';
  for (const [table, rows] of Object.entries(read('queries-rows.json') as Rows)) {
    for (const row of rows) {
      const names = Object.keys(row).map((name) => quote + name + quote);
      const values = Object.values(row).map((value) => literal(value, database.adapter));
      await database.query(`INSERT INTO ${quote}${table}${quote} (${names.join(', ')}) VALUES (${values.join(', ')})`);
    }
  }
  return folder;
}

function literal(value: string | number | boolean | null, adapter: ExecutedAdapter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return adapter === 'pgsql' ? String(value) : value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll("'", "''");
  return `'${adapter === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`;
}

/** `{ "numbers": 300 }` and the like stand for lists that nobody wants to read. */
function expanded(chain: QueryScenario['chain']): QueryScenario['chain'] {
  return chain.map((call) => call.map(expandedValue));
}

function expandedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { numbers, texts, keys, also = [] } = value as Record<string, unknown> & { also?: readonly unknown[] };
  const list = (count: number, make: (number: number) => unknown): readonly unknown[] => [
    ...Array.from({ length: count }, (_, index) => make(index + 1)),
    ...also,
  ];
  if (typeof numbers === 'number') return list(numbers, (number) => number);
  if (typeof texts === 'number') return list(texts, (number) => `t${String(number)}`);
  if (typeof keys === 'number') return list(keys, (number) => [100 + number, `k${String(number)}`]);
  return value;
}

/** With what differs on purpose brought to PHP's form. */
function normal(answer: Answer | undefined, adapter: ExecutedAdapter): Answer {
  if (answer === undefined) throw new Error('a scenario was not played');
  const here = DIFFERENCES.filter(({ vendors }) => vendors.includes(adapter));
  return {
    ...answer,
    statements: answer.statements.map(([sql, values]) => [
      sql,
      values.map((value) => here.find(({ values: { typescript } }) => typescript === value)?.values.php ?? value),
    ]),
  };
}

function expectedOf(scenario: QueryScenario, adapter: ExecutedAdapter, inPhp: Answer | undefined): Answer {
  const { raises, statements, returns, returnsOn, then } = scenario;
  const written = statements?.map((statement) => [statement[adapter] ?? '', valuesOf(statement, adapter)] as const);
  return {
    statements: written ?? inPhp?.statements ?? [],
    ...(raises === undefined ? { result: returnsOn?.[adapter] ?? returns } : { raised: raises }),
    ...(scenario.after === undefined ? {} : { after: then }),
  };
}

const isPerVendor = (values: ExpectedStatement['values']): values is Exclude<typeof values, readonly unknown[]> =>
  !Array.isArray(values);

const valuesOf = ({ values }: ExpectedStatement, adapter: ExecutedAdapter): readonly (string | null)[] =>
  isPerVendor(values) ? (values[adapter] ?? []) : values;

/** What is not as expected, in the order in which one wants to know it. */
function difference(title: string, found: Answer | undefined, expected: Answer): readonly string[] {
  const { raised = '' } = expected;
  const family = raised.endsWith('*') ? raised.slice(0, -1) : undefined;
  const isRaised = family !== undefined && found?.raised?.startsWith(family);
  const wanted = isRaised ? { ...expected, raised: found?.raised } : expected;
  return (['raised', 'statements', 'result', 'after'] as const).flatMap((part) => {
    const [left = '', right = ''] = [found?.[part], wanted[part]].map((value) => JSON.stringify({ [part]: value }));
    return left === right ? [] : [`${title}\n  found    ${left}\n  expected ${right}`];
  });
}

/** Takes over what PHP did as what is expected, for a look at what has changed. */
function rewrite(
  adapter: ExecutedAdapter,
  played: readonly { readonly file: string; readonly scenario: QueryScenario }[],
  answers: readonly Answer[],
): void {
  for (const [file] of FILES) {
    const content = read(`queries/${file}`) as { about: string; scenarios: Record<string, unknown>[] };
    for (const [index, { file: of, scenario }] of played.entries()) {
      const answer = answers[index];
      const kept = content.scenarios.find(({ name }) => name === scenario.name);
      if (of !== file || answer === undefined || kept === undefined) continue;
      if (scenario.raises === undefined) keepResult(kept, answer.result ?? null, adapter);
      if (answer.after !== undefined) kept['then'] = answer.after;
      if (file !== 'long.json' && scenario.raises === undefined)
        kept['statements'] = merged(kept['statements'], answer, adapter);
    }
    writeFileSync(join(FOLDER, 'queries', file), `${JSON.stringify(content, null, 2)}\n`);
  }
}

function keepResult(kept: Record<string, unknown>, result: unknown, adapter: ExecutedAdapter): void {
  if (adapter === 'sqlite') kept['returns'] = result;
  const others = { ...(kept['returnsOn'] as object | undefined), [adapter]: result };
  const isSame = JSON.stringify(kept['returns']) === JSON.stringify(result);
  if (!isSame) kept['returnsOn'] = others;
}

function merged(before: unknown, { statements }: Answer, adapter: ExecutedAdapter): readonly object[] {
  const known = (before ?? []) as readonly (Record<string, unknown> & { values?: unknown })[];
  return statements.map(([sql, values], index) => {
    const { values: old, ...texts } = known[index] ?? {};
    const isSame = old === undefined || JSON.stringify(old) === JSON.stringify(values);
    const perVendor = Array.isArray(old)
      ? Object.fromEntries(Object.keys(texts).map((vendor) => [vendor, old]))
      : (old as object);
    return { ...texts, [adapter]: sql, values: isSame ? values : { ...perVendor, [adapter]: values } };
  });
}
