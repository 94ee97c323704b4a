import { basename, resolve } from 'node:path';
import type { Config, Connection } from '../../config/config.js';
import { shownPath } from '../../config/find.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { type Source, span } from '../../diagnostics/source.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { fileFailure } from '../../output/file-failure.js';
import { NotUtf8, readUtf8 } from '../../output/utf8.js';
import { type DatabaseAccess, loadAccess, loadDialect } from '../../platforms/access.js';
import { errorProperty } from '../../platforms/connection.js';
import { type StatementPurpose, statementPurpose } from '../../platforms/sql-drops.js';
import { type Statement, splitScript } from '../../platforms/sql-script.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { isOfFolder, type MapEntry, type SqlMap } from './map.js';

export interface PlannedStatement extends Statement {
  readonly purpose: StatementPurpose;
}

export interface PlannedFile {
  /** Its name without folders, for messages. */
  readonly name: string;
  readonly source: Source;
  readonly statements: readonly PlannedStatement[];
}

/** All that runs on one connection, in order. */
export interface PlannedConnection {
  readonly connection: Connection;
  readonly access: DatabaseAccess;
  readonly files: readonly PlannedFile[];
}

export interface PlanOptions {
  readonly cwd: string;
  readonly sqlDir: string;
  /** Connections given on the command line; empty means those that are configured for the generator. */
  readonly only: readonly string[];
}

/** Reads the files of the map and splits them. Everything that is wrong is reported before anything runs. */
export async function planInsert(
  config: Config,
  map: SqlMap,
  options: PlanOptions,
  reporter: Reporter,
): Promise<readonly PlannedConnection[]> {
  checkNames(config, map, options.only, reporter);
  const plan: PlannedConnection[] = [];
  for (const name of new Set(map.entries.map((entry) => entry.connection))) {
    const connection = config.connections.get(name);
    if (connection === undefined || !isWanted(name, config, options.only)) continue;
    const access = await loadAccess(connection.adapter);
    const dialect = await loadDialect(connection.adapter);
    const files: PlannedFile[] = [];
    const entries = map.entries.filter((entry) => entry.connection === name);
    for (const entry of withoutRepeats(entries, reporter)) {
      const file = await planFile(entry, access, dialect, options, reporter);
      if (file !== undefined) files.push(file);
    }
    plan.push({ connection, access, files });
  }
  return plan;
}

function isWanted(name: string, config: Config, only: readonly string[]): boolean {
  return (only.length > 0 ? only : config.generator.connections).includes(name);
}

function checkNames(config: Config, map: SqlMap, only: readonly string[], reporter: Reporter): void {
  for (const name of only) {
    if (!config.connections.has(name)) {
      throw failure({
        code: 'cli/unknown-connection',
        message: `--connection names ${quoted(name)}, and the configuration has no such connection`,
        help: suggestion(name, config.connections.keys()),
      });
    }
    if (!map.entries.some((entry) => entry.connection === name)) {
      reporter.error({
        code: 'insert/no-files',
        message: `${map.source.path} has no file for the connection ${quoted(name)}`,
        help: 'run "orm sql:build", which writes one for each database of the schema',
      });
    }
  }
  for (const { connection, connectionSpan, file } of map.entries) {
    if (only.length > 0 && !only.includes(connection)) continue;
    if (!config.connections.has(connection)) {
      reporter.error({
        code: 'insert/unknown-connection',
        message: `the configuration has no connection ${quoted(connection)}`,
        span: connectionSpan,
        help: suggestion(connection, config.connections.keys()),
      });
    } else if (!isWanted(connection, config, only)) {
      reporter.note({
        code: 'insert/left-out',
        message: `${quoted(file)} is left out: ${quoted(connection)} is not one of generator.connections`,
        span: connectionSpan,
      });
    }
  }
}

function withoutRepeats(entries: readonly MapEntry[], reporter: Reporter): readonly MapEntry[] {
  return entries.filter((entry, i) => {
    const isFirst = entries.findIndex((other) => other.file === entry.file) === i;
    if (!isFirst) {
      reporter.warning({
        code: 'insert/listed-twice',
        message: `${quoted(entry.file)} is listed twice for this connection; it runs once`,
        span: entry.fileSpan,
      });
    }
    return isFirst;
  });
}

async function planFile(
  entry: MapEntry,
  access: DatabaseAccess,
  dialect: ScriptDialect,
  { cwd, sqlDir }: PlanOptions,
  reporter: Reporter,
): Promise<PlannedFile | undefined> {
  const path = resolve(sqlDir, entry.file);
  const text = await readSql(path, entry, reporter);
  if (text === undefined) return undefined;
  const source: Source = { path: shownPath(path, cwd), text };
  const { statements, problems } = splitScript(text, dialect);
  for (const { message, start, end } of problems) {
    reporter.error({ code: 'insert/broken-sql', message, span: span(source, start, end) });
  }
  const planned = statements.map((statement) => ({
    ...statement,
    purpose: statementPurpose(statement.text, dialect),
  }));
  for (const { start, end, purpose } of planned) {
    if (purpose.transaction !== 'rollback' || !access.execution.transactional) continue;
    reporter.error({
      code: 'insert/rollback',
      message: 'ROLLBACK would undo the files that ran before it',
      span: span(source, start, end),
      help: 'sql:insert runs all files of a connection in one transaction: remove the ROLLBACK, or run this file by hand',
    });
  }
  return { name: basename(path), source, statements: planned };
}

async function readSql(path: string, entry: MapEntry, reporter: Reporter): Promise<string | undefined> {
  try {
    if (isOfFolder(path)) {
      return await readUtf8(path);
    }
    reporter.error({
      code: 'insert/map-path',
      message: `${quoted(entry.file)} is a link that leads out of the folder of sqldb.map`,
      span: entry.fileSpan,
      help: 'replace the link by the file itself',
    });
    return undefined;
  } catch (error) {
    const code = errorProperty(error, 'code');
    const isEncoding = error instanceof NotUtf8;
    if (!isEncoding && code !== 'ENOENT' && code !== 'EISDIR') throw fileFailure(error, 'read', path);
    reporter.error({
      code: isEncoding ? 'insert/not-utf-8' : 'insert/no-file',
      message: isEncoding ? `${quoted(entry.file)} is not UTF-8` : `there is no file ${quoted(entry.file)}`,
      span: entry.fileSpan,
      help: isEncoding ? 'save it as UTF-8' : 'run "orm sql:build" again, or remove the line',
    });
    return undefined;
  }
}
