import { pdoForm } from '../../../drivers/pdo.js';
import type { PlannedColumn, TableStatements } from '../../../plan/table.js';
import type { ClassNaming } from '../classes.js';
import { enumClassName } from '../enums.js';
import type { PhpFile } from '../file.js';
import { phpValue } from './php-value.js';
import type { PhpValue } from './value.js';

/** The PHP of the columns of a table, in a file that imports what it names. */
export function tableValues(
  { table, adapter }: TableStatements,
  naming: ClassNaming,
): (planned: PlannedColumn, file?: PhpFile) => PhpValue {
  return (planned, file) =>
    phpValue(planned.column, planned.storage, {
      name: `${table.name}.${planned.column.name}`,
      use: (className) => file?.use(className) ?? className,
      enumClass: enumClassName(table, planned.column, naming),
      pdo: pdoForm(adapter, planned.storage.sqlType),
    });
}
