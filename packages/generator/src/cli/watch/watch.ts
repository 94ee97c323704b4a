import { shownPath } from '../../config/find.js';
import { failure } from '../../diagnostics/diagnostic.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { runOnce } from '../command-run.js';
import { counted } from '../summary.js';
import { createTerminal, type Terminal, type TerminalOptions, terminalOver } from '../terminal.js';
import { Changes } from './changes.js';
import { untilEnded } from './end.js';
import { drawn, type Picture } from './screen.js';
import { changeText, type Snapshot, WatchedFiles, writtenAt } from './snapshot.js';

export interface WatchWorld {
  readonly process: NodeJS.Process;
  readonly cwd: string;
  readonly flags: Pick<TerminalOptions, 'json' | 'quiet' | 'noColor'>;
}

/** Runs a build, and again whenever a file it depends on changes, until somebody ends it. Nothing else does. */
export async function watch(
  world: WatchWorld,
  build: (context: Context) => Promise<ExitCode>,
  options: CommandOptions,
): Promise<ExitCode> {
  if (options.check) {
    throw failure({
      code: 'cli/watch',
      message: '--watch goes on until somebody ends it, and so has no verdict for --check',
      help: 'leave one of them out. --watch --dry-run shows what is wrong and writes nothing',
    });
  }
  const { process, cwd } = world;
  const { stdin, stdout, stderr, env } = process;
  const look: TerminalOptions = { stdin, stdout, stderr, env, ...world.flags };
  const terminal = createTerminal(look);
  const screen = new Screen(process, terminal);
  const files = new WatchedFiles(cwd, options.configDir);
  const changes = new Changes(files, env['ORM_WATCH'] === 'poll');
  const end = untilEnded(process, () => screen.redraw());
  let changed: readonly string[] | undefined;
  while (!end.signal.aborted) {
    const started = BigInt(Date.now()) * 1_000_000n;
    const before = await files.snapshot();
    const what = changed === undefined ? 'first build' : changeText(changed);
    const output = new Output();
    const recorded = terminalOver(look, output.stdout, output.stderr);
    await runOnce({ cwd, env, terminal: recorded, inputs: files, oneLine: true }, (context) => {
      if (changed !== undefined) context.document({ changed: changed.map((path) => shownPath(path, cwd)) });
      return build(context);
    });
    const after = await files.snapshot();
    screen.show(what, after.size, output);
    changed = await changes.since(completed(before, after, started), end.signal);
  }
  changes.close();
  end.restore();
  return 0;
}

/** The clock of a file system may be this far behind. */
const CLOCK_NS = 20_000_000n;

/**
 * What was there when the build began, of the files that now matter. Those it told us of only then are taken as they are
 * now, unless they were written since: they may have been read before.
 */
function completed(before: Snapshot, after: Snapshot, started: bigint): Snapshot {
  const whole = new Map<string, string>();
  for (const [path, signature] of after) {
    const late = (writtenAt(signature) ?? 0n) > started - CLOCK_NS;
    whole.set(path, before.get(path) ?? (late ? 'written while it was read' : signature));
  }
  return whole;
}

/** What a build wrote, in order, until it is shown. */
class Output {
  readonly parts: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = [];
  readonly stdout = (text: string): void => void this.parts.push({ to: 'stdout', text });
  readonly stderr = (text: string): void => void this.parts.push({ to: 'stderr', text });
}

/** In a terminal one screen that is drawn anew, else lines that follow each other. */
class Screen {
  readonly #whole: boolean;
  #picture: Picture | undefined;

  constructor(
    private readonly process: NodeJS.Process,
    private readonly terminal: Terminal,
  ) {
    const { stdout, stderr, env } = process;
    this.#whole = stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb' && !terminal.json && !terminal.quiet;
    if (this.#whole) stdout.on('resize', () => this.redraw());
  }

  show(what: string, files: number, { parts }: Output): void {
    const { paint } = this.terminal;
    const time = new Date().toTimeString().slice(0, 8);
    if (this.#whole) {
      const header = `watching ${counted(files, 'file')} · ${paint.bold(time)} · ${what}`;
      this.#picture = { header, body: parts.map(({ text }) => text).join(''), footer: paint.dim('q or Ctrl-C ends') };
      this.redraw();
      return;
    }
    this.terminal.talk(`${time} · ${what}`);
    for (const { to, text } of parts) {
      if (to === 'stdout') this.terminal.write(text);
      else this.terminal.warn(text.replace(/\n$/, ''), true);
    }
  }

  redraw(): void {
    const { rows, columns } = this.process.stdout;
    if (this.#picture) this.terminal.write(drawn(this.#picture, { rows: rows || 24, columns: columns || 80 }));
  }
}
