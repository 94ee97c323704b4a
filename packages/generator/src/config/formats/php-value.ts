import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { type ConfigNode, type MapEntry, scalar } from '../node.js';
import { hideSpan } from '../secrets.js';
import { joinParts, type TemplatePart } from '../template.js';
import { withoutDuplicates } from './duplicate.js';

/** What is used of the parser's syntax tree: a kind, a place, and members that depend on the kind. */
export interface PhpNode {
  readonly kind: string;
  readonly loc?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } } | null;
  readonly [member: string]: unknown;
}

interface Context {
  readonly source: Source;
  readonly reporter: Reporter;
  readonly folder: string;
}

interface Scope extends Context {
  readonly namespace: string;
  /** Imported names in lower case. */
  readonly imports: ReadonlyMap<string, string>;
}

const node = (value: unknown): PhpNode | undefined =>
  typeof value === 'object' && value !== null && 'kind' in value ? (value as PhpNode) : undefined;

const nodes = (value: unknown): readonly PhpNode[] =>
  Array.isArray(value) ? value.flatMap((item) => node(item) ?? []) : [];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const spanOf = (at: PhpNode, { source }: Context): Span => {
  const start = at.loc?.start.offset ?? 0;
  const end = at.loc?.end.offset ?? start;
  const newline = source.text.slice(start, end).search(/[\r\n]/);
  return span(source, start, newline < 0 || at.kind === 'string' ? end : start + newline);
};

/** The array that a PHP file returns. */
export function evaluateFile(program: PhpNode, context: Context): ConfigNode | undefined {
  const first = nodes(program.children)[0];
  const namespace = first?.kind === 'namespace' ? text(first.name) : '';
  const imports = new Map<string, string>();
  const statements = nodes(program.children).flatMap((child) =>
    child.kind === 'namespace' ? nodes(child.children) : [child],
  );
  for (const statement of statements) {
    switch (statement.kind) {
      case 'declare':
      case 'noop':
        break;
      case 'usegroup':
        addImports(statement, imports);
        break;
      case 'return': {
        const returned = node(statement.expr);
        if (returned?.kind === 'array') return evaluate(returned, { ...context, namespace, imports });
        report(returned ?? statement, context, 'the file must return an array', 'write return [...];');
        return undefined;
      }
      case 'inline':
        report(statement, context, 'a PHP configuration starts with <?php', 'nothing may stand before it');
        return undefined;
      default:
        hideTexts(statement, context);
        report(
          statement,
          context,
          'only a return statement can be used in a configuration',
          'the file is read, not run: write return [...];',
        );
        return undefined;
    }
  }
  report(program, context, 'the file returns no array', "end it with: return ['orm' => [...]];");
  return undefined;
}

/** Hides every text in a piece of code that nobody understands here: `$p = 'secret'` may be a password. */
function hideTexts(at: PhpNode, context: Context): void {
  if (at.kind === 'string' || at.kind === 'nowdoc' || at.kind === 'encapsed') {
    hideSpan(span(context.source, at.loc?.start.offset ?? 0, at.loc?.end.offset ?? 0));
    return;
  }
  for (const member of Object.values(at)) {
    const inner = node(member);
    for (const below of inner === undefined ? nodes(member) : [inner]) hideTexts(below, context);
  }
}

function addImports(group: PhpNode, imports: Map<string, string>): void {
  const prefix = text(group.name);
  for (const item of nodes(group.items)) {
    const name = (prefix === '' ? '' : `${prefix}\\`) + text(item.name).replace(/^\\/, '');
    const alias = text(node(item.alias)?.name) || (name.split('\\').at(-1) ?? name);
    imports.set(alias.toLowerCase(), name);
  }
}

function report(at: PhpNode, context: Context, message: string, help?: string): void {
  context.reporter.error({ code: 'config/php-expression', message, span: spanOf(at, context), help });
}

function evaluate(value: PhpNode, scope: Scope): ConfigNode | undefined {
  const at = spanOf(value, scope);
  switch (value.kind) {
    case 'array':
      return evaluateArray(value, scope);
    case 'boolean':
      return scalar(value.value === true, at);
    case 'nullkeyword':
      return scalar(null, at);
    case 'number':
      return evaluateNumber(text(value.value), 1, at);
    case 'unary': {
      const inner = node(value.what);
      if (inner?.kind === 'number' && (value.type === '-' || value.type === '+')) {
        return evaluateNumber(text(inner.value), value.type === '-' ? -1 : 1, at);
      }
      break;
    }
    default: {
      const parts = evaluateText(value, scope);
      if (parts === 'reported') return undefined;
      if (parts === undefined) break;
      const joined = joinParts(parts);
      if (joined.every((part) => typeof part === 'string')) return scalar(joined.join(''), at);
      return { kind: 'text', parts: joined, span: at };
    }
  }
  reportUnusable(value, scope);
  return undefined;
}

function reportUnusable(value: PhpNode, scope: Scope): void {
  const isDefault = value.kind === 'retif' || (value.kind === 'bin' && value.type === '??');
  const constant = value.kind === 'staticlookup' ? text(node(value.offset)?.name) : '';
  report(
    value,
    scope,
    'this expression cannot be used in a configuration, which is read and not run',
    isDefault
      ? 'a default for a variable belongs into the .dist file, or into the environment'
      : constant !== ''
        ? `write the name of the constant as a text: '${printable(constant)}'`
        : "texts, numbers, true, false, null, arrays, ., ::class, __DIR__, getenv('NAME') and $_ENV['NAME'] can be",
  );
}

