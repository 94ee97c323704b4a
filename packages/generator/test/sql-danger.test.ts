import { describe, expect, test } from 'vitest';
import { dialect as mssql } from '../src/platforms/mssql/script.js';
import { dialect as mysql } from '../src/platforms/mysql/script.js';
import { dialect as oracle } from '../src/platforms/oracle/script.js';
import { dialect as pgsql } from '../src/platforms/pgsql/script.js';
import { statementPurpose } from '../src/platforms/sql-drops.js';
import type { ScriptDialect } from '../src/platforms/sql-tokens.js';
import { dialect as sqlite } from '../src/platforms/sqlite/script.js';

const danger = (sql: string, dialect: ScriptDialect): string | undefined => statementPurpose(sql, dialect).danger;
const ALL = { pgsql, mysql, sqlite, mssql, oracle };

describe.each(Object.entries(ALL))('dangerous on %s', (_, dialect) => {
  test.each([
    'DELETE FROM book',
    'delete /* all */ from book',
    'TRUNCATE TABLE book',
    'UPDATE book SET title = NULL',
    'MERGE INTO book USING x ON (1 = 1) WHEN MATCHED THEN DELETE',
    'REPLACE INTO book VALUES (1)',
    'RENAME TABLE a TO b',
    "LOAD DATA INFILE 'x' REPLACE INTO TABLE book",
    'ALTER TABLE book DROP COLUMN title',
    'ALTER TABLE book ADD a INT, DROP title',
    'ALTER TABLE book ADD a INT DROP COLUMN title',
    'ALTER TABLE book RENAME TO other',
    'ALTER TABLE book RENAME COLUMN a TO b',
    'ALTER TABLE book ALTER COLUMN title TYPE INTEGER USING 0',
    'ALTER TABLE book MODIFY title INT',
    'ALTER TABLE book CHANGE title t INT',
    'ALTER TABLE book ENGINE = BLACKHOLE',
    'ALTER TABLE book TRUNCATE PARTITION p0',
    'ALTER TABLE book SET SCHEMA elsewhere',
    'WITH gone AS (DELETE FROM book RETURNING *) SELECT * FROM gone',
    'WITH x AS (SELECT 1) UPDATE book SET a = 1',
    'INSERT INTO log WITH gone AS (DELETE FROM book RETURNING *) SELECT * FROM gone',
    'INSERT INTO book VALUES (1) ON DUPLICATE KEY UPDATE title = NULL',
    'INSERT INTO book VALUES (1) ON CONFLICT (id) DO UPDATE SET title = NULL',
    'INSERT OR REPLACE INTO book VALUES (1)',
    'CREATE OR REPLACE TABLE book (id INT)',
    'CREATE EVENT e ON SCHEDULE AT NOW() DO DELETE FROM book',
    'CALL wipe()',
    "EXECUTE 'DELETE FROM book'",
    "PREPARE s FROM 'DELETE FROM book'",
    'DO $$ BEGIN DELETE FROM book; END $$',
    'DECLARE x INT; BEGIN DELETE FROM book; END;',
    'BEGIN DELETE FROM book; END;',
    'SELECT wipe()',
    'SELECT "wipe"()',
    'SELECT shop.wipe(1) FROM book',
    'EXPLAIN ANALYZE DELETE FROM book',
    'SET STATEMENT max_statement_time = 1 FOR DELETE FROM book',
    'SHUTDOWN',
    '"DELETE" FROM book',
    "'DELETE'",
    '(DELETE FROM book)',
    'IMPORT TABLE FROM x',
    'INSERT INTO book (id) VALUES (wipe())',
    'INSERT INTO book SELECT wipe() FROM other',
    'SET @a = wipe()',
    'CREATE TABLE a AS SELECT wipe()',
    'CREATE MATERIALIZED VIEW a AS SELECT wipe()',
    'ALTER SYSTEM SET a = 1',
    'REFRESH MATERIALIZED VIEW sums WITH NO DATA',
    'RESET ALL',
  ])('%s', (sql) => {
    expect(danger(sql, dialect)).toEqual(expect.any(String));
  });

  test.each([
    'CREATE TABLE book (id INT, made TIMESTAMP, FOREIGN KEY (id) REFERENCES a (id) ON DELETE CASCADE ON UPDATE SET NULL)',
    'CREATE INDEX i ON book (id)',
    'CREATE UNIQUE INDEX i ON book (id)',
    'CREATE VIEW v AS SELECT * FROM book',
    'CREATE OR REPLACE VIEW v AS SELECT * FROM book',
    'CREATE FUNCTION f() RETURNS INT BEGIN DELETE FROM book; RETURN 1; END',
    'CREATE TRIGGER t AFTER DELETE ON book FOR EACH ROW BEGIN DELETE FROM page; END',
    'CREATE SEQUENCE s',
    "INSERT INTO book (id, title) VALUES (1, 'DELETE FROM book; DROP TABLE x')",
    'INSERT INTO book (id, title) VALUES (1, UPPER(TRIM(title))), (2, COALESCE(NULL, (SELECT 1)))',
    'CREATE TABLE a AS SELECT COUNT(*) FROM book',
    'INSERT INTO book SELECT id, UPPER(title) FROM other WHERE id IN (1, 2)',
    'INSERT INTO book VALUES (1) ON CONFLICT DO NOTHING',
    'SELECT 1',
    'SELECT COUNT(*), MAX(id) FROM book WHERE id IN (SELECT id FROM other) FOR UPDATE',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'WITH x (a, b) AS (SELECT 1, 2) SELECT a FROM x',
    "COMMENT ON TABLE book IS 'DROP TABLE book'",
    'GRANT SELECT, UPDATE, DELETE ON book TO anna',
    'SET search_path = app',
    'ALTER TABLE book ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (c) ON DELETE CASCADE',
    'ALTER TABLE book ADD COLUMN a INT DEFAULT 1, ADD COLUMN b NUMERIC(3, 1)',
    'ALTER SEQUENCE s OWNED BY book.id',
    'COMMIT',
    'BEGIN',
    'SAVEPOINT a',
    'DROP TABLE book',
  ])('harmless: %s', (sql) => {
    expect(danger(sql, dialect)).toBeUndefined();
  });
});

