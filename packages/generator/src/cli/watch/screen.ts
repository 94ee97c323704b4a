import { stripVTControlCharacters } from 'node:util';

/** What a person sees of a build: its place in time, and what it had to say. */
export interface Picture {
  readonly header: string;
  readonly body: string;
  readonly footer: string;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Up to the left, and everything below and above it gone. */
const CLEAR = '\u001b[H\u001b[2J\u001b[3J';

/** The sequence that replaces what is on the screen; what does not fit is cut, so that the header stays in sight. */
export function drawn({ header, body, footer }: Picture, { rows, columns }: Size): string {
  const lines = body.replace(/\n+$/, '').split('\n');
  // The header, two empty lines, the footer, and the line the cursor stands on.
  let room = rows - 5;
  let shown = 0;
  for (const line of lines) {
    room -= heightOf(line, columns);
    if (room < 0) break;
    shown++;
  }
  const left = lines.length - shown;
  const cut = left === 0 ? lines : [...lines.slice(0, Math.max(shown - 1, 0)), `… ${String(left + 1)} more lines`];
  return `${CLEAR}${header}\n\n${cut.join('\n')}\n\n${footer}\n`;
}

function heightOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil([...stripVTControlCharacters(line)].length / columns));
}
