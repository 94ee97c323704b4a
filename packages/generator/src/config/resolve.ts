import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable, quoted } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';
import { isDeferred, placeOf } from './keys.js';
import { isStatementKey } from './likely-secrets.js';
import { type ConfigNode, entryOf, type MapEntry, scalar, untyped } from './node.js';
import { spanWithin } from './secrets.js';
import { type Environment, joinParts, resolveTemplate, type TemplatePart } from './template.js';

/** One tree over another: groups merge key by key; lists and single values replace what is under them. */
export function merge(under: ConfigNode, over: ConfigNode): ConfigNode {
  if (under.kind !== 'map' || over.kind !== 'map') return over;
  const entries = under.entries.map((entry): MapEntry => {
    const above = entryOf(over, entry.key);
    return above === undefined ? entry : { ...above, value: merge(entry.value, above.value) };
  });
  const added = over.entries.filter((entry) => entryOf(under, entry.key) === undefined);
  return { kind: 'map', entries: [...entries, ...added], span: over.span };
}

/** `%%`, `%env.NAME%` or `%a.key%`. A lone percent sign is itself. */
const PLACEHOLDER = /%%|%([\w.-]+)%/gu;

/** Bounds on what placeholders may blow a small file up to. */
const MAX_VALUES = 20_000;
const MAX_TEXT = 65_536;
const MAX_CHAIN = 100;

interface Context {
  readonly root: ConfigNode;
  readonly env: Environment;
  readonly reporter: Reporter;
  values: number;
  /** Circles that were reported, by their keys in order. */
  readonly circles: Set<string>;
  /** Places of placeholders that lead nowhere: others that lead there would only repeat it. */
  readonly missing: Set<string>;
  /** Whether too long a chain was reported. */
  tooLong: boolean;
  /** The paths of all values, and the first one that ends with each path; made when a placeholder leads nowhere. */
  leaves?: { readonly paths: readonly string[]; readonly byEnd: ReadonlyMap<string, string> };
}

/**
 * Replaces placeholders in a merged tree. Lookups of environment variables stay lookups where the key table says that
 * the value is a template, and are replaced by their value everywhere else.
 */
export function resolvePlaceholders(root: ConfigNode, env: Environment, reporter: Reporter): ConfigNode {
  const context: Context = { root, env, reporter, values: 0, circles: new Set(), missing: new Set(), tooLong: false };
  return settle(expand(root, [], [], context), [], context);
}

/** The node with all its references followed; `open` holds the references that are being followed. */
function expand(node: ConfigNode, path: readonly string[], open: readonly string[], context: Context): ConfigNode {
  context.values++;
  if (context.values > MAX_VALUES) {
    if (context.values === MAX_VALUES + 1) {
      context.reporter.error({
        code: 'config/placeholder',
        message: 'placeholders expand this configuration to more values than it can have',
        span: node.span,
      });
    }
    return scalar(null, node.span);
  }
  switch (node.kind) {
    case 'map':
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          value: expand(entry.value, [...path, entry.key], open, context),
        })),
      };
    case 'list':
      return { ...node, items: node.items.map((item, i) => expand(item, [...path, String(i)], open, context)) };
    case 'text':
      return {
        ...node,
        parts: node.parts.flatMap((part) =>
          typeof part === 'string' ? literalParts(part, node, path, open, context) : [part],
        ),
      };
    case 'scalar':
      return typeof node.value === 'string' ? expandText(node.value, node, path, open, context) : node;
  }
}

function expandText(
  value: string,
  node: ConfigNode,
  path: readonly string[],
  open: readonly string[],
  context: Context,
): ConfigNode {
  if (!value.includes('%')) return node;
  const whole = /^%([\w.-]+)%$/u.exec(value)?.[1];
  if (whole !== undefined && !whole.startsWith('env.')) {
    const target = follow(whole, node.span, path, open, context);
    return { ...target, span: node.span };
  }
  const parts = literalParts(value, node, path, open, context);
  if (parts.every((part) => typeof part === 'string')) return scalar(parts.join(''), node.span);
  return { kind: 'text', parts, span: node.span };
}

function literalParts(
  value: string,
  node: ConfigNode,
  path: readonly string[],
  open: readonly string[],
  context: Context,
): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let length = 0;
  let last = 0;
  for (const match of value.matchAll(PLACEHOLDER)) {
    parts.push(value.slice(last, match.index));
    last = match.index + match[0].length;
    const name = match[1];
    const at = spanWithin(node.span, value, match.index, last);
    if (name === undefined) parts.push('%');
    else if (name.startsWith('env.')) parts.push({ env: name.slice(4), span: at });
    else parts.push(...partsOf(follow(name, at, path, open, context), at, context));
    length += parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 1), 0);
    if (length > MAX_TEXT) {
      context.reporter.error({ code: 'config/placeholder', message: 'placeholders make this text too long', span: at });
      return [''];
    }
  }
  parts.push(value.slice(last));
  return joinParts(parts);
}

