import { quoted } from '../diagnostics/printable.js';
import { checkDefault } from '../model/default-check.js';
import type { Column, Table } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import type { Origin } from '../model/origin.js';

/** Values that the schema gives for a column, and which classes have as constants: of relations, and of inheritance. */
export function checkConstants(table: Table, code: string, report: Report): void {
  const check = (column: Column, value: string, origin: Origin, what: string, attribute?: string): void => {
    const problem = checkDefault(column, value);
    if (typeof problem === 'string') return;
    report({
      severity: 'error',
      code,
      origin,
      ...(attribute === undefined ? {} : { attribute }),
      message: `${quoted(value)}, ${what}, is no value of the column ${quoted(`${table.name}.${column.name}`)} of type ${column.type}`,
      help: problem.help,
    });
  };
  for (const { constants, foreignTable, origin } of table.foreignKeys) {
    for (const { column, value } of constants) {
      check(column, value, origin, `in a reference of the relation to ${quoted(foreignTable.name)}`);
    }
  }
  const { column, classes = [] } = table.inheritance ?? {};
  if (column === undefined) return;
  for (const { key, className, origin } of classes)
    check(column, key, origin, `the key of class ${quoted(className)}`, 'key');
}
