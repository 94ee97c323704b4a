// A terminal as far as the output of `orm` needs one: text, colours, and a cursor that goes up to write again.

/** @typedef {{ readonly character: string, readonly style: string }} Cell */

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** What a sequence of SGR numbers makes of a style. */
function styled(style, numbers) {
  const next = new Set(style);
  const only = (colour) => {
    for (const name of [...COLOURS, 'grey']) next.delete(name);
    if (colour !== undefined) next.add(colour);
  };
  for (const number of numbers) {
    if (number === 0) next.clear();
    else if (number === 1) next.add('bold');
    else if (number === 2) next.add('dim');
    else if (number === 4) next.add('underline');
    else if (number === 7) next.add('inverse');
    else if (number === 9) next.add('struck');
    else if (number === 22) for (const name of ['bold', 'dim']) next.delete(name);
    else if (number === 24) next.delete('underline');
    else if (number === 27) next.delete('inverse');
    else if (number === 29) next.delete('struck');
    else if (number >= 30 && number <= 37) only(COLOURS[number - 30]);
    else if (number === 39) only();
    else if (number === 90) only('grey');
    else if (number >= 91 && number <= 97) only(COLOURS[number - 90]);
  }
  return next;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in them
const PART = /\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]|\r|\n|\x08|[^\x1b]/gsu;

/**
 * What stands on the screen when a program has written its text: lines of cells.
 * @param {string} text
 * @returns {Cell[][]}
 */
export function screenOf(text) {
  const lines = [[]];
  let [row, column] = [0, 0];
  let style = new Set();
  const line = (at) => {
    while (lines.length <= at) lines.push([]);
    return lines[at];
  };
  for (const [part, parameters = '', command] of text.matchAll(PART)) {
    const numbers = parameters.split(';').map(Number);
    const count = numbers[0] || 1;
    if (command === 'm') style = styled(style, numbers);
    else if (command === 'A') row = Math.max(0, row - count);
    else if (command === 'B') row += count;
    else if (command === 'C') column += count;
    else if (command === 'D') column = Math.max(0, column - count);
    else if (command === 'G') column = count - 1;
    else if (command === 'K') line(row).length = Math.min(line(row).length, numbers[0] === 2 ? 0 : column);
    else if (command === 'J') {
      line(row).length = Math.min(line(row).length, column);
      lines.length = row + 1;
    } else if (command !== undefined || part.startsWith('\x1b')) continue;
    else if (part === '\r') column = 0;
    else if (part === '\n') [row, column] = [row + 1, 0];
    else if (part === '\x08') column = Math.max(0, column - 1);
    else if (part >= ' ') {
      const cells = line(row);
      while (cells.length < column) cells.push({ character: ' ', style: '' });
      cells[column++] = { character: part, style: [...style].sort().join(' ') };
    }
  }
  while (lines.length > 0 && isEmpty(lines.at(-1))) lines.pop();
  return lines;
}

const isEmpty = (cells) => cells.every(({ character }) => character === ' ');

/** The screen as text. */
export const textOf = (lines) =>
  lines
    .map((cells) =>
      cells
        .map(({ character }) => character)
        .join('')
        .trimEnd(),
    )
    .join('\n');

/** Replaces text on a screen by other text of the same style; a shorter one leaves no gap. */
export function replaced(lines, pattern, replacement) {
  return lines.map((cells) => {
    const result = [...cells];
    const text = cells.map(({ character }) => character).join('');
    for (const match of [...text.matchAll(pattern)].reverse()) {
      const { style } = cells[match.index];
      const into = [...match[0].replace(pattern, replacement)].map((character) => ({ character, style }));
      result.splice(match.index, match[0].length, ...into);
    }
    return result;
  });
}
