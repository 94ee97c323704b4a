import { printable } from '../diagnostics/printable.js';
import type { Alteration } from '../platforms/alteration.js';
import type { Migrating } from '../platforms/migrating.js';
import type { Ledger } from './ledger.js';
import type { MigrationScript } from './script.js';

/** A migration as it goes into a file. */
export interface ScriptedMigration {
  readonly name: string;
  readonly script: MigrationScript;
  readonly checksum: (steps?: number) => string;
}

/**
 * The SQL of migrations with their lines in the history, for a client that stops at the first error. The line comes first: for a
 * migration that ran already it fails, and nothing of it is run.
 */
export function runScript(
  title: string,
  migrations: readonly ScriptedMigration[],
  ledger: Ledger,
  hasHistory: boolean,
  { begin }: Migrating,
  { terminate = (statement) => `${statement};` }: Alteration,
): string {
  const lines = [`-- ${printable(title)}`, ...(hasHistory ? [] : [terminate(ledger.create)])];
  for (const { name, script, checksum } of migrations) {
    const { steps, closing } = script;
    lines.push(`-- Migration ${printable(name)}`);
    if (steps.length === 0) {
      lines.push(terminate(ledger.insert({ name, checksum: checksum(), steps: 0, done: 0, inFlight: undefined })));
    }
    for (const [at, { session, statements, isTransaction }] of steps.entries()) {
      const after = { checksum: checksum(at + 1), steps: steps.length, done: at + 1, inFlight: undefined };
      const before = { checksum: checksum(at), steps: steps.length, done: at, inFlight: at };
      const state = at + 1 === steps.length ? ('done' as const) : ('running' as const);
      const own = statements.map(({ text }) => terminate(text));
      lines.push(...session.map(({ text }) => terminate(text)));
      if (isTransaction) {
        const record = at === 0 ? ledger.insert({ name, ...after }) : ledger.update(name, { ...after, state });
        lines.push(terminate(begin), terminate(record), ...own, terminate('COMMIT'));
      } else {
        const record = at === 0 ? ledger.insert({ name, ...before }) : ledger.update(name, before);
        lines.push(terminate(record), ...own, terminate(ledger.update(name, { ...after, state })));
      }
    }
    lines.push(...closing.map(({ text }) => terminate(text)));
  }
  return `${lines.join('\n\n')}\n`;
}
