import { describe, expect, it } from 'vitest';
import { printable, quoted } from '../../src/diagnostics/printable.js';

describe('printable text', () => {
  it('is left as it is', () => {
    expect(printable('Bücher 書籍 📚 "x"')).toBe('Bücher 書籍 📚 "x"');
  });

  it.each([
    ['\u001b[31m', '\\u{1B}[31m'],
    ['a\nb', 'a\\u{A}b'],
    ['\u202eabc', '\\u{202E}abc'],
    ['a\u200bb', 'a\\u{200B}b'],
    ['\u00ad', '\\u{AD}'],
    ['\ufeff', '\\u{FEFF}'],
    ['\u2028', '\\u{2028}'],
    ['\u0000', '\\u{0}'],
    ['\u009b', '\\u{9B}'],
  ])('spells out what a terminal would obey or hide', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('quoted text', () => {
  it('stands in quotes and is cut', () => {
    expect(quoted('book')).toBe('"book"');
    expect(quoted('x'.repeat(100), 10)).toBe(`"${'x'.repeat(10)}…"`);
    expect(quoted('\u202e')).toBe('"\\u{202E}"');
  });
});
