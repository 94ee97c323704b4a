import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { everythingFiles, makeProject } from '../support/everything.js';
import { differencesFrom, expectStable, inNewDatabase, roundTrip, runScript } from './round-trip.js';

interface Everything {
  readonly model: Database;
  readonly sql: string;
}

async function everything(engine: Engine): Promise<Everything> {
  const adapter = adapterOf(engine);
  const project = makeProject(everythingFiles(adapter), {
    adapter,
    dsn: adapter === 'sqlite' ? 'sqlite:x' : `${adapter}:dbname=x`,
  });
  try {
    const model = await project.model();
    return { model, sql: (await loadPlatform(adapter)).ddl(model, DEFAULT_PLATFORM_OPTIONS) };
  } finally {
    project.remove();
  }
}

describe.each<Engine>([...ENGINES, 'mariadb11'])('the schema with everything, read back from %s', (engine) => {
  const isMissing = missingEngine(engine) !== undefined;
  const schemas = adapterOf(engine) === 'pgsql' ? ['public', 'library', 'Other Library'] : [];

  it.skipIf(isMissing)('is stable, and nothing is lost', async () => {
    const { sql } = await everything(engine);
    expectStable(await roundTrip(engine, sql, { schemas }));
  });

  it.skipIf(isMissing)('does not differ from the schema', async () => {
    const { model, sql } = await everything(engine);
    const differences = await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      return differencesFrom(database, model);
    });
    expect(differences).toEqual([]);
  });
});