/** What a placeholder inside a longer text stands for. */
function partsOf(node: ConfigNode, at: Span, context: Context): readonly TemplatePart[] {
  if (node.kind === 'text') return node.parts;
  if (node.kind === 'scalar') return [node.value === null ? '' : (node.raw ?? String(node.value))];
  context.reporter.error({
    code: 'config/placeholder',
    message: `this placeholder stands for a ${node.kind === 'list' ? 'list' : 'group of keys'}, which cannot be part of a text`,
    span: at,
  });
  return [''];
}

function follow(
  name: string,
  at: Span,
  path: readonly string[],
  open: readonly string[],
  context: Context,
): ConfigNode {
  const target = name.replace(/^orm\./, '').split('.');
  const key = target.join('.');
  const here = path.join('.');
  if (open.includes(key) || here === key || here.startsWith(`${key}.`)) {
    reportCircle(open.includes(key) ? open.slice(open.indexOf(key)) : open, key, at, context);
    return scalar(null, at);
  }
  if (open.length >= MAX_CHAIN) {
    reportLongChain(at, context);
    return scalar(null, at);
  }
  const found = lookUp(context.root, target);
  if (found === undefined) {
    reportMissingKey(name, at, path, context);
    return scalar(null, at);
  }
  return expand(found, target, [...open, key], context);
}

function reportCircle(between: readonly string[], key: string, at: Span, context: Context): void {
  const circle = between.includes(key) ? between : [key, ...between];
  const id = [...circle].sort().join(' ');
  if (context.circles.has(id)) return;
  context.circles.add(id);
  context.reporter.error({
    code: 'config/circular-placeholder',
    message: `placeholders go in a circle: ${[...circle, key].map(printable).join(' -> ')}`,
    span: at,
    help: 'give one of these keys a value without a placeholder',
  });
}

/** Said once: every placeholder that leads into the chain would only repeat it. */
function reportLongChain(at: Span, context: Context): void {
  if (context.tooLong) return;
  context.tooLong = true;
  context.reporter.error({
    code: 'config/placeholder',
    message: `this placeholder stands for another one, and so on for more than ${MAX_CHAIN} times`,
    span: at,
    help: 'let it name the value itself',
  });
}

function lookUp(root: ConfigNode, path: readonly string[]): ConfigNode | undefined {
  let node: ConfigNode | undefined = root;
  for (const name of path) node = node?.kind === 'list' ? node.items[Number(name)] : entryOf(node, name)?.value;
  return node;
}

function reportMissingKey(name: string, at: Span, path: readonly string[], context: Context): void {
  const place = `${at.source.path}:${at.start}`;
  if (context.missing.has(place)) return;
  context.missing.add(place);
  context.leaves ??= leavesOf(context.root);
  const { paths, byEnd } = context.leaves;
  const whole = byEnd.get(name);
  const near =
    whole === undefined ? context.reporter.suggestions.of(name, paths) : `write the whole path of the key: %${whole}%`;
  context.reporter.error({
    code: 'config/missing-key',
    message: `no key has the path of the placeholder ${shownName(name, path)}`,
    span: at,
    help: [
      isSecretPath(path) && !(path.at(-1) === 'dsn' && whole !== undefined) ? undefined : near,
      'write %% for a percent sign, %env.NAME% for an environment variable',
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}

/** Part of a password may look like a placeholder; it must not be repeated in a message. */
const isSecretPath = (path: readonly string[]): boolean =>
  /^(password|dsn)$/.test(path.at(-1) ?? '') || path.some(isStatementKey);

const shownName = (name: string, path: readonly string[]): string =>
  isSecretPath(path) ? `in ${path.join('.')}` : quoted(`%${name}%`);

function leavesOf(root: ConfigNode): NonNullable<Context['leaves']> {
  const paths = leafPaths(root, []);
  const byEnd = new Map<string, string>();
  for (const path of paths) {
    for (let at = 0; at >= 0; at = path.indexOf('.', at) + 1 || -1) {
      const end = path.slice(at);
      if (!byEnd.has(end)) byEnd.set(end, path);
    }
  }
  return { paths, byEnd };
}

function leafPaths(node: ConfigNode, path: readonly string[]): readonly string[] {
  if (node.kind === 'map') return node.entries.flatMap((entry) => leafPaths(entry.value, [...path, entry.key]));
  return node.kind === 'list' ? [] : [path.join('.')];
}

/** Reads the environment for values that are not templates. */
function settle(node: ConfigNode, path: readonly string[], context: Context): ConfigNode {
  if (node.kind === 'map') {
    const entries = node.entries.map((entry) => ({
      ...entry,
      value: settle(entry.value, [...path, entry.key], context),
    }));
    return { ...node, entries };
  }
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item, i) => settle(item, [...path, String(i)], context)) };
  if (node.kind === 'scalar' || isDeferred(path) || placeOf(path) === undefined) return node;
  const text = resolveTemplate(node, context.env, context.reporter);
  if (text === undefined) return scalar(null, node.span);
  return node.parts.length === 1 ? untyped(text, node.span) : scalar(text, node.span);
}
