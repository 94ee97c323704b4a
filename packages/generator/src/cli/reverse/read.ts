import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { loadAccess } from '../../platforms/access.js';
import { DatabaseError } from '../../platforms/connection.js';
import { loadIntrospection } from '../../platforms/introspections.js';
import { reverseConnection } from '../../reverse/database.js';
import type { Reversed } from '../../reverse/reverse.js';
import type { Context } from '../command.js';
import { openDatabase, settingsOf } from '../connecting.js';
import { withoutPassword } from '../insert/scrub.js';
import type { ReverseTarget } from './target.js';

/** Connects to the database of a target and makes its schema; what the database refuses is thrown as a diagnostic. */
export async function readBack(context: Context, { connection, root, request }: ReverseTarget): Promise<Reversed> {
  // Said before anybody waits for a connection.
  await loadIntrospection(connection.adapter);
  const access = await loadAccess(connection.adapter);
  const reached = { connection, access };
  const [settings] = settingsOf([reached], context.env, context.reporter);
  if (settings === undefined) throw new Error('a connection without settings');
  if (access.execution.exists?.(settings) === false) {
    throw failure({
      code: 'database/missing',
      message: `the database of ${quoted(connection.name)} does not exist`,
      span: connection.dsn?.span ?? connection.span,
      help: 'check the path of the file: it is taken from the project folder, and in a DSN of the command line from the current one',
    });
  }
  const database = await openDatabase(reached, settings, root);
  try {
    const onStep = (what: string): void => context.terminal.progress.update(what);
    return await reverseConnection(database, settings, { ...request, onStep });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'database/catalog',
      message: `cannot read the catalog of ${quoted(connection.name)}: ${withoutPassword(error.message, settings)}`,
      help: error.details.map((line) => withoutPassword(line, settings)).join('\n') || undefined,
    });
  } finally {
    await database.close().catch(() => undefined);
  }
}
