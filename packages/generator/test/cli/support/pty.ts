import { spawn } from 'node:child_process';
import { environment, ORM } from './orm.js';

/** What to type, once the text has appeared on the screen. */
export interface Step {
  readonly when: RegExp;
  readonly type: string;
}

export interface Screen {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `orm` in a real terminal: util-linux's `script` gives it a pseudo-terminal and passes its exit code on. */
export function ormInTerminal(
  args: readonly string[],
  cwd: string,
  steps: readonly Step[],
  columns?: number,
): Promise<Screen> {
  const orm = [process.execPath, ORM, ...args].map((word) => `'${word}'`).join(' ');
  const command = columns === undefined ? orm : `stty cols ${columns}; ${orm}`;
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      cwd,
      env: environment({ TERM: 'xterm', SHELL: '/bin/sh' }),
    });
    let text = '';
    let next = 0;
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const step = steps[next];
      if (step?.when.test(text)) {
        next++;
        child.stdin.write(step.type);
      }
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text: text.replaceAll('\r\n', '\n') }));
  });
}
