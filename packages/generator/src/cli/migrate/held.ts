import { type DiagnosticDetails, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { DatabaseError } from '../../platforms/connection.js';
import type { HistorySession } from './session.js';

/** What is said where another process holds the file of a database; nothing where an error is about something else. */
export function heldDetails(
  { plan, settings }: Pick<HistorySession, 'plan' | 'settings'>,
  error: DatabaseError,
  lines: readonly string[] = [],
): DiagnosticDetails | undefined {
  const file = plan.migrating.heldFile?.(error, settings);
  if (file === undefined) return undefined;
  return {
    code: 'migration/locked',
    message: `another process holds the database ${quoted(plan.connection.name)}: its file ${quoted(file, 500)} is locked`,
    help: [
      ...lines,
      'wait until that process has ended its transaction, or end it, and run this again; --wait says for how many seconds migrate, up and down wait for it',
    ].join('\n'),
  };
}

/** Throws what another process is the reason for. */
export function refuseHeld(session: Pick<HistorySession, 'plan' | 'settings'>, error: DatabaseError): void {
  const held = heldDetails(session, error);
  if (held !== undefined) throw failure(held);
}