function evaluateNumber(written: string, sign: 1 | -1, at: Span): ConfigNode {
  const plain = written.replaceAll('_', '').toLowerCase();
  const octal = /^0o?([0-7]+)$/.exec(plain)?.[1];
  const value = sign * (octal === undefined ? Number(plain) : Number.parseInt(octal, 8));
  return scalar(value, at, String(value));
}

function evaluateArray(array: PhpNode, scope: Scope): ConfigNode {
  const at = spanOf(array, scope);
  const entries: MapEntry[] = [];
  let next = 0;
  for (const item of nodes(array.items)) {
    const inner = node(item.value);
    if (item.kind !== 'entry' || inner === undefined || item.unpack === true || item.byRef === true) {
      report(
        item,
        scope,
        'this cannot be an item of an array in a configuration',
        'write the items out, each as a value or a key and a value',
      );
      continue;
    }
    const keyNode = node(item.key);
    const key = keyNode === undefined ? scalar(next, spanOf(inner, scope)) : evaluate(keyNode, scope);
    const value = evaluate(inner, scope);
    if (key === undefined || value === undefined) continue;
    if (key.kind !== 'scalar' || (typeof key.value !== 'string' && typeof key.value !== 'number')) {
      report(keyNode ?? item, scope, 'a key must be a text or a number');
      continue;
    }
    const name = String(key.value);
    if (/^(0|[1-9]\d{0,8})$/.test(name)) next = Math.max(next, Number(name) + 1);
    entries.push({ key: name, keySpan: key.span, value });
  }
  const unique = withoutDuplicates(entries, scope.reporter);
  const isList = unique.length > 0 && unique.every((entry, i) => entry.key === String(i));
  return isList
    ? { kind: 'list', items: unique.map((entry) => entry.value), span: at }
    : { kind: 'map', entries: unique, span: at };
}

/** The parts of an expression that is a text; nothing when it is none. */
function evaluateText(value: PhpNode, scope: Scope): readonly TemplatePart[] | 'reported' | undefined {
  switch (value.kind) {
    case 'string':
    case 'nowdoc':
      return [text(value.value)];
    case 'magic':
      return value.value === '__DIR__' ? [scope.folder] : undefined;
    case 'staticlookup':
      return text(node(value.offset)?.name).toLowerCase() === 'class' ? className(node(value.what), scope) : undefined;
    case 'cast':
      return value.type === 'string' ? textOf(node(value.expr), scope) : undefined;
    case 'bin':
      return value.type === '.' ? joinTexts([node(value.left), node(value.right)], scope) : undefined;
    case 'encapsed':
      return joinTexts(
        nodes(value.value).map((part) => node(part.expression)),
        scope,
      );
    case 'call':
    case 'offsetlookup': {
      const env = lookedUp(value);
      return env === undefined ? undefined : [{ env, span: spanOf(value, scope) }];
    }
    default:
      return undefined;
  }
}

/** A text, or a number as PHP turns it into one. */
function textOf(value: PhpNode | undefined, scope: Scope): readonly TemplatePart[] | 'reported' | undefined {
  if (value?.kind === 'number') {
    const number = evaluateNumber(text(value.value), 1, spanOf(value, scope));
    return number.kind === 'scalar' ? [String(number.value)] : undefined;
  }
  return value && evaluateText(value, scope);
}

function joinTexts(values: readonly (PhpNode | undefined)[], scope: Scope): readonly TemplatePart[] | 'reported' {
  const parts: TemplatePart[] = [];
  let failed = false;
  for (const value of values) {
    const found = textOf(value, scope);
    if (found === undefined || found === 'reported') {
      if (found === undefined && value !== undefined) reportUnusable(value, scope);
      failed = true;
    } else parts.push(...found);
  }
  return failed ? 'reported' : parts;
}

/** The variable that `getenv('NAME')` or `$_ENV['NAME']` reads. */
function lookedUp(value: PhpNode): string | undefined {
  const what = node(value.what);
  const named =
    value.kind === 'call'
      ? text(what?.name).replace(/^\\/, '').toLowerCase() === 'getenv' && nodes(value.arguments).length === 1
        ? nodes(value.arguments)[0]
        : undefined
      : what?.kind === 'variable' && what.name === '_ENV'
        ? node(value.offset)
        : undefined;
  const name = named?.kind === 'string' ? text(named.value) : named?.kind === 'identifier' ? text(named.name) : '';
  return name === '' ? undefined : name;
}

function className(what: PhpNode | undefined, scope: Scope): readonly TemplatePart[] | undefined {
  if (what?.kind !== 'name') return undefined;
  const name = text(what.name);
  const inNamespace = (rest: string): string => (scope.namespace === '' ? rest : `${scope.namespace}\\${rest}`);
  if (what.resolution === 'fqn') return [name.replace(/^\\/, '')];
  if (what.resolution === 'rn') return [inNamespace(name)];
  const [head = '', ...rest] = name.split('\\');
  const imported = scope.imports.get(head.toLowerCase());
  return [imported === undefined ? inNamespace(name) : [imported, ...rest].join('\\')];
}
