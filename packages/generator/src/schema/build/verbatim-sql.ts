import { quoted } from '../../diagnostics/printable.js';
import { expressionProblem } from '../../platforms/sql-expression.js';
import type { Element } from '../element.js';
import { type Context, fail, value } from './context.js';

/**
 * `sqlType` and `defaultExpr` go into the SQL as they stand. What they say is the vendor's business, but they must end
 * where they end: a bracket left open, a comment or a semicolon would swallow or cut the rest of the statement. Where a
 * string ends is for the vendor's own scanner to say.
 */
export function checkVerbatim(context: Context, element: Element): void {
  for (const attribute of ['sqlType', 'defaultExpr'] as const) {
    const sql = value(element, attribute);
    const problem = sql === undefined ? undefined : expressionProblem(sql, context.options.script);
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
