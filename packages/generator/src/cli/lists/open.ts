import { driverLoader } from '../../platforms/driver.js';
import { openDatabase, reach } from '../connecting.js';
import { RuntimeSession } from './runtime-session.js';
import type { ListSession, ListSessionOptions } from './session.js';
import { StatementSession } from './statement-session.js';

/** Connects, for the lists of one connection of the configuration. */
export async function openLists(options: ListSessionOptions, root: string): Promise<ListSession> {
  const { plan, settings } = options;
  const { locking } = plan;
  if (locking.by === 'statements') {
    return new StatementSession(options, locking, await openDatabase(plan, settings, root));
  }
  const session = new RuntimeSession(options, locking, driverLoader(root));
  await reach(plan, settings, () => session.connect());
  return session;
}
