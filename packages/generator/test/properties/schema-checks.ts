import Database from 'better-sqlite3';
import { parseSync } from 'libpg-query';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../src/diagnostics/render.js';
import type { Span } from '../../src/diagnostics/source.js';
import type { Adapter } from '../../src/model/adapter.js';
import { identifierLength } from '../../src/model/names.js';
import { planTable } from '../../src/plan/table.js';
import { numberedPlaceholders } from '../../src/platforms/placeholders.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import { type Compiled, compileSchema } from '../support/compile-schema.js';
import { writtenLists } from '../support/list-sql.js';
import { DIALECTS, nameClashes, quotedNames } from '../support/sql-names.js';

/** What must be true of every schema for every vendor; throws what is not. */
export function checkSchema(text: string, platform: Platform): Compiled {
  const compiled = compileSchema(text, platform);
  checkDiagnostics(compiled);
  if (compiled.sql === undefined) return compiled;
  const again = compileSchema(text, platform);
  if (again.sql !== compiled.sql) throw new Error('the same schema gave two different files');
  try {
    checkSql(compiled.sql, platform);
    checkCount(compiled, platform.adapter);
    checkLists(compiled, platform);
  } catch (error) {
    throw new Error(`${platform.adapter}: ${String(error)}\n${compiled.sql}`, { cause: error });
  }
  return compiled;
}

/** Either SQL or at least one error, and every error at a place of its file. */
function checkDiagnostics({ diagnostics, sql }: Compiled): void {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if ((sql === undefined) !== errors.length > 0) throw new Error(`${errors.length} errors, but SQL ${String(sql)}`);
  for (const diagnostic of diagnostics) {
    if (!isInside(diagnostic.span) || (diagnostic.related && !isInside(diagnostic.related.span))) {
      throw new Error(`no place for ${JSON.stringify(describe(diagnostic))}`);
    }
    const shown = renderDiagnostic(diagnostic);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
    if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown)) {
      throw new Error(`a control character is shown: ${JSON.stringify(shown)}`);
    }
  }
}

const describe = ({ code, message, span }: Diagnostic): object => ({
  code,
  message,
  start: span?.start,
  end: span?.end,
});

function isInside(span: Span | undefined): boolean {
  if (span?.source.path !== 'schema.xml') return false;
  return span.start >= 0 && span.start <= span.end && span.end <= span.source.text.length;
}

/** A statement cut in two would go on with something else than these. */
const STATEMENT =
  /^(CREATE (UNIQUE )?(TABLE|INDEX|SEQUENCE|SCHEMA|DATABASE)|DROP|ALTER TABLE|COMMENT ON|SET|PRAGMA|IF|BEGIN|EXEC)\b/;

function checkSql(sql: string, platform: Platform): void {
  const { adapter, identifierLimit } = platform;
  const long = quotedNames(sql, DIALECTS[adapter]).find(
    (name) => identifierLength(name, identifierLimit) > identifierLimit.max,
  );
  if (long !== undefined) throw new Error(`the identifier ${long} is too long`);
  const clashes = nameClashes(sql, adapter);
  if (clashes.length > 0) throw new Error(`names given twice: ${clashes.join(', ')}`);
  const script = splitScript(sql, DIALECTS[adapter]);
  const problem = script.problems[0]?.message ?? script.statements.find(({ text }) => !STATEMENT.test(text))?.text;
  if (problem !== undefined) throw new Error(`not split at its statements: ${problem}`);
  ACCEPT[adapter]?.(sql);
}

/** As many tables are created as the model has. */
function checkCount({ sql = '', database }: Compiled, adapter: Adapter): void {
  const wanted = database?.tables.filter((table) => !table.skipSql).length;
  const created = splitScript(sql, DIALECTS[adapter]).statements.filter(({ text }) => text.startsWith('CREATE TABLE'));
  if (created.length !== wanted) throw new Error(`${created.length} tables created, not ${wanted ?? 0}`);
}

/** The statements of lists know the tables, and have a value for each placeholder. */
function checkLists({ sql = '', database }: Compiled, platform: Platform): void {
  const { adapter } = platform;
  if (adapter !== 'pgsql' && adapter !== 'sqlite') return;
  const statements = (database?.tables ?? [])
    .filter(({ skipSql }) => !skipSql)
    .flatMap((table) => {
      const planned = planTable(table, platform, DEFAULT_PLATFORM_OPTIONS);
      return planned.lists ? [...writtenLists({ ...planned, lists: planned.lists })] : [];
    });
  if (statements.length === 0) return;
  const connection = new Database(':memory:');
  try {
    if (adapter === 'sqlite') connection.exec(sql);
    // A foreign key may lead to a table that somebody else creates.
    connection.pragma('foreign_keys = OFF');
    for (const [, text] of statements) {
      // The runtime brings the collation along.
      if (adapter === 'sqlite') connection.prepare(text.replaceAll(' COLLATE orm_decimal', ''));
      else parseSync(numberedPlaceholders(text, (n) => `$${String(n)}`));
    }
  } finally {
    connection.close();
  }
}

/** The judges that run in this process. */
const ACCEPT: Partial<Record<Adapter, (sql: string) => void>> = {
  pgsql: (sql) => void parseSync(sql),
  sqlite: (sql) => {
    const connection = new Database(':memory:');
    try {
      connection.exec(sql);
      connection.exec(sql);
    } finally {
      connection.close();
    }
  },
};
