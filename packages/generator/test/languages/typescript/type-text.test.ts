import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTsType } from '../../../src/languages/typescript/type-text.js';
import { parsed } from './typescript.js';

describe('a type of TypeScript', () => {
  test.each([
    'string',
    'BookMeta',
    "import('../types.js').BookMeta",
    "import('@scope/package').Types.BookMeta",
    'Record<string, number[]>',
    "Map<string, import('./a.js').B<'x' | 5>>[][]",
    "'a' | 'b' | null",
    '(A | B)[] & C',
    ' Partial< A >  | -1 ',
  ])('is %s', (text) => {
    expect(isTsType(text)).toBe(true);
    expect(parsed(`type T = ${text};`).errors).toEqual([]);
  });

  test.each([
    '',
    'any',
    'undefined',
    'string;',
    'string; canary()',
    'A = B',
    '{ a: string }',
    '() => void',
    'typeof canary',
    'A[B]',
    'A<',
    'A<>',
    '(A',
    'A)',
    'A |',
    '| A',
    'A B',
    'a.b.',
    "import('x')",
    "import('x'.Y",
    "'it\\'s'",
    "'//# sourceMappingURL=x'",
    '`a`',
    'A /* x */',
    'A // x',
    'A\u2028B',
    'A\n[]',
    'A\n',
    '1.5',
    '5n',
  ])('is not %s', (text) => {
    expect(isTsType(text)).toBe(false);
  });

  test('that passes is one type and nothing else', () => {
    const token = fc.constantFrom(
      ...['A', 'b', 'string', 'class', 'import', "import('x')", '.', '<', '>', ',', '|', '&', '(', ')', '[]', '[', ']'],
      ...["'x'", '5', ';', '=', '{', '}', ' ', '\n', '//', '/*', '*/', '`'],
    );
    let passed = 0;
    fc.assert(
      fc.property(fc.array(token, { maxLength: 7 }), (tokens) => {
        const text = tokens.join('');
        if (!isTsType(text)) return;
        passed++;
        const { file, errors } = parsed(`type T = ${text};`);
        expect(errors).toEqual([]);
        expect(file.statements.length).toBe(1);
      }),
      { numRuns: 20_000 },
    );
    expect(passed).toBeGreaterThan(100);
  });
});
