import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { environment, ORM } from './orm.js';

export interface WatchOptions {
  /** In a real terminal, of this many rows. */
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that goes on: what it has written since somebody last looked, and how it ended. */
export class Watching {
  /** Everything it wrote, on both streams. */
  text = '';
  #seen = 0;
  readonly #child: ChildProcess;
  readonly #closed: Promise<number | null>;

  constructor(args: readonly string[], cwd: string, { rows, env = {} }: WatchOptions = {}) {
    const words = [process.execPath, ORM, ...args];
    const command = words.map((word) => `'${word}'`).join(' ');
    // The line says how the settings of the terminal are when all is over.
    const inTerminal = `stty rows ${String(rows)} cols 100; ${command}; code=$?; stty -a | grep -o -- '-\\?icanon'; exit $code`;
    const [program = '', ...rest] = rows === undefined ? words : ['/usr/bin/script', '-qec', inTerminal, '/dev/null'];
    this.#child = spawn(program, rest, { cwd, env: environment({ TERM: 'xterm', SHELL: '/bin/sh', ...env }) });
    const read = (part: string): void => {
      this.text += part;
    };
    this.#child.stdout?.setEncoding('utf8').on('data', read);
    this.#child.stderr?.setEncoding('utf8').on('data', read);
    this.#closed = new Promise((resolve) => this.#child.on('close', resolve));
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Waits until something is written that was not there before; gives what was written up to its end. */
  async until(pattern: RegExp, seconds = 20): Promise<string> {
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      const fresh = this.text.slice(this.#seen);
      const match = pattern.exec(fresh);
      if (match) {
        const end = match.index + match[0].length;
        this.#seen += end;
        return fresh.slice(0, end);
      }
      if (Date.now() > deadline) throw new Error(`${String(pattern)} did not come:\n${fresh}`);
      await pause(20);
    }
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Its exit code, or nothing after a kill. */
  ended(): Promise<number | null> {
    return this.#closed;
  }

  /** What is on the screen now: all that follows the last time it was cleared. */
  screen(): string {
    return stripVTControlCharacters(this.text.split('\u001b[3J').at(-1) ?? '').replaceAll('\r\n', '\n');
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
