import php from 'php-parser';
import { printable } from '../../diagnostics/printable.js';
import { span } from '../../diagnostics/source.js';
import type { FormatReader } from './format.js';
import { evaluateFile, type PhpNode } from './php-value.js';

/** Nesting that a configuration never has and a parser that recurses cannot bear. */
const MAX_DEPTH = 100;

/**
 * Reads a PHP file that returns an array, without running it: literals, arrays, concatenation, `::class`, `__DIR__`
 * and environment lookups have a value; anything else is an error at its place.
 */
export const readPhp: FormatReader = (text, source, reporter, folder) => {
  const syntax = (message: string, start: number, help?: string): void => {
    const end = Math.min(start + 1, text.length);
    reporter.error({
      code: 'config/syntax',
      message: `this is not valid PHP: ${message}`,
      span: span(source, start, end),
      help,
    });
  };
  const deep = tooDeep(text);
  if (deep !== undefined) {
    syntax('it is nested deeper than a configuration can be', deep);
    return undefined;
  }
  const parser = new php.Engine({
    parser: { extractDoc: false, suppressErrors: false, version: '8.3' },
    ast: { withPositions: true },
  });
  let program: PhpNode;
  try {
    program = parser.parseCode(text, source.path) as unknown as PhpNode;
  } catch (error) {
    const {
      message = '',
      lineNumber,
      columnNumber,
    } = error as { message?: string; lineNumber?: number; columnNumber?: number };
    const at = lineNumber === undefined ? 0 : offsetAt(text, lineNumber, columnNumber ?? 0);
    syntax(plainMessage(message), at, 'check quotes, commas and brackets before this place');
    return undefined;
  }
  return evaluateFile(program, { source, reporter, folder });
};

function plainMessage(message: string): string {
  const plain = message.replace(/^Parse Error\s*: (?:syntax error, )?/, '').replace(/ on line \d+$/, '');
  // The parser quotes what it found, which may be part of a password: only punctuation is repeated.
  return printable(plain.replace(/unexpected '(?!\W{1,3}')[\s\S]*?'(?: \(T_\w+\))?(?=,|$)/, 'unexpected text'));
}

function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) break;
    start = newline + 1;
  }
  return Math.min(start + column, text.length);
}

function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '[' || c === '(' || c === '{') depth++;
    else if (c === ']' || c === ')' || c === '}') depth--;
    if (depth > MAX_DEPTH) return i;
  }
  return undefined;
}
