import type { Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import { everythingFiles, makeProject } from './everything.js';

/** The model of the schema with everything that a vendor can do; throws when the schema has an error there. */
export async function everythingFixture(adapter: Adapter): Promise<Database> {
  const project = makeProject(everythingFiles(adapter), { adapter });
  try {
    return await project.model();
  } finally {
    project.remove();
  }
}
