import { quoted } from '../../../diagnostics/printable.js';
import { furtherClasses } from '../../../model/inheritance.js';
import type { Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import type { CheckedModel } from '../../target.js';
import { fileName, propertyName } from '../names.js';

/** Reports names that would meet in files or properties, of all models whose classes go to one folder. */
export function checkClassNames(models: readonly CheckedModel[], report: Report): void {
  const files = new Map<string, Table>();
  for (const { database } of models) {
    for (const table of database.tables) if (!table.internal) checkNames(table, files, report);
  }
}

/** The same for one table; `files` has those of the tables before it. */
export function checkNames(table: Table, files: Map<string, Table>, report: Report): void {
  for (const own of [table, ...furtherClasses(table)]) checkFile(table, own, files, report);
  checkProperties(table, report);
}

/** Some file systems do not tell names by case. */
function checkFile(
  table: Table,
  own: Pick<Table, 'className' | 'origin'>,
  files: Map<string, Table>,
  report: Report,
): void {
  const name = ['index', 'config'].includes(fileName(own)) ? undefined : fileName(own);
  const other = name === undefined ? undefined : files.get(name);
  if (name !== undefined && other === undefined) {
    files.set(name, table);
    return;
  }
  report({
    severity: 'error',
    code: 'typescript/file-twice',
    origin: own.origin,
    attribute: own === table ? 'phpName' : 'class',
    message: `the classes of ${quoted(table.name)} would be in ${fileName(own)}.ts, which ${
      other === undefined ? 'orm writes for all tables' : `has those of ${quoted(other.name)}`
    }`,
    help: `set another ${own === table ? 'phpName' : 'class'}`,
    ...(other === undefined
      ? {}
      : { related: { message: 'the other one', origin: other.origin, attribute: 'phpName' } }),
  });
}

function checkProperties(table: Table, report: Report): void {
  const known = new Map<string, Table['columns'][number]>();
  for (const column of table.columns) {
    const property = propertyName(column);
    const other = known.get(property);
    if (other === undefined) known.set(property, column);
    else {
      report({
        severity: 'error',
        code: 'typescript/property-twice',
        origin: column.origin,
        attribute: 'phpName',
        message: `two columns of ${quoted(table.name)} would be the property ${quoted(property)}`,
        help: 'give one of them another phpName',
        related: { message: 'the other one', origin: other.origin, attribute: 'phpName' },
      });
    }
  }
}
