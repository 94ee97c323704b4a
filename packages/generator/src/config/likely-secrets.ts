import { quoted } from '../diagnostics/printable.js';

/** Words that name a secret, also misspelled ones such as `passwrod` or `passwort`. */
const SECRET_KEY = String.raw`[\w.-]{0,60}(?:pass|pwd|psw|secret|credential|token)[\w.-]{0,60}(?:\[[^\]\n]{0,60}\])?`;

/** `password: x`, `"password": "x"`, `'password' => 'x'`, `password = x`, `Pwd=x;` and `password="x"` of an element. */
const ASSIGNMENT = new RegExp(String.raw`${SECRET_KEY}["']?[ \t]*(?:=>|:|=)[ \t]*`, 'giu');

const ELEMENT = new RegExp(String.raw`<(${SECRET_KEY})(?:\s[^<>]*)?>([^<]*)`, 'giu');

/** `scheme://user:` of a URL, behind which there is a password or, without a user, a port. */
const URL_USER = /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s:/@"'<>]{0,500}:/giu;

/** The colon before what may be the password of a URL with a mistake in it, such as a line break before the colon. */
const COLON = /(?<=^\s*|[^\s:]):(?=[^\s:])/u;

const PORT = /^\d{1,5}(?:[^\w@:]|$)/u;

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
  const lines = new Lines(text);
  for (const match of text.matchAll(ASSIGNMENT)) {
    const start = match.index + match[0].length;
    ranges.push([start, valueEnd(lines, match.index, start)]);
  }
  for (const match of text.matchAll(ELEMENT)) {
    const value = match[2] ?? '';
    const start = match.index + match[0].length - value.length;
    if (!REFERENCE.test(value.trim())) ranges.push([start, start + value.length]);
  }
  return [...ranges, ...urlPasswords(text, lines)];
}

/** The passwords of URLs. One may hold an `@`, so the last one of the line counts; without any the value may go on. */
function urlPasswords(text: string, lines: Lines): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const whole = new Set<number>();
  let hidden = 0;
  for (const match of text.matchAll(URL_USER)) {
    const start = match.index + match[0].length;
    whole.add(lines.start(start));
    if (start < hidden) continue;
    const near = text.slice(start, Math.min(start + 100, lines.end(start)));
    if (PORT.test(near) || /^%[\w.-]+%@/u.test(near)) continue;
    const at = lines.lastAt(start);
    hidden = at < start ? lines.settingEnd(start) : at;
    ranges.push([start, hidden]);
  }
  for (const [start, end] of lines.all()) {
    const at = lines.lastAt(start);
    if (at < start || whole.has(start)) continue;
    const colon = COLON.exec(text.slice(start, end));
    if (colon !== null && start + colon.index + 1 < at) ranges.push([start + colon.index + 1, at]);
  }
  return ranges;
}

/** A value in quotes is looked for up to this length: a longer one is hidden to the end of its line, and so is what follows. */
const MAX_QUOTED = 5000;

