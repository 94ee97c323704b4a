import { type Source, type Span, span } from '../diagnostics/source.js';
import { nearest } from '../diagnostics/suggest.js';
import { DSN_DRIVERS } from './dsn-parameters.js';
import { driverOfUrl } from './dsn-url.js';
import { doubtfulSecrets, isSecretName, isStatementKey, likelySecrets, REFERENCE } from './likely-secrets.js';
import type { ConfigNode, ScalarNode, TextNode } from './node.js';

const MASK = '•';

const masked = (text: string): string => text.replace(/[^\r\n]/g, MASK);

/**
 * A source whose text never shows a password: what is hidden is replaced by as many dots, so that offsets, lines and
 * columns stay those of the file. Code frames print whole lines; that is why the text itself is masked, before
 * anything can be reported, and not the messages.
 */
export class GuardedSource implements Source {
  #text: string;
  /** Ranges that are not hidden in `#text` yet: a file may have thousands of them. */
  #hidden: (readonly [number, number])[] = [];

  constructor(
    readonly path: string,
    text: string,
  ) {
    this.#text = withoutRanges(text, [...likelySecrets(text), ...doubtfulSecrets(text)]);
  }

  get text(): string {
    if (this.#hidden.length > 0) {
      this.#text = withoutRanges(this.#text, this.#hidden);
      this.#hidden = [];
    }
    return this.#text;
  }

  /** Part of the text, of which at least what was hidden at first is hidden: to compare it, not to show it. */
  glimpse(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** Hides a range; line ends stay, so that line numbers do. */
  hide(start: number, end: number): void {
    this.#hidden.push([start, end]);
  }
}

function withoutRanges(text: string, hidden: readonly (readonly [number, number])[]): string {
  const pieces: string[] = [];
  let last = 0;
  for (const [start, end] of hidden.toSorted(([a], [b]) => a - b)) {
    if (end <= last) continue;
    const from = Math.max(start, last);
    pieces.push(text.slice(last, from), masked(text.slice(from, end)));
    last = end;
  }
  return pieces.join('') + text.slice(last);
}

/** Part of the text of a source, for comparing. */
const glimpse = ({ source, start, end }: Span): string =>
  source instanceof GuardedSource ? source.glimpse(start, end) : source.text.slice(start, end);

/** Hides what the tree of a file shows to be secret, exactly: values of password keys and password parts of DSNs. */
export function hideSecrets(node: ConfigNode): void {
  if (node.kind === 'list') for (const item of node.items) hideSecrets(item);
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    if (isSecretName(key) || isStatementKey(key)) hideNode(value);
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

export function hideSpan(place: Span): void {
  const { source, start, end } = place;
  if (source instanceof GuardedSource && !REFERENCE.test(glimpse(place))) source.hide(start, end);
}

function isReference(node: ScalarNode | TextNode): boolean {
  if (node.kind === 'text') return node.parts.every((part) => typeof part !== 'string');
  return node.value === null || (typeof node.value === 'string' && /^(?:%[\w.-]+%)?$/u.test(node.value));
}

function hideInDsn(node: ConfigNode): void {
  if (node.kind === 'text') {
    const written = node.parts.map((part) => (typeof part === 'string' ? part : '')).join('');
    if (dsnSecrets(written).length > 0) hideSpan(node.span);
  } else if (node.kind === 'scalar' && typeof node.value === 'string') {
    for (const [start, end] of dsnSecrets(node.value)) hideSpan(spanWithin(node.span, node.value, start, end));
  }
}

const DSN_NAMES = Object.values(DSN_DRIVERS).flatMap(({ used, pdoOnly, hints }) => [
  ...used,
  ...pdoOnly,
  ...Object.keys(hints ?? {}),
]);

/**
 * The parts of a DSN that may be a password: all but the values of parameters that are known, or nearly, to be
 * something else. A part without a name is shown only where it is the first.
 */
function dsnSecrets(dsn: string): readonly (readonly [number, number])[] {
  if (driverOfUrl(dsn) !== undefined) return urlSecrets(dsn);
  const ranges: (readonly [number, number])[] = [];
  const driver = /^\w+:/.exec(dsn)?.[0].length ?? 0;
  if (dsn.startsWith('sqlite') && !dsn.includes('=')) return [];
  for (const piece of dsn.slice(driver).matchAll(/[^;]+/g)) {
    for (const token of piece[0].matchAll(/[^\s=]+(\s*=\s*)?(\S*)/g)) {
      const start = driver + piece.index + token.index;
      const named = token[1] !== undefined;
      const name = /^[^\s=]*/.exec(token[0])?.[0].toLowerCase() ?? '';
      if (named ? !mayBeSecret(name) : start === driver) continue;
      const value = start + (named ? token[0].length - (token[2] ?? '').length : 0);
      if (!/^%[\w.-]+%$/u.test(token[2] ?? '')) ranges.push([value, driver + piece.index + piece[0].length]);
      break;
    }
  }
  return ranges;
}

/** Behind the first colon up to the last `@`, and the values of parameters that are passwords. */
function urlSecrets(url: string): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const login = /^[^/]*\/\/[^:@/]*:(.*)@/s.exec(url);
  if (/^%[\w.-]+%$/u.test(login?.[1] ?? '')) return ranges;
  if (login) ranges.push([login[0].length - 1 - (login[1] ?? '').length, login[0].length - 1]);
  for (const { index, ...match } of url.matchAll(/[?&]([^=&]*)=([^&]*)/g)) {
    if (mayBeSecret((match[1] ?? '').toLowerCase()))
      ranges.push([index + match[0].length - (match[2] ?? '').length, index + match[0].length]);
  }
  return ranges;
}

function mayBeSecret(parameter: string): boolean {
  const near = DSN_NAMES.includes(parameter) ? parameter : nearest(parameter, DSN_NAMES);
  return near === undefined || isSecretName(near);
}

/**
 * The place in a file of a part of a value: exact where the file spells the value as it is, quoted or not; the whole
 * value where it does not (escapes, a placeholder inside, several lines). Hidden characters match any.
 */
export function spanWithin(whole: Span, value: string, start: number, end: number): Span {
  const written = glimpse(whole);
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
