import { describe, expect, it } from 'vitest';
import { codeName, type NamingMethod } from '../../src/schema/code-names.js';

/** The examples are Propel's: its classes keep their names. */
describe('codeName', () => {
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
    expect(codeName(name, method)).toBe(expected);
  });
});
