import { createInterface } from 'node:readline';
import type { Terminal } from './terminal.js';

/**
 * Asks a yes/no question on the terminal. Only `y` or `yes` is yes: an empty line, anything else, Ctrl-C and the end
 * of input are no.
 */
export function askYesNo(terminal: Terminal, question: string): Promise<boolean> {
  terminal.progress.clear();
  return new Promise((resolve) => {
    // As a terminal, readline reads Ctrl-C as a key and tells us; otherwise it would end the process silently.
    const lines = createInterface({ input: terminal.stdin, output: terminal.stderr, terminal: true });
    let answer = false;
    let isAnswered = false;
    lines.on('SIGINT', () => lines.close());
    lines.on('close', () => {
      if (!isAnswered) terminal.warn('', true);
      resolve(answer);
    });
    lines.question(`${question} ${terminal.talkPaint.dim('[y/N]')} `, (line) => {
      isAnswered = true;
      answer = /^\s*y(es)?\s*$/i.test(line);
      lines.close();
    });
  });
}
