import { describe, expect, it } from 'vitest';
import { isPhpClassName, isPhpLabel, isReservedClassName } from '../../src/languages/php/names.js';
import { isTakenAccessor, type NamingMethod, phpName } from '../../src/schema/php-names.js';

/** The examples are Propel's: its classes keep their names. */
describe('phpName', () => {
  it.each<[NamingMethod, string, string]>([
    ['underscore', 'my_CLASS_name', 'MyClassName'],
    ['underscore', 'bar_1', 'Bar1'],
    ['underscore', 'FOO', 'Foo'],
    ['underscore', 'authorId', 'Authorid'],
    ['underscore', '123', '123'],
    ['underscore', '__lead__and_trail_', 'LeadAndTrail'],
    ['underscore', 'with-dash', 'With-dash'],
    ['underscore', 'with space', 'With space'],
    ['underscore', 'with.dot', 'With.dot'],
    ['phpname', 'my_CLASS_name', 'MyCLASSName'],
    ['phpname', 'authorId', 'AuthorId'],
    ['phpname', 'FOO', 'FOO'],
    ['nochange', 'my_CLASS_name', 'my_CLASS_name'],
    ['clean', 'T$NAMA$RFO_max', 'TNamaRfoMax'],
    ['clean', 'with-dash and.dot', 'WithDashAndDot'],
  ])('%s of %s is %s', (method, name, expected) => {
    expect(phpName(name, method)).toBe(expected);
  });
});

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
