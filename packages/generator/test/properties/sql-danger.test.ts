import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, type Adapter } from '../../src/model/adapter.js';
import { loadDialect } from '../../src/platforms/access.js';
import { statementPurpose } from '../../src/platforms/sql-drops.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { caseNames, runCase } from '../schema/support/golden.js';

/**
 * Statements are put together from pieces of which it is known what they do, and the expectation comes from the pieces: the
 * statement is refused if and only if one of them is dangerous. Nothing here looks at the text again.
 */
interface Piece {
  readonly sql: string;
  readonly isDangerous: boolean;
}

type Pieces = fc.Arbitrary<Piece>;
const safe = (sql: string): Piece => ({ sql, isDangerous: false });
/** A text with pieces in it. */
const joined = (texts: readonly string[], pieces: readonly Piece[]): Piece => ({
  sql: texts.map((text, i) => text + (pieces[i]?.sql ?? '')).join(''),
  isDangerous: pieces.some(({ isDangerous }) => isDangerous),
});
const around = (template: string, ...parts: readonly Pieces[]): Pieces =>
  fc.tuple(...parts).map((pieces) => joined(template.split('?'), pieces));

/** What may stand between two words. */
const gap = fc.constantFrom('', ' ', '\n', ' /* AS x */ ', ' -- wipe() AS\n');
const QUOTES: Readonly<Record<Adapter, readonly [string, string]>> = {
  pgsql: ['"', '"'],
  sqlite: ['"', '"'],
  oracle: ['"', '"'],
  mysql: ['`', '`'],
  mssql: ['[', ']'],
};

/** Names that nobody knows: own ones, those of other vendors' functions, words that are none in a place of a function. */
const STRANGE = [
  'wipe',
  'wipe_all',
  'lo_create',
  'Delete_rows',
  'f1',
  'ünlink',
  'ſum',
  'load_extension',
  'setval',
  'xp_cmdshell',
];
const SAFE = ['lower', 'UPPER', 'Coalesce', 'max', 'count', 'ABS'];

function statements(adapter: Adapter): { readonly statement: Pieces; readonly expression: Pieces } {
  const [open, close] = QUOTES[adapter];
  const quote = (name: string): string => `${open}${name}${close}`;
  /** A function that is called: a common one by its plain name, or any other. */
  const plain = fc.constantFrom(...SAFE).map(safe);
  const strange = fc
    .oneof(
      fc.constantFrom(...STRANGE),
      fc.constantFrom(...STRANGE).map(quote),
      // The last part of a name means nothing.
      fc
        .tuple(fc.constantFrom('sh', quote('sh'), 'db.sh'), fc.constantFrom(...SAFE, ...STRANGE))
        .map((parts) => parts.join('.')),
      fc
        .tuple(fc.constantFrom('sh', quote('pg_catalog')), fc.constantFrom('Lower', 'wipe'))
        .map(([a, b]) => `${a}.${quote(b)}`),
    )
    .map((sql): Piece => ({ sql, isDangerous: true }));
  const { expression, query } = fc.letrec<{ expression: Piece; call: Piece; query: Piece; table: Piece }>((tie) => ({
    call: fc
      .tuple(fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: strange }), gap, tie('expression'))
      .map(([name, between, argument]) => joined(['', `${between}(`, ')'], [name, argument])),
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('1', "'wipe() AS x'", 'a', 't.a', 'NULL', quote('wipe'), "'it''s ('").map(safe),
      tie('call'),
      around('(? + ?)', tie('expression'), tie('expression')),
      around('CASE WHEN ? > 1 THEN ? ELSE (?) END', tie('expression'), tie('expression'), tie('call')),
      around('CAST(? AS VARCHAR(10))', tie('expression')),
      around('(SELECT ? AS n)', tie('expression')),
      around('? IN (?, ?)', tie('expression'), tie('call'), tie('expression')),
    ),
    table: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('t', 'sh.t', quote('t'), 't AS x', `${quote('wipe')} AS f`).map(safe),
      around('(?) AS s (a)', tie('query')),
      around('t INNER JOIN (?) AS s ON (? = 1)', tie('query'), tie('expression')),
    ),
    query: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      around('SELECT ? AS n', tie('expression')),
      around(
        'SELECT DISTINCT ?, ? AS n FROM ? WHERE ? = 1',
        tie('expression'),
        tie('call'),
        tie('table'),
        tie('expression'),
      ),
      around('SELECT a FROM ? GROUP BY (?) ORDER BY (a), ?', tie('table'), tie('expression'), tie('expression')),
      around('SELECT ? AS f UNION (?)', tie('call'), tie('query')),
      around('WITH c (a, b) AS (?), d AS (?) SELECT ? FROM c', tie('query'), tie('query'), tie('expression')),
    ),
  }));
  const statement = fc.oneof(
    query,
    around('INSERT INTO t (a, b) VALUES (?, ?), (1, ?)', expression, expression, expression),
    around(
      'INSERT INTO sh.t ?',
      query.filter(({ sql }) => sql.startsWith('SELECT')),
    ),
    around(`CREATE TABLE ${quote('wipe')} AS ?`, query),
  );
  return { statement, expression };
}

