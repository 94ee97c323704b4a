import { printable } from '../diagnostics/printable.js';
import type { ItemSql } from '../platforms/catalog.js';
import type { ItemScript } from '../platforms/introspection.js';
import type { Finding } from './finding.js';

/**
 * What a schema cannot say, as SQL: `before` is what the SQL of the schema needs, `after` is what needs the tables. With
 * both, a database that is built anew is the one that was read. Undefined where there is nothing to make.
 */
export interface RestScripts {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The findings that one of them makes. */
  readonly made: ReadonlySet<Finding>;
}

/** How we know files of ours. It is not the mark of `sql:build`, which removes its own files when their database is gone. */
export const REST_MARK = /^-- Written by orm database:reverse/m;

interface MadeFinding extends Finding {
  readonly sql: ItemSql;
}

/** True for a finding that is in one of the scripts. */
const isInRest = (finding: Finding, tables: ReadonlySet<string>): finding is MadeFinding =>
  finding.sql !== undefined && (finding.table === undefined || tables.has(finding.table));

/** The scripts of all findings that have SQL and whose table is in the schema. */
export function restScripts(
  findings: readonly Finding[],
  tables: ReadonlySet<string>,
  script: ItemScript,
  database: string,
): RestScripts {
  const made = findings
    .filter((finding) => isInRest(finding, tables))
    .sort((a, b) => a.sql.order - b.sql.order || (line(a) < line(b) ? -1 : 1));
  const print = (isBefore: boolean): string | undefined =>
    restScript(
      made.filter(({ sql }) => sql.isBefore === isBefore),
      script,
      header(database, isBefore, script),
    );
  return { before: print(true), after: print(false), made: new Set(made) };
}

function header(database: string, isBefore: boolean, { client }: ItemScript): string {
  const name = printable(database);
  const file = `${name}.rest${isBefore ? '.before' : ''}.sql`;
  return [
    `-- Database "${name}": what a schema cannot say, ${isBefore ? 'as far as the SQL of the schema needs it' : 'to be made after the tables'}`,
    '-- Written by orm database:reverse from the database itself.',
    '-- This is code of that database (functions, triggers, views …): read it before you run it somewhere else.',
    `-- Run it ${isBefore ? 'before' : 'after'} ${name}.sql: list it in sqldb.map for "orm sql:insert" (database:reverse --map does so), or`,
    `--   ${client.replace('…', file)}`,
    '-- It can run again: code is dropped and made anew, what holds rows or numbers is made only where it is missing.',
  ].join('\n');
}

function restScript(made: readonly MadeFinding[], script: ItemScript, title: string): string | undefined {
  if (made.length === 0) return undefined;
  const end = (statements: readonly string[]): string[] => statements.map((statement) => script.terminate(statement));
  const drops = [...new Set(made.toReversed().flatMap(({ sql }) => sql.drop))];
  const parts = [
    title,
    ...end(script.prologue),
    ...(drops.length === 0 ? [] : [`-- What is made below, removed first\n${end(drops).join('\n')}`]),
    // What has no statement is made by another one's.
    ...made
      .filter(({ sql }) => sql.create.length > 0)
      .map((finding) => [`-- ${line(finding)}`, ...end(finding.sql.create)].join('\n')),
    ...end(script.epilogue),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `trigger film.film_check`. */
const line = ({ kind, table, name }: Finding): string =>
  printable(`${kind} ${table === undefined || table === name ? name : `${table}.${name}`}`);
