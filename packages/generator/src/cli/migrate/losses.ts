import type { Config } from '../../config/config.js';
import { failure, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { changeLine } from '../../migrations/describe.js';
import { erases } from '../../migrations/effects.js';
import type { MigrationStatement } from '../../migrations/script.js';
import { printedStatements } from '../../migrations/settle.js';
import { loadDialect } from '../../platforms/access.js';
import { type Erased, erasedBy } from '../../platforms/sql-drops.js';
import { type Copy, copyIn, maySame, type Renaming, renamingsIn } from '../../platforms/sql-moves.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import type { TableName } from '../../platforms/sql-words.js';
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
  const { plan } = session;
  const changes = jobs.flatMap(changesOf);
  const before = namesBefore(changes);
  const lines: string[] = [];
  for (const change of changes.filter(erases)) {
    if (await hasRows(session, before(change))) lines.push(changeLine(change));
  }
  const dialect = await loadDialect(plan.connection.adapter);
  const risks: RiskyStatement[] = [];
  const moves = movesOf(jobs, dialect);
  for (const job of jobs) {
    const { source } = fileOf(job);
    for (const { danger, erased, statement } of ownRisks(session, job, dialect)) {
      if (danger !== undefined) risks.push({ danger, span: firstLine(source, statement) });
      for (const { what, table } of erased) {
        const origin = originOf(table, moves, statement);
        if (origin === undefined || (what === 'drop table' && isRemade(origin, moves, statement))) continue;
        // A runner that stopped may have renamed it already.
        const found = (await rowsOf(session, origin)) ?? (origin === table ? undefined : await rowsOf(session, table));
        if (found !== undefined) lines.push(`${what} ${printable(found)}, in ${printable(source.path)}`);
      }
    }
  }
  return { session, lines, risks };
}

/** The name of a table that holds rows, as the database has it. */
async function rowsOf({ database, plan }: MigrationSession, table: TableName): Promise<string | undefined> {
  const [found] = await plan.access.execution.tableRows(database, [table], []);
  return found === undefined || found.state === 'empty' ? undefined : found.name;
}

/** What the statements of some jobs do to tables besides erasing them, in their order. */
interface Move {
  readonly statement: MigrationStatement;
  readonly renamings: readonly Renaming[];
  readonly copy: Copy | undefined;
}

const movesOf = (jobs: readonly Job[], dialect: ScriptDialect): readonly Move[] =>
  jobs
    .flatMap((job) => statementsOf(job))
    .map((statement) => ({
      statement,
      renamings: renamingsIn(statement.text, dialect),
      copy: copyIn(statement.text, dialect),
    }));

const upTo = (moves: readonly Move[], statement: MigrationStatement): readonly Move[] =>
  moves.slice(
    0,
    moves.findIndex((move) => move.statement === statement),
  );

/** What a table is called before the first statement; nothing when another table had its name then. */
function originOf(table: TableName, moves: readonly Move[], statement: MigrationStatement): TableName | undefined {
  let name = table;
  for (const { from, to } of upTo(moves, statement)
    .flatMap(({ renamings }) => renamings)
    .toReversed()) {
    if (maySame(to, name)) name = from;
    else if (from.length === name.length && maySame(from, name)) return undefined;
  }
  return name;
}

/** Whether a table is made anew: the old one goes once its rows are in another that gets, or has, its name. */
function isRemade(origin: TableName, moves: readonly Move[], statement: MigrationStatement): boolean {
  return upTo(moves, statement).some(({ copy, statement: copying }, at) => {
    const source = copy === undefined ? undefined : originOf(copy.from, moves, copying);
    if (copy === undefined || source === undefined || !maySame(source, origin)) return false;
    let name = copy.into;
    for (const { from, to } of moves.slice(at).flatMap(({ renamings }) => renamings))
      if (maySame(from, name)) name = to;
    return maySame(name, origin);
  });
}

const fileOf = ({ direction, migration }: Job): ScriptFile => (direction === 'up' ? migration.up : migration.down);

const statementsOf = (job: Job): readonly MigrationStatement[] =>
  fileOf(job).script.steps.flatMap((step) => step.statements);

/** A statement of a person's own that could destroy something, or does. */
interface OwnRisk {
  readonly statement: MigrationStatement;
  readonly danger: string | undefined;
  readonly erased: readonly Erased[];
}

function ownRisks({ plan }: MigrationSession, job: Job, dialect: ScriptDialect): readonly OwnRisk[] {
  const { direction, migration } = job;
  const risky = statementsOf(job)
    .map((statement) => ({ statement, danger: statement.danger, erased: erasedBy(statement.text, dialect) }))
    .filter(({ danger, erased }) => danger !== undefined || erased.length > 0);
  if (risky.length === 0) return [];
  const { changes, fills } = migration;
  const printed = printedStatements(plan.stateBefore(migration), changes, plan.alteration, direction, fills);
  return risky.filter(({ statement }) => !printed.has(statement.text));
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
