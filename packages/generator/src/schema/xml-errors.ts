import type { DiagnosticDetails } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Source } from '../diagnostics/source.js';
import { nearest } from '../diagnostics/suggest.js';
import { type Element, elementSpan } from './element.js';

/** Where the parser stood when it gave up. */
export interface XmlFailure {
  readonly source: Source;
  /** Offset behind the last character it read. */
  readonly position: number;
  /** Its own words. */
  readonly raw: string;
  /** Open elements, the outermost first. */
  readonly open: readonly Element[];
  /** The element that a closing tag was taken for, when the parser reports that tag. */
  readonly closed: Element | undefined;
}

/** A diagnostic without its code. */
type Explanation = Omit<DiagnosticDetails, 'code'>;

/** The parser's diagnostic in our words, at the token it is about. */
export function explainXmlError(failure: XmlFailure): Explanation {
  const message = failure.raw.replace(/\.$/, '');
  const duplicate = /^duplicate attribute: (.*)$/.exec(message);
  if (duplicate) return attributeTwice(failure, duplicate[1] ?? '');
  if (message.startsWith('unexpected close tag')) return wrongClosingTag(failure);
  if (message.startsWith('unmatched closing tag')) return wrongClosingTag({ ...failure, closed: undefined });
  if (message.startsWith('unclosed tag') || message === 'unexpected end') return endOfFile(failure);
  if (message.includes('entity')) return notAnEntity(failure);
  if (message.includes('must contain a root')) return unfinished(failure.source) ?? noElement(failure);
  if (message === 'text data outside of root node') return textOutside(failure);
  if (message.includes('XML declaration must')) {
    const start = Math.max(failure.source.text.lastIndexOf('<?xml', failure.position), 0);
    return {
      message: 'the XML declaration must be the very first thing in the file',
      span: { source: failure.source, start, end: start + '<?xml'.length },
      help: 'remove what stands before it, an empty line too, or remove the declaration',
    };
  }
  if (message === 'documents may contain only one root') {
    return {
      message: 'a schema file has one <database>, and this is the second element',
      span: { source: failure.source, ...tagName(failure) },
      help: 'move its tables into the first one, or into a file of its own that ends with schema.xml',
    };
  }
  return inTag(failure, message);
}

/** The name in the tag that the parser was reading. */
function tagName({ source, position }: XmlFailure): { start: number; end: number } {
  const start = Math.max(source.text.lastIndexOf('<', position - 1), 0) + 1;
  const name = /[^\s/>]*/y;
  name.lastIndex = start;
  name.exec(source.text);
  return { start, end: Math.max(name.lastIndex, start) };
}

