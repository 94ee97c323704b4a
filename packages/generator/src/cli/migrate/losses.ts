import { type Change, inverse } from '../../changes/change.js';
import { keyOf } from '../../changes/state.js';
import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { changeLine } from '../../migrations/describe.js';
import { knownStatements } from '../../migrations/settle.js';
import type { ObjectName } from '../../platforms/shape.js';
import { said } from '../../platforms/shape.js';
import type { CommandOptions, Context } from '../command.js';
import type { RiskyStatement } from '../insert/destruction.js';
import { riskList } from '../insert/losses.js';
import { firstLine } from '../insert/refused-statement.js';
import { askYesNo } from '../prompt.js';
import type { Job } from './jobs.js';
import type { MigrationSession } from './session.js';

/** What is gone when some migrations have run. */
export interface Erasure {
  readonly session: MigrationSession;
  /** A line for each table or column with something in it. */
  readonly lines: readonly string[];
  /** Statements of a person's own that could destroy something. */
  readonly risks: readonly RiskyStatement[];
}

const changesOf = ({ direction, migration }: Job): readonly Change[] =>
  direction === 'up' ? migration.changes : inverse(migration.changes);

/** Whether a change takes values away. */
function erases(change: Change): boolean {
  if (change.kind === 'table') return change.before !== undefined && change.after === undefined;
  if (change.kind !== 'column' || change.before === undefined || change.before.generated !== undefined) return false;
  return change.after === undefined || change.after.generated !== undefined;
}

/** Looks which of the tables that lose something hold rows. */
export async function erasureOf(session: MigrationSession, jobs: readonly Job[]): Promise<Erasure> {
  const { database, plan } = session;
  const losses: { readonly line: string; readonly table: ObjectName }[] = [];
  /** Tables by the names that they get, with those that they have now. */
  const now = new Map<string, ObjectName>();
  for (const change of jobs.flatMap(changesOf)) {
    const name = (own: string): ObjectName => ({ ...said({ schema: change.schema }), name: own });
    const table = name(change.table ?? change.name);
    if (change.kind === 'table' && change.from !== undefined) {
      now.set(keyOf(table), now.get(keyOf(name(change.from))) ?? name(change.from));
    }
    if (erases(change)) losses.push({ line: changeLine(change), table: now.get(keyOf(table)) ?? table });
  }
  const lines: string[] = [];
  for (const { line, table } of losses) {
    const parts = [...(table.schema === undefined ? [] : [table.schema]), table.name];
    const name = parts.map((text) => ({ text, quoted: true }));
    const [found] = await plan.access.execution.tableRows(database, [name], []);
    if (found !== undefined && found.state !== 'empty') lines.push(line);
  }
  return { session, lines, risks: jobs.flatMap((job) => ownRisks(session, job)) };
}

function ownRisks({ plan }: MigrationSession, { direction, migration }: Job): readonly RiskyStatement[] {
  const { source, script } = direction === 'up' ? migration.up : migration.down;
  const known = knownStatements(
    plan.stateBefore(migration),
    migration.changes,
    plan.alteration,
    direction,
    migration.fills,
  );
  return script.steps.flatMap(({ statements }) =>
    statements.flatMap((statement) =>
      statement.danger === undefined || known.has(statement.text)
        ? []
        : [{ danger: statement.danger, span: firstLine(source, statement) }],
    ),
  );
}

/** Says what will be erased, and asks; a protected connection refuses, and so does a place where nobody can be asked. */
export async function announceErasures(
  erasures: readonly Erasure[],
  config: Config,
  { terminal, reporter }: Context,
  options: CommandOptions,
  command: string,
): Promise<void> {
  if (!options.force) refuseProtected(erasures, config, reporter, command);
  const lossy = erasures.filter(({ lines }) => lines.length > 0);
  if (lossy.length === 0) return;
  const sentence = ({ session, lines }: Erasure): string =>
    `values will be erased on ${quoted(session.plan.connection.name)}: ${lines.join(', ')}`;
  if (options.yes || options.force) {
    for (const each of lossy) terminal.result(sentence(each));
    return;
  }
  if (!terminal.interactive) {
    for (const { session, lines } of lossy) {
      reporter.error({
        code: 'migration/erases',
        message: `values would be erased on ${quoted(session.plan.connection.name)}, and there is no terminal to ask on`,
        help: [...lines, `nothing was changed; "orm ${command} --yes" erases them`].join('\n'),
      });
    }
    reporter.throwIfErrors();
  }
  const { yellow, bold } = terminal.talkPaint;
  for (const { session, lines } of lossy) {
    terminal.warn(bold(yellow(`These erase values on ${quoted(session.plan.connection.name)}:`)), true);
    for (const line of lines) terminal.warn(`  ${line}`, true);
  }
  if (await askYesNo(terminal, 'Erase them?')) return;
  throw failure({ code: 'migration/declined', message: 'aborted; nothing was changed' });
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
