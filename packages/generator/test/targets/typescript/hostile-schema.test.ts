import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config.js';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../../src/model/adapter.js';
import type { PlannedFile } from '../../../src/output/file-plan.js';
import { once } from '../../../src/plan/once.js';
import { planTable } from '../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { reportTo } from '../../../src/schema/model-diagnostics.js';
import { buildText } from '../../../src/schema/text.js';
import { checkTypescriptClasses } from '../../../src/targets/typescript/check/classes.js';
import { TYPESCRIPT_NAMES } from '../../../src/targets/typescript/check/name-rules.js';
import { typescriptClassPrinter } from '../../../src/targets/typescript/class-printer.js';
import { HOSTILE_VALUES } from '../../gate/support/hostile-values.js';
import { parsed } from '../../languages/typescript/typescript.js';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';
import { hostileSchemas } from '../support/hostile-schema.js';

const CONFIG = {
  generator: { targets: ['typescript'], typescript: { importExtension: '.js', bigint: 'number', dateTime: 'date' } },
  runtime: {},
} as unknown as Config;

/** What TypeScript itself would be broken out of with. */
const INTO_TYPESCRIPT = [
  "'; canary(); '",
  "\\'; canary(); //",
  '*/ canary(); /*',
  `\${canary()}`,
  '`;canary();`',
  '</script>',
  '//# sourceMappingURL=canary.js',
  '@ts-nocheck',
  '__proto__',
  'constructor',
  'canary\u2028canary()',
  '\ud800',
];

/** Texts at each place where a schema may have one; the names of classes and properties are others. */
interface Texts {
  readonly connection: string;
  readonly table: string;
  readonly column: string;
  readonly label: string;
  readonly text: string;
  readonly description: string;
}

const HARMLESS: Texts = { connection: 'app', table: 't', column: 'c', label: 'l', text: 'x', description: 'd' };

const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\n\r\t]/g, (each) => `&#${String(each.charCodeAt(0))};`);

const schema = ({
  connection,
  table,
  column,
  label,
  text,
  description,
}: Texts): string => `<database name="${xml(connection)}" enumStorage="label">
  <table name="${xml(table)}" phpName="Thing" description="${xml(description)}">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="${xml(column)}" phpName="Word" type="VARCHAR" size="200" defaultValue="${xml(text)}" description="${xml(description)}"/>
    <column name="kind" type="ENUM" valueSet="one, ${xml(label)}"/>
  </table>
</database>`;

let platforms: readonly Platform[];

beforeAll(async () => {
  const adapters: readonly Adapter[] = ['pgsql', 'mysql', 'sqlite'];
  platforms = await Promise.all(adapters.map(loadPlatform));
});

/** The files of a schema, or nothing where it is refused. */
function build(text: string, platform: Platform, connection = 'app'): readonly PlannedFile[] | undefined {
  const reporter = new Reporter();
  const source = { path: 'schema.xml', text };
  const built = buildText(
    {
      source,
      connection,
      platform,
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      names: [TYPESCRIPT_NAMES],
    },
    reporter,
  );
  const database = built?.database;
  if (database === undefined || reporter.hasErrors) return undefined;
  const judge = new Reporter();
  checkTypescriptClasses([{ database, platform }], CONFIG, reportTo(judge));
  if (judge.hasErrors) return undefined;
  const statementsOf = once((table) => planTable(table, platform, DEFAULT_PLATFORM_OPTIONS));
  const { owned, stubs } = typescriptClassPrinter.print([{ database, statementsOf }], CONFIG);
  return [...owned, ...stubs];
}

/** What a file is made of, without the texts in its literals; comments are no part of it. */
function skeleton(source: string): string {
  const { file, errors } = parsed(source);
  const parts: string[] = [...errors];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent);
    parts.push(
      isText ? 'text' : `${ts.SyntaxKind[node.kind]}${node.getChildCount() === 0 ? ` ${node.getText()}` : ''}`,
    );
    node.forEachChild(visit);
  };
  visit(file);
  return parts.join('\n');
}

