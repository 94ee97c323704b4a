import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shownPath } from '../../config/find.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { fileFailure } from '../../output/file-failure.js';
import { errorProperty } from '../../platforms/connection.js';

/** A line `file.sql=connection` of sqldb.map. */
export interface MapEntry {
  /** The name of a file in the folder of the map. */
  readonly file: string;
  readonly fileSpan: Span;
  readonly connection: string;
  readonly connectionSpan: Span;
}

export interface SqlMap {
  readonly source: Source;
  readonly entries: readonly MapEntry[];
}

/** Reads sqldb.map of a folder; mistakes in it go to the reporter, a missing map is thrown. */
export async function readSqlMap(sqlDir: string, cwd: string, reporter: Reporter): Promise<SqlMap> {
  const path = join(sqlDir, 'sqldb.map');
  const source: Source = { path: shownPath(path, cwd), text: await readText(path, cwd) };
  return { source, entries: parseSqlMap(source, reporter) };
}

/** Whether a file that is there is, links followed, one of the folder. Nothing of another is read or shown. */
export function isOfFolder(path: string): boolean {
  return dirname(realpathSync(path)) === realpathSync(dirname(path));
}

async function readText(path: string, cwd: string): Promise<string> {
  try {
    if (isOfFolder(path)) return await readFile(path, 'utf8');
  } catch (error) {
    if (errorProperty(error, 'code') !== 'ENOENT') throw fileFailure(error, 'read', path);
    throw failure({
      code: 'insert/no-map',
      message: `there is no ${printable(shownPath(path, cwd))}, which says where each SQL file goes`,
      help: 'run "orm sql:build" first, or name the folder of the SQL files with --sql-dir',
    });
  }
  throw failure({
    code: 'insert/map-path',
    message: `${printable(shownPath(path, cwd))} is a link that leads out of its folder`,
    help: 'replace the link by a file, or name the folder it leads to with --sql-dir',
  });
}

function parseSqlMap(source: Source, reporter: Reporter): readonly MapEntry[] {
  const entries: MapEntry[] = [];
  for (const match of source.text.replace(/^\ufeff/, ' ').matchAll(/[^\r\n]+/g)) {
    const line = match[0];
    if (/^\s*([#;]|$)/.test(line)) continue;
    const parts = /^(\s*)([^=]*?)(\s*=\s*)(.*?)\s*$/.exec(line);
    const [, indent = '', file = '', equals = '', connection = ''] = parts ?? [];
    if (file === '' || connection === '') {
      reporter.error({
        code: 'insert/map-line',
        message: 'a line of sqldb.map is a file, an equals sign and a connection',
        span: span(source, match.index, match.index + line.length),
        help: 'for example: bookstore.sql=bookstore',
      });
      continue;
    }
    const fileStart = match.index + indent.length;
    // `C:x` is a file of another folder on Windows.
    if (/[/\\\0]|^[a-z]:|^\.\.?$/i.test(file)) {
      reporter.error({
        code: 'insert/map-path',
        message: 'sqldb.map names files of its own folder only, without a path',
        span: span(source, fileStart, fileStart + file.length),
        help: 'move the file into the folder of sqldb.map and write its name',
      });
      continue;
    }
    const connectionStart = fileStart + file.length + equals.length;
    entries.push({
      file,
      fileSpan: span(source, fileStart, fileStart + file.length),
      connection,
      connectionSpan: span(source, connectionStart, connectionStart + connection.length),
    });
  }
  return entries;
}
