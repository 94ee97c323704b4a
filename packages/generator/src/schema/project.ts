import { BEHAVIORS } from '../behaviors/registry.js';
import type { Config } from '../config/config.js';
import { failure, type Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { Report } from '../model/model-diagnostic.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { loadPlatform } from '../platforms/registry.js';
import { nameRules } from '../targets/checks.js';
import { loadSchemas } from './load.js';
import { reportTo } from './model-diagnostics.js';
import { type BuiltModel, buildModels } from './models.js';

/** The whole front end: what a configuration and its schema files say, as models that are ready to be printed. */
export interface Project {
  readonly models: readonly BuiltModel[];
  readonly platformOptions: PlatformOptions;
  /** Databases of the schema that this run leaves out, because the configuration or the command line says so. */
  readonly skipped: readonly string[];
}

type CheckClasses = (models: readonly BuiltModel[], report: Report) => void;

export interface ProjectOptions {
  readonly onFile?: (path: string) => void;
  readonly checkClasses?: CheckClasses;
  /** The same project as somebody has loaded it, without errors: it is only judged. */
  readonly loaded?: Project | undefined;
}

/**
 * Reads and checks the schema files of a configuration. Throws a `DiagnosticError` with everything that is wrong;
 * warnings stay in the reporter. `only` limits the models to some connections; `onFile` hears of every schema file.
 * `checkClasses` is given by commands that build or judge: whoever only shows tables or inserts them needs no classes.
 */
export async function loadProject(
  config: Config,
  cwd: string,
  only: readonly string[],
  reporter: Reporter,
  { onFile, checkClasses, loaded }: ProjectOptions = {},
): Promise<Project> {
  if (loaded !== undefined) {
    checkClasses?.(loaded.models, reportTo(reporter));
    reporter.throwIfErrors();
    return loaded;
  }
  for (const name of only) {
    if (config.connections.has(name)) continue;
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(name)}`,
      help: suggestion(name, config.connections.keys()),
    });
  }
  const platforms = new Map<string, Platform>();
  for (const connection of config.connections.values()) {
    platforms.set(connection.name, await loadPlatform(connection.adapter));
  }
  const schemas = await loadSchemas(
    {
      schemaDir: config.paths.schemaDir,
      recursive: config.generator.recursive,
      maxSize: config.generator.maxSchemaSize,
      cwd,
      ...(onFile === undefined ? {} : { onFile }),
    },
    reporter,
  );
  const platformOptions: PlatformOptions = {
    mysqlEngine: config.adapters.mysql.tableEngine,
    mysqlUuid: config.adapters.mysql.uuidColumnType,
    project: config.project,
  };
  const wanted = only.length > 0 ? only : config.generator.connections;
  const models = buildModels(
    schemas,
    {
      platforms,
      platformOptions,
      tablePrefix: config.generator.tablePrefix,
      behaviors: BEHAVIORS,
      names: await nameRules(config),
      configurationName: config.sources.at(-1)?.path ?? 'the configuration',
      checkTargets: (built, report) => {
        // The classes of all of them go to one folder.
        const judged = built.filter(({ database }) => wanted.includes(database.name));
        checkClasses?.(judged, report);
      },
    },
    reporter,
  );
  reporter.throwIfErrors();
  return {
    models: models.filter(({ database }) => wanted.includes(database.name)),
    platformOptions,
    skipped: models.filter(({ database }) => !wanted.includes(database.name)).map(({ database }) => database.name),
  };
}
