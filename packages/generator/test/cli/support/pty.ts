import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { environment, ORM } from './orm.js';

/** What to type, once the text has appeared on the screen since the step before. */
export interface Step {
  readonly when: RegExp;
  readonly type: string;
}

export interface Screen {
  readonly code: number | null;
  /** Everything that was written to the terminal, with its colours and movements. */
  readonly text: string;
  /** How many of the steps were reached. */
  readonly answered: number;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Another copy of bin/orm. */
  readonly bin?: string;
  /** Another binary of Node. */
  readonly node?: string;
}

export const KEYS = {
  enter: '\r',
  down: '\u001b[B',
  up: '\u001b[A',
  escape: '\u001b',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  /** Empties a field. */
  ctrlU: '\u0015',
} as const;

/** Longer than any command is silent. */
const PATIENCE_MS = 120_000;

/** Runs `orm` in a real terminal: util-linux's `script` gives it a pseudo-terminal and passes its exit code on. */
export function ormInTerminal(
  args: readonly string[],
  cwd: string,
  steps: readonly Step[],
  { columns, rows, env = {}, bin = ORM, node = process.execPath }: TerminalOptions = {},
): Promise<Screen> {
  const orm = [node, bin, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const size = columns === undefined ? '' : `stty cols ${String(columns)} rows ${String(rows ?? 24)}; `;
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/script', ['-qec', `${size}exec ${orm}`, '/dev/null'], {
      cwd,
      env: environment({ TERM: 'xterm', SHELL: '/bin/sh', ...env }),
    });
    let text = '';
    let seen = 0;
    let next = 0;
    // A question that does not come must not hold up the test until its end: what came instead is more useful.
    const patience = setTimeout(() => child.kill(), PATIENCE_MS);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      patience.refresh();
      const step = steps[next];
      if (step?.when.test(stripVTControlCharacters(text.slice(seen)))) {
        next++;
        seen = text.length;
        child.stdin.write(step.type);
      }
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(patience);
      resolve({ code, text: text.replaceAll('\r\n', '\n'), answered: next });
    });
  });
}
