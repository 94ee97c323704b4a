import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable, quoted } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';
import { nearest, suggestion } from '../diagnostics/suggest.js';
import { KEY_TREE, KEYS, type KeyPlace } from './keys.js';
import { type ConfigNode, describeNode, type MapEntry } from './node.js';
import { hideNode, hideSpan } from './secrets.js';
import { type CheckedValue, checkValue } from './value.js';

/** A value that passed, with its place for later diagnostics. */
interface CheckedKey {
  readonly value: CheckedValue;
  readonly span: Span;
  readonly keySpan: Span;
}

/** The values of a configuration by their full paths (`database.connections.library.dsn`, list items by number). */
export interface CheckedKeys {
  readonly values: ReadonlyMap<string, CheckedKey>;
  /** Names that people chose, by the path of their group, with the place of each: connections, loggers, options. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, Span>>;
}

interface Context {
  readonly reporter: Reporter;
  readonly values: Map<string, CheckedKey>;
  readonly names: Map<string, Map<string, Span>>;
}

/** Checks a tree against the key table and reports everything that is not in it. */
export function checkKeys(root: ConfigNode, reporter: Reporter): CheckedKeys {
  const context: Context = { reporter, values: new Map(), names: new Map() };
  checkPlace(KEY_TREE, root, '', root.span, context);
  return context;
}

function checkPlace(place: KeyPlace, node: ConfigNode, path: string, keySpan: Span, context: Context): void {
  if (place.definition) {
    const { definition } = place;
    if (definition.replacedBy !== undefined) {
      context.reporter.error({
        code: 'config/replaced-key',
        message: `the Propel key ${path} has no effect here`,
        span: keySpan,
        help: asHelp(definition.replacedBy),
      });
      return;
    }
    const value = checkValue(definition, node, path, context.reporter);
    if (value !== undefined) context.values.set(path, { value, span: node.span, keySpan });
    return;
  }
  if (isNothing(node)) return;
  if (place.items) checkItems(place.items, node, path, keySpan, context);
  else if (node.kind === 'map') checkEntries(place, node.entries, path, context);
  else if (node.kind !== 'list' || node.items.length > 0) wrongGroup(place, node, path, context);
}

/** A group that is named but left empty, as each format writes it. */
const isNothing = (node: ConfigNode): boolean => node.kind === 'scalar' && (node.value === null || node.value === '');

function checkEntries(place: KeyPlace, entries: readonly MapEntry[], path: string, context: Context): void {
  for (const entry of entries) {
    const below = path === '' ? entry.key : `${path}.${entry.key}`;
    const child = place.children.get(entry.key);
    if (child) checkPlace(child, entry.value, below, entry.keySpan, context);
    else if (place.any) {
      const names = context.names.get(path) ?? new Map<string, Span>();
      context.names.set(path, names.set(entry.key, entry.keySpan));
      checkPlace(place.any, entry.value, below, entry.keySpan, context);
      checkRequired(place.any, entry.value, below, entry.keySpan, context);
    } else unknownKey(place, entry, path, context);
  }
}

function checkItems(item: KeyPlace, node: ConfigNode, path: string, keySpan: Span, context: Context): void {
  // A single group stands for a list of one: XML and INI can hardly write it otherwise.
  const items =
    node.kind === 'list'
      ? node.items
      : node.kind === 'map' && isAutoIncrement(node.entries)
        ? node.entries.map((e) => e.value)
        : [node];
  items.forEach((value, i) => {
    const below = `${path}.${i}`;
    if (value.kind !== 'map') wrongGroup(item, value, below, context);
    else {
      checkEntries(item, value.entries, below, context);
      checkRequired(item, value, below, node.kind === 'list' ? value.span : keySpan, context);
    }
  });
}

const isAutoIncrement = (entries: readonly MapEntry[]): boolean => entries.every((entry) => /^\d+$/.test(entry.key));

function checkRequired(place: KeyPlace, node: ConfigNode, path: string, span: Span, context: Context): void {
  if (place.definition || (node.kind !== 'map' && !isNothing(node))) return;
  for (const [name, child] of place.children) {
    const { definition } = child;
    if (!definition?.required || (node.kind === 'map' && node.entries.some((entry) => entry.key === name))) continue;
    context.reporter.error({
      code: 'config/missing-required',
      message: `${printable(path)} has no ${name}`,
      span,
      help: `add ${name}: ${definition.values ? `one of ${definition.values.join(', ')}` : asHelp(definition.doc)}`,
    });
  }
}

/** A sentence of the key table as the lines of help are written. */
const asHelp = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');

function wrongGroup(place: KeyPlace, node: ConfigNode, path: string, context: Context): void {
  const known = [...place.children.keys()].filter((name) => !place.children.get(name)?.definition?.replacedBy);
  context.reporter.error({
    code: 'config/wrong-type',
    message: `${path === '' ? 'orm' : printable(path)} must be a group of keys, not ${describeNode(node)}`,
    span: node.span,
    help: known.length > 0 ? `keys it may have: ${known.join(', ')}` : 'write a name and its value for each entry',
  });
}

function unknownKey(place: KeyPlace, entry: MapEntry, path: string, context: Context): void {
  const known = [...place.children.keys()].filter((name) => !place.children.get(name)?.definition?.replacedBy);
  const near = nearest(entry.key, known);
  // A misspelled password must not be shown by the frame that reports its key.
  const mayBeSecret = near === undefined || near === 'password' || near === 'dsn';
  if (mayBeSecret && path.startsWith('database.connections')) hideNode(entry.value);
  const plain = /^[\w.-]{1,40}$/.test(entry.key);
  if (!plain) hideSpan(entry.keySpan);
  context.reporter.error({
    code: 'config/unknown-key',
    message: `unknown key${plain ? ` ${quoted(entry.key)}` : ''}${path === '' ? '' : ` in ${printable(path)}`}`,
    span: entry.keySpan,
    help: (near === undefined ? elsewhere(entry.key) : undefined) ?? suggestion(entry.key, known),
  });
}

/** Where a key that is right but misplaced belongs. */
function elsewhere(key: string): string | undefined {
  const homes = new Set<string>();
  for (const { path, replacedBy } of KEYS) {
    const names = path.split('.');
    const at = names.indexOf(key);
    if (at > 0 && replacedBy === undefined)
      homes.add(
        names
          .slice(0, at + 1)
          .join('.')
          .replaceAll('*', '<name>'),
      );
  }
  return homes.size === 0 || homes.size > 4 ? undefined : `this key belongs elsewhere: ${[...homes].join(' or ')}`;
}
