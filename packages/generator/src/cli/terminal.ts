import type { Environment } from '../config/template.js';
import { type Paint, plainPaint } from '../diagnostics/render.js';
import { Progress } from './progress.js';
import { streamWriter } from './stream-writer.js';

interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

interface InputStream extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

export interface TerminalOptions {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** `--no-color` was given. */
  readonly noColor: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** What a command writes to. Results go to stdout, talk to stderr; `--quiet` and `--json` silence both. */
export interface Terminal {
  /** Colours for results. */
  readonly paint: Paint;
  /** Colours for talk and diagnostics. */
  readonly talkPaint: Paint;
  readonly quiet: boolean;
  readonly json: boolean;
  /** True when a person can be asked: keyboard and screen are both there. */
  readonly interactive: boolean;
  /** How wide results may be: that of the screen, and a fixed width where they go to a file or another program. */
  readonly columns: number;
  readonly stdin: InputStream;
  readonly stderr: OutputStream;
  readonly progress: Progress;
  /** A line of the result, on stdout. */
  result(line: string): void;
  /** A line about the work, on stderr. */
  talk(line: string): void;
  /** A line that must be seen even with `--quiet`, on stderr; with `--json` only when `always` is set. */
  warn(line: string, always?: boolean): void;
  /** Text to stdout exactly as it is: help, the version, the document of `--json`. */
  write(text: string): void;
}

/** For a terminal that does not know its own width; some say 0. */
const DEFAULT_COLUMNS = 80;
/** For results that nobody sees on a screen: the same on every machine. */
const PIPE_COLUMNS = 100;

const ansi =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${String(open)}m${text}\u001b[${String(close)}m`;

const ansiPaint: Paint = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  red: ansi(31, 39),
  yellow: ansi(33, 39),
  cyan: ansi(36, 39),
  green: ansi(32, 39),
};

/** `--no-color` before NO_COLOR before FORCE_COLOR before what the stream is. */
function usesColor(env: Environment, noColor: boolean, isTTY: boolean): boolean {
  if (noColor || (env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY && env['TERM'] !== 'dumb';
}

export function createTerminal(options: TerminalOptions): Terminal {
  return terminalOver(options, streamWriter(options.stdout), streamWriter(options.stderr));
}

/** A terminal that looks like those streams and writes somewhere else. */
export function terminalOver(
  options: TerminalOptions,
  put: (text: string) => void,
  putTalk: (text: string) => void,
): Terminal {
  const { stdin, stdout, stderr, env, noColor, quiet, json } = options;
  const silent = quiet || json;
  const paintOf = (stream: OutputStream): Paint =>
    usesColor(env, noColor, stream.isTTY === true) ? ansiPaint : plainPaint;
  const progress = new Progress(putTalk, stderr.isTTY === true && !silent, () => stderr.columns || DEFAULT_COLUMNS);
  return {
    paint: paintOf(stdout),
    talkPaint: paintOf(stderr),
    quiet,
    json,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.isTTY === true ? stdout.columns || DEFAULT_COLUMNS : PIPE_COLUMNS,
    stdin,
    stderr,
    progress,
    result(line) {
      if (silent) return;
      progress.clear();
      put(`${line}\n`);
    },
    talk(line) {
      if (silent) return;
      progress.clear();
      putTalk(`${line}\n`);
    },
    warn(line, always = false) {
      if (json && !always) return;
      progress.clear();
      putTalk(`${line}\n`);
    },
    write(text) {
      progress.clear();
      put(text);
    },
  };
}

/** A terminal that shows nothing, for work of which only the outcome matters. */
export function silentTerminal(terminal: Terminal): Terminal {
  const nothing = (): void => undefined;
  const progress = new Progress(nothing, false, () => DEFAULT_COLUMNS);
  return {
    ...terminal,
    interactive: false,
    progress,
    result: nothing,
    talk: nothing,
    warn: nothing,
    write: nothing,
  };
}
