import { quoted } from '../../diagnostics/printable.js';
import type { Check } from '../../model/model.js';
import { checkIdentity, constraintName } from '../../model/names.js';
import type { Element } from '../element.js';
import { type Context, childrenNamed, fail } from './context.js';
import { vendorOf } from './defaults.js';
import { explicitName } from './indexes.js';
import type { TableWork } from './table.js';
import { hasSqlForSome, sqlFor } from './verbatim-sql.js';

/** The checks of a table's XML. One that has SQL only for other vendors does not exist for this one. */
export function addChecks(context: Context, { element, table }: TableWork): void {
  for (const child of childrenNamed(element, 'check')) {
    const check = readCheck(context, child, table.name);
    if (check === undefined) continue;
    const same = table.checks.find((other) => other.name.toLowerCase() === check.name.toLowerCase());
    if (same === undefined) {
      table.checks.push(check);
      continue;
    }
    const isNamed = child.attributes['name'] !== undefined;
    fail(
      context,
      child,
      isNamed ? 'name' : undefined,
      'schema/check-twice',
      `table ${quoted(table.name)} has a check ${quoted(check.name)} already`,
      isNamed ? 'rename or remove one' : 'two checks of one expression are one too many: remove one',
      { message: 'it is here', origin: same.origin, attribute: 'name' },
    );
  }
}

/** What a check of a table or of a domain says. */
export function checkExpression(context: Context, element: Element): string | undefined {
  const expression = sqlFor(context, element, 'expression')?.trim();
  if (expression !== undefined) return expression;
  const isLacking = element.attributes['expression'] === undefined && !hasSqlForSome(element, 'expression');
  if (isLacking && !context.flaws.has(element)) {
    fail(context, element, undefined, 'schema/check', 'this check has no expression', 'add expression="…"');
  }
  return undefined;
}

function readCheck(context: Context, element: Element, table: string): Check | undefined {
  const expression = checkExpression(context, element);
  if (expression === undefined) return undefined;
  const usual = (): string => constraintName(table, 'c', checkIdentity(expression), context.options.identifierLimit);
  return { name: explicitName(context, element) ?? usual(), expression, vendor: vendorOf(element), origin: element };
}
