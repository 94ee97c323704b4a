import { describe, expect, it } from 'vitest';
import { isPhpClassName, isPhpLabel, isReservedClassName } from '../../../src/languages/php/names.js';
import { isTakenAccessor } from '../../../src/targets/php/check/accessors.js';

describe('names that PHP can hold', () => {
  it.each(['Book', '_book', 'Bücher', '書籍', 'b2'])('include %s', (name) => {
    expect(isPhpLabel(name)).toBe(true);
  });
  it.each(['', '2b', 'a-b', 'a b', 'a.b', 'a$', 'a\\b', "a'", 'a\n'])('do not include %j', (name) => {
    expect(isPhpLabel(name)).toBe(false);
  });
  it.each(['Book', 'App\\Book', '\\App\\Book'])('as classes include %s', (name) => {
    expect(isPhpClassName(name)).toBe(true);
  });
  it.each(['', '\\', 'App\\', 'App\\\\Book', 'App/Book', 'App\\2'])('as classes do not include %j', (name) => {
    expect(isPhpClassName(name)).toBe(false);
  });
});

describe('words that are taken', () => {
  it.each(['List', 'CLASS', 'string', 'Readonly', 'match'])('name no class: %s', (word) => {
    expect(isReservedClassName(word)).toBe(true);
  });
  it('leave ordinary words alone', () => {
    expect(['Book', 'Order', 'Table', 'Enum', 'Resource'].filter(isReservedClassName)).toEqual([]);
  });
  it('name no accessor: getPrimaryKey, isNew, …', () => {
    expect(['PrimaryKey', 'new', 'Deleted', 'Modified'].filter(isTakenAccessor)).toEqual([
      'PrimaryKey',
      'new',
      'Deleted',
    ]);
  });
});
