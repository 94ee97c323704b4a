import type { Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { type ConfigNode, scalar, untyped } from '../node.js';
import type { FormatReader } from './format.js';

interface Group {
  readonly kind: 'group';
  readonly keySpan: Span;
  readonly entries: Map<string, Group | Leaf>;
  /** Whether all its keys came in brackets as numbers, or empty. */
  numbered: boolean;
  /** The number that `key[]` stands for. */
  next: number;
}

interface Leaf {
  readonly kind: 'leaf';
  readonly keySpan: Span;
  readonly value: ConfigNode;
}

/** One step of a key: `connections[0]` has the steps `connections` and, in brackets, `0`. */
interface Step {
  readonly name: string;
  readonly bracket: boolean;
  readonly span: Span;
}

/**
 * Reads INI files as people write them, with positions. A line is a section (`[a.b]`), a comment (from `;` or
 * `#` at its start) or `key = value`. Dots and brackets in a key nest. A value in quotes is taken as it stands between
 * them, with a doubled quote for one; another ends before ` ; ` or ` # `, that is, a semicolon inside a DSN is part of the DSN.
 */
export const readIni: FormatReader = (text, source, reporter) => {
  const root = newGroup(span(source, 0));
  let section: readonly Step[] = [];
  for (const { line, start } of linesOf(text)) {
    const content = line.trim();
    const at = start + line.indexOf(content);
    const whole = span(source, at, at + content.length);
    if (content === '' || /^[;#]/.test(content)) continue;
    if (content.startsWith('[')) section = readSection(content, whole, reporter) ?? section;
    else readAssignment(content, at, section, root, source, reporter);
  }
  return toNode(root, span(source, 0, 0));
};

function* linesOf(text: string): Generator<{ line: string; start: number }> {
  const pattern = /[^\r\n]*(?:\r\n|\r|\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const line = pattern.exec(text)?.[0] ?? '';
    yield { line: line.replace(/[\r\n]+$/, ''), start };
  }
}

function readSection(content: string, at: Span, reporter: Reporter): readonly Step[] | undefined {
  const name = /^\[([^[\]]*)\]\s*(?:[;#].*)?$/.exec(content)?.[1];
  const steps = name === undefined ? undefined : readKey(name, at.start + 1, at.source);
  if (steps !== undefined) return steps;
  reporter.error({
    code: 'config/syntax',
    message: 'this is no section',
    span: at,
    help: 'a section is a name in brackets, with dots for levels: [database.connections.library]',
  });
  return undefined;
}

const MAX_STEPS = 20;

/** The steps of `a.b[0].c[name]`, or nothing when it is no key. */
function readKey(key: string, at: number, source: Source): readonly Step[] | undefined {
  const steps: Step[] = [];
  let start = at;
  for (const part of key.split('.')) {
    const found = /^(\s*)([^\s[\]=;#"']+)((?:\[[^[\]=;#"'\s]*\])*)\s*$/.exec(part);
    if (!found) return undefined;
    const [, lead = '', name = '', brackets = ''] = found;
    const nameEnd = start + lead.length + name.length;
    steps.push({ name, bracket: false, span: span(source, nameEnd - name.length, nameEnd) });
    for (const { 0: written, 1: inner = '', index } of brackets.matchAll(/\[([^\]]*)\]/g)) {
      const from = nameEnd + index;
      steps.push({ name: inner, bracket: true, span: span(source, from, from + written.length) });
    }
    start += part.length + 1;
  }
  return steps.length > MAX_STEPS ? undefined : steps;
}

function readAssignment(
  content: string,
  at: number,
  section: readonly Step[],
  root: Group,
  source: Source,
  reporter: Reporter,
): void {
  const equals = content.indexOf('=');
  const key = (equals < 0 ? content : content.slice(0, equals)).trimEnd();
  const keySpan = span(source, at, at + Math.max(key.length, 1));
  const steps = equals < 0 ? undefined : readKey(key, at, source);
  if (steps === undefined) {
    reporter.error({
      code: 'config/syntax',
      message: 'this line is no section, comment or key = value',
      span: keySpan,
      help: 'keys are dotted paths: database.connections.library.adapter = pgsql',
    });
    return;
  }
  const rest = content.slice(equals + 1);
  const valueAt = at + equals + 1 + (rest.length - rest.trimStart().length);
  const value = readValue(rest.trim(), valueAt, source, reporter);
  if (value) put(root, withRoot([...section, ...steps]), value, reporter);
}

/** The root key may be left out in INI files. */
function withRoot(steps: readonly Step[]): readonly Step[] {
  const [first] = steps;
  if (first === undefined || first.name === 'orm' || first.name === 'propel') return steps;
  return [{ name: 'orm', bracket: false, span: first.span }, ...steps];
}

function readValue(text: string, at: number, source: Source, reporter: Reporter): ConfigNode | undefined {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") {
    const comment = ` ${text}`.search(/\s[;#](\s|$)/);
    const cut = comment < 0 ? text : text.slice(0, Math.max(comment - 1, 0)).trimEnd();
    return untyped(cut, span(source, at, at + cut.length));
  }
  // A doubled quote is one, as in `"say ""yes"" to it"`.
  const end = closingQuote(text, quote);
  const after = text.slice(end + 1);
  if (end < 0 || !/^(\s+[;#].*)?$/.test(after)) {
    reporter.error({
      code: 'config/syntax',
      message:
        end < 0
          ? 'the quote that starts this value is not closed'
          : 'there is text behind the closing quote of this value',
      span: end < 0 ? span(source, at, at + 1) : span(source, at + end + 1, at + text.length),
      help: 'a value in double quotes may hold single quotes, and the other way round; a doubled quote is one',
    });
    return undefined;
  }
  return scalar(text.slice(1, end).replaceAll(quote + quote, quote), span(source, at, at + end + 1));
}

function closingQuote(text: string, quote: string): number {
  let end = text.indexOf(quote, 1);
  while (end >= 0 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  return end;
}

const newGroup = (keySpan: Span): Group => ({ kind: 'group', keySpan, entries: new Map(), numbered: true, next: 0 });

function put(root: Group, steps: readonly Step[], value: ConfigNode, reporter: Reporter): void {
  let group = root;
  for (const [i, step] of steps.entries()) {
    const name = step.bracket && step.name === '' ? String(group.next) : step.name;
    const isNumber = /^\d{1,6}$/.test(name);
    if (!step.bracket || !isNumber) group.numbered = false;
    if (isNumber) group.next = Math.max(group.next, Number(name) + 1);
    const found = group.entries.get(name);
    const last = i === steps.length - 1;
    if (found !== undefined && (last || found.kind === 'leaf')) {
      reporter.error({
        code: 'config/duplicate-key',
        message:
          last && found.kind === 'leaf'
            ? `the key ${quoted(
                steps
                  .map((s) => s.name)
                  .join('.')
                  .replace(/^orm\./, ''),
              )} is written twice`
            : `${quoted(name)} is both a value and a group of keys`,
        span: step.span,
        related: { message: 'the first is here', span: found.keySpan },
        help: 'keep one of them',
      });
      return;
    }
    if (last) group.entries.set(name, { kind: 'leaf', keySpan: step.span, value });
    else if (found?.kind === 'group') group = found;
    else {
      const below = newGroup(step.span);
      group.entries.set(name, below);
      group = below;
    }
  }
}

function toNode(item: Group | Leaf, at: Span): ConfigNode {
  if (item.kind === 'leaf') return item.value;
  const entries = [...item.entries].map(([key, value]) => ({
    key,
    keySpan: value.keySpan,
    value: toNode(value, value.keySpan),
  }));
  if (!item.numbered || entries.length === 0) return { kind: 'map', entries, span: at };
  const items = entries.sort((a, b) => Number(a.key) - Number(b.key)).map((entry) => entry.value);
  return { kind: 'list', items, span: at };
}
