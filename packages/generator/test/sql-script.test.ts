import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialect as mssql } from '../src/platforms/mssql/script.js';
import { dialect as mysql } from '../src/platforms/mysql/script.js';
import { dialect as oracle } from '../src/platforms/oracle/script.js';
import { dialect as pgsql } from '../src/platforms/pgsql/script.js';
import { statementPurpose } from '../src/platforms/sql-drops.js';
import { splitScript } from '../src/platforms/sql-script.js';
import type { ScriptDialect } from '../src/platforms/sql-tokens.js';
import { dialect as sqlite } from '../src/platforms/sqlite/script.js';

const dialects = { pgsql, mysql, sqlite, mssql, oracle };

function split(text: string, dialect: ScriptDialect): string[] {
  const { statements, problems } = splitScript(text, dialect);
  expect(problems).toEqual([]);
  for (const { text: sql, start, end } of statements) expect(text.slice(start, end)).toBe(sql);
  return statements.map((statement) => statement.text);
}

describe.each(Object.entries(dialects))('every vendor: %s', (vendor, dialect) => {
  const end = vendor === 'mssql' ? ';' : '';

  test('statements end at ; and comments between them are left out', () => {
    expect(split("-- one; two\nSELECT 1; /* ; */ SELECT ';' ;\n\n SELECT 3 -- the end;", dialect)).toEqual([
      `SELECT 1${end}`,
      `SELECT ';' ${end}`.trimEnd(),
      'SELECT 3',
    ]);
  });

  test('nothing but comments is no statement', () => {
    expect(split('', dialect)).toEqual([]);
    expect(split('-- nothing\n/* at all */ ;;\n', dialect)).toEqual([]);
  });

  test('quotes hide what is inside', () => {
    expect(split(`SELECT 'it''s; -- no' AS "a;""b"; SELECT 2`, dialect)).toEqual([
      `SELECT 'it''s; -- no' AS "a;""b"${end}`,
      'SELECT 2',
    ]);
  });

  test.each([
    ["SELECT 'abc; SELECT 2", 'string'],
    ['SELECT "abc; SELECT 2', 'quoted name'],
    ['/* abc; SELECT 2', 'comment'],
  ])('what is never closed is a problem at its start: %s', (text, what) => {
    const { problems } = splitScript(`SELECT 0;\n${text}`, dialect);
    expect(problems.map((p) => p.message)).toEqual([`this ${what} is never closed`]);
  });

  test('positions count from the start of the file, also after a byte-order mark and CRLF', () => {
    const text = '\ufeff-- é😀\r\nSELECT 1;\r\n\tSELECT 2;';
    const { statements } = splitScript(text, dialect);
    expect(statements.map((s) => text.slice(s.start, s.end))).toEqual([`SELECT 1${end}`, `SELECT 2${end}`]);
  });
});

describe('PostgreSQL', () => {
  test('dollar quotes, nested comments, E strings', () => {
    const body = 'CREATE FUNCTION f() RETURNS int AS $a$ BEGIN; $b$ ; $b$ RETURN 1; END $a$ LANGUAGE plpgsql';
    expect(split(`${body}; SELECT E'\\';' ; SELECT a$b$c; /* /* ; */ ; */ SELECT '\\'; SELECT $1`, pgsql)).toEqual([
      body,
      "SELECT E'\\';'",
      'SELECT a$b$c',
      "SELECT '\\'",
      'SELECT $1',
    ]);
  });

  test('BEGIN ATOMIC holds statements, a transaction does not', () => {
    const routine =
      'CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END';
    expect(split(`BEGIN; ${routine}; COMMIT;`, pgsql)).toEqual(['BEGIN', routine, 'COMMIT']);
  });

  test('a rule with several actions is one statement', () => {
    const rule = 'CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM a; DELETE FROM b)';
    expect(split(`${rule}; SELECT 1`, pgsql)).toEqual([rule, 'SELECT 1']);
  });
});

describe('MySQL', () => {
  test('# comments, backslashes, backticks, -- without a space is arithmetic', () => {
    expect(split('# one;\nSELECT \'\\\';\', "a\\";", `b``;`; SELECT 1--1; SELECT 2 --\n;', mysql)).toEqual([
      'SELECT \'\\\';\', "a\\";", `b``;`',
      'SELECT 1--1',
      'SELECT 2',
    ]);
  });

  test('executable comments are statements', () => {
    expect(split('/*!40101 SET NAMES utf8; */;\n/* no */ SELECT 1;', mysql)).toEqual([
      '/*!40101 SET NAMES utf8; */',
      'SELECT 1',
    ]);
  });

  test('DELIMITER changes what ends a statement, without being sent', () => {
    const trigger = 'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a = 1; SET @b = 2; END';
    expect(split(`DELIMITER $$\n${trigger}$$\n delimiter ;\nSELECT 1;`, mysql)).toEqual([trigger, 'SELECT 1']);
    expect(split(`DELIMITER //\n${trigger} //\nDELIMITER ;\nSELECT 1;`, mysql)).toEqual([trigger, 'SELECT 1']);
  });

  test('a column called delimiter is not the command', () => {
    expect(split('SELECT\ndelimiter FROM t; SELECT 2', mysql)).toEqual(['SELECT\ndelimiter FROM t', 'SELECT 2']);
  });
});

describe('SQLite', () => {
  test('triggers hold statements', () => {
    const trigger =
      "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = CASE WHEN 1 THEN 2 END; SELECT 'END;'; END";
    expect(split(`${trigger}; BEGIN; SELECT [a;b], \`c;\`; END;`, sqlite)).toEqual([
      trigger,
      'BEGIN',
      'SELECT [a;b], `c;`',
      'END',
    ]);
  });
});

