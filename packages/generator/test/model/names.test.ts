import { describe, expect, it } from 'vitest';
import { constraintName, fitIdentifier, identifierLength } from '../../src/model/names.js';

const BYTES = { max: 20, unit: 'bytes' } as const;
const CHARACTERS = { max: 20, unit: 'characters' } as const;

describe('names that fit a catalog', () => {
  it('leaves a name that fits', () => {
    expect(fitIdentifier('a'.repeat(20), BYTES)).toBe('a'.repeat(20));
    expect(fitIdentifier('ü'.repeat(20), CHARACTERS)).toBe('ü'.repeat(20));
  });

  it('cuts at a whole character and keeps long names apart', () => {
    const one = fitIdentifier(`${'ü'.repeat(30)}1`, BYTES);
    const two = fitIdentifier(`${'ü'.repeat(30)}2`, BYTES);
    expect(one).toMatch(/^ü{5}_[0-9a-f]{8}$/);
    expect(identifierLength(one, BYTES)).toBeLessThanOrEqual(20);
    expect(two).not.toBe(one);
  });

  it('counts a character beyond the basic plane once, or as its four bytes', () => {
    expect(identifierLength('😀', CHARACTERS)).toBe(1);
    expect(identifierLength('😀', BYTES)).toBe(4);
    expect(fitIdentifier('😀'.repeat(21), CHARACTERS)).toMatch(/^(?:😀){11}_[0-9a-f]{8}$/u);
  });

  it("names a constraint as Propel does, whatever the case of its columns' names", () => {
    const limit = { max: 64, unit: 'characters' } as const;
    expect(constraintName('book', 'fk', '.author:author_id:id', limit)).toMatch(/^book_fk_[0-9a-f]{6}$/);
    expect(constraintName('book', 'u', 'ISBN:', limit)).toBe(constraintName('book', 'u', 'isbn:', limit));
  });
});
