import { quoted } from '../../../diagnostics/printable.js';
import type { Column, Table } from '../../../model/model.js';
import type { ModelDiagnostic, Report } from '../../../model/model-diagnostic.js';
import { isCurrentTime } from '../../../plan/current-time.js';
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
        checkReading(table, column, report);
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

/** Behaviors that this version cannot print. */
const notYet = (table: Table): readonly ModelDiagnostic[] =>
  table.behaviors
    .filter(({ name }) => name !== 'sortable')
    .map(({ name, origin }) => ({
      severity: 'error',
      code: 'typescript/not-yet',
      origin,
      message: `classes in TypeScript cannot have the behavior ${quoted(name)} yet`,
      help: 'take typescript out of generator.targets until a later version has it',
    }));

/** A row without a key cannot be found again, and so nothing of it can be read later. */
function checkReading(table: Table, column: Column, report: Report): void {
  const name = quoted(`${table.name}.${column.name}`);
  const { origin } = column;
  const hasKey = table.primaryKey.length > 0;
  if (column.lazyLoad && (column.primaryKey || !hasKey)) {
    const reason = hasKey
      ? 'a row is found by its primary key'
      : `${quoted(table.name)} has no primary key to read it by`;
    report({
      severity: 'error',
      code: 'typescript/lazy',
      origin,
      attribute: 'lazyLoad',
      message: `classes in TypeScript cannot load ${name} lazily: ${reason}`,
      help: hasKey ? 'remove lazyLoad' : 'remove lazyLoad, or set primaryKey="true" on a column',
    });
  }
  const isFilled = column.generated !== undefined || (column.default?.kind === 'expression' && !isCurrentTime(column));
  if (isFilled && !hasKey && !table.readOnly) {
    report({
      severity: 'error',
      code: 'typescript/filled',
      origin,
      attribute: column.generated === undefined ? 'defaultExpr' : 'generatedExpr',
      message: `classes in TypeScript cannot read ${name}, which the database fills in: ${quoted(table.name)} has no primary key to read it by`,
      help: 'set primaryKey="true" on a column, or take typescript out of generator.targets',
    });
  }
}
