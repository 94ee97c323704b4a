import type { Config } from '../../config/config.js';
import { failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { changeLine } from '../../migrations/describe.js';
import { erases } from '../../migrations/effects.js';
import type { MigrationStatement } from '../../migrations/script.js';
import { printedStatements } from '../../migrations/settle.js';
import { loadDialect } from '../../platforms/access.js';
import { type Erased, erasedBy, tableRenamedTo } from '../../platforms/sql-drops.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import type { CommandOptions, Context } from '../command.js';
import type { RiskyStatement } from '../insert/destruction.js';
import { riskList } from '../insert/losses.js';
import { firstLine } from '../insert/refused-statement.js';
import { askYesNo } from '../prompt.js';
import type { ScriptFile } from './folder.js';
import { changesOf, type Job, namesBefore } from './jobs.js';
import { hasRows, type MigrationSession } from './session.js';

/** What is gone when some migrations have run. */
export interface Erasure {
  readonly session: MigrationSession;
  /** A line for each table or column with something in it. */
  readonly lines: readonly string[];
  /** Statements of a person's own that could destroy something. */
  readonly risks: readonly RiskyStatement[];
}

/** Looks which of the tables that lose something hold rows. */
export async function erasureOf(session: MigrationSession, jobs: readonly Job[]): Promise<Erasure> {
  const { database, plan } = session;
  const changes = jobs.flatMap(changesOf);
  const before = namesBefore(changes);
  const lines: string[] = [];
  for (const change of changes.filter(erases)) {
    if (await hasRows(session, before(change))) lines.push(changeLine(change));
  }
  const dialect = await loadDialect(plan.connection.adapter);
  const risks: RiskyStatement[] = [];
  for (const job of jobs) {
    const { source } = fileOf(job);
    for (const { danger, erased, statement } of ownRisks(session, job, dialect)) {
      if (danger !== undefined) risks.push({ danger, span: firstLine(source, statement) });
      for (const { what, table } of erased) {
        const [found] = await plan.access.execution.tableRows(database, [table], []);
        if (found !== undefined && found.state !== 'empty')
          lines.push(`${what} ${printable(found.name)}, in ${printable(source.path)}`);
      }
    }
  }
  return { session, lines, risks };
}

const fileOf = ({ direction, migration }: Job): ScriptFile => (direction === 'up' ? migration.up : migration.down);

/** A statement of a person's own that could destroy something, or does. */
interface OwnRisk {
  readonly statement: MigrationStatement;
  readonly danger: string | undefined;
  readonly erased: readonly Erased[];
}

function ownRisks({ plan }: MigrationSession, job: Job, dialect: ScriptDialect): readonly OwnRisk[] {
  const { direction, migration } = job;
  const statements = fileOf(job).script.steps.flatMap((step) => step.statements);
  const risky = statements
    .map((statement) => ({ statement, danger: statement.danger, erased: erasedBy(statement.text, dialect) }))
    .filter(({ danger, erased }) => danger !== undefined || erased.length > 0);
  if (risky.length === 0) return [];
  const { changes, fills } = migration;
  const printed = printedStatements(plan.stateBefore(migration), changes, plan.alteration, direction, fills);
  // A table that is made anew on SQLite: the old one goes once its rows are in the other.
  const remade = new Set(statements.map(({ text }) => tableRenamedTo(text, dialect)));
  const isLost = ({ what, table }: Erased): boolean =>
    what !== 'drop table' || !remade.has(table.at(-1)?.text.toLowerCase());
  return risky
    .filter(({ statement }) => !printed.has(statement.text))
    .map((risk) => ({ ...risk, erased: risk.erased.filter(isLost) }));
}

/** Says what will be erased, and asks; a protected connection refuses, and so does a place where nobody can be asked. */
export async function announceErasures(
  erasures: readonly Erasure[],
  config: Config,
  { terminal }: Context,
  options: CommandOptions,
  command: string,
): Promise<void> {
  // Errors of databases that failed already do not stop the others.
  const reporter = new Reporter();
  if (!options.force) refuseProtected(erasures, config, reporter, command);
  const lossy = erasures.filter(({ lines }) => lines.length > 0);
  if (lossy.length === 0) return;
  const alike = alikeErasures(lossy);
  if (options.yes || options.force) {
    for (const { where, lines } of alike) terminal.result(`values will be erased on ${where}: ${lines.join(', ')}`);
    return;
  }
  if (!terminal.interactive) {
    for (const { where, lines } of alike) {
      reporter.error({
        code: 'migration/erases',
        message: `values would be erased on ${where}, and there is no terminal to ask on`,
        help: [...lines, `nothing was changed; "orm ${command} --yes" erases them`].join('\n'),
      });
    }
    reporter.throwIfErrors();
  }
  const { yellow, bold } = terminal.talkPaint;
  for (const { where, lines } of alike) {
    terminal.warn(bold(yellow(`These erase values on ${where}:`)), true);
    for (const line of lines) terminal.warn(`  ${line}`, true);
  }
  if (await askYesNo(terminal, 'Erase them?')) return;
  throw failure({ code: 'migration/declined', message: 'aborted; nothing was changed' });
}

const MOST_NAMED = 5;

/** Databases that lose the same are said together. */
function alikeErasures(
  erasures: readonly Erasure[],
): readonly { readonly where: string; readonly lines: readonly string[] }[] {
  const texts = new Set(erasures.map(({ lines }) => lines.join('\n')));
  return [...texts].map((text) => {
    const group = erasures.filter(({ lines }) => lines.join('\n') === text);
    const names = group.map(({ session }) => quoted(session.plan.connection.name));
    const others = names.length - MOST_NAMED;
    const where = `${names.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${String(others)} more databases` : ''}`;
    return { where, lines: group[0]?.lines ?? [] };
  });
}

function refuseProtected(erasures: readonly Erasure[], config: Config, reporter: Reporter, command: string): void {
  for (const { session, lines, risks } of erasures) {
    const { name, span, protected: isProtected } = session.plan.connection;
    if (!isProtected || lines.length + risks.length === 0) continue;
    reporter.error({
      code: 'migration/protected',
      message: `the connection ${quoted(name)} is protected, and values on it would be erased`,
      span: config.spans.get(`database.connections.${name}.protected`) ?? span,
      help: [
        ...lines,
        ...riskList(risks).map((risk) => `${printable(risk)} could destroy what is there`),
        `nothing was changed; "orm ${command} --force" does it all the same`,
      ].join('\n'),
    });
  }
  reporter.throwIfErrors();
}
