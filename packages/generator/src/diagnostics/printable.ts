import { replaceUnseen } from '../text/unseen.js';

/** Text from a file made safe to show: what a terminal would obey or hide is written as `\u{…}`. */
export function printable(text: string): string {
  return replaceUnseen(text, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** `printable`, in double quotes and cut to a length that fits a message. */
export function quoted(text: string, max = 80): string {
  const shown = printable(text);
  return `"${shown.length > max ? `${shown.slice(0, max)}…` : shown}"`;
}
