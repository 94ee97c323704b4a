import type { Paint } from '../../diagnostics/render.js';
import type { Terminal } from '../terminal.js';
import { wrap } from '../wrap.js';
import type { Finding, State } from './finding.js';

/** Findings under one heading. */
export interface Group {
  readonly title: string;
  readonly findings: readonly Finding[];
}

const WIDTH = 100;
/** `not checked` is the longest, and two spaces. */
const COLUMN = 13;

const painter = (paint: Paint, state: State): ((text: string) => string) =>
  ({ ok: paint.green, warning: paint.yellow, problem: paint.red, 'not checked': paint.dim })[state];

/** Shows findings under their headings; with `--quiet` those only that want something done. */
export function showGroups(terminal: Terminal, groups: readonly Group[]): void {
  for (const { title, findings } of groups) {
    const wanted = terminal.quiet ? findings.filter(({ state }) => needsAttention(state)) : findings;
    if (wanted.length === 0) continue;
    const say = (line: string): void => (terminal.quiet ? terminal.warn(line) : terminal.result(line));
    const paint = terminal.quiet ? terminal.talkPaint : terminal.paint;
    say(paint.bold(title));
    for (const finding of wanted) for (const line of findingLines(finding, paint)) say(line);
    say('');
  }
}

export const needsAttention = (state: State): boolean => state === 'problem' || state === 'warning';

function findingLines({ state, what, advice }: Finding, paint: Paint): readonly string[] {
  const margin = ' '.repeat(COLUMN + 2);
  const [first = '', ...more] = wrap(what, WIDTH - COLUMN - 2);
  return [
    `  ${painter(paint, state)(state.padEnd(COLUMN))}${first}`,
    ...more.map((line) => margin + line),
    ...advice.flatMap((text) =>
      text
        .split('\n')
        .flatMap((line) => wrap(line, WIDTH - COLUMN - 4))
        .map((line, i) => `${margin}${i === 0 ? paint.cyan('→') : ' '} ${line}`),
    ),
  ];
}
