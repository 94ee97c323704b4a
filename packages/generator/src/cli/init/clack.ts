import { type Readable, Writable } from 'node:stream';
import * as clack from '@clack/prompts';
import { displayWidth } from '../../diagnostics/width.js';
import type { Terminal } from '../terminal.js';
import { Cancelled, type Prompter } from './prompter.js';

/** The last of these keys is Ctrl-D, which would otherwise end the input silently. */
clack.updateSettings({ aliases: { '\u0004': 'cancel' } });

/** What is shown for an empty answer. */
const NONE = 'none';

interface Common {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Asks in a terminal, on stderr, with `@clack/prompts`. The only place that knows the library. */
export function clackPrompter(terminal: Terminal): Prompter {
  const input = terminal.stdin as Readable;
  const output = screen(terminal);
  const { talkPaint: paint } = terminal;
  const columns = (): number => terminal.stderr.columns || 80;
  /** Asks; the end of the input is an answer too. */
  const answered = async <T>(ask: (common: Common) => Promise<T | typeof clack.CANCEL_SYMBOL>): Promise<T> => {
    const ended = new AbortController();
    const end = (): void => ended.abort();
    terminal.progress.clear();
    input.once('end', end);
    try {
      const answer = await ask({ input, output, signal: ended.signal });
      if (clack.isCancel(answer)) throw new Cancelled();
      return answer;
    } finally {
      input.off('end', end);
    }
  };
  const message = (text: string): string => wrapped(text, columns() - 4).join(`\n${paint.cyan('│')}  `);
  return {
    select({ message: text, choices, initial }) {
      const options = choices.map(({ value, label, hint }) => ({
        value,
        label,
        ...(hint === undefined ? {} : { hint }),
      }));
      const start = initial === undefined ? {} : { initialValue: initial };
      return answered((common) =>
        clack.select({ ...common, ...start, message: text, options, showInstructions: false }),
      );
    },
    async text({ message: text, fallback = '', placeholder = fallback, initial = '', check }) {
      // The library shows the answer; an empty one would look like none at all.
      const shown = fallback === '' ? NONE : fallback;
      const answer = await answered((common) =>
        clack.text({
          ...common,
          message: message(text),
          placeholder,
          defaultValue: shown,
          initialValue: initial,
          validate: (value) => check(value === undefined || value === '' ? fallback : value),
        }),
      );
      return answer === shown ? fallback : answer;
    },
    password({ message: text, check }) {
      // An empty field is no value at all to the library, whatever its types say.
      return answered<string | undefined>((common) =>
        clack.password({ ...common, message: message(text), mask: '•', validate: (value) => check(value ?? '') }),
      ).then((answer) => answer ?? '');
    },
    confirm: ({ message: text, initial }) =>
      answered((common) => clack.confirm({ ...common, message: text, initialValue: initial })),
    say(kind, lines) {
      const put = { info: clack.log.info, success: clack.log.success, warning: clack.log.warn, error: clack.log.error };
      put[kind](lines.flatMap((line) => wrapped(line, columns() - 4)).join('\n'), { output });
    },
    table(title, rows) {
      const width = Math.max(...rows.map(([left]) => displayWidth(left)));
      const lines = rows.flatMap(([left, right]) => {
        // Below each other where beside each other would leave no room.
        if (columns() < width + 24)
          return [left, ...wrapped(right, columns() - 8).map((line) => `  ${paint.dim(line)}`)];
        return wrapped(right, columns() - width - 8).map(
          (line, i) => `${paint.dim((i === 0 ? left : '').padEnd(width))}  ${line}`,
        );
      });
      clack.log.step([paint.bold(title), ...lines].join('\n'), { output });
    },
    open: (title) => clack.intro(title, { output }),
    close: (line) => clack.outro(line, { output }),
    cancel: (line) => clack.cancel(line, { output }),
  };
}

/** The screen as the library writes to it; without colours where nobody wants them, which it does not look at. */
function screen(terminal: Terminal): Writable {
  const { stderr, talkPaint } = terminal;
  if (talkPaint.bold('x') !== 'x') return stderr as Writable;
  const plain = new Writable({
    write(chunk: Buffer, _, done) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them
      stderr.write(chunk.toString().replaceAll(/\u001b\[[\d;]*m/g, ''));
      done();
    },
  });
  const size = (name: 'columns' | 'rows') => ({ get: () => (stderr as NodeJS.WriteStream)[name] });
  Object.defineProperties(plain, { columns: size('columns'), rows: size('rows'), isTTY: { value: true } });
  stderr.on('resize', () => plain.emit('resize'));
  return plain;
}

/** A text in lines of at most so many columns, broken between words where there are any. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
    while (displayWidth(line) > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}
