import { describe, it } from 'vitest';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { everythingFiles, makeProject } from '../support/everything.js';
import { expectStable, roundTrip } from './round-trip.js';

async function everythingSql(engine: Engine): Promise<string> {
  const adapter = adapterOf(engine);
  const project = makeProject(everythingFiles(adapter), {
    adapter,
    dsn: adapter === 'sqlite' ? 'sqlite:x' : `${adapter}:dbname=x`,
  });
  try {
    return (await loadPlatform(adapter)).ddl(await project.model(), DEFAULT_PLATFORM_OPTIONS);
  } finally {
    project.remove();
  }
}

describe.each(ENGINES)('the schema with everything, read back from %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('is stable, and nothing is lost', async () => {
    const schemas = adapterOf(engine) === 'pgsql' ? ['public', 'library', 'Other Library'] : [];
    expectStable(await roundTrip(engine, await everythingSql(engine), { schemas }));
  });
});
