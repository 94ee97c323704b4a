import { readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { KEYS, ormInTerminal, type Screen, type Step, type TerminalOptions } from './pty.js';

/** One answer: the beginning of the question, and what to type. */
export type Reply = readonly [question: string, keys: string];

/** `◆` marks the question that is open. In a narrow terminal it has several lines. */
const open = (question: string): RegExp => {
  const words = question.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').split(' ');
  return new RegExp(`◆ +${words.join('[\\s│]+')}`, 'u');
};

/** Runs `orm init` in a terminal and answers its questions in their order. A question that does not come fails the test. */
export async function init(
  cwd: string,
  args: readonly string[],
  replies: readonly Reply[],
  options: TerminalOptions = {},
): Promise<Screen & { readonly lines: string }> {
  const steps: readonly Step[] = replies.map(([question, type]) => ({ when: open(question), type }));
  const screen = await ormInTerminal(['init', ...args], cwd, steps, { columns: 80, rows: 40, ...options });
  const lines = stripVTControlCharacters(screen.text);
  if (screen.answered < replies.length) {
    throw new Error(`no question "${replies[screen.answered]?.[0] ?? ''}" came:\n${lines}`);
  }
  return { ...screen, lines };
}

/** Moves the cursor of a list and takes the choice. */
export const pick = (down: number): string => KEYS.down.repeat(down) + KEYS.enter;

/** Types a text into a field, in place of what is in it. */
export const type = (text: string): string => KEYS.ctrlU + text + KEYS.enter;

/** The choices of the first question, in their order. */
export const ADAPTER = { pgsql: pick(0), mysql: pick(1), sqlite: pick(2), mssql: pick(3), oracle: pick(4) } as const;

export const ENTER = KEYS.enter;

/** Every question about the project, answered with what it offers. */
export const PROJECT: readonly Reply[] = [
  ['What should the schema start from?', ENTER],
  ['Name of the project', ENTER],
  ['Name of the connection', ENTER],
  ['Which language', ENTER],
  ['PHP namespace', ENTER],
  ['Where should the files go?', ENTER],
  ['Format of the configuration', ENTER],
];

/** The same on a vendor that classes in TypeScript do not know. */
export const PHP_ONLY_PROJECT: readonly Reply[] = PROJECT.filter(([question]) => question !== 'Which language');

export const WRITE: Reply = ['Is this right?', ENTER];
export const NO_BUILD: Reply = ['Build the SQL', `n`];

/** Everything in a folder, sorted. */
export const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
