import { describe, expect, it } from 'vitest';
import * as mysql from '../../src/platforms/mysql/quoting.js';
import * as pgsql from '../../src/platforms/pgsql/quoting.js';
import * as sqlite from '../../src/platforms/sqlite/quoting.js';

describe('names', () => {
  it('doubles the quote that would end them', () => {
    expect(pgsql.identifier('a"b')).toBe('"a""b"');
    expect(sqlite.identifier('a"b')).toBe('"a""b"');
    expect(mysql.identifier('a`b')).toBe('`a``b`');
  });
});

describe('texts', () => {
  it('doubles the quote that would end them', () => {
    for (const { text } of [pgsql, mysql, sqlite]) expect(text("it's; --")).toBe("'it''s; --'");
  });

  it('keeps a backslash as each vendor reads it', () => {
    expect(pgsql.text("a\\'b")).toBe("E'a\\\\''b'");
    expect(mysql.text("a\\'b")).toBe("'a\\\\''b'");
    expect(sqlite.text("a\\'b")).toBe("'a\\''b'");
  });
});
