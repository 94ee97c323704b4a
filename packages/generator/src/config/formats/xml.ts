import { SaxesParser } from 'saxes';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { KEYS, placeOf } from '../keys.js';
import { type ConfigNode, type MapEntry, untyped } from '../node.js';
import { withoutDuplicates } from './duplicate.js';
import type { FormatReader } from './format.js';

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
  readonly valueSpan: Span;
}

interface Context {
  /** The text as it is: in the source, spaces of a masked password are masked too. */
  readonly text: string;
  readonly source: Source;
  readonly reporter: Reporter;
}

interface Element {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: Attribute[];
  readonly children: Element[];
  text: string;
  contentStart: number;
  contentEnd: number;
}

const MAX_DEPTH = 50;

/** Names that a message may repeat: in a broken file anything else may be part of a password. */
const KNOWN = new Set([
  'config',
  'orm',
  'connection',
  'slave',
  'replica',
  ...KEYS.flatMap(({ path }) => path.split('.')),
]);

/** Ends the parser at the first mistake: what it says after one is about its own confusion. */
class Stop extends Error {}

/**
 * Reads `<config><orm>…</orm></config>`. An element is a key; the attribute `id` gives its key in place of its name;
 * other attributes are keys below it; elements that repeat are a list, as are the items of a plural
 * (`<slaves><slave>`). There is no DOCTYPE and so no entity beyond the five of XML.
 */
export const readXml: FormatReader = (text, source, reporter) => {
  const root = parseElements(text, source, reporter);
  if (root === undefined) return undefined;
  if (root.name !== 'config') {
    reporter.error({
      code: 'config/root-key',
      message: `the root element of the configuration is <config>, not <${printable(root.name)}>`,
      span: root.nameSpan,
      help: 'write <config><orm> ... </orm></config>',
    });
    return undefined;
  }
  return toNode(root, [], { text, source, reporter });
};

