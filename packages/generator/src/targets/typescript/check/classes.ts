import { sortableOf } from '../../../behaviors/sortable/list.js';
import { quoted } from '../../../diagnostics/printable.js';
import type { Column, Table } from '../../../model/model.js';
import type { ModelDiagnostic, Report } from '../../../model/model-diagnostic.js';
import { checkConstants } from '../../constants.js';
import type { ClassCheck } from '../../target.js';
import { checkNames } from './class-names.js';
import { checkTimeZone, checkTsType } from './columns.js';
import { checkInheritance } from './inheritance.js';

/** What cannot become classes, of all models whose classes go to one folder. */
export const checkTypescriptClasses: ClassCheck = (models, config, report) => {
  const files = new Map<string, Table>();
  for (const { database, platform } of models) {
    if (platform.adapter === 'mssql' || platform.adapter === 'oracle') {
      report({
        severity: 'error',
        code: 'typescript/vendor',
        origin: database.origin,
        attribute: 'name',
        message: `${quoted(database.name)} is a database that classes in TypeScript cannot use: they know PostgreSQL, MySQL, MariaDB and SQLite`,
        help: 'take typescript out of generator.targets, or this connection out of generator.connections',
      });
      continue;
    }
    for (const table of database.tables) {
      if (table.internal) continue;
      checkNames(table, files, report);
      checkInheritance(table, report);
      // Where there is another language, it says the same.
      if (config.generator.targets.length === 1) checkConstants(table, 'typescript/constant-value', report);
      for (const column of table.columns) {
        checkTsType(table, column, report);
        if (column.family === 'object') refuseObject(table, column, report);
      }
      for (const missing of notYet(table)) report(missing);
    }
    checkTimeZone(database.tables, config, report);
  }
};

/** Only PHP can read its own format, and make objects of what is in it. */
function refuseObject(table: Table, column: Column, report: Report): void {
  report({
    severity: 'error',
    code: 'typescript/object',
    origin: column.origin,
    attribute: 'type',
    message: `${quoted(`${table.name}.${column.name}`)} holds objects in PHP's own format, serialize(), which classes in TypeScript cannot read`,
    help: 'write type="JSON", which both languages read and write, or take typescript out of generator.targets',
  });
}

/** What this version cannot print. */
function notYet(table: Table): readonly ModelDiagnostic[] {
  const found: ModelDiagnostic[] = [];
  const missing = (what: string, origin: Table['origin'], attribute?: string): void => {
    found.push({
      severity: 'error',
      code: 'typescript/not-yet',
      origin,
      ...(attribute === undefined ? {} : { attribute }),
      message: `classes in TypeScript cannot have ${what} yet`,
      help: 'take typescript out of generator.targets until a later version has it',
    });
  };
  for (const { name, origin } of table.behaviors)
    if (name !== 'sortable') missing(`the behavior ${quoted(name)}`, origin);
  for (const column of table.columns) {
    const name = quoted(`${table.name}.${column.name}`);
    const list = sortableOf(table);
    const isOfList = list !== undefined && [list.rank, ...list.scope].includes(column);
    const isOfRow = column.primaryKey || column.generated !== undefined || table.primaryKey.length === 0 || isOfList;
    if (column.lazyLoad && isOfRow) {
      missing(
        `lazyLoad on ${name}, which is a key, worked out, of a list, or of a table without a key`,
        column.origin,
        'lazyLoad',
      );
    }
    const isFilled = column.generated !== undefined || column.default?.kind === 'expression';
    if (isFilled && table.primaryKey.length === 0) {
      missing(`columns that the database works out (${name}) in tables without a primary key`, column.origin);
    }
  }
  return found;
}
