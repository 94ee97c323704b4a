import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BEHAVIORS } from '../../../src/behaviors/registry.js';
import { loadConfig } from '../../../src/config/load.js';
import { type Diagnostic, DiagnosticError, Reporter } from '../../../src/diagnostics/diagnostic.js';
import { DEFAULT_PLATFORM_OPTIONS, type PlatformOptions } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { loadSchemas } from '../../../src/schema/load.js';
import { type BuiltModel, buildModels } from '../../../src/schema/models.js';
import { loadProject } from '../../../src/schema/project.js';
import { classChecks } from '../../../src/targets/checks.js';
import { checkClasses } from '../../../src/targets/php/check/classes.js';
import { PHP_NAMES } from '../../../src/targets/php/check/name-rules.js';

const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

export interface CaseResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly models: readonly BuiltModel[];
  readonly platformOptions: PlatformOptions;
}

/** The golden cases of a folder, by the names of their directories. */
export function caseNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Compares with the committed file, or writes it when UPDATE_GOLDEN=1. */
export function matchGolden(file: string, actual: string): void {
  if (UPDATE) {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== actual) writeFileSync(file, actual);
    return;
  }
  expect(existsSync(file), `${file} is missing: write it with UPDATE_GOLDEN=1`).toBe(true);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}

/**
 * Reads the schema of a case as the commands do. Without an `orm.yaml` there is one connection, `default`, on
 * PostgreSQL.
 */
export async function runCase(folder: string): Promise<CaseResult> {
  const reporter = new Reporter();
  let models: readonly BuiltModel[] = [];
  let platformOptions = DEFAULT_PLATFORM_OPTIONS;
  try {
    if (existsSync(join(folder, 'orm.yaml'))) {
      const config = await loadConfig({ cwd: folder, env: {} });
      ({ models, platformOptions } = await loadProject(config, folder, [], reporter, {
        checkClasses: await classChecks(config),
      }));
    } else {
      models = await buildWithDefaults(folder, reporter);
    }
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const diagnostics = [...new Set([...reporter.diagnostics, ...error.diagnostics])];
    return { diagnostics, models: [], platformOptions };
  }
  return { diagnostics: reporter.diagnostics, models: reporter.hasErrors ? [] : models, platformOptions };
}

async function buildWithDefaults(folder: string, reporter: Reporter): Promise<readonly BuiltModel[]> {
  const schemas = await loadSchemas(
    { schemaDir: folder, recursive: false, maxSize: 32 * 1024 * 1024, cwd: folder },
    reporter,
  );
  return buildModels(
    schemas,
    {
      platforms: new Map([['default', await loadPlatform('pgsql')]]),
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      behaviors: BEHAVIORS,
      names: [PHP_NAMES],
      configurationName: 'orm.yaml',
      checkTargets: (models, report) =>
        checkClasses(models, { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' }, report),
    },
    reporter,
  );
}
