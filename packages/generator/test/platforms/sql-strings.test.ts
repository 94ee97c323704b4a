import { describe, expect, it } from 'vitest';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { stringValue } from '../../src/platforms/sql-strings.js';
import { dialect as sqlite } from '../../src/platforms/sqlite/script.js';

const { raw } = String;

describe('the value of a string literal', () => {
  it.each([
    [pgsql, raw`'\''2'`, raw`\'2`],
    [pgsql, raw`E'\\''2'`, raw`\'2`],
    [pgsql, raw`e'it\'s'`, "it's"],
    [pgsql, raw`'a\nb'`, raw`a\nb`],
    [pgsql, raw`E'a\nb\q'`, 'a\nbq'],
    [pgsql, raw`E'\x41\102\u0043\U0001F600\uD83D\uDE00'`, 'ABC😀😀'],
    [pgsql, raw`E'\xc3\xa9\303\251'`, 'éé'],
    [pgsql, "$$it's$$", "it's"],
    [pgsql, '$a$x$$y$a$', 'x$$y'],
    [pgsql, "''''", "'"],
    [mysql, raw`'it\'s ''x'' "" \"'`, `it's 'x' "" "`],
    [mysql, raw`"it's ''x'' "" \""`, `it's ''x'' " "`],
    [mysql, raw`'\0\n\Z\q\\'`, '\0\n\x1aq\\'],
    [mysql, raw`'a\%\_'`, raw`a\%\_`],
    [sqlite, raw`'\''2'`, raw`\'2`],
    [sqlite, "''", ''],
  ])('%#: %s', (dialect, literal, value) => {
    expect(stringValue(literal, dialect)).toBe(value);
  });
});
