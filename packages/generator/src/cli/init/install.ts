import { spawn } from 'node:child_process';
import type { Environment } from '../../config/template.js';
import { printable } from '../../diagnostics/printable.js';
import type { InstallCommand } from '../install-line.js';

/** What came of installing a package: nothing wrong, or why not, with the end of what the package manager said. */
export type Installation =
  | { readonly kind: 'installed' }
  | { readonly kind: 'failed'; readonly reason: string; readonly tail: readonly string[] };

const TAIL = 8;

/** Runs the command of a package manager. `onOutput` gets each line that it writes. */
export function install(
  { line, folder }: InstallCommand,
  env: Environment,
  onOutput: (line: string) => void,
): Promise<Installation> {
  const [program = '', ...args] = line.split(' ');
  return new Promise((resolve) => {
    // On Windows package managers are scripts, which only a shell starts. No word of the line is from anybody else.
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const collect = (text: string): void => {
      output += text;
      const last = linesOf(text).at(-1);
      if (last !== undefined) onOutput(last);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) =>
      resolve({ kind: 'failed', reason: `${program} cannot be started: ${error.message}`, tail: [] }),
    );
    child.on('close', (code, signal) => {
      const reason = `"${line}" ended with ${signal ?? `exit code ${String(code)}`}`;
      resolve(code === 0 ? { kind: 'installed' } : { kind: 'failed', reason, tail: linesOf(output).slice(-TAIL) });
    });
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => printable(line.trimEnd()))
    .filter((line) => line !== '');
