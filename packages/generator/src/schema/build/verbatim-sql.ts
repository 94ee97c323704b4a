import { quoted } from '../../diagnostics/printable.js';
import { expressionProblem, statementProblem } from '../../platforms/sql-expression.js';
import type { Element } from '../element.js';
import { type Context, childrenNamed, fail, value } from './context.js';

/**
 * `sqlType` and `defaultExpr` go into the SQL as they stand. What they say is the vendor's business, but they must end
 * where they end: a bracket left open, a comment or a semicolon would swallow or cut the rest of the statement. Where a
 * string ends is for the vendor's own scanner to say.
 */
export function checkVerbatim(context: Context, element: Element): void {
  for (const attribute of ['sqlType', 'defaultExpr'] as const) {
    // What is empty is reported where it is read.
    if ((value(element, attribute)?.trim() ?? '') !== '') checkSql(context, element, attribute, 'expression');
  }
}

/** How much SQL a text may be. */
export type SqlExtent = 'expression' | 'statement';

/**
 * The SQL that an element gives to the vendor of the model: a parameter that `<vendor>` gives under the attribute's name, or
 * else the attribute, which is meant for every vendor. Nothing where neither is there, or where it would not stay one piece.
 */
export function sqlFor(
  context: Context,
  element: Element,
  attribute: string,
  extent: SqlExtent = 'expression',
): string | undefined {
  const own = childrenNamed(element, 'vendor')
    .filter((vendor) => vendor.attributes['type'] === context.options.adapter)
    .flatMap((vendor) => childrenNamed(vendor, 'parameter'))
    .findLast((parameter) => parameter.attributes['name']?.toLowerCase() === attribute.toLowerCase());
  if (own !== undefined) return checkSql(context, own, 'value', extent);
  // What is empty is SQL that somebody forgot, not an attribute that nobody wrote.
  return element.attributes[attribute] === undefined ? undefined : checkSql(context, element, attribute, extent);
}

/** True when an element gives SQL to some vendor, of whatever kind: then it is not missing for the others. */
export function hasSqlForSome(element: Element, attribute: string): boolean {
  return childrenNamed(element, 'vendor').some((vendor) =>
    childrenNamed(vendor, 'parameter').some(
      (parameter) => parameter.attributes['name']?.toLowerCase() === attribute.toLowerCase(),
    ),
  );
}

function checkSql(context: Context, element: Element, attribute: string, extent: SqlExtent): string | undefined {
  const sql = element.attributes[attribute] ?? '';
  const problem = (extent === 'expression' ? expressionProblem : statementProblem)(sql, context.options.script);
  if (problem === undefined) return sql;
  const help =
    extent === 'expression' ? 'write one whole type or expression' : 'write one whole statement, without its semicolon';
  const isEmpty = sql.trim() === '';
  fail(
    context,
    element,
    attribute,
    'schema/verbatim-sql',
    isEmpty
      ? `"${attribute}" of <${element.name}> is empty`
      : `${quoted(sql)} ${problem}, and so would change the statement it is put into`,
    isEmpty ? `${help}, or remove it` : help,
  );
  return undefined;
}
