import { createInterface } from 'node:readline';
import type { Terminal } from './terminal.js';

/** What somebody says to a question. Ctrl-C and the end of input cancel it. */
export type Answer = 'yes' | 'no' | 'cancelled';

/**
 * Asks on the terminal whether to do something. Only `y` or `yes` is yes: an empty line, anything else, Ctrl-C and the end
 * of input are no.
 */
export async function askYesNo(terminal: Terminal, question: string): Promise<boolean> {
  return (await ask(terminal, question, 'no')) === 'yes';
}

/** Asks for a fact. An empty line is no; a line that is neither yes nor no is asked again. */
export function askFact(terminal: Terminal, question: string): Promise<Answer> {
  return ask(terminal, question, undefined);
}

/** `otherwise` is what a line means that is neither yes nor no; without it, the question is asked again. */
function ask(terminal: Terminal, question: string, otherwise: Answer | undefined): Promise<Answer> {
  terminal.progress.clear();
  return new Promise((resolve) => {
    // As a terminal, readline reads Ctrl-C as a key and tells us; otherwise it would end the process silently.
    const lines = createInterface({ input: terminal.stdin, output: terminal.stderr, terminal: true });
    let answer: Answer = 'cancelled';
    lines.on('SIGINT', () => lines.close());
    lines.on('close', () => {
      if (answer === 'cancelled') terminal.warn('', true);
      resolve(answer);
    });
    const once = (): void =>
      lines.question(`${question} ${terminal.talkPaint.dim('[y/N]')} `, (line) => {
        const understood = answerIn(line) ?? otherwise;
        if (understood === undefined) {
          once();
          return;
        }
        answer = understood;
        lines.close();
      });
    once();
  });
}

function answerIn(line: string): Answer | undefined {
  if (/^\s*y(es)?\s*$/i.test(line)) return 'yes';
  return /^\s*(no?)?\s*$/i.test(line) ? 'no' : undefined;
}
