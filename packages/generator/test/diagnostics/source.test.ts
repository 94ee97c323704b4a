import { describe, expect, it } from 'vitest';
import { positionAt } from '../../src/diagnostics/source.js';

describe('a position', () => {
  const at = (text: string, offset: number): [number, number] => {
    const { line, column } = positionAt({ path: 'f', text }, offset);
    return [line, column];
  };

  it('counts lines and columns from 1', () => {
    expect(at('ab\ncd', 0)).toEqual([1, 1]);
    expect(at('ab\ncd', 2)).toEqual([1, 3]);
    expect(at('ab\ncd', 3)).toEqual([2, 1]);
    expect(at('ab\ncd', 5)).toEqual([2, 3]);
  });

  it('knows every end of a line', () => {
    expect(at('a\r\nb', 3)).toEqual([2, 1]);
    expect(at('a\rb', 2)).toEqual([2, 1]);
    expect(at('a\n\nb', 3)).toEqual([3, 1]);
    expect(at('\r\n\r\n', 4)).toEqual([3, 1]);
  });

  it('counts characters, not their halves', () => {
    expect(at('📚📚x', 4)).toEqual([1, 3]);
  });

  it('counts them in a long line as well', () => {
    const text = `x\n${'a📚'.repeat(2000)}`;
    for (const [offset, column] of [
      [2, 1],
      [1023, 1023 - 2 - 340 + 1],
      [2 + 3 * 341, 683],
      [text.length, 4001],
    ] as const) {
      expect(at(text, offset)).toEqual([2, column]);
    }
    expect(at('a'.repeat(2048), 2048)).toEqual([1, 2049]);
  });

  it('stays inside the text', () => {
    expect(at('ab', 99)).toEqual([1, 3]);
    expect(at('ab', -1)).toEqual([1, 1]);
    expect(at('', 0)).toEqual([1, 1]);
  });

  it('is the same in whatever order it is asked for', () => {
    const source = { path: 'f', text: 'ab\n📚cd\r\nef' };
    const offsets = [9, 0, 5, 2, 7, 3, 6];
    const lone = offsets.map((offset) => positionAt({ ...source }, offset));
    expect(offsets.map((offset) => positionAt(source, offset))).toEqual(lone);
  });
});
