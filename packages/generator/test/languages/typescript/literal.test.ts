import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { tsDocText, tsKey, tsString } from '../../../src/languages/typescript/literal.js';
import { parsed } from './typescript.js';

const HOSTILE = [
  '',
  "'",
  "\\'",
  '\\',
  '\\\\',
  '`${process.exit()}`',
  "'; process.exit(); '",
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\u00001',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u200b',
  '\u202e',
  '\ud800',
  '\udc00x',
  '😀',
  '\u{e0001}',
  '*/ process.exit(); /*',
  '*\u200b/ process.exit();',
  '/* a */',
  '// a',
  '/// <reference path="x" />',
  '@ts-nocheck',
  '@ts-ignore',
  '@ts-expect-error',
  '@deprecated',
  '{@link x}',
  '@jsxImportSource evil',
  '//# sourceMappingURL=evil.map',
  '/*# sourceMappingURL=evil.map',
  '//@ sourceMappingURL=evil.map',
  '<!-- x',
  '--> x',
  '#!/bin/sh',
  '</script>',
];

/** Characters that mean something in literals and comments, more often than by chance. */
const texts = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'\\\'"`$*/@#{}u0x1\n\r\u2028\u200b\ud800 ') }),
  fc.array(fc.constantFrom(...HOSTILE)).map((parts) => parts.join('')),
);

/** What every reader of a source map's address looks for. */
const ADDRESS = /\/[*/][#@]\s*sourceMappingURL=/;

/** What is written to a file and read again. */
const stored = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

describe('a text as a literal', () => {
  const check = (text: string): void => {
    const source = stored(`export const text = ${tsString(text)};\nexport const end = 1;\n`);
    const { file, errors } = parsed(source);
    expect(errors).toEqual([]);
    expect(file.statements).toHaveLength(2);
    const [first] = file.statements;
    if (first === undefined || !ts.isVariableStatement(first)) throw new Error('no variable');
    const value = first.declarationList.declarations[0]?.initializer;
    if (value === undefined || !ts.isStringLiteral(value)) throw new Error('no string');
    expect(value.text).toBe(text);
    expect(source.split('\n')).toHaveLength(3);
    expect(source).not.toMatch(ADDRESS);
    expect(source).toMatch(/^[^\p{Cs}\p{Zl}\p{Zp}\p{Cf}]*$/u);
  };

  it.each(HOSTILE)('%j is itself', check);

  it('is itself for random texts', () => {
    fc.assert(fc.property(texts, check), { numRuns: 500 });
  });
});

describe('a text as the key of a member', () => {
  const check = (text: string): void => {
    const { file, errors } = parsed(stored(`export default { ${tsKey(text)}: 1 };`));
    expect(errors).toEqual([]);
    expect(file.statements).toHaveLength(1);
    const made = runInThisContext(`({ ${tsKey(text)}: 1 })`) as object;
    expect(Object.keys(made)).toEqual([text]);
  };

  it.each([...HOSTILE, 'title', 'class', 'a-b', '__proto__', 'constructor', '1'])('%j is itself', check);

  it('is itself for random texts', () => {
    fc.assert(fc.property(texts, check), { numRuns: 300 });
  });
});

describe('a text in a comment', () => {
  const check = (text: string): void => {
    const source = stored(`/**\n * ${tsDocText(text)}\n */\nexport class A {}\n`);
    const { file, errors } = parsed(source);
    expect(errors).toEqual([]);
    expect(file.statements).toHaveLength(1);
    const [first] = file.statements;
    if (first === undefined || !ts.isClassDeclaration(first)) throw new Error('no class');
    expect(ts.getJSDocTags(first)).toEqual([]);
    expect(file.referencedFiles).toEqual([]);
    expect(file).not.toHaveProperty('checkJsDirective.enabled');
    const { pragmas, commentDirectives } = file as unknown as {
      readonly pragmas: ReadonlyMap<string, unknown>;
      readonly commentDirectives?: readonly unknown[];
    };
    expect(pragmas.size).toBe(0);
    expect(commentDirectives ?? []).toEqual([]);
    expect(source.split('\n')).toHaveLength(5);
    expect(source).not.toMatch(ADDRESS);
  };

  it.each(HOSTILE)('%j is nothing but that', check);

  it('is nothing but that for random texts', () => {
    fc.assert(fc.property(texts, check), { numRuns: 500 });
  });

  it('stays as people wrote it where it can', () => {
    expect(tsDocText('Price in €, see https://example.org/a#b\nand C#')).toBe(
      'Price in €, see https://example.org/a#b and C#',
    );
  });
});
