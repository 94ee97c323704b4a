import { quoted } from '../../../diagnostics/printable.js';
import { furtherClasses } from '../../../model/inheritance.js';
import type { Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import { CLASS_KEY_TYPES } from '../inheritance.js';

/** Reports classes of a table that cannot extend what they should, and columns that cannot tell them apart. */
export function checkInheritance(table: Table, report: Report): void {
  const { inheritance } = table;
  if (inheritance === undefined) return;
  const { column, classes } = inheritance;
  if (!CLASS_KEY_TYPES.has(column.family) || column.lazyLoad) {
    report({
      severity: 'error',
      code: 'typescript/inheritance',
      origin: column.origin,
      attribute: 'type',
      message: `${quoted(`${table.name}.${column.name}`)} cannot tell classes in TypeScript apart`,
      help: 'make it a whole number, a text or an ENUM that is read with the row',
    });
    return;
  }
  const known = [table.className, ...classes.map(({ className }) => className)];
  for (const child of furtherClasses(table)) {
    if (child.extends === undefined || known.includes(child.extends)) continue;
    report({
      severity: 'error',
      code: 'typescript/inheritance',
      origin: child.origin,
      attribute: 'extends',
      message: `${quoted(child.className)} cannot extend ${quoted(child.extends)} in TypeScript, which is no class of ${quoted(table.name)}`,
      help: `extend ${table.className} or another class of the table`,
    });
  }
}
