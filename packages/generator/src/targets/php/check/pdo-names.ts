import { quoted } from '../../../diagnostics/printable.js';
import type { Adapter } from '../../../model/adapter.js';
import type { Database } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';

/** How a name stands in the SQL of a vendor. SQLite is not here: its driver leaves reading the SQL to the database. */
const QUOTES: Readonly<Partial<Record<Adapter, (name: string) => string>>> = {
  pgsql: (name) => `"${name.replaceAll('"', '""')}"`,
  oracle: (name) => `"${name.replaceAll('"', '""')}"`,
  mysql: (name) => `\`${name.replaceAll('`', '``')}\``,
  mssql: (name) => `[${name.replaceAll(']', ']]')}]`,
};

/**
 * Names of tables and columns that PDO would stumble over: it looks for placeholders in every statement, knows the quotes
 * of names only in part before PHP 8.4, and takes a backslash for an escape everywhere.
 */
export function checkPdoNames(database: Database, adapter: Adapter, report: Report): void {
  const quote = QUOTES[adapter];
  if (quote === undefined) return;
  for (const table of database.tables) {
    for (const { name, origin } of [table, ...table.columns]) {
      if (pdoReads(quote(name))) continue;
      report({
        severity: 'warning',
        code: 'php/pdo-name',
        origin,
        attribute: 'name',
        message: `before PHP 8.4, PDO cannot read statements with the name ${quoted(name)}, and they fail`,
        help: 'rename it: a question mark, a colon before a letter, a single quote, two hyphens or a backslash is too much for it',
      });
    }
  }
}

/** Literals and comments, as PDO reads them, and what it takes for a placeholder or never finds the end of. */
const SKIPPED = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\/\*[\s\S]*?\*\//y;
const STUMBLES = /["'?]|--|\/\*|:\w/y;

/** Whether PDO passes over a quoted name, and goes on reading where it ends. */
export function pdoReads(sql: string): boolean {
  for (let at = 0; at < sql.length; at++) {
    SKIPPED.lastIndex = at;
    STUMBLES.lastIndex = at;
    if (SKIPPED.test(sql)) at = SKIPPED.lastIndex - 1;
    else if (STUMBLES.test(sql)) return false;
  }
  return true;
}
