import { type ScriptDialect, tokenAt } from '../platforms/sql-tokens.js';

/** What differs between a view of the schema and the statement that made the one of the database, where that is kept. */
export function viewDifference(mine: string, statement: string | undefined): string | undefined {
  if (statement === undefined) return undefined;
  const its = statement.replace(/^.*?\sAS\s+/is, '');
  const plain = (sql: string): string => sql.replaceAll(/\s+/g, '');
  return plain(mine) === plain(its) ? undefined : `the schema has ${mine.trim()}, the database ${its.trim()}`;
}

/**
 * A database that prints a view in its own way still prints the numbers and strings in it, and adds some of its own: the size of a
 * cast, the separator of a list. So only values of the schema that are gone make it another view. What printers spell in another
 * way (0 and 1 for a truth, intervals, escapes) says nothing.
 */
export function valueDifference(mine: string, its: string | undefined, dialect: ScriptDialect): string | undefined {
  if (its === undefined || its.endsWith('…')) return undefined;
  const found = valuesIn(its, dialect);
  const gone = [...valuesIn(mine, dialect)].filter((value) => !found.has(value));
  return gone.length === 0 ? undefined : `the schema has ${gone.join(', ')} in it, the database does not`;
}

function valuesIn(sql: string, dialect: ScriptDialect): ReadonlySet<string> {
  const values = new Set<string>();
  for (let at = 0; at < sql.length; ) {
    const { kind, start, end } = tokenAt(sql, at, dialect);
    const text = sql.slice(start, end);
    if (kind === 'word' && /^\d+$/.test(text) && Number(text) > 1) values.add(String(Number(text)));
    if (kind === 'string' && /^'[\w .,@#-]*'$/.test(text) && !/^'[-+]?\d/.test(text)) values.add(text);
    at = end;
  }
  return values;
}
