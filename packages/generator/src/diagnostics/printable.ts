/**
 * The characters that must not reach a terminal or a message as they are: C0 and C1 controls, and the marks that
 * reorder or hide text (bidirectional controls, zero-width characters, line separators, byte-order mark).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text from a file made safe to show: what a terminal would obey or hide is written as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** `printable`, in double quotes and cut to a length that fits a message. */
export function quoted(text: string, max = 80): string {
  const shown = printable(text);
  return `"${shown.length > max ? `${shown.slice(0, max)}…` : shown}"`;
}
