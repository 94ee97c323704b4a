import { describe, expect, it } from 'vitest';
import { nearest, suggestion } from '../../src/diagnostics/suggest.js';

const WORDS = ['name', 'phpName', 'namespace', 'isCrossRef', 'set null', 'skipSql'];

describe('the nearest word', () => {
  it.each([
    ['nmae', 'name'],
    ['nam', 'name'],
    ['phpname', 'phpName'],
    ['php_name', 'phpName'],
    ['PHP-NAME', 'phpName'],
    ['namepsace', 'namespace'],
    ['crossRef', 'isCrossRef'],
    ['setnull', 'set null'],
  ])('to %s is %s', (word, expected) => {
    expect(nearest(word, WORDS)).toBe(expected);
  });

  it('is none when none is near', () => {
    expect(nearest('foo', WORDS)).toBeUndefined();
    expect(nearest('', WORDS)).toBeUndefined();
    expect(nearest('x'.repeat(10_000), WORDS)).toBeUndefined();
  });

  it('is the first of several that are as near', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });
});

describe('a suggestion', () => {
  it('is a question, or what there is', () => {
    expect(suggestion('nmae', WORDS)).toBe('did you mean "name"?');
    expect(suggestion('foo', ['a', 'bar'])).toBe('known here: a, bar');
  });

  it('is no list that nobody reads', () => {
    expect(suggestion('foo', [])).toBeUndefined();
    expect(
      suggestion(
        'foo',
        Array.from({ length: 61 }, (_, i) => `word${i}`),
      ),
    ).toBeUndefined();
  });
});