/** Kinds of statements that nobody knows, or that are known to write, around anything. */
const UNKNOWN = [
  'DELETE FROM t WHERE ? = 1',
  'UPDATE t SET a = ?',
  'MERGE INTO t USING s ON (? = 1) WHEN MATCHED THEN DELETE',
  'CALL p(?)',
  'DO ?',
  'FROBNICATE t ?',
  'INSERT OR REPLACE INTO t VALUES (?)',
  'REPLACE INTO t VALUES (?)',
  'WITH c AS (SELECT ? AS a) DELETE FROM t',
  'WITH c AS (SELECT ? AS a) REPLACE INTO t SELECT a FROM c',
  'WITH c AS (DELETE FROM t RETURNING a) SELECT ? AS n FROM c',
  'INSERT INTO t SELECT ? AS a ON DUPLICATE KEY UPDATE a = 1',
  "SET PASSWORD = ''",
  'SET frobnication = ?',
  'CREATE FROBNICATOR f AS SELECT ?',
  'CREATE EVENT e ON SCHEDULE AT 1 DO SELECT ?',
  'ALTER TABLE t FROBNICATE ?',
  'ALTER FROBNICATOR t SET a = ?',
  'EXPLAIN ANALYZE SELECT ?',
  'BEGIN SELECT ?; END',
  'CREATE TABLE u AS EXECUTE p(?)',
];

describe.each(ADAPTERS)('statements for %s', (adapter) => {
  const { statement, expression } = statements(adapter);

  test('a call of an unknown function is found wherever it stands, and nothing else is', async () => {
    const dialect = await loadDialect(adapter);
    fc.assert(
      fc.property(statement, ({ sql, isDangerous }) => {
        const { danger } = statementPurpose(sql, dialect);
        expect({ sql, isRefused: danger !== undefined, danger }).toEqual({ sql, isRefused: isDangerous, danger });
      }),
      { numRuns: 400 },
    );
  });

  test('a statement that is not known to be harmless is refused, whatever is in it', async () => {
    const dialect = await loadDialect(adapter);
    fc.assert(
      fc.property(
        fc.constantFrom(...UNKNOWN),
        expression,
        fc.constantFrom('', '/* x */ ', '(', '\n'),
        (kind, inner, before) => {
          const sql = before + kind.split('?').join(inner.sql);
          const isRefused = statementPurpose(sql, dialect).danger !== undefined;
          expect({ sql, isRefused }).toEqual({ sql, isRefused: true });
        },
      ),
      { numRuns: 200 },
    );
  });
});

const FOLDER = join(import.meta.dirname, '../schema/golden/propel');

test('the SQL of every schema with golden files is harmless but for what it drops', async () => {
  let seen = 0;
  for (const name of caseNames(FOLDER)) {
    const { models, platformOptions } = await runCase(join(FOLDER, name));
    for (const { database, platform } of models) {
      const dialect = await loadDialect(platform.adapter);
      for (const { text } of splitScript(platform.ddl(database, platformOptions), dialect).statements) {
        const { danger, drops } = statementPurpose(text, dialect);
        expect({ name, text, danger }).toEqual({ name, text, danger: undefined });
        for (const { kind } of drops) expect(['TABLE', 'SEQUENCE']).toContain(kind);
        seen++;
      }
    }
  }
  expect(seen).toBeGreaterThan(100);
});