/** What is wrong with a file; its texts may name `canary`, its code may not. */
function problemOf({ path, content }: PlannedFile): string | undefined {
  if (!/^([A-Za-z0-9_$-]+\/)*[A-Za-z0-9_$-]+\.ts$/.test(path)) return `${path} is outside of the folder`;
  const { file, errors } = parsed(content);
  if (errors.length > 0) return `${path}: ${errors.join(', ')}`;
  const code = file.statements.find((statement) => !isDeclaration(statement));
  if (code !== undefined) return `${path}: ${code.getText()} became code`;
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'canary') found = `${path}: ${node.parent.getText()} became code`;
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const isDeclaration = (node: ts.Statement): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isVariableStatement(node);

describe('random schemas with texts that would like to be code', () => {
  it('are refused, or become TypeScript in which the texts are texts', { timeout: 3_600_000 }, () => {
    const seed = randomSeed();
    const runs = numberOfRuns(200);
    const started = performance.now();
    const result = {
      seed,
      schemas: runs,
      files: 0,
      built: { pgsql: 0, mysql: 0, sqlite: 0 } as Record<string, number>,
    };
    console.log(`random hostile schemas in TypeScript: ${String(runs)} with seed ${String(seed)}`);
    const property = fc.property(hostileSchemas, ({ text }) => {
      for (const platform of platforms) {
        const files = build(text, platform);
        if (files === undefined) continue;
        result.built[platform.adapter] = (result.built[platform.adapter] ?? 0) + 1;
        result.files += files.length;
        const paths = files.map(({ path }) => path.toLowerCase());
        expect(new Set(paths).size, 'files with one name').toBe(paths.length);
        expect(files.flatMap((file) => problemOf(file) ?? [])).toEqual([]);
      }
    });
    fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`random hostile schemas in TypeScript: ${JSON.stringify({ ...result, seconds })}`);
    const report = process.env['ORM_HOSTILE_REPORT'];
    if (report !== undefined) writeFileSync(report, JSON.stringify({ ...result, seconds }));
    // Else it says little.
    for (const count of Object.values(result.built)) expect(count).toBeGreaterThan(runs / 50);
  });

  it('would be caught if they became code', () => {
    const problem = (content: string): string | undefined => problemOf({ path: 'base/a.ts', content });
    expect(problem("/** canary() */\nexport const a = 'canary()';\n")).toBeUndefined();
    expect(problem('canary();\n')).toMatch(/became code/);
    expect(problem('export const a = canary();\n')).toMatch(/became code/);
    expect(problem('export class A { b = 1;\n')).toMatch(/expected/);
    expect(problemOf({ path: '../a.ts', content: '' })).toMatch(/outside/);
  });
});

describe('hostile texts of a schema', () => {
  it('stay texts in TypeScript', { timeout: 600_000 }, () => {
    const seed = randomSeed();
    const runs = numberOfRuns(200);
    console.log(`hostile schemas in TypeScript: ${String(runs)} with seed ${String(seed)}`);
    const clean = platforms.map((platform) =>
      build(schema(HARMLESS), platform)?.map(({ path, content }) => [path, skeleton(content)]),
    );
    const hostile = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES, ...INTO_TYPESCRIPT) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      { weight: 1, arbitrary: fc.constant('') },
      { weight: 2, arbitrary: fc.constant(undefined) },
    );
    // A comma would make two labels of it.
    const label = hostile.map((text) => (text === undefined ? text : `l${text.replaceAll(',', '')}`));
    let built = 0;
    const record = fc.record({
      connection: hostile,
      table: hostile,
      column: hostile,
      label,
      text: hostile,
      description: hostile,
    });
    fc.assert(
      fc.property(record, fc.nat(platforms.length - 1), (given, index) => {
        const platform = platforms[index];
        if (platform === undefined) throw new Error('no platform');
        const chosen = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
        const texts = { ...HARMLESS, ...Object.fromEntries(chosen) };
        const files = build(schema(texts), platform, texts.connection);
        if (files === undefined) return;
        built++;
        expect(files.map(({ path, content }) => [path, skeleton(content)])).toEqual(clean[index]);
      }),
      { seed, numRuns: runs },
    );
    // Else it says little.
    expect(built).toBeGreaterThan(runs / 20);
  });
});
