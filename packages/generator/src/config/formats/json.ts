import { parse, type ValueNode } from '@humanwhocodes/momoa';
import type { Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { type ConfigNode, type MapEntry, scalar } from '../node.js';
import { withoutDuplicates } from './duplicate.js';
import type { FormatReader } from './format.js';

const MAX_DEPTH = 200;

/** Reads strict JSON: no comments, no commas before a closing bracket. An empty file is an empty configuration. */
export const readJson: FormatReader = (text, source, reporter) => {
  if (text.trim() === '') return { kind: 'map', entries: [], span: span(source, 0) };
  if (deepest(text) > MAX_DEPTH) {
    reporter.error({
      code: 'config/syntax',
      message: 'this JSON is nested deeper than a configuration can be',
      span: span(source, 0),
    });
    return undefined;
  }
  try {
    return convert(parse(text, { mode: 'json', ranges: true }).body, { text, source, reporter });
  } catch (error) {
    reportSyntax(error, text, source, reporter);
    return undefined;
  }
};

/** An upper bound of the nesting, so that the parser's recursion is never tried on hostile depths. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (const c of text) {
    if (c === '[' || c === '{') most = Math.max(most, ++depth);
    else if (c === ']' || c === '}') depth--;
  }
  return most;
}

interface Context {
  /** The text as it is: in the source, a password of digits is masked. */
  readonly text: string;
  readonly source: Source;
  readonly reporter: Reporter;
}

function convert(node: ValueNode, context: Context): ConfigNode {
  const { source, text } = context;
  const at = rangeOf(node, source);
  switch (node.type) {
    case 'Object': {
      const entries = node.members.map((member): MapEntry => {
        const key = member.name.type === 'String' ? member.name.value : member.name.name;
        return { key, keySpan: rangeOf(member.name, source), value: convert(member.value, context) };
      });
      return { kind: 'map', entries: withoutDuplicates(entries, context.reporter), span: at };
    }
    case 'Array':
      return {
        kind: 'list',
        items: node.elements.map((element) => convert(element.value, context)),
        span: at,
      };
    case 'Number':
      return scalar(node.value, at, text.slice(at.start, at.end));
    case 'String':
    case 'Boolean':
      return scalar(node.value, at);
    default:
      return scalar(null, at);
  }
}

const rangeOf = (node: { readonly range?: readonly [number, number] | undefined }, source: Source): Span =>
  span(source, node.range?.[0] ?? 0, node.range?.[1] ?? 0);

const TOKENS: Readonly<Record<string, string>> = {
  LBrace: 'a {',
  RBrace: 'a }',
  LBracket: 'a [',
  RBracket: 'a ]',
  Comma: 'a comma',
  Colon: 'a colon',
  String: 'a text',
  Number: 'a number',
  Boolean: 'true or false',
  Null: 'null',
};

function reportSyntax(error: unknown, text: string, source: Source, reporter: Reporter): void {
  const { message, offset } = error as { message?: string; offset?: number };
  const at = Math.min(offset ?? 0, text.length);
  const token = /Unexpected token (\w+)/.exec(message ?? '')?.[1];
  const found =
    token !== undefined
      ? `${TOKENS[token] ?? token} is not expected here`
      : /^Unexpected end/.test(message ?? '')
        ? 'it ends too early'
        : `${printable(text.slice(at, at + 1)) || 'this'} is not expected here`;
  reporter.error({
    code: 'config/syntax',
    message: `this is not valid JSON: ${found}`,
    span: span(source, at, Math.min(at + 1, text.length)),
    help: helpFor(token, text, at),
  });
}

function helpFor(token: string | undefined, text: string, at: number): string {
  if ((token === 'RBrace' || token === 'RBracket') && /,\s*$/.test(text.slice(0, at)))
    return 'remove the comma before it';
  if (/^\/[/*]|^#/.test(text.slice(at, at + 2))) return 'JSON has no comments; YAML and INI files may have them';
  if (text[at] === "'") return 'JSON has texts in double quotes';
  return 'check quotes, commas and brackets before this place';
}
