import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
} from 'yaml';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { type ConfigNode, type MapEntry, scalar } from '../node.js';
import { hideSpan } from '../secrets.js';
import { withoutDuplicates } from './duplicate.js';
import type { FormatReader } from './format.js';

/** Values an alias may bring in: far above any real configuration, far below an alias bomb. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 100;

interface Context {
  readonly source: Source;
  readonly reporter: Reporter;
  readonly document: Document;
  /** Anchors being expanded, against an alias inside its own anchor. */
  readonly open: Set<Node>;
  /** The alias through which the current value is reached. */
  alias: Span | undefined;
  nodes: number;
}

/** Reads YAML 1.2 (one document; `a: &x …`, `b: *x` and no custom tags). An empty file is an empty configuration. */
export const readYaml: FormatReader = (text, source, reporter) => {
  const documents = parseAllDocuments(text, {
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: new LineCounter(),
    logLevel: 'silent',
  });
  if ('empty' in documents) return { kind: 'map', entries: [], span: span(source, 0) };
  const [document, second] = documents;
  if (document === undefined) return { kind: 'map', entries: [], span: span(source, 0) };
  for (const problem of [...document.errors, ...document.warnings]) {
    const quote = problem.code === 'MISSING_CHAR' ? openQuote(document, text, problem.pos[0]) : undefined;
    if (quote !== undefined) {
      reporter.error({
        code: 'config/syntax',
        message: 'this is not valid YAML: the quote that starts this value is not closed',
        span: span(source, quote, quote + 1),
        help: 'put a quote of the same kind at the end of the value',
      });
      continue;
    }
    reporter.error({
      code: 'config/syntax',
      message: `this is not valid YAML: ${sentence(problem.message)}`,
      span: span(source, problem.pos[0], oneLineEnd(text, problem.pos[0], problem.pos[1])),
      help: helpFor(problem.code),
    });
  }
  if (second !== undefined) {
    const at = second.range[0];
    reporter.error({
      code: 'config/syntax',
      message: 'a configuration file holds one YAML document, this one has several',
      span: span(source, at, at),
      help: 'remove the line --- and what follows it',
    });
  }
  if (reporter.hasErrors) return undefined;
  if (document.contents === null) return { kind: 'map', entries: [], span: span(source, 0) };
  const context: Context = { source, reporter, document, open: new Set(), alias: undefined, nodes: 0 };
  return convert(document.contents, context, 0);
};

/** Where the quoted value starts that is still open at an offset: the parser notices only at the end. */
function openQuote(document: Document.Parsed, text: string, at: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_, node) {
      if (!node.type?.startsWith('QUOTE') || !node.range) return;
      const [from, to] = node.range;
      const isClosed = to - from > 1 && text[to - 1] === text[from];
      if (from < at && to >= at && !isClosed) start = from;
    },
  });
  return start;
}

function convert(node: Node, context: Context, depth: number): ConfigNode | undefined {
  const at = spanOf(node, context);
  context.nodes++;
  if (context.nodes > MAX_NODES || depth > MAX_DEPTH) {
    // Said once: everything after it would only repeat it.
    if (context.nodes <= MAX_NODES || context.nodes === MAX_NODES + 1) {
      context.nodes = MAX_NODES + 2;
      context.reporter.error({
        code: 'config/syntax',
        message: 'this file expands to more values than a configuration can have',
        span: context.alias ?? at,
        help: 'write the values out instead of repeating aliases (*name)',
      });
    }
    return undefined;
  }
  if (isAlias(node)) return convertAlias(node, context, depth);
  if (isMap(node)) {
    const entries = node.items.flatMap((pair) => convertPair(pair, context, depth));
    return { kind: 'map', entries: withoutDuplicates(entries, context.reporter), span: at };
  }
  if (isSeq(node)) {
    const items = node.items.flatMap((item) => {
      const value = isPair(item) ? undefined : convert(item as Node, context, depth + 1);
      return value === undefined ? [] : [value];
    });
    return { kind: 'list', items, span: at };
  }
  if (isScalar(node)) {
    const { value } = node;
    if (typeof value === 'number' || typeof value === 'bigint') return scalar(Number(value), at, node.source);
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return scalar(value, at);
  }
  context.reporter.error({
    code: 'config/syntax',
    message: 'this YAML value cannot be used in a configuration',
    span: at,
  });
  return undefined;
}

function convertAlias(node: Node & { source: string }, context: Context, depth: number): ConfigNode | undefined {
  const target = isAlias(node) ? node.resolve(context.document) : undefined;
  if (target === undefined || context.open.has(target)) {
    context.reporter.error({
      code: 'config/syntax',
      message: target === undefined ? 'this alias has no anchor before it' : 'an alias inside its own anchor',
      span: spanOf(node, context),
      // What starts with an asterisk is an alias, whatever it was meant to be: a password, which no message may repeat.
      help: target === undefined ? 'put a text that starts with * in quotes' : undefined,
    });
    if (target === undefined) hideSpan(spanOf(node, context));
    return undefined;
  }
  const outer = context.alias;
  context.alias ??= spanOf(node, context);
  context.open.add(target);
  const value = convert(target, context, depth + 1);
  context.open.delete(target);
  context.alias = outer;
  return value;
}

function convertPair(pair: Pair, context: Context, depth: number): readonly MapEntry[] {
  const key = pair.key as Node | null;
  if (!isScalar(key) || key.value === null) {
    context.reporter.error({
      code: 'config/syntax',
      message: 'a key must be a plain word',
      span: key === null ? spanOf(pair.value as Node, context) : spanOf(key, context),
    });
    return [];
  }
  const keySpan = spanOf(key, context);
  const name = typeof key.value === 'string' ? key.value : (key.source ?? '');
  if (name === '<<') {
    context.reporter.error({
      code: 'config/syntax',
      message: `merge keys (${quoted('<<')}) are not part of YAML 1.2`,
      span: keySpan,
      help: 'write the keys out, or give the whole group as an alias: replica: *primary',
    });
    return [];
  }
  const value = pair.value as Node | null;
  const converted = value === null ? scalar(null, keySpan) : convert(value, context, depth + 1);
  return converted === undefined ? [] : [{ key: name, keySpan, value: converted }];
}

function spanOf(node: Node, context: Context): Span {
  const range = node.range ?? [0, 0, 0];
  return span(context.source, range[0], range[1]);
}

function oneLineEnd(text: string, start: number, end: number): number {
  const newline = text.slice(start, end).search(/[\r\n]/);
  return newline < 0 ? Math.min(end, text.length) : start + newline;
}

function sentence(message: string): string {
  // What follows a colon or a backslash is the text the parser stumbled over, which may be a secret.
  const [first = ''] = message.split(/\n|: | \\/, 1);
  return printable(first.charAt(0).toLowerCase() + first.slice(1));
}

function helpFor(code: string): string | undefined {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'indent with spaces';
    case 'MISSING_CHAR':
      return 'check that quotes and brackets are closed, and that every key ends with a colon';
    case 'BAD_INDENT':
      return 'keys of one group start in the same column';
    case 'BAD_SCALAR_START':
      return 'put the value in quotes, as in "%env.NAME%"';
    case 'TAG_RESOLVE_FAILED':
      return 'write the value without a tag';
    default:
      return undefined;
  }
}
