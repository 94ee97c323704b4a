import { quoted } from '../diagnostics/printable.js';

/** Words that name a secret, also misspelled ones such as `passwrod` or `passwort`. */
const SECRET_KEY = String.raw`[\w.-]{0,60}(?:pass|pwd|psw|secret|credential|token)[\w.-]{0,60}(?:\[[^\]\n]{0,60}\])?`;

/** `password: x`, `"password": "x"`, `'password' => 'x'`, `password = x`, `Pwd=x;` and `password="x"` of an element. */
const ASSIGNMENT = new RegExp(String.raw`${SECRET_KEY}["']?[ \t]*(?:=>|:|=)[ \t]*`, 'giu');

const ELEMENT = new RegExp(String.raw`<(${SECRET_KEY})(?:\s[^<>]*)?>([^<]*)`, 'giu');

/** `scheme://user:password@host`; the password may hold an `@`, so the last one before a space, slash or quote counts. */
const URL_PASSWORD = /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"'<>]*:([^\s"'<>]+)@/giu;

/** A value that is only a reference hides nothing: the frame may show it. */
export const REFERENCE =
  /^(["']?)(?:%[\w.-]+%|getenv\(\s*["'][\w]+["']\s*\)|\$_ENV\[\s*["'][\w]+["']\s*\])\1(?=[ \t]*(?:[,;\])}<#\r\n]|$))/u;

/** Lines that start a next setting and so end an unfinished value: `key:`, `key =`, `"key"`, `'key' =>`, `<tag`, `}`. */
const NEXT_SETTING =
  /^[ \t]*(?:[-\w.[\]]+[ \t]*[:=]|["'][\w.-]+["'][ \t]*(?::|=>)|<\/?\w[\w-]*[\s>/]|\[[\w.]+\]?\s*$|[[}\])][\s,;\]})]*$)/u;

/**
 * The ranges of a text that are probably passwords, in any format, without understanding it: a file with a syntax
 * error has no tree to ask. Hides too much rather than too little.
 */
export function likelySecrets(text: string): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const match of text.matchAll(ASSIGNMENT)) {
    const start = match.index + match[0].length;
    ranges.push([start, valueEnd(text, match.index, start)]);
  }
  for (const match of text.matchAll(ELEMENT)) {
    const value = match[2] ?? '';
    const start = match.index + match[0].length - value.length;
    if (!REFERENCE.test(value.trim())) ranges.push([start, start + value.length]);
  }
  for (const match of text.matchAll(URL_PASSWORD)) {
    const value = match[1] ?? '';
    const start = match.index + match[0].length - 1 - value.length;
    ranges.push([start, start + value.length]);
  }
  return ranges;
}

function valueEnd(text: string, keyStart: number, start: number): number {
  const newline = text.slice(start).search(/[\r\n]/);
  const lineEnd = newline < 0 ? text.length : start + newline;
  const rest = text.slice(start, lineEnd);
  if (REFERENCE.test(rest)) return start;
  const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'')*')/u.exec(rest);
  if (closed) return start + closed[0].length;
  const lineStart = Math.max(text.lastIndexOf('\n', keyStart - 1), text.lastIndexOf('\r', keyStart - 1)) + 1;
  const before = text.slice(lineStart, keyStart);
  // A part of a DSN ends where the next part or the text around the DSN begins.
  if (/[;:]\s*$/.test(before)) return start + (/[;<]/.exec(rest)?.index ?? rest.length);
  if (/[^\s"'{[(,;#/-]/.test(before)) return lineEnd;
  // An unquoted or unfinished value may go on, until a line that looks like a next setting.
  return settingEnd(text, start);
}

/** The end of the line, and of the lines after it that do not look like a next setting. */
function settingEnd(text: string, start: number): number {
  const newline = text.slice(start).search(/[\r\n]/);
  if (newline < 0) return text.length;
  const lines = /(\r\n|\r|\n)([^\r\n]*)/uy;
  let end = start + newline;
  while (end < text.length) {
    lines.lastIndex = end;
    const next = lines.exec(text);
    if (next === null || NEXT_SETTING.test(next[2] ?? '')) break;
    end += next[0].length;
  }
  return end;
}

const SECRET_NAME = new RegExp(`^${SECRET_KEY}$`, 'iu');

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** A value in quotes for a message, without what looks like a password in it. */
export function quotedValue(text: string): string {
  const hidden = likelySecrets(text).reduce((shown, [start]) => shown.slice(0, start), text);
  return quoted(hidden, 40);
}

const WORD = 'password';
const MAX_EDITS = 2;

/**
 * The ranges behind everything that resembles the word password, within two edits, to the end of the line and of the
 * value. In a file that is wrong the mistake may be in the very word that `likelySecrets` looks for, or turn the
 * password into a comment.
 */
export function doubtfulSecrets(text: string): readonly (readonly [number, number])[] {
  const references = [...text.matchAll(/%env\.\w+%|\bgetenv\(\s*["']\w+["']\s*\)|\$_ENV\[\s*["']\w+["']\s*\]/gu)];
  const inReference = (at: number): boolean =>
    references.some(({ 0: written, index }) => at > index && at < index + written.length);
  return resemblances(text).map((end) => {
    const separator = /^[\w.-]{0,2}["']?\s*(?:=>|[:=>])[ \t]*/u.exec(text.slice(end, end + 200))?.[0] ?? '';
    const start = end + separator.length;
    if (inReference(end) || REFERENCE.test(text.slice(start, start + 200))) return [start, start];
    return [start, trustedEnd(text, start, separator) ?? settingEnd(text, start)];
  });
}

/** The end of a value that is whole beyond doubt: in quotes with no stray quote behind, or before a closing tag. */
function trustedEnd(text: string, start: number, separator: string): number | undefined {
  const line = /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? '';
  if (separator === '') return undefined;
  if (separator.endsWith('>') && !separator.includes('=')) {
    const end = line.indexOf('<');
    return end >= 0 && line.startsWith('</', end) ? start + end : undefined;
  }
  const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?=[\s,;\])}]|$)/u.exec(line)?.[0];
  if (closed === undefined) return undefined;
  const rest = line.slice(closed.length);
  const even = ['"', "'"].every((quote) => rest.split(quote).length % 2 === 1);
  return even ? start + closed.length : undefined;
}

/** The offsets behind the substrings that resemble the word, each at its best match. */
function resemblances(text: string): readonly number[] {
  const ends: { end: number; edits: number }[] = [];
  // Sellers' algorithm: the edits between the word and the best substring that ends at each offset.
  let column = Array.from({ length: WORD.length + 1 }, (_, i) => i);
  for (let at = 0; at < text.length; at++) {
    const char = text[at]?.toLowerCase();
    const next = [0];
    for (let i = 1; i <= WORD.length; i++) {
      const replaced = (column[i - 1] ?? 0) + (WORD[i - 1] === char ? 0 : 1);
      next.push(Math.min(replaced, (column[i] ?? 0) + 1, (next[i - 1] ?? 0) + 1));
    }
    column = next;
    const edits = column[WORD.length] ?? WORD.length;
    const last = ends.at(-1);
    if (edits > MAX_EDITS) continue;
    if (last === undefined || at + 1 - last.end > MAX_EDITS) ends.push({ end: at + 1, edits });
    else if (edits < last.edits) ends[ends.length - 1] = { end: at + 1, edits };
  }
  return ends.map(({ end }) => end);
}
