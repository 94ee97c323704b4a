import { wrongType } from './refusal.js';
import { checkedText } from './texts.js';
import type { Value } from './value.js';

/** One item as it stands between bars. */
function item(value: string): string {
  if (checkedText(value).includes('\0')) throw wrongType('a list of texts without zero bytes', value);
  return value === '' ? '\\e' : value.replace(/[\\|]/g, '\\$&');
}

function write(value: readonly string[]): string {
  if (!Array.isArray(value)) throw wrongType('an array of texts', value);
  return value.length === 0 ? '| |' : `| ${value.map(item).join(' | ')} |`;
}

function read(cell: string): string[] {
  // Older tools wrote an empty list with two blanks.
  if (cell.length <= 4 && /^[| ]*$/.test(cell)) return [];
  const items = cell.slice(2, -2).split(' | ');
  return items.map((each) => (each === '\\e' ? '' : each.replace(/\\([\\|])/g, '$1')));
}

/** A list of texts in one text, `| a | b |`: a form that can be searched. */
export const textList: Value<string[], string> = {
  read,
  write,
  isSame: (value, cell) => write(value) === cell || write(value) === write(read(cell)),
};
