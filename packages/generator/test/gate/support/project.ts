import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProject } from '../../../src/cli/show/model.js';
import type { Config } from '../../../src/config/config.js';
import { loadConfig } from '../../../src/config/load.js';
import { DiagnosticError, Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { PlannedFile } from '../../../src/output/file-plan.js';
import { once } from '../../../src/plan/once.js';
import { planTable } from '../../../src/plan/table.js';
import { reportTo } from '../../../src/schema/model-diagnostics.js';
import { loadProject, type Project } from '../../../src/schema/project.js';
import { layeredLayout } from '../../../src/targets/diagram/layered.js';
import { htmlPage } from '../../../src/targets/diagram/page/page.js';
import { phpClasses } from '../../../src/targets/php/build.js';
import { checkPhp } from '../../../src/targets/php/check/check.js';
import { checkPdoNames } from '../../../src/targets/php/check/pdo-names.js';
import { configFile } from '../../../src/targets/php/config/config-file.js';
import { classNaming } from '../../../src/targets/php/naming.js';
import { OTHER } from './base-tree.js';

/** What the commands would write for a project; PHP and the page only where they are asked for. */
export interface Outputs {
  readonly php: readonly PlannedFile[];
  readonly sql: string;
  readonly page: string;
}

export const NO_OUTPUTS: Outputs = { php: [], sql: '', page: '' };

/** In memory where that is possible: thousands of builds write a schema each. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder with a configuration and a schema that are written anew for each build. */
export class GateProject {
  readonly folder = mkdtempSync(join(PLACE, 'orm-gate-'));

  constructor() {
    writeFileSync(join(this.folder, 'other.xml'), OTHER);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Loads a configuration, or gives nothing where it is refused. */
  config(settings: object): Promise<Config | undefined> {
    writeFileSync(join(this.folder, 'orm.json'), JSON.stringify(settings));
    return refusable(() => loadConfig({ cwd: this.folder, env: {} }));
  }

  /** The outputs of a schema, or nothing where the front end refuses it. */
  build(schema: string, config: Config, whole: boolean): Promise<Outputs | undefined> {
    writeFileSync(join(this.folder, 'schema.xml'), schema);
    return refusable(async () => {
      const reporter = new Reporter();
      const project = await loadProject(config, this.folder, [], reporter);
      const sql = project.models.map(({ database, platform }) => platform.ddl(database, project.platformOptions));
      if (!whole) return { ...NO_OUTPUTS, sql: sql.join('\n') };
      return {
        php: [...classes(config, project, reporter), configFile(config, 'config.php')],
        sql: sql.join('\n'),
        page: await page(config, project),
      };
    });
  }
}

/** Anything but a diagnostic is an error of ours. */
async function refusable<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  }
}

const page = async (config: Config, project: Project): Promise<string> =>
  htmlPage(await describeProject(config, project, { classes: false, sql: true }), config.project ?? '', layeredLayout);

function classes(config: Config, { models, platformOptions }: Project, reporter: Reporter): PlannedFile[] {
  const naming = classNaming(config);
  const report = reportTo(reporter);
  checkPhp(
    models.map(({ database }) => database),
    naming,
    report,
  );
  for (const { database, platform } of models) checkPdoNames(database, platform.adapter, report);
  reporter.throwIfErrors();
  return models.flatMap(({ database, platform }) => {
    const { owned, stubs } = phpClasses(
      database,
      once((table) => planTable(table, platform, platformOptions)),
      naming,
    );
    return [...owned, ...stubs];
  });
}