describe('what only one vendor has', () => {
  test.each<[string, ScriptDialect, boolean]>([
    ['/*!50000 DELETE FROM book */', mysql, true],
    ['SELECT 1 /*! INTO @a */', mysql, false],
    ["/*!40101 SET NAMES 'utf8' */", mysql, false],
    ['/*!40000 ALTER TABLE `book` DISABLE KEYS */', mysql, false],
    [
      '/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW DELETE FROM b */',
      mysql,
      false,
    ],
    ['CREATE DEFINER = `a`@`%` SQL SECURITY DEFINER VIEW v AS SELECT 1', mysql, false],
    ['INSERT INTO t SELECT * FROM u FOR NO KEY UPDATE', pgsql, false],
    ["SELECT pg_catalog.setval('a_seq', 10, true)", pgsql, false],
    ["SELECT pg_catalog.set_config('search_path', '', false)", pgsql, false],
    ['SELECT lo_unlink(1)', pgsql, true],
    ['ALTER TABLE a ALTER COLUMN b SET DEFAULT 1, ALTER b DROP NOT NULL', pgsql, false],
    ['COPY a FROM stdin', pgsql, true],
    ['CREATE TABLE a PARTITION OF b FOR VALUES FROM (1) TO (2)', pgsql, false],
    ['INSERT INTO book (id) VALUES (1) ON CONFLICT (id) DO NOTHING', pgsql, false],
    ['ANALYZE book (id, title)', pgsql, false],
    ['ANALYZE DELETE FROM book', mysql, true],
    ['ANALYZE TABLE book', mysql, false],
    ['CREATE TABLE a (b INT) PARTITION BY RANGE (b) (PARTITION p VALUES LESS THAN (3))', mysql, false],
    ['PRAGMA "writable_schema" = 1', sqlite, true],
    ['PRAGMA main.schema_version = 7', sqlite, true],
    ['PRAGMA foreign_keys = ON', sqlite, false],
    ['ATTACH DATABASE x AS y', sqlite, true],
    ['CREATE TABLE a (b INT) DELETE FROM c', mssql, true],
    ["SET NOCOUNT ON EXEC sp_rename 'a', 'b'", mssql, true],
    ['CREATE PROCEDURE p AS DELETE FROM a', mssql, false],
    ["IF 1 = 1 EXEC(N'DELETE FROM a')", mssql, true],
    ["IF SCHEMA_ID(N'a') IS NULL EXEC(N'CREATE SCHEMA [a]');", mssql, false],
    ["IF SCHEMA_ID(N'a') IS NULL EXEC(N'DELETE FROM [a]');", mssql, true],
    ["EXEC sys.sp_addextendedproperty N'MS_Description', N'x', N'SCHEMA', N'a'", mssql, false],
    [
      'BEGIN EXECUTE IMMEDIATE \'DROP TABLE "A" CASCADE CONSTRAINTS PURGE\'; EXCEPTION WHEN OTHERS THEN IF SQLCODE != -942 THEN RAISE; END IF; END;',
      oracle,
      false,
    ],
    [
      'BEGIN EXECUTE IMMEDIATE \'DELETE FROM "A"\'; EXCEPTION WHEN OTHERS THEN IF SQLCODE != -942 THEN RAISE; END IF; END;',
      oracle,
      true,
    ],
    [
      'BEGIN EXECUTE IMMEDIATE \'DROP TABLE "A"\'; DELETE FROM b; EXCEPTION WHEN OTHERS THEN IF SQLCODE != -942 THEN RAISE; END IF; END;',
      oracle,
      true,
    ],
  ])('%s', (sql, dialect, isDangerous) => {
    expect(danger(sql, dialect) !== undefined).toBe(isDangerous);
  });
});
