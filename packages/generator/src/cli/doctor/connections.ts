import { printable, quoted } from '../../diagnostics/printable.js';
import { DatabaseError } from '../../platforms/connection.js';
import { withoutPassword } from '../insert/scrub.js';
import { type Finding, ok, problem } from './finding.js';
import { type Patience, TookTooLong } from './patience.js';
import { serverVersion } from './server-version.js';
import type { Check, Subject } from './subject.js';
import type { TriedConnection } from './trial.js';

/** Each connection, tried. */
export const connectionsCheck: Check = { title: 'Connections', find: connectionFindings };

async function connectionFindings(subject: Subject): Promise<readonly Finding[]> {
  return Promise.all((await subject.tried()).map((tried) => connectionFinding(tried, subject.patience)));
}

async function connectionFinding(tried: TriedConnection, patience: Patience): Promise<Finding> {
  if (tried.database === undefined) return tried.finding;
  const { connection, settings, database } = tried;
  const name = quoted(connection.name);
  try {
    const version = await patience.wait(serverVersion(connection.adapter, database));
    return ok(`${name}: ${printable(version)}`);
  } catch (error) {
    if (error instanceof TookTooLong) return problem(`${name}: connected, but no answer within ${patience.shown}`);
    if (!(error instanceof DatabaseError)) throw error;
    return problem(`${name}: connected, but ${printable(withoutPassword(error.message, settings))}`);
  }
}