function valueEnd(lines: Lines, keyStart: number, start: number): number {
  const { text } = lines;
  const lineEnd = lines.end(start);
  const rest = text.slice(start, Math.min(lineEnd, start + MAX_QUOTED));
  if (REFERENCE.test(rest)) return start;
  const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'')*')/u.exec(rest);
  if (closed) return start + closed[0].length;
  const lineStart = lines.start(keyStart);
  // A part of a DSN ends where the next part or the text around the DSN begins.
  if (isAfter(text, keyStart, lineStart, /[;:]/)) {
    const end = /[;<]/.exec(rest)?.index;
    return end === undefined ? lineEnd : start + end;
  }
  if (/[^\s"'{[(,;#/-]/.test(text.slice(lineStart, Math.min(keyStart, lineStart + MAX_QUOTED)))) return lineEnd;
  // An unquoted or unfinished value may go on, until a line that looks like a next setting.
  return lines.settingEnd(start);
}

/** Whether what stands before an offset in its line, spaces aside, is of a pattern. */
function isAfter(text: string, offset: number, lineStart: number, pattern: RegExp): boolean {
  let at = offset - 1;
  while (at >= lineStart && /\s/.test(text.charAt(at))) at--;
  return at >= lineStart && pattern.test(text.charAt(at));
}

/** Where lines and settings of a text end. A file may have thousands of secrets in one line, or in lines that never end. */
class Lines {
  readonly #starts: number[] = [0];
  #ats: readonly number[] | undefined;
  /** The last range that was found to belong to one setting. */
  #setting: readonly [from: number, end: number] = [0, 0];

  constructor(readonly text: string) {
    for (const { index } of text.matchAll(/[\r\n]/g)) this.#starts.push(index + 1);
  }

  #line(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  start(offset: number): number {
    return this.#starts[this.#line(offset)] ?? 0;
  }

  end(offset: number): number {
    const next = this.#starts[this.#line(offset) + 1];
    return next === undefined ? this.text.length : next - 1;
  }

  /** Where each line starts and ends. */
  all(): readonly (readonly [number, number])[] {
    return this.#starts.map((start, i) => [start, (this.#starts[i + 1] ?? this.text.length + 1) - 1]);
  }

  /** The last `@` of the line, or -1: found once for each line. */
  lastAt(offset: number): number {
    const line = this.#line(offset);
    this.#ats ??= this.all().map(([start, end]) => {
      const at = this.text.slice(start, end).lastIndexOf('@');
      return at < 0 ? -1 : start + at;
    });
    return this.#ats[line] ?? -1;
  }

  /** The end of the line, and of the lines after it that do not look like a next setting. */
  settingEnd(offset: number): number {
    const [from, known] = this.#setting;
    // Every line up to there was looked at already.
    if (offset >= from && offset < known) return known;
    const { text } = this;
    const lines = /(\r\n|\r|\n)([^\r\n]*)/uy;
    let end = this.end(offset);
    while (end < text.length) {
      lines.lastIndex = end;
      const next = lines.exec(text);
      if (next === null || NEXT_SETTING.test(next[2] ?? '')) break;
      end += next[0].length;
    }
    this.#setting = [offset, end];
    return end;
  }
}

const SECRET_NAME = new RegExp(`^${SECRET_KEY}$`, 'iu');

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Keys whose value is SQL that runs on connecting, which may set a password. */
export const isStatementKey = (name: string): boolean => /^queries$|_INIT_COMMAND$/.test(name);

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
  const lines = new Lines(text);
  const references = [...text.matchAll(/%env\.\w+%|\bgetenv\(\s*["']\w+["']\s*\)|\$_ENV\[\s*["']\w+["']\s*\]/gu)];
  let next = 0;
  /** Offsets are asked for in their order. */
  const inReference = (at: number): boolean => {
    while (next < references.length && end(references[next]) <= at) next++;
    return at > (references[next]?.index ?? text.length) && at < end(references[next]);
  };
  const end = (match: RegExpExecArray | undefined): number => (match?.index ?? 0) + (match?.[0].length ?? 0);
  return resemblances(text).map((behind) => {
    const separator = /^[\w.-]{0,2}["']?\s*(?:=>|[:=>])[ \t]*/u.exec(text.slice(behind, behind + 200))?.[0] ?? '';
    const start = behind + separator.length;
    if (inReference(behind) || REFERENCE.test(text.slice(start, start + 200))) return [start, start];
    return [start, trustedEnd(lines, start, separator) ?? lines.settingEnd(start)];
  });
}

/** The end of a value that is whole beyond doubt: in quotes with no stray quote behind, or before a closing tag. */
function trustedEnd(lines: Lines, start: number, separator: string): number | undefined {
  const line = lines.text.slice(start, lines.end(start));
  if (separator === '' || line.length > MAX_QUOTED) return undefined;
  if (separator.endsWith('>') && !separator.includes('=')) {
    const close = line.indexOf('<');
    return close >= 0 && line.startsWith('</', close) ? start + close : undefined;
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