function attributeTwice({ source, position }: XmlFailure, name: string): Explanation {
  const tagStart = Math.max(source.text.lastIndexOf('<', position - 1), 0);
  const pattern = /\s([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
  pattern.lastIndex = tagStart;
  const found: number[] = [];
  for (let match = pattern.exec(source.text); match && match.index < position; match = pattern.exec(source.text)) {
    if (match[1] === name) found.push(match.index + 1);
  }
  const [first = tagStart, second = first] = found;
  const at = (start: number): { source: Source; start: number; end: number } => ({
    source,
    start,
    end: start + name.length,
  });
  return {
    message: `attribute ${quoted(name)} is given twice`,
    span: at(second),
    help: 'keep one of them',
    related: { message: 'the first one', span: at(first) },
  };
}

function wrongClosingTag(failure: XmlFailure): Explanation {
  const { source, position, open, closed } = failure;
  const start = Math.max(source.text.lastIndexOf('</', position - 1), 0);
  const written = source.text.slice(start + 2, position).replace(/\s*>$/, '');
  const span = { source, start, end: Math.min(position, source.text.length) };
  if (!closed) {
    return { message: `nothing is open that </${written}> could close`, span, help: 'remove it' };
  }
  const related = { message: `<${closed.name}> is opened here`, span: elementSpan(closed) };
  const message = `</${written}> does not close <${closed.name}>`;
  // A name of another open element: the inner one was forgotten. Otherwise one of the two names is a slip.
  const forgotten = open.some((element) => element.name === written);
  const help = forgotten
    ? `close <${closed.name}> before it: with </${closed.name}>, or by ending its start tag with />`
    : nearest(written, [closed.name]) === undefined
      ? `write </${closed.name}> here, or remove the tag`
      : `the two names must be the same: fix <${closed.name}> or </${written}>`;
  return { message, span, related, help };
}

/** The file ends inside something: said of the innermost thing that was begun and not of the elements around it. */
function endOfFile({ source, open }: XmlFailure): Explanation {
  const found = unfinished(source);
  if (found) return found;
  const innermost = open.at(-1);
  return {
    message: `<${innermost?.name ?? '?'}> is never closed`,
    span: innermost ? elementSpan(innermost) : { source, start: source.text.length, end: source.text.length },
    help: `write </${innermost?.name ?? '?'}> where it ends. Is the file only half written?`,
  };
}

/** A comment, tag, value or reference that the end of the file cuts off. */
function unfinished(source: Source): Explanation | undefined {
  const { text } = source;
  for (const [start, end, what] of [
    ['<!--', '-->', 'comment'],
    ['<![CDATA[', ']]>', 'CDATA section'],
    ['<?', '?>', 'processing instruction'],
  ] as const) {
    const at = text.lastIndexOf(start);
    if (at < 0 || text.indexOf(end, at + start.length) >= 0) continue;
    return {
      message: `this ${what} is never closed`,
      span: { source, start: at, end: at + start.length },
      help: `end it with ${end}`,
    };
  }
  const ampersand = bareAmpersand(source);
  if (ampersand) return ampersand;
  const tag = text.lastIndexOf('<');
  if (tag >= 0 && text.indexOf('>', tag) < 0) {
    const quotes = text.slice(tag).split('"').length - 1;
    return {
      message: 'this tag is never closed',
      span: { source, start: tag, end: tag + (/^<\/?[^\s/>]*/.exec(text.slice(tag))?.[0].length ?? 1) },
      help: quotes % 2 === 1 ? 'a value in it has no closing quote' : 'end it with > or />',
    };
  }
  return undefined;
}

const KNOWN_ENTITIES = 'only &amp; &lt; &gt; &quot; &apos; and &#…; exist';

/** An ampersand that no semicolon follows: the parser reads on to the end of the file. */
function bareAmpersand(source: Source): Explanation | undefined {
  const { text } = source;
  const semicolon = text.lastIndexOf(';');
  const at = text.indexOf('&', Math.max(semicolon, text.lastIndexOf('-->'), 0));
  if (at < 0) return undefined;
  return {
    message: 'a bare & cannot stand in XML',
    span: { source, start: at, end: at + 1 },
    help: `write &amp; for an ampersand; ${KNOWN_ENTITIES}`,
  };
}

function notAnEntity({ source, position }: XmlFailure): Explanation {
  const start = Math.max(source.text.lastIndexOf('&', position - 1), 0);
  const word = source.text.slice(start, position);
  if (!/^&[^\s&"'<>]*;$/.test(word)) {
    return {
      message: 'a bare & cannot stand in XML',
      span: { source, start, end: start + 1 },
      help: `write &amp; for an ampersand; ${KNOWN_ENTITIES}`,
    };
  }
  return {
    message: `${quoted(word)} is not an entity of XML`,
    span: { source, start, end: position },
    help: `write the character itself; ${KNOWN_ENTITIES}`,
  };
}

function noElement({ source }: XmlFailure): Explanation {
  return {
    message: source.text.trim() === '' ? 'the file is empty' : 'the file holds no XML element',
    span: { source, start: 0, end: 0 },
    help: 'a schema starts with <database name="…">, with the name of a connection',
  };
}

function textOutside({ source, position, open, closed }: XmlFailure): Explanation {
  const before = source.text.slice(0, position).replace(/<$/, '');
  const start = before.lastIndexOf('>') + 1 + (/^\s*/.exec(before.slice(before.lastIndexOf('>') + 1))?.[0].length ?? 0);
  const line = /^[^\r\n<]*/.exec(source.text.slice(start))?.[0].trimEnd() ?? '';
  return {
    message: `text ${closed && open.length === 0 ? 'after' : 'before'} the <database> element: ${quoted(line, 40)}`,
    span: { source, start, end: start + line.length },
    help: 'remove it, or put it into a <!-- comment -->',
  };
}

/** Mistakes inside a tag, by the words of the parser. */
const TAG_MISTAKES: readonly (readonly [RegExp, string, string])[] = [
  [/^unquoted attribute value/, 'the value of an attribute stands in quotes', 'write name="value"'],
  [
    /^no whitespace between attributes/,
    'a space is missing before this attribute',
    'add the space; or a quote before it is missing or one too many',
  ],
  [/^attribute without value/, 'this attribute has no value', 'write name="value", such as required="true"'],
  [/^forward-slash in opening tag/, 'a / in a tag can only stand before its >', 'write />, or put the value in quotes'],
  [/in attribute name$/, 'this character cannot stand here in a tag', 'an attribute is written name="value"'],
  [/in closing tag$/, 'a closing tag holds the name of its element only', 'write it as </name>'],
  [/empty close tag/, 'this closing tag has no name', 'write it as </name>'],
];

function inTag(failure: XmlFailure, message: string): Explanation {
  const { source, position } = failure;
  const { text } = source;
  const last = Math.max(position - 1, 0);
  const at = (start: number, end: number): Explanation['span'] => ({ source, start, end });
  if (message === 'disallowed character' && text[last] === '<') {
    return (
      unclosedValue(source, lastOpenQuote(text, last), last) ?? {
        message: 'a < cannot stand in the value of an attribute',
        span: at(last, position),
        help: 'write &lt; instead',
      }
    );
  }
  if (text[last] === '<' && message.endsWith('in attribute name')) {
    const start = Math.max(text.lastIndexOf('<', last - 1), 0);
    return {
      message: 'this tag is never closed',
      span: at(start, wordAt(text, start + 1).end),
      help: 'end it with > or /> before the next one starts',
    };
  }
  if (message.startsWith('no whitespace') && /=["']/.test(text.slice(last - 2, last))) {
    const explanation = unclosedValue(source, text.lastIndexOf(text[last - 1] ?? '"', last - 2), last - 1);
    if (explanation) return explanation;
  }
  if (message.startsWith('malformed comment')) {
    const start = Math.max(text.lastIndexOf('--', last), 0);
    return {
      message: 'a comment cannot hold --',
      span: at(start, start + 2),
      help: 'write one dash, or end the comment with -->',
    };
  }
  if (message.endsWith('in tag name')) {
    const start = Math.max(text.lastIndexOf('<', last), 0);
    return { message: 'no element starts with this <', span: at(start, start + 1), help: 'write &lt; for a plain <' };
  }
  if (message === 'disallowed character') {
    return {
      message: `XML cannot hold the character ${quoted(text[last] ?? '')}`,
      span: { source, start: last, end: position },
      help: 'remove it',
    };
  }
  if (text[last] === '/' && message.endsWith('in attribute name') && /\w/.test(text[last - 1] ?? '')) {
    return inTag({ ...failure, raw: 'attribute without value' }, 'attribute without value');
  }
  const known = TAG_MISTAKES.find(([pattern]) => pattern.test(message));
  if (!known) return { message: `not well-formed XML: ${message}`, span: { source, start: last, end: position } };
  const [pattern, said, help] = known;
  const token = pattern.source.startsWith('^attribute without') ? wordBefore(text, last) : wordAt(text, last);
  return { message: said, span: { source, ...token }, help };
}

/** The quote that opened the value before an offset. */
function lastOpenQuote(text: string, before: number): number {
  const pattern = /=\s*["']/g;
  pattern.lastIndex = Math.max(text.lastIndexOf('<', before - 1), 0);
  let found = -1;
  for (let match = pattern.exec(text); match && match.index < before; match = pattern.exec(text)) {
    found = match.index + match[0].length - 1;
  }
  return found;
}

/** A value that runs into the next attribute or the next line: most likely its quote was forgotten. */
function unclosedValue(source: Source, quote: number, end: number): Explanation | undefined {
  const value = source.text.slice(quote, end);
  if (quote < 0 || !/[=\r\n]|\/>/.test(value)) return undefined;
  const name = /([^\s=<>"']+)\s*=\s*$/.exec(source.text.slice(0, quote))?.[1] ?? '';
  const length = /^[^\s/>]*/.exec(value)?.[0].length ?? 1;
  return {
    message: `the value of ${quoted(name)} has no closing quote`,
    span: { source, start: quote, end: quote + length },
    help: `write ${name}=${value.slice(0, length)}${value[0] ?? '"'}`,
  };
}

/** The word that starts at an offset: at least one character. */
function wordAt(text: string, start: number): { start: number; end: number } {
  const word = /[^\s=/>"'<]+/y;
  word.lastIndex = start;
  word.exec(text);
  return { start, end: Math.max(word.lastIndex, start + 1) };
}

/** The word that ends before an offset, spaces between not counted. */
function wordBefore(text: string, offset: number): { start: number; end: number } {
  const before = text.slice(0, offset).trimEnd();
  const length = /[^\s=/>"'<]+$/.exec(before)?.[0].length ?? 1;
  return { start: before.length - length, end: before.length };
}
