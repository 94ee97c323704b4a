import type { Source } from '../diagnostics/source.js';
import type { Element } from './element.js';

/**
 * Reads XML that is certainly well-formed, several times faster than a full parser: ASCII names, attributes without control
 * characters and with the references that printers write, comments, white space. Anything else gives nothing, and the full
 * parser has the word: it decides what is right and explains what is wrong. Most schema files never get there.
 *
 * Characters are left to native searches: a schema is read once, before a loop over them would be compiled.
 */
export function parsePlainXml(source: Source): Element | undefined {
  const { text } = source;
  let root: MutableElement | undefined;
  const stack: MutableElement[] = [];
  const tags = new Map<string, Tag>();
  const gaps = new Set(['']);
  let at = START.exec(text)?.[0].length ?? 0;
  for (;;) {
    const next = text.indexOf('<', at);
    const gap = text.slice(at, next < 0 ? text.length : next);
    if (!gaps.has(gap)) {
      if (!SPACE.test(gap)) return undefined;
      gaps.add(gap);
    }
    if (next < 0) return stack.length === 0 ? root : undefined;
    const end = tagEnd(text, next);
    const written = text.slice(next, end);
    const tag = tags.get(written) ?? readTag(written, tags);
    if (tag) {
      const { name, attributes, closed } = tag;
      const element: MutableElement = { name, attributes, children: closed ? NO_CHILDREN : [], source, offset: next };
      const parent = stack.at(-1);
      if (parent) parent.children.push(element);
      else if (root) return undefined;
      else root = element;
      if (!closed && stack.push(element) > MAX_DEPTH) return undefined;
      at = end;
    } else if (text.startsWith('</', next)) {
      const open = stack.pop();
      if (!open || written.slice(2, -1).trimEnd() !== open.name) return undefined;
      at = end;
    } else {
      at = afterComment(text, next);
      if (at < 0) return undefined;
    }
  }
}

/** A start tag. The same few stand in every table, so each is read once and then known by its text. */
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly closed: boolean;
}

interface MutableElement extends Element {
  readonly children: MutableElement[];
}

const NO_CHILDREN: MutableElement[] = [];

/** Deeper than any schema; the full parser reports what is deeper. */
const MAX_DEPTH = 40;

/** A byte-order mark and the XML declaration in its usual forms. */
const START = /^\ufeff?(?:<\?xml version="1\.0"(?: encoding="(?:utf|UTF)-8")? ?\?>)?/;
const SPACE = /^[ \t\r\n]*$/;
/** Names start with a letter and have no underscore, so that none is `__proto__`. */
const NAME = '[A-Za-z][A-Za-z0-9:-]*';
/** References that printers of schemas write; others are for the full parser. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#9;': '\t',
  '&#10;': '\n',
  '&#13;': '\r',
};
const REFERENCE = /&[^;]*;/g;
/** Characters that mean themselves in an attribute: no such quote, `<`, `&`, control or anything from the surrogates on. */
const quotedValue = (quote: string): string => {
  const own = `[^${quote}<&\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\uffff]*`;
  return `${quote}${own}(?:(?:${Object.keys(REFERENCES).join('|')})${own})*${quote}`;
};
const VALUE = `(?:${quotedValue('"')}|${quotedValue("'")})`;
const TAG = new RegExp(`^<(${NAME})((?:[ \\t\\r\\n]+${NAME}=${VALUE})*)[ \\t\\r\\n]*(/?)>$`);
const ATTRIBUTE = new RegExp(`(${NAME})=(?:"([^"]*)"|'([^']*)')`, 'g');
/** A start tag with its quotes in pairs: a `>` between them does not end it. */
const WHOLE_TAG = /<[A-Za-z][^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*>/y;
/** Characters that a comment may hold as they are. */
const COMMENT = /^[\t\n\r -~\u00a0-\ud7ff]*$/;

/** Behind the `>` that ends what begins here. */
function tagEnd(text: string, start: number): number {
  WHOLE_TAG.lastIndex = start;
  return WHOLE_TAG.test(text) ? WHOLE_TAG.lastIndex : text.indexOf('>', start) + 1;
}

function readTag(written: string, tags: Map<string, Tag>): Tag | undefined {
  const match = TAG.exec(written);
  if (!match) return undefined;
  const [, name = '', list = '', slash] = match;
  const attributes: Record<string, string> = {};
  ATTRIBUTE.lastIndex = 0;
  for (let found = ATTRIBUTE.exec(list); found; found = ATTRIBUTE.exec(list)) {
    const [, attribute = '', double, single] = found;
    const value = double ?? single ?? '';
    if (attributes[attribute] !== undefined) return undefined;
    attributes[attribute] = value.includes('&') ? value.replace(REFERENCE, (each) => REFERENCES[each] ?? each) : value;
  }
  const tag = { name, attributes, closed: slash === '/' };
  tags.set(written, tag);
  return tag;
}

/** Behind a comment, or -1. `--` may not stand inside one, so the first has to end it. */
function afterComment(text: string, from: number): number {
  if (!text.startsWith('<!--', from)) return -1;
  const end = text.indexOf('--', from + 4);
  return end >= 0 && text[end + 2] === '>' && COMMENT.test(text.slice(from + 4, end)) ? end + 3 : -1;
}
