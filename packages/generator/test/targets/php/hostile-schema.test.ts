import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../../src/model/adapter.js';
import type { Database, Table } from '../../../src/model/model.js';
import type { PlannedFile } from '../../../src/output/file-plan.js';
import { planTable, type TableStatements } from '../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../../src/platforms/platform.js';
import { reportTo } from '../../../src/schema/model-diagnostics.js';
import { phpClasses } from '../../../src/targets/php/build.js';
import { checkPhp } from '../../../src/targets/php/check/check.js';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';
import { ADAPTERS, compileSchema, loadPlatforms } from '../../support/compile-schema.js';
import { hostileSchemas } from '../support/hostile-schema.js';

const NAMING = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };

let platforms: ReadonlyMap<Adapter, Platform>;
let worker: ChildProcess;
let answers: Interface;

beforeAll(async () => {
  platforms = await loadPlatforms();
  worker = spawn('php', ['-d', 'memory_limit=1G', join(import.meta.dirname, 'support/hostile-worker.php')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (worker.stdout === null) throw new Error('the worker has no output');
  answers = createInterface({ input: worker.stdout });
});

afterAll(() => {
  answers.close();
  worker.stdin?.end();
});

/** What PHP says to the files of a schema. One process judges all of them: thousands are too many to start one for each. */
function judge(files: readonly PlannedFile[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (): void => {
      reject(new Error('the worker has ended'));
    };
    worker.once('exit', ended);
    answers.once('line', (line) => {
      worker.off('exit', ended);
      resolve(JSON.parse(line) as string);
    });
    // As they are on a disk: UTF-8, whatever halves of characters the schema had.
    const sources = files.map(({ path, content }) => [path, Buffer.from(content).toString()]);
    worker.stdin?.write(`${JSON.stringify(Object.fromEntries(sources))}\n`);
  });
}

/** The classes of a schema, or undefined when it is refused. */
function build(text: string, platform: Platform): readonly PlannedFile[] | undefined {
  const { database } = compileSchema(text, platform);
  if (!database || !canBecomePhp(database)) return undefined;
  const planned = new Map<Table, TableStatements>();
  const statementsOf = (table: Table): TableStatements => {
    const made = planned.get(table) ?? planTable(table, platform, DEFAULT_PLATFORM_OPTIONS);
    planned.set(table, made);
    return made;
  };
  const { owned, stubs } = phpClasses(database, statementsOf, NAMING);
  return [...owned, ...stubs];
}

function canBecomePhp(database: Database): boolean {
  const reporter = new Reporter();
  checkPhp([database], NAMING, reportTo(reporter));
  return !reporter.hasErrors;
}

/** Below the folder of classes, whatever the schema says. */
function isInside(path: string): boolean {
  const parts = path.split('/');
  return (
    path.endsWith('.php') &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\:]/.test(part)) &&
    new Set(parts).size > 0
  );
}

describe('schemas with texts that would like to be code', () => {
  it('are refused, or become classes in which the texts are texts', async () => {
    const seed = randomSeed();
    const runs = numberOfRuns(200);
    const started = performance.now();
    const built = new Map<Adapter, number>();
    let schemas = 0;
    let files = 0;
    const property = fc.asyncProperty(hostileSchemas, async ({ text }) => {
      schemas++;
      for (const [adapter, platform] of platforms) {
        const classes = build(text, platform);
        if (classes === undefined) continue;
        built.set(adapter, (built.get(adapter) ?? 0) + 1);
        files += classes.length;
        const outside = classes.find(({ path }) => !isInside(path));
        if (outside) throw new Error(`${adapter}: ${outside.path} is outside of the folder`);
        const twice = classes.map(({ path }) => path.toLowerCase()).find((path, at, all) => all.indexOf(path) !== at);
        if (twice !== undefined) throw new Error(`${adapter}: ${twice} is written twice`);
        const problem = await judge(classes);
        if (problem !== '') throw new Error(`${adapter}: ${problem}`);
      }
    });
    console.log(`hostile schemas: ${runs} with seed ${seed}`);
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    const result = {
      seed,
      schemas,
      files,
      built: Object.fromEntries(ADAPTERS.map((adapter) => [adapter, built.get(adapter) ?? 0])),
      seconds: Math.round((performance.now() - started) / 1000),
    };
    console.log(`hostile schemas: ${JSON.stringify(result)}`);
    const report = process.env['ORM_HOSTILE_REPORT'];
    if (report !== undefined) writeFileSync(report, JSON.stringify(result));
    // Else the property says little.
    for (const adapter of ADAPTERS) expect(built.get(adapter) ?? 0).toBeGreaterThan(schemas / 20);
  }, 3_600_000);

  it('would be caught if they became code', async () => {
    const file = (content: string): PlannedFile[] => [
      { path: 'A.php', content: `<?php\n\ndeclare(strict_types=1);\n${content}` },
    ];
    expect(await judge(file("\n/** canary */\nclass A\n{\n    public const B = 'canary';\n}\n"))).toBe('');
    expect(await judge(file('canary();\n'))).toMatch(/became code/);
    expect(await judge(file('?>canary\n'))).toMatch(/never writes/);
    expect(await judge(file('class A\n{\n'))).toMatch(/syntax error|Unclosed/);
    expect(
      await judge(file('class A\n{\n    public function b(): void {}\n    public function b(): void {}\n}\n')),
    ).toMatch(/Cannot redeclare/);
    expect(await judge(file('namespace X;\n\nexit(1);\n'))).toBe('');
  });
});
