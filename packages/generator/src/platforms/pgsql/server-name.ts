import { IDENTIFIER_LIMIT } from './shape.js';

const bytes = (name: string): number => Buffer.byteLength(name);

/** The beginning of a name that has at most so many bytes. */
function clipped(name: string, most: number): string {
  let head = '';
  for (const character of name) {
    if (bytes(head + character) > most) break;
    head += character;
  }
  return head;
}

/** `<first>_<second>_<label>`, as the server names what nobody named: the longer part is cut first. */
export function serverName(first: string, second: string, label: string): string {
  const room = IDENTIFIER_LIMIT.max - label.length - 1 - (second === '' ? 0 : 1);
  let [one, two] = [bytes(first), bytes(second)];
  while (one + two > room) {
    if (one > two) one--;
    else two--;
  }
  return [clipped(first, one), ...(second === '' ? [] : [clipped(second, two)]), label].join('_');
}
