/**
 * What a person sees in the end: the text of a terminal after everything that was written to it. Knows the few movements
 * that prompts use, and no limit of columns or rows.
 */
export function screenOf(written: string): string {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const put = (text: string): void => {
    const line = (lines[row] ?? '').padEnd(column);
    lines[row] = line.slice(0, column) + text + line.slice(column + text.length);
    column += text.length;
  };
  const obey = (count: number, command: string): void => {
    if (command === 'A') row = Math.max(0, row - count);
    else if (command === 'B') row = Math.min(lines.length - 1, row + count);
    else if (command === 'C') column += count;
    else if (command === 'D') column = Math.max(0, column - count);
    else if (command === 'G') column = count - 1;
    else if (command === 'K') lines[row] = '';
    else if (command === 'J') {
      lines.length = row + 1;
      lines[row] = (lines[row] ?? '').slice(0, column);
    }
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told what to do with them
  for (const [part, count, command] of written.matchAll(/\u001b\[\??(\d*)(?:;\d+)*([A-Za-z])|\r|\n|[^\u001b\r\n]+/g)) {
    if (command !== undefined) obey(count === '' || count === undefined ? 1 : Number(count), command);
    else if (part === '\r') column = 0;
    else if (part === '\n') {
      row++;
      column = 0;
      if (row === lines.length) lines.push('');
    } else put(part);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}
