import { type Source, type Span, span } from '../diagnostics/source.js';
import type { ConfigNode, ScalarNode, TextNode } from './node.js';

const MASK = '•';

/**
 * A source whose text never shows a password: what is hidden is replaced by as many dots, so that offsets, lines and
 * columns stay those of the file. Code frames print whole lines; that is why the text itself is masked, before
 * anything can be reported, and not the messages.
 */
export class GuardedSource implements Source {
  #text: string;

  constructor(
    readonly path: string,
    text: string,
  ) {
    this.#text = text;
    for (const [start, end] of likelySecrets(text)) this.hide(start, end);
  }

  get text(): string {
    return this.#text;
  }

  /** Hides a range; line ends stay, so that line numbers do. */
  hide(start: number, end: number): void {
    const hidden = this.#text.slice(start, end).replace(/[^\r\n]/g, MASK);
    this.#text = this.#text.slice(0, start) + hidden + this.#text.slice(end);
  }
}

/** Words that name a secret, also misspelled ones such as `passwrod` or `passwort`. */
const SECRET_KEY = String.raw`[\w.-]{0,60}(?:pass|pwd|psw|secret|credential|token)[\w.-]{0,60}(?:\[[^\]\n]{0,60}\])?`;

/** `password: x`, `"password": "x"`, `'password' => 'x'`, `password = x`, `Pwd=x;` and `password="x"` of an element. */
const ASSIGNMENT = new RegExp(String.raw`${SECRET_KEY}["']?[ \t]*(?:=>|:|=)[ \t]*`, 'giu');

const ELEMENT = new RegExp(String.raw`<(${SECRET_KEY})(?:\s[^<>]*)?>([^<]*)`, 'giu');

/** `scheme://user:password@host`; the password may hold an `@`, so the last one before a space, slash or quote counts. */
const URL_PASSWORD = /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"'<>]*:([^\s"'<>]+)@/giu;

/** A value that is only a reference hides nothing: the frame may show it. */
const REFERENCE =
  /^(["']?)(?:%[\w.-]+%|getenv\(\s*["'][\w]+["']\s*\)|\$_ENV\[\s*["'][\w]+["']\s*\])\1(?=[ \t]*(?:[,;\])}<#\r\n]|$))/u;

/** Lines that start a next setting and so end an unfinished value: `key:`, `key =`, `"key"`, `'key' =>`, `<tag`, `}`. */
const NEXT_SETTING = /^[ \t]*(?:[-\w.[\]]+[ \t]*[:=]|["'][\w.-]+["'][ \t]*(?::|=>)|[<}\])]|$)/u;

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
  let end = lineEnd;
  while (end < text.length) {
    const next = /^(\r\n|\r|\n)([^\r\n]*)/u.exec(text.slice(end));
    if (next === null || NEXT_SETTING.test(next[2] ?? '')) break;
    end += next[0].length;
  }
  return end;
}

const SECRET_NAME = new RegExp(`^${SECRET_KEY}$`, 'iu');
const DSN_SECRET = /(?:pass|pwd|psw|secret|credential|token)\w*\s*=\s*('(?:[^'\\]|\\.)*'|\{[^}]*\}|[^;]*)/giu;

/** Hides what the tree of a file shows to be secret, exactly: values of password keys and password parts of DSNs. */
export function hideSecrets(node: ConfigNode): void {
  if (node.kind === 'list') for (const item of node.items) hideSecrets(item);
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    if (SECRET_NAME.test(key)) hideNode(value);
    else if (key.toLowerCase().endsWith('dsn')) hideInDsn(value);
    else hideSecrets(value);
  }
}

/** Hides a value wherever it was written; a value that is only a reference to a variable or a key stays visible. */
export function hideNode(node: ConfigNode): void {
  if (node.kind === 'map') {
    for (const entry of node.entries) hideNode(entry.value);
  } else if (node.kind === 'list') {
    for (const item of node.items) hideNode(item);
  } else if (!isReference(node)) {
    hideSpan(node.span);
  }
}

export function hideSpan({ source, start, end }: Span): void {
  if (source instanceof GuardedSource) source.hide(start, end);
}

function isReference(node: ScalarNode | TextNode): boolean {
  if (node.kind === 'text') return node.parts.every((part) => typeof part !== 'string');
  return node.value === null || (typeof node.value === 'string' && /^(?:%[\w.-]+%)?$/u.test(node.value));
}

function hideInDsn(node: ConfigNode): void {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    const written =
      node.kind === 'text' ? node.parts.map((part) => (typeof part === 'string' ? part : '')).join('') : '';
    if (written.search(DSN_SECRET) >= 0) hideNode(node);
    return;
  }
  for (const match of node.value.matchAll(DSN_SECRET)) {
    const value = match[1] ?? '';
    const start = match.index + match[0].length - value.length;
    if (!/^%[\w.-]+%$/u.test(value)) hideSpan(spanWithin(node.span, node.value, start, start + value.length));
  }
}

/**
 * The place in a file of a part of a value: exact where the file spells the value as it is, quoted or not; the whole
 * value where it does not (escapes, a placeholder inside, several lines). Hidden characters match any.
 */
export function spanWithin(whole: Span, value: string, start: number, end: number): Span {
  const written = whole.source.text.slice(whole.start, whole.end);
  for (const quote of [0, 1]) {
    const inner = quote === 0 ? written : written.slice(1, -1);
    if (inner.length !== value.length) continue;
    if (sameText(inner, value)) {
      return span(whole.source, whole.start + quote + start, whole.start + quote + end);
    }
  }
  return whole;
}

function sameText(written: string, value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    if (written[i] !== MASK && written[i] !== value[i]) return false;
  }
  return true;
}
