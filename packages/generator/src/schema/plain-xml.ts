import type { Source } from '../diagnostics/source.js';
import type { Element } from './element.js';

/**
 * Reads XML that is certainly well-formed, several times faster than a full parser: ASCII names, attributes in double
 * quotes without references or control characters, comments, white space. Anything else gives nothing, and the full
 * parser has the word: it decides what is right and explains what is wrong. Most schema files never get there.
 */
export function parsePlainXml(source: Source): Element | undefined {
  const { text } = source;
  let root: MutableElement | undefined;
  const stack: MutableElement[] = [];
  const tags = new Map<string, Tag>();
  let at = afterDeclaration(text);
  for (;;) {
    at = afterSpaceAndComments(text, at);
    if (at < 0 || text.charCodeAt(at) !== LESS) return at === text.length && stack.length === 0 ? root : undefined;
    if (text.charCodeAt(at + 1) === SLASH) {
      const open = stack.pop();
      if (!open || !text.startsWith(open.name, at + 2)) return undefined;
      at = afterSpace(text, at + 2 + open.name.length);
      if (text.charCodeAt(at++) !== GREATER) return undefined;
      continue;
    }
    const tag = tags.get(text.slice(at, text.indexOf('>', at) + 1)) ?? readTag(text, at, tags);
    if (!tag) return undefined;
    const { name, attributes, closed } = tag;
    const element: MutableElement = { name, attributes, children: closed ? NO_CHILDREN : [], source, offset: at };
    at += tag.length;
    const parent = stack.at(-1);
    if (parent) parent.children.push(element);
    else if (root) return undefined;
    else root = element;
    if (!closed && stack.push(element) > MAX_DEPTH) return undefined;
  }
}

/** A start tag. The same few stand in every table, so each is read once and then known by its text. */
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly closed: boolean;
  readonly length: number;
}

function readTag(text: string, from: number, tags: Map<string, Tag>): Tag | undefined {
  const nameEnd = afterName(text, from + 1);
  if (nameEnd === from + 1) return undefined;
  const attributes: Record<string, string> = {};
  let at = readAttributes(text, nameEnd, attributes);
  if (at < 0) return undefined;
  const closed = text.charCodeAt(at) === SLASH;
  if (closed) at++;
  if (text.charCodeAt(at) !== GREATER) return undefined;
  const length = at + 1 - from;
  const tag = { name: text.slice(from + 1, nameEnd), attributes, closed, length };
  tags.set(text.slice(from, from + length), tag);
  return tag;
}

interface MutableElement extends Element {
  readonly children: MutableElement[];
}

const NO_CHILDREN: MutableElement[] = [];

/** Deeper than any schema; the full parser complains about what is deeper. */
const MAX_DEPTH = 40;

const TAB = 9;
const SPACE = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const HYPHEN = 45;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const DELETE = 127;
/** First character above the C1 controls, and the first that is half of a pair. */
const AFTER_CONTROLS = 160;
const SURROGATES = 0xd800;

/** Behind a byte-order mark and the XML declaration in its usual forms. */
function afterDeclaration(text: string): number {
  const match = /^\ufeff?(?:<\?xml version="1\.0"(?: encoding="(?:utf|UTF)-8")? ?\?>)?/.exec(text);
  return match ? match[0].length : 0;
}

const isSpace = (code: number): boolean => code === SPACE || code === 10 || code === 13 || code === TAB;

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Behind white space and comments, or -1 when a comment is not plain. */
function afterSpaceAndComments(text: string, from: number): number {
  let at = afterSpace(text, from);
  while (text.startsWith('<!--', at)) {
    // `--` may not stand inside a comment, so the first one has to end it.
    const end = text.indexOf('--', at + 4);
    if (end < 0 || text.charCodeAt(end + 2) !== GREATER || !isPlain(text, at + 4, end, true)) return -1;
    at = afterSpace(text, end + 3);
  }
  return at;
}

/** Behind letters, digits, `-` and `:`, starting with a letter: no `_`, so never `__proto__`. */
function afterName(text: string, from: number): number {
  let at = from;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (letter) continue;
    if (at === from || !((code >= 48 && code <= 57) || code === HYPHEN || code === COLON)) return at;
  }
}

/** Fills in the attributes and returns where the tag ends, or -1. */
function readAttributes(text: string, from: number, attributes: Record<string, string>): number {
  let at = from;
  for (;;) {
    const start = afterSpace(text, at);
    const code = text.charCodeAt(start);
    if (code === SLASH || code === GREATER) return start;
    if (start === at) return -1;
    const nameEnd = afterName(text, start);
    if (nameEnd === start || text.charCodeAt(nameEnd) !== EQUALS || text.charCodeAt(nameEnd + 1) !== QUOTE) return -1;
    const valueEnd = text.indexOf('"', nameEnd + 2);
    if (valueEnd < 0 || !isPlain(text, nameEnd + 2, valueEnd, false)) return -1;
    const name = text.slice(start, nameEnd);
    if (attributes[name] !== undefined) return -1;
    attributes[name] = text.slice(nameEnd + 2, valueEnd);
    at = valueEnd + 1;
  }
}

/** Characters that mean themselves: no `<`, `&`, controls or surrogates. White space is text only in a comment. */
function isPlain(text: string, from: number, to: number, comment: boolean): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE && !(comment && isSpace(code))) return false;
    if (!comment && (code === LESS || code === AMPERSAND)) return false;
    if (code >= DELETE && (code < AFTER_CONTROLS || code >= SURROGATES)) return false;
  }
  return true;
}
