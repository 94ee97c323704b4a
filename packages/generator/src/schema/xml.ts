import { SaxesParser } from 'saxes';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Source } from '../diagnostics/source.js';
import type { Element } from './element.js';

/** Elements a schema nests are five deep; far beyond that a file is hostile or not a schema. */
const MAX_DEPTH = 50;

interface Draft extends Element {
  readonly children: Draft[];
}

/** Stops the parser at the first thing that is wrong: what follows an XML error is guesswork. */
class Stop extends Error {}

/**
 * XML text as a tree, or nothing and a complaint. Entities other than the five of XML and character references are
 * unknown, and a DOCTYPE is refused, so no file is ever opened and nothing can grow.
 */
export function parseXml(source: Source, reporter: Reporter): Element | undefined {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const { text } = source;
  const stack: Draft[] = [];
  let root: Draft | undefined;

  const stop = (start: number, end: number, code: string, message: string, help?: string): never => {
    reporter.error({ code, message, span: { source, start, end }, help });
    throw new Stop();
  };

  parser.on('error', (error) => {
    const { start, end, message, help } = explain(source, parser.position, error.message, stack);
    stop(start, end, 'xml/syntax', message, help);
  });
  parser.on('doctype', () => {
    const start = text.lastIndexOf('<!DOCTYPE', parser.position);
    stop(
      start,
      start + '<!DOCTYPE'.length,
      'xml/doctype',
      'a DOCTYPE is not allowed in a schema',
      'remove it: entities and DTDs are never read. Editors find the vocabulary through the XSD instead',
    );
  });
  parser.on('text', (content) => {
    if (content.trim() === '') return;
    const start = parser.position - 1 - content.trimStart().length;
    const at = Math.max(text.lastIndexOf(content.trim().slice(0, 20), parser.position), 0);
    stop(
      at || start,
      (at || start) + Math.min(content.trim().split('\n')[0]?.length ?? 1, 60),
      'schema/text',
      `unexpected text ${quoted(content.trim(), 40)}${stack.length > 0 ? ` in <${stack.at(-1)?.name ?? ''}>` : ''}`,
      'a schema holds elements and attributes only; put remarks into <!-- comments -->',
    );
  });
  parser.on('cdata', () => {
    const start = text.lastIndexOf('<![CDATA[', parser.position);
    stop(start, start + 9, 'schema/text', 'unexpected CDATA section', 'a schema holds elements and attributes only');
  });
  parser.on('opentag', (tag) => {
    // `<` cannot stand inside an attribute value, so the nearest one to the left opens this tag.
    const offset = text.lastIndexOf('<', parser.position - 1);
    const element: Draft = { name: tag.name, attributes: tag.attributes, children: [], source, offset };
    const parent = stack.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    if (stack.length >= MAX_DEPTH) {
      stop(
        offset + 1,
        offset + 1 + tag.name.length,
        'xml/depth',
        `elements are nested more than ${MAX_DEPTH} deep`,
        'a schema needs five levels at most',
      );
    }
    stack.push(element);
  });
  parser.on('closetag', () => {
    stack.pop();
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
  return root;
}

/** The parser's complaint in our words, at the token it is about. */
function explain(
  source: Source,
  position: number,
  raw: string,
  stack: readonly Draft[],
): { start: number; end: number; message: string; help?: string } {
  const { text } = source;
  const tagStart = Math.max(text.lastIndexOf('<', position - 1), 0);
  const wholeTag = { start: tagStart, end: Math.min(position, text.length) };
  const message = raw.replace(/\.$/, '');
  const duplicate = /^duplicate attribute: (.*)$/.exec(message);
  if (duplicate) {
    const name = duplicate[1] ?? '';
    const tag = text.slice(tagStart, position);
    const second = tag.lastIndexOf(` ${name}`) < 0 ? tag.lastIndexOf(name) : tag.lastIndexOf(` ${name}`) + 1;
    return {
      start: tagStart + second,
      end: tagStart + second + name.length,
      message: `attribute "${name}" is given twice`,
      help: 'keep one of them',
    };
  }
  if (message.startsWith('unexpected close tag') || message.startsWith('unmatched closing tag')) {
    const open = stack.at(-1);
    return {
      ...wholeTag,
      message: `this closing tag does not match ${open ? `<${open.name}>` : 'any open element'}`,
      ...(open ? { help: `close <${open.name}> first` } : {}),
    };
  }
  if (message.startsWith('unclosed tag')) {
    const open = stack.at(-1);
    const start = open ? open.offset + 1 : text.length;
    return {
      start,
      end: open ? start + open.name.length : start,
      message: `<${open?.name ?? message.slice('unclosed tag: '.length)}> is never closed`,
      help: 'the file ends too early: is it half written?',
    };
  }
  if (message.startsWith('undefined entity') || message.includes('entity')) {
    const ampersand = Math.max(text.lastIndexOf('&', position - 1), 0);
    return {
      start: ampersand,
      end: position,
      message: `not an entity of XML: ${quoted(text.slice(ampersand, position))}`,
      help: 'write &amp; for an ampersand; only &amp; &lt; &gt; &quot; &apos; and &#…; exist',
    };
  }
  if (message.includes('root element') || message.includes('document must contain')) {
    return {
      start: 0,
      end: 0,
      message: 'the file holds no XML element',
      help: 'a schema starts with <database name="…">',
    };
  }
  return { start: Math.max(position - 1, 0), end: position, message: `not well-formed XML: ${message}` };
}
