import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { targetsOf } from '../../targets/registry.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { CHECKS } from '../doctor/checks.js';
import type { State } from '../doctor/finding.js';
import { type Group, showGroups } from '../doctor/report.js';
import { readSubject, type Subject } from '../doctor/subject.js';
import { counted, elapsed } from '../summary.js';

const DEFAULT_TIMEOUT_SECONDS = 5;
const LONGEST_TIMEOUT_SECONDS = 600;
/** What a connection that was given up may take to end by itself. */
const PATIENCE_MS = 300;

/** `orm doctor`: looks at everything that commands and generated classes need, and says what to do about it. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const started = performance.now();
  const { terminal } = context;
  const subject = await readSubject(context, options, timeoutOf(options.timeout));
  terminal.progress.update('looking around');
  let groups: readonly Group[];
  try {
    groups = await examine(subject);
  } finally {
    await closeAll(subject);
    terminal.progress.done();
  }
  showGroups(terminal, groups);
  const count = (state: State): number =>
    groups.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
  const [problems, warnings, unchecked] = [count('problem'), count('warning'), count('not checked')];
  const parts = [
    problems === 0 ? 'no problems' : counted(problems, 'problem'),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
    ...(unchecked === 0 ? [] : [`${String(unchecked)} not checked`]),
  ];
  terminal.result(`${parts.join(', ')} in ${elapsed(started)}`);
  context.document({
    problems,
    warnings,
    findings: groups.flatMap(({ title, findings }) => findings.map((finding) => ({ group: title, ...finding }))),
  });
  // What never answered may keep sockets open, and with them the process.
  if (subject.patience.hasGivenUp) setTimeout(() => process.exit(), PATIENCE_MS).unref();
  return problems === 0 ? 0 : 1;
}

/** All checks at once; findings of one title come together, in the order of the checks. */
async function examine(subject: Subject): Promise<readonly Group[]> {
  const { progress } = subject.context.terminal;
  const targets = new Set(targetsOf(subject.config.value).map(({ name }) => name));
  const asked = CHECKS.filter(({ target }) => target === undefined || targets.has(target));
  const found = await Promise.all(
    asked.map(async ({ title, find }) => {
      progress.update(`looking at: ${title}`);
      return { title, findings: await find(subject) };
    }),
  );
  return [...new Set(found.map(({ title }) => title))]
    .map((title) => ({
      title,
      findings: found.filter((each) => each.title === title).flatMap((each) => each.findings),
    }))
    .filter(({ findings }) => findings.length > 0);
}

async function closeAll(subject: Subject): Promise<void> {
  const open = (await subject.tried()).flatMap(({ open: own }) => (own === undefined ? [] : [own.database]));
  await Promise.allSettled(open.map((database) => subject.patience.wait(database.close(), undefined, PATIENCE_MS)));
}

function timeoutOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const seconds = Number(given);
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT_SECONDS) return seconds;
  throw failure({
    code: 'cli/wrong-value',
    message: `--timeout takes a number of seconds, not ${quoted(given)}`,
    help: `from 1 to ${String(LONGEST_TIMEOUT_SECONDS)}, such as --timeout 10`,
  });
}