function parseElements(text: string, source: Source, reporter: Reporter): Element | undefined {
  const parser = new SaxesParser({ position: true });
  const open: Element[] = [];
  let root: Element | undefined;
  const stop = (message: string, at: Span, help?: string): never => {
    reporter.error({ code: 'config/syntax', message, span: at, help });
    throw new Stop();
  };
  let lastClosed: Element | undefined;
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '').replace(/[.:].*$/s, '');
    const end = Math.min(parser.position, text.length);
    if (/clos(e|ing) tag/.test(message)) {
      const start = Math.max(text.lastIndexOf('</', end - 1), 0);
      const help =
        lastClosed && KNOWN.has(lastClosed.name) ? `<${lastClosed.name}> is the element to close here` : undefined;
      stop(
        'this is not valid XML: this closing tag is not the one of the element that is open',
        span(source, start, end),
        help,
      );
    }
    if (message === 'undefined entity') {
      const start = Math.max(text.lastIndexOf('&', end), 0);
      const help = 'write &amp; for &; the other entities are &lt; &gt; &quot; &apos;';
      stop('this is not valid XML: there is no such entity', span(source, start, end), help);
    }
    const inside = open.at(-1);
    const help = inside && KNOWN.has(inside.name) ? `<${inside.name}> is the last element that is open` : undefined;
    stop(`this is not valid XML: ${printable(message)}`, span(source, Math.max(end - 1, 0), end), help);
  });
  parser.on('doctype', () => {
    const at = text.search(/<!DOCTYPE/i);
    stop('a configuration file has no DOCTYPE', span(source, at, at + 9), 'remove it; entities cannot be defined');
  });
  parser.on('opentagstart', (tag) => {
    const start = text.lastIndexOf('<', parser.position - 1) + 1;
    const nameSpan = span(source, start, start + tag.name.length);
    if (open.length >= MAX_DEPTH) stop('this XML is nested deeper than a configuration can be', nameSpan);
    if (/(^|:)include$/.test(tag.name)) stop('XInclude is not supported', nameSpan, 'put the settings into this file');
    const element: Element = {
      name: tag.name,
      nameSpan,
      attributes: [],
      children: [],
      text: '',
      contentStart: start,
      contentEnd: start,
    };
    if (open.length > 0) open.at(-1)?.children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('attribute', ({ name, value }) => {
    const end = parser.position - 1;
    const start = text.lastIndexOf(text[end] ?? '"', end - 1) + 1;
    const nameStart = text.lastIndexOf(name, start);
    const attribute = {
      name,
      value,
      span: span(source, nameStart, nameStart + name.length),
      valueSpan: span(source, start, end),
    };
    if (!/^xmlns(:|$)/.test(name)) open.at(-1)?.attributes.push(attribute);
  });
  parser.on('opentag', () => {
    const element = open.at(-1);
    if (element) element.contentStart = element.contentEnd = parser.position;
  });
  parser.on('text', (content) => addText(content));
  parser.on('cdata', (content) => addText(content));
  const addText = (content: string): void => {
    const element = open.at(-1);
    if (element) element.text += content;
  };
  parser.on('closetag', (tag) => {
    const element = open.pop();
    lastClosed = element;
    if (element && !tag.isSelfClosing) element.contentEnd = text.lastIndexOf('</', parser.position - 1);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return undefined;
  }
  return root;
}

function toNode(element: Element, path: readonly string[], context: Context): ConfigNode {
  const { source, reporter } = context;
  const raw = context.text.slice(element.contentStart, element.contentEnd);
  const lead = raw.length - raw.trimStart().length;
  const content = span(
    source,
    element.contentStart + lead,
    element.contentStart + Math.max(raw.trimEnd().length, lead),
  );
  const text = element.text.trim();
  const attributes = element.attributes.filter((attribute) => attribute.name !== 'id' || path.length === 0);
  if (element.children.length === 0 && attributes.length === 0) return untyped(text, content);
  if (text !== '') {
    reporter.error({
      code: 'config/syntax',
      message: `<${printable(element.name)}> has both text and keys of its own`,
      span: element.nameSpan,
      help: 'an element holds either a value or other elements',
    });
  }
  const given = attributes.map(
    ({ name, value, span: keySpan, valueSpan }): MapEntry => ({ key: name, keySpan, value: untyped(value, valueSpan) }),
  );
  const nameless =
    element.name === 'connections' && path.at(-2) === 'database' && element.children.find((child) => !idOf(child));
  if (nameless) {
    reporter.error({
      code: 'config/syntax',
      message: 'this connection has no id',
      span: nameless.nameSpan,
      help: 'write <connection id="name">',
    });
  }
  if (given.length === 0 && isPlural(element)) {
    const items = element.children.map((child) => toNode(child, [...path, child.name], context));
    return { kind: 'list', items, span: element.nameSpan };
  }
  return { kind: 'map', entries: [...given, ...entriesOf(element, path, context)], span: element.nameSpan };
}

const idOf = (element: Element): Attribute | undefined => element.attributes.find(({ name }) => name === 'id');

/** `<slaves>` around `<slave>` elements only, none of which has an id. */
function isPlural(element: Element): boolean {
  return (
    element.children.length > 0 && element.children.every((child) => `${child.name}s` === element.name && !idOf(child))
  );
}

function entriesOf(element: Element, path: readonly string[], context: Context): readonly MapEntry[] {
  const entries: MapEntry[] = [];
  const lists = new Map<string, { first: Element; items: ConfigNode[] }>();
  for (const child of element.children) {
    const id = idOf(child);
    const key = id?.value ?? keyOf(child, path);
    const value = toNode(child, [...path, key], context);
    if (id !== undefined || !isList([...path, key])) {
      entries.push({ key, keySpan: id?.valueSpan ?? child.nameSpan, value });
    } else {
      const list = lists.get(key) ?? { first: child, items: [] };
      list.items.push(value);
      lists.set(key, list);
    }
  }
  for (const [key, { first, items }] of lists) {
    const [value] = items;
    // One element may itself hold the items: <slaves><slave>…</slave></slaves>.
    const whole = items.length === 1 && value !== undefined && value.kind !== 'scalar' ? value : undefined;
    entries.push({ key, keySpan: first.nameSpan, value: whole ?? { kind: 'list', items, span: first.nameSpan } });
  }
  return withoutDuplicates(entries, context.reporter);
}

/** Whether the key table has a list at a path that starts with the root key. */
function isList(path: readonly string[]): boolean {
  const place = placeOf(path.slice(1));
  return place?.items !== undefined || place?.definition?.type === 'strings' || place?.definition?.type === 'names';
}

/** `<connection>` elements of `<runtime>` and `<generator>` are the list `connections`. */
function keyOf(child: Element, path: readonly string[]): string {
  return child.name === 'connection' && isList([...path, 'connections']) ? 'connections' : child.name;
}