describe('SQL Server', () => {
  test('GO lines end a batch; in names, strings and comments they do not', () => {
    expect(split("SELECT 1\nGO\nSELECT 'a\nGO\nb' AS [x]];\nGO\n]\n go -- next\n/*\nGO\n*/ SELECT 3", mssql)).toEqual([
      'SELECT 1',
      "SELECT 'a\nGO\nb' AS [x]];\nGO\n]",
      'SELECT 3',
    ]);
  });

  test('blocks, ELSE, batches with variables and modules stay whole', () => {
    const block = "IF OBJECT_ID(N'a') IS NOT NULL BEGIN DROP TABLE a; SELECT CASE WHEN 1=1 THEN 1 END; END;";
    const either = 'IF 1=1 SELECT 1; ELSE SELECT 2;';
    const batch = 'DECLARE @a INT; SET @a = 1; SELECT @a;';
    const module = 'CREATE PROCEDURE p AS SELECT 1; SELECT 2;';
    expect(split(`${block} ${either} BEGIN TRAN; ${batch}\nGO\n${module}\nGO`, mssql)).toEqual([
      block,
      either,
      'BEGIN TRAN;',
      batch,
      module,
    ]);
  });

  test('GO with a count is refused', () => {
    expect(splitScript('SELECT 1\nGO 5', mssql).problems).toHaveLength(1);
  });
});

describe('Oracle', () => {
  test('PL/SQL ends at a line with only /, and keeps its last semicolon', () => {
    const block = "BEGIN EXECUTE IMMEDIATE 'DROP TABLE a'; EXCEPTION WHEN OTHERS THEN NULL; END;";
    const trigger = 'CREATE OR REPLACE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN :new.id := 4 / 2; END;';
    expect(split(`${block}\n/\nCREATE TABLE a (b INT);\n${trigger}\n /\nSELECT 1\n/\n`, oracle)).toEqual([
      block,
      'CREATE TABLE a (b INT)',
      trigger,
      'SELECT 1',
    ]);
  });

  test("q'[…]' strings", () => {
    expect(split("SELECT q'[it's; ]', Nq'!;'!' FROM dual; SELECT 2 FROM dual", oracle)).toEqual([
      "SELECT q'[it's; ]', Nq'!;'!' FROM dual",
      'SELECT 2 FROM dual',
    ]);
  });
});

/** Text that would end a statement, a line or a quote anywhere but where it stands. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ';',
        "'",
        '"',
        '`',
        ']',
        '[',
        '--',
        '/*',
        '*/',
        '#',
        '$$',
        '$a$',
        '\\',
        '\n',
        '\nGO\n',
        '\n/\n',
        'END',
        'BEGIN',
        '\r\n',
        'é😀',
        ' ',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

type Quote = (text: string) => string;
const doubled =
  (open: string, close = open): Quote =>
  (text) =>
    open + text.replaceAll(close, close + close) + close;
const backslashed =
  (open: string, close: string): Quote =>
  (text) =>
    open + text.replaceAll('\\', '\\\\').replaceAll(close, `\\${close}`) + close;
const blockComment: Quote = (text) => `/*${text.replaceAll('*', '').replaceAll('/', '').replace(/^M?!/, '')}*/`;
const lineComment: Quote = (text) => `-- ${text.replace(/[\r\n]/g, '')}\n`;

const quotes: Record<keyof typeof dialects, readonly Quote[]> = {
  pgsql: [
    doubled("'"),
    doubled('"'),
    backslashed("E'", "'"),
    (t) => `$x$${t.replaceAll('$', '')}$x$`,
    lineComment,
    (t) => `/* /* */ ${blockComment(t)} */`,
  ],
  mysql: [
    backslashed("'", "'"),
    backslashed('"', '"'),
    doubled('`'),
    lineComment,
    (t) => `#${t.replace(/[\r\n]/g, '')}\n`,
    blockComment,
  ],
  sqlite: [doubled("'"), doubled('"'), doubled('`'), (t) => `[${t.replaceAll(']', '')}]`, lineComment, blockComment],
  mssql: [doubled("'"), doubled('"'), doubled('[', ']'), doubled("N'", "'"), lineComment, blockComment],
  oracle: [doubled("'"), doubled('"'), (t) => `q'{${t.replaceAll("'", '')} it's }'`, lineComment, blockComment],
};

describe.each(Object.entries(dialects))('hostile text on %s', (vendor, dialect) => {
  const forms = quotes[vendor as keyof typeof dialects];
  const piece = fc.tuple(fc.nat(forms.length - 1), hostile).map(([i, text]) => forms[i]?.(text) ?? '');
  const statement = fc.array(piece, { maxLength: 5 }).map((pieces) => `SELECT ${pieces.join(' , ')} x`);

  test('joined statements come apart again', () => {
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 6 }), (statements) => {
        const joined = vendor === 'mssql' ? statements.map((s) => `${s};`) : statements;
        const script = vendor === 'mssql' ? joined.join('\n') : `${joined.join(';\n')};\n`;
        expect(split(script, dialect)).toEqual(joined);
      }),
      { numRuns: 2000 },
    );
  });

  test('any text is split without a crash, and no statement is lost or overlaps', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { statements } = splitScript(text, dialect);
        let last = 0;
        for (const { start, end } of statements) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        for (const { text: sql } of statements) statementPurpose(sql, dialect);
      }),
      { numRuns: 2000 },
    );
  });
});
