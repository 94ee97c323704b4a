import { SaxesParser } from 'saxes';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Source } from '../diagnostics/source.js';
import type { Element } from './element.js';
import { parsePlainXml } from './plain-xml.js';
import { explainXmlError } from './xml-errors.js';

/** Elements a schema nests are five deep; far beyond that a file is hostile or not a schema. */
const MAX_DEPTH = 50;

interface Draft extends Element {
  readonly children: Draft[];
}

/** Stops the parser at the first thing that is wrong: what follows an XML error is guesswork. */
class Stop extends Error {}

/**
 * XML text as a tree, or nothing and a diagnostic. Entities other than the five of XML and character references are
 * unknown, and a DOCTYPE is refused, so no file is ever opened and nothing can grow.
 */
export function parseXml(source: Source, reporter: Reporter): Element | undefined {
  return parsePlainXml(source) ?? parseFullXml(source, reporter);
}

/** The same by a full parser, whatever the file holds. */
export function parseFullXml(source: Source, reporter: Reporter): Element | undefined {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const { text } = source;
  const stack: Draft[] = [];
  let root: Draft | undefined;
  // The parser closes an element before it reports the tag that closed it.
  let closed: Draft | undefined;

  const stop = (start: number, end: number, code: string, message: string, help?: string): never => {
    reporter.error({ code, message, span: { source, start, end }, help });
    throw new Stop();
  };

  parser.on('error', (error) => {
    const { position } = parser;
    const explanation = explainXmlError({ source, position, raw: error.message, open: stack, closed });
    reporter.error({ code: 'xml/syntax', ...explanation });
    throw new Stop();
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
    // The text ends where the next tag starts, and starts behind the last one or the last comment.
    const end = Math.max(text.lastIndexOf('<', parser.position - 1), 0);
    const before = text.slice(text.lastIndexOf('>', end - 1) + 1, end);
    const start = end - before.trimStart().length;
    const line = /^[^\r\n]*/.exec(before.trimStart())?.[0].trimEnd() ?? '';
    const parent = stack.at(-1);
    stop(
      start,
      start + line.length,
      'schema/text',
      `unexpected text ${quoted(line, 40)}${parent ? ` in <${parent.name}>` : ''}`,
      'a schema holds elements and attributes only; put remarks into <!-- comments -->',
    );
  });
  parser.on('cdata', () => {
    const start = text.lastIndexOf('<![CDATA[', parser.position);
    stop(
      start,
      start + '<![CDATA['.length,
      'schema/text',
      'unexpected CDATA section',
      'a schema holds elements and attributes only; put remarks into <!-- comments -->',
    );
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
    closed = stack.pop();
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
  return root;
}
