import { describe, expect, test } from 'vitest';
import { dialect as mssql } from '../src/platforms/mssql/script.js';
import { dialect as mysql } from '../src/platforms/mysql/script.js';
import { dialect as oracle } from '../src/platforms/oracle/script.js';
import { dialect as pgsql } from '../src/platforms/pgsql/script.js';
import { namesOf, statementPurpose } from '../src/platforms/sql-drops.js';
import type { ScriptDialect } from '../src/platforms/sql-tokens.js';
import { dialect as sqlite } from '../src/platforms/sqlite/script.js';

const dropped = (sql: string, dialect: ScriptDialect): string[] =>
  namesOf(statementPurpose(sql, dialect).drops, 'TABLE').map((name) =>
    name.map((p) => (p.quoted ? `<${p.text}>` : p.text)).join('.'),
  );

describe('tables that a statement drops', () => {
  test.each<[string, ScriptDialect, string[]]>([
    ['DROP TABLE book', pgsql, ['book']],
    ['DROP TABLE IF EXISTS "a""b"."c.d" CASCADE', pgsql, ['<a"b>.<c.d>']],
    ['drop /* it */ table a, b . c RESTRICT', pgsql, ['a', 'b.c']],
    ["DO $$ BEGIN DROP TABLE a; EXECUTE 'DROP TABLE b'; END $$", pgsql, ['a', 'b']],
    ["INSERT INTO log VALUES ('DROP TABLE a')", pgsql, []],
    ['CREATE FUNCTION f() RETURNS void AS $$ DROP TABLE a $$ LANGUAGE sql', pgsql, []],
    ['DROP VIEW a', pgsql, []],
    ['DROP TABLE IF EXISTS `a``b`', mysql, ['<a`b>']],
    ['DROP TABLE IF EXISTS `x`.`y`, z', mysql, ['<x>.<y>', 'z']],
    ['DROP TEMPORARY TABLE a', mysql, []],
    ['DROP TABLE [a b]', sqlite, ['<a b>']],
    ["IF OBJECT_ID(N'dbo.a', N'U') IS NOT NULL DROP TABLE [dbo].[a]]b];", mssql, ['<dbo>.<a]b>']],
    ["IF 1=1 BEGIN DROP TABLE a; EXEC(N'DROP TABLE b'); END", mssql, ['a', 'b']],
    [
      `BEGIN EXECUTE IMMEDIATE 'DROP TABLE "BOOK" CASCADE CONSTRAINTS'; EXCEPTION WHEN OTHERS THEN NULL; END;`,
      oracle,
      ['<BOOK>'],
    ],
    ["BEGIN EXECUTE IMMEDIATE q'[DROP TABLE \"IT'S\" PURGE]'; END;", oracle, ["<IT'S>"]],
    ['DROP TABLE', oracle, []],
  ])('%s', (sql, dialect, tables) => {
    expect(dropped(sql, dialect)).toEqual(tables);
  });
});

describe('what a statement is', () => {
  test.each<[string, ScriptDialect, boolean]>([
    ['DROP INDEX a', pgsql, true],
    ['ALTER TABLE "a"."b" DROP CONSTRAINT c', pgsql, true],
    ['ALTER TABLE IF EXISTS ONLY b DROP CONSTRAINT c', pgsql, true],
    ['ALTER TABLE a DROP FOREIGN KEY b', mysql, true],
    ['ALTER TABLE a DROP COLUMN b, ADD c INT', mysql, false],
    ['CREATE TABLE a (b INT)', mysql, false],
  ])('only drops: %s', (sql, dialect, isDrop) => {
    expect(statementPurpose(sql, dialect).isDrop).toBe(isDrop);
  });

  test.each<[string, ScriptDialect, string | undefined]>([
    ['BEGIN', pgsql, 'begin'],
    ['BEGIN ISOLATION LEVEL SERIALIZABLE', pgsql, 'begin'],
    ['START TRANSACTION', mysql, 'begin'],
    ['begin immediate transaction', sqlite, 'begin'],
    ['COMMIT WORK', pgsql, 'commit'],
    ['END', sqlite, 'commit'],
    ['COMMIT TRAN;', mssql, 'commit'],
    ['ROLLBACK', pgsql, 'rollback'],
    ['ROLLBACK TO SAVEPOINT a', pgsql, undefined],
    ['ROLLBACK WORK TO a', pgsql, undefined],
    ['BEGIN DROP TABLE a; END', mssql, undefined],
    ["COMMIT PREPARED 'a'", pgsql, undefined],
  ])('transaction: %s', (sql, dialect, step) => {
    expect(statementPurpose(sql, dialect).transaction).toBe(step);
  });
});
