import type { Config } from '../../../config/config.js';
import { quoted } from '../../../diagnostics/printable.js';
import type { Column, Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import { columnWords } from '../../../plan/sql-type.js';
import { TS_TYPES } from '../property-kind.js';

/** Reports a `tsType` that the column cannot have. What a document is, is the user's to say. */
export function checkTsType(table: Table, column: Column, report: Report): void {
  const { tsType } = column.typescript;
  if (tsType === undefined || column.family === 'json') return;
  const choice = TS_TYPES[column.family];
  if (choice?.includes(tsType) === true) return;
  report({
    severity: 'error',
    code: 'typescript/type',
    origin: column.origin,
    attribute: 'tsType',
    message: `${quoted(`${table.name}.${column.name}`)} cannot be of the type ${quoted(tsType)} in TypeScript`,
    help:
      choice === undefined
        ? 'remove tsType: it is for columns of JSON, whole numbers, DATETIME and TIMESTAMP'
        : `a ${column.type} can be ${choice.join(' or ')}`,
  });
}

/** Each language has a time zone of its own, and a time without an offset is another instant in each. */
export function checkTimeZone(tables: readonly Table[], { generator, runtime }: Config, report: Report): void {
  if (runtime.timeZone !== undefined || generator.targets.length < 2) return;
  const column = tables.flatMap(({ columns }) => columns).find(isLocalTime);
  if (column === undefined) return;
  report({
    severity: 'warning',
    code: 'typescript/time-zone',
    origin: column.origin,
    attribute: 'type',
    message: `two languages write days and times such as ${quoted(column.name)}, and each has a time zone of its own`,
    help: 'set runtime.timeZone in the configuration, for example to UTC, and run "orm config:convert"',
  });
}

const isLocalTime = ({ family, elementType, sqlType }: Column): boolean =>
  (family === 'datetime' || elementType === 'DATETIME' || elementType === 'TIMESTAMP') &&
  (sqlType === undefined || !columnWords(sqlType).hasZone);
