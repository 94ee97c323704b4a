import type { Config } from '../../config/config.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { type Diagnostic, DiagnosticError, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { DatabaseError } from '../../platforms/connection.js';
import type { CommandOptions, Context } from '../command.js';
import { withoutPassword } from '../insert/scrub.js';
import type { MigrationPlan } from './folder.js';
import { refuseHeld } from './held.js';
import { type MigrationSession, openMigrations } from './session.js';

/** What is known of one database, for `--json`. */
export interface ConnectionReport {
  readonly connection: string;
  readonly adapter: string;
  migrations: Readonly<Record<string, unknown>>[];
  /** Why it failed. The diagnostics say more. */
  error?: string;
  /** Why nothing was done on it. */
  readonly skipped?: string;
}

/** A database that something is to be done on. */
export interface Target {
  readonly plan: MigrationPlan;
  readonly settings: ConnectionSettings;
  readonly report: ConnectionReport;
}

export const targetsOf = (
  plans: readonly MigrationPlan[],
  settings: readonly ConnectionSettings[],
): readonly Target[] =>
  plans.flatMap((plan, at) => {
    const own = settings[at];
    const { name: connection, adapter } = plan.connection;
    return own === undefined ? [] : [{ plan, settings: own, report: { connection, adapter, migrations: [] } }];
  });

/** Whether there is a database to look into, where connecting would create one. */
export const isThere = ({ plan, settings }: Target): boolean => plan.access.execution.exists?.(settings) !== false;

/** For a look at a database: one whose file is not there is looked at as an empty one, so that no file is made. */
export function lookedAt(target: Target): Target {
  const { scratch } = target.plan.migrating;
  if (isThere(target) || scratch === undefined) return target;
  return { ...target, settings: { ...scratch.settings(target.settings, ''), queries: [] } };
}

/** `--jobs`: how many databases at a time. */
export function jobCount({ jobs }: CommandOptions): number {
  if (jobs === undefined) return 1;
  if (/^[1-9]\d{0,2}$/.test(jobs)) return Number(jobs);
  throw failure({ code: 'cli/value', message: `--jobs takes a number from 1 to 999, and not ${quoted(jobs)}` });
}

/**
 * Does things on many databases, several of them at a time. One that fails does not stop the others: what went wrong is shown at once
 * and the command ends with exit code 1. With one database it simply fails.
 */
export class Crew {
  readonly #failed: string[] = [];

  constructor(
    private readonly context: Context,
    private readonly config: Config,
    private readonly jobs: number,
    private readonly size: number,
    private readonly longestWait?: number,
  ) {}

  /** What came of each database that did not fail. `work` has a reporter of its own: errors in it are those of its database. */
  async each<T>(
    targets: readonly Target[],
    work: (session: MigrationSession, target: Target, reporter: Reporter) => Promise<T>,
  ): Promise<readonly T[]> {
    const { progress } = this.context.terminal;
    const results: { readonly at: number; readonly value: T }[] = [];
    let [next, done] = [0, 0];
    const worker = async (): Promise<void> => {
      for (let at = next++; at < targets.length; at = next++) {
        const target = targets[at];
        if (target === undefined) continue;
        if (this.size > 1) progress.update(`${String(done)} of ${String(targets.length)} databases`);
        const reporter = new Reporter();
        try {
          const value = await this.#inSession(target, (session) => work(session, target, reporter));
          results.push({ at, value });
          for (const diagnostic of reporter.diagnostics) this.context.reporter.add(diagnostic);
        } catch (error) {
          this.#fail(target, error);
        }
        done++;
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.jobs, targets.length) }, worker));
    progress.done();
    return results.toSorted((one, other) => one.at - other.at).map(({ value }) => value);
  }

  async #inSession<T>({ plan, settings }: Target, work: (session: MigrationSession) => Promise<T>): Promise<T> {
    const session = await openMigrations(plan, settings, this.config, this.longestWait);
    try {
      return await work(session);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      refuseHeld(session, error);
      throw failure({
        code: 'database/refused',
        message: `${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
      });
    } finally {
      await session.database.close().catch(() => undefined);
    }
  }

  #fail({ report }: Target, error: unknown): void {
    if (!(error instanceof DiagnosticError)) throw error;
    report.error = error.message;
    if (this.size === 1) throw error;
    this.#failed.push(report.connection);
    for (const diagnostic of error.diagnostics) this.context.reporter.add(about(diagnostic, report.connection));
    this.context.showDiagnostics();
  }

  /** The last line, where some of many failed. */
  close(): void {
    if (this.#failed.length === 0) return;
    const shown = this.#failed.toSorted().map(printable).join(', ');
    this.context.terminal.warn(`${String(this.#failed.length)} of ${String(this.size)} databases failed: ${shown}`);
  }
}

/** Says which database an error is about, where it does not. */
function about(diagnostic: Diagnostic, connection: string): Diagnostic {
  const name = quoted(connection);
  if (`${diagnostic.message}${diagnostic.help ?? ''}`.includes(name)) return diagnostic;
  return {
    ...diagnostic,
    help: [`on ${name}`, ...(diagnostic.help === undefined ? [] : [diagnostic.help])].join('\n'),
  };
}
