import { quoted } from '../../diagnostics/printable.js';
import type { Element } from '../element.js';
import { type Context, fail, value } from './context.js';

/**
 * `sqlType` and `defaultExpr` go into the SQL as they stand. What they say is the vendor's business, but they must end
 * where they end: a bracket left open, a comment or a semicolon would swallow or cut the rest of the statement.
 */
export function checkVerbatim(context: Context, element: Element): void {
  for (const attribute of ['sqlType', 'defaultExpr'] as const) {
    const sql = value(element, attribute);
    const problem = sql === undefined ? undefined : verbatimProblem(sql);
    if (sql === undefined || problem === undefined) continue;
    fail(
      context,
      element,
      attribute,
      'schema/verbatim-sql',
      `${quoted(sql)} ${problem}, and so would change the statement it is put into`,
      'write one whole type or expression',
    );
  }
}

/** Strings and quoted names, with doubled quotes and with backslash escapes, dollar quotes, and everything else by one. */
const TOKEN = /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$(\w*)\$[\s\S]*?\$\1\$|--|\/\*|[\s\S]/gsu;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

export function verbatimProblem(sql: string): string | undefined {
  const open: string[] = [];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') return 'has a semicolon in it';
    if (token === '--' || token === '/*') return 'has a comment in it';
    if (token === "'" || token === '"' || token === '`') return 'has a quote that is not closed';
    if (token === '(' || token === '[') open.push(token);
    if ((token === ')' || token === ']') && open.pop() !== OPENING[token])
      return 'closes a bracket that it did not open';
  }
  return open.length > 0 ? 'has a bracket that is not closed' : undefined;
}
