import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { ExecutedAdapter } from '../../support/engines.js';
import { PHP_HEAD } from '../../support/php-app.js';
import { installPackages, STRICT } from '../../targets/typescript/support/ts-project.js';

export interface QueryScenario {
  readonly name: string;
  readonly table: string;
  readonly chain: readonly (readonly unknown[])[];
  /** Another chain, whose result shows what the first one has done. */
  readonly after?: readonly (readonly unknown[])[];
  readonly vendors?: readonly ExecutedAdapter[];
  readonly raises?: string;
  readonly statements?: readonly ExpectedStatement[];
  readonly returns?: unknown;
  /** Where a vendor compares or orders texts in another way. */
  readonly returnsOn?: Readonly<Partial<Record<ExecutedAdapter, unknown>>>;
  readonly then?: unknown;
}

type PerVendor = Readonly<Partial<Record<ExecutedAdapter, string>>>;

export interface ExpectedStatement extends PerVendor {
  readonly values: Values | Readonly<Partial<Record<ExecutedAdapter, Values>>>;
}

type Values = readonly (string | null)[];

/** What a language did. */
export interface Answer {
  readonly statements: readonly (readonly [sql: string, values: Values])[];
  readonly result?: unknown;
  readonly raised?: string;
  readonly after?: unknown;
}

/** Without a look at types, which have tests of their own. */
const OPTIONS = { ...STRICT, module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Bundler };

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export function playPhp(folder: string, scenarios: readonly QueryScenario[]): readonly Answer[] {
  writeFileSync(join(folder, 'play.php'), `${PHP_HEAD}require ${JSON.stringify(here('runner.php'))};\n`);
  return answersOf('php', [join(folder, 'play.php')], scenarios);
}

export function playTypescript(folder: string, scenarios: readonly QueryScenario[]): readonly Answer[] {
  const models = join(folder, 'generated-models');
  installPackages(folder);
  for (const path of readdirSync(models, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(models, path), 'utf8'), { compilerOptions: OPTIONS });
    const built = join(folder, 'built', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(built, outputText);
  }
  const answers = answersOf(process.execPath, [here('runner.mjs'), folder], scenarios);
  return answers.map((answer) => ({
    ...answer,
    statements: answer.statements.map(([sql, values]) => [sql.replaceAll(/\$\d+/g, '?'), values]),
  }));
}

function answersOf(program: string, args: readonly string[], scenarios: readonly QueryScenario[]): readonly Answer[] {
  const { stdout, stderr } = spawnSync(program, args, {
    input: JSON.stringify(scenarios),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!stdout.startsWith('[')) throw new Error(stdout + stderr);
  return JSON.parse(stdout) as readonly Answer[];
}
