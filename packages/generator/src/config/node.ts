import type { Span } from '../diagnostics/source.js';
import type { TemplatePart } from './template.js';

/** A value of a configuration file with its place, the same for all formats. */
export type ConfigNode = MapNode | ListNode | ScalarNode | TextNode;

interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly span: Span;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: ConfigNode;
}

interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
  readonly span: Span;
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** What was written, where a number or boolean may also be meant as text (`password: 007`). */
  readonly raw?: string | undefined;
  readonly span: Span;
}

/** A string with environment lookups in it, such as `'host=' . getenv('DB_HOST')`. */
export interface TextNode {
  readonly kind: 'text';
  readonly parts: readonly TemplatePart[];
  readonly span: Span;
}

export function scalar(value: ScalarNode['value'], span: Span, raw?: string): ScalarNode {
  return raw === undefined ? { kind: 'scalar', value, span } : { kind: 'scalar', value, span, raw };
}

/**
 * The value of an untyped text (INI, XML, an environment variable): `true`, `false` and numbers in their canonical
 * spelling are converted; `007` and `1e3` stay text, and `raw` keeps what was written.
 */
export function untyped(text: string, span: Span): ScalarNode {
  if (/^(true|false)$/i.test(text)) return scalar(text.toLowerCase() === 'true', span, text);
  if (/^(0|-?[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return scalar(Number(text), span, text);
  return scalar(text, span);
}

/** The entries of groups by their keys, each made when it is first asked for. */
const indexes = new WeakMap<readonly MapEntry[], ReadonlyMap<string, MapEntry>>();

export function entryOf(node: ConfigNode | undefined, key: string): MapEntry | undefined {
  if (node?.kind !== 'map') return undefined;
  let index = indexes.get(node.entries);
  if (index === undefined) {
    // The first of a key counts.
    index = new Map(node.entries.map((entry) => [entry.key, entry] as const).reverse());
    indexes.set(node.entries, index);
  }
  return index.get(key);
}

/** What a value is, in the words of a message. */
export function describeNode(node: ConfigNode): string {
  if (node.kind === 'map') return 'a group of keys';
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'text') return 'a text';
  if (node.value === null) return 'nothing';
  if (node.value === '') return 'an empty text';
  return typeof node.value === 'string' ? 'a text' : typeof node.value === 'number' ? 'a number' : 'true or false';
}
