import { contributionsOf } from '../../../behaviors/contributions.js';
import { quoted } from '../../../diagnostics/printable.js';
import { isReservedTsName, isTakenTsMember, isTsGlobal, isTsIdentifier } from '../../../languages/typescript/names.js';
import { furtherClasses } from '../../../model/inheritance.js';
import type { Column, Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import type { NamedModel, NameRules } from '../../../model/name-rules.js';
import { propertyName } from '../names.js';
import { TYPESCRIPT_FORMS } from './forms.js';

/** What TypeScript asks of the names in a model. */
export const TYPESCRIPT_NAMES: NameRules = { check: checkNames, forms: TYPESCRIPT_FORMS };

/** Methods of every object, which a column cannot hide. */
const METHODS = new Set([
  ...['save', 'delete', 'reload', 'copy', 'isNew', 'isModified', 'isDeleted', 'snapshot', 'restore'],
  ...['preUpdate', 'preDelete', 'postSave', 'postInsert', 'postUpdate', 'postDelete'],
]);

function checkNames({ database }: NamedModel, report: Report): void {
  for (const table of database.tables) {
    if (table.internal) continue;
    checkClass(table, table, 'phpName', report);
    for (const child of furtherClasses(table)) checkClass(table, child, 'class', report);
    for (const column of table.columns) checkColumn(table, column, report);
  }
}

function checkClass(
  { name }: Table,
  { className, origin }: Pick<Table, 'className' | 'origin'>,
  attribute: string,
  report: Report,
): void {
  if (isTsIdentifier(className) && !isReservedTsName(className) && !isTsGlobal(className)) return;
  report({
    severity: 'error',
    code: 'schema/typescript-name',
    origin,
    attribute,
    message: `${quoted(className)} (of the table ${quoted(name)}) cannot be the name of a class in TypeScript`,
    help: `set another ${attribute}`,
  });
}

/** A method of every object, or one that a behavior gives to those of a table. */
export const isMethodOfObjects = (table: Table, property: string): boolean =>
  METHODS.has(property) || contributionsOf(table).methods.some(({ on, name }) => on === 'model' && name === property);

function checkColumn(table: Table, column: Column, report: Report): void {
  const property = propertyName(column);
  const isTaken =
    isTakenTsMember(property) ||
    isMethodOfObjects(table, property) ||
    (column.lazyLoad && isMethodOfObjects(table, `get${column.memberName}`));
  if (isTsIdentifier(property) && !isTaken) return;
  report({
    severity: 'error',
    code: 'schema/typescript-name',
    origin: column.origin,
    attribute: 'phpName',
    message: `the column ${quoted(`${table.name}.${column.name}`)} would be the property ${quoted(property)}, which ${
      isTaken ? 'every object has already' : 'TypeScript cannot name'
    }`,
    help: 'set another phpName',
  });
}
