import { quoted } from '../../../diagnostics/printable.js';
import { isPhpLabel, isReservedClassName } from '../../../languages/php/names.js';
import { isOwnClassOfPhp } from '../../../languages/php/own-classes.js';
import type { Column, Database, Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import type { Origin } from '../../../model/origin.js';
import { checkConstants } from '../../constants.js';
import { type ClassNaming, tableClasses } from '../classes.js';
import { WORD } from '../context.js';
import { isDeferred } from '../deferred.js';
import { type EnumClass, tableEnums } from '../enums.js';
import { joinName } from '../file.js';
import { phpTypeProblem } from '../php-type.js';
import { checkMethods } from './methods.js';

/** What cannot become PHP classes, of all databases whose classes go to one folder. */
export function checkPhp(databases: readonly Database[], naming: ClassNaming, report: Report): void {
  const classes = new Map<string, ClaimedClass>();
  for (const database of databases) {
    for (const table of database.tables) {
      if (table.internal) continue;
      const enums = tableEnums(table, naming);
      checkClasses(table, enums, naming, classes, report, databases.length > 1 ? database.name : undefined);
      for (const each of enums) checkCases(table, each, report);
      for (const column of table.columns) checkTypes(table, column, report);
      checkConstants(table, 'php/constant-value', report);
      checkDeferred(table, report);
      checkMethods(table, report);
    }
  }
}

/** Each such column has a bit in an integer of PHP. */
function checkDeferred(table: Table, report: Report): void {
  const columns = table.columns.filter(isDeferred);
  const first = columns[WORD];
  if (first === undefined) return;
  report({
    severity: 'error',
    code: 'php/too-many-deferred',
    origin: first.origin,
    attribute: first.lazyLoad ? 'lazyLoad' : 'defaultExpr',
    message: `table ${quoted(table.name)} has ${columns.length} columns with lazyLoad or defaultExpr; a PHP class takes ${WORD}`,
    help: 'load some of them with the row, or give them a defaultValue',
  });
}

interface ClaimedClass {
  readonly origin: Origin;
  readonly attribute: string;
  readonly what: () => string;
  /** How it is said, and what to do, when its name is none that PHP takes. */
  readonly code?: string;
  readonly remedy?: string;
}

function checkClasses(
  table: Table,
  enums: readonly EnumClass[],
  naming: ClassNaming,
  classes: Map<string, ClaimedClass>,
  report: Report,
  database: string | undefined,
): void {
  let isReported = false;
  const claim = (className: string, claimed: ClaimedClass): void => {
    const short = className.slice(className.lastIndexOf('\\') + 1);
    if (isReservedClassName(short)) {
      report({
        severity: 'error',
        code: claimed.code ?? 'php/class-name',
        origin: claimed.origin,
        attribute: claimed.attribute,
        message: `${quoted(short)} (${claimed.what()}) is a PHP reserved word and cannot name a class`,
        help: claimed.remedy ?? 'set another phpName, or another generator.objectModel.classPrefix',
      });
      return;
    }
    if (isOwnClassOfPhp(className)) {
      report({
        severity: 'error',
        code: 'php/class-name',
        origin: claimed.origin,
        attribute: claimed.attribute,
        message: `${quoted(short)} (${claimed.what()}) is a class of PHP itself, and has no namespace to tell them apart`,
        help: 'set a namespace on the database or the table, or another phpName',
      });
      return;
    }
    // PHP does not tell class names by case, and neither do some file systems.
    const key = className.toLowerCase();
    const other = classes.get(key);
    if (!other) {
      classes.set(key, claimed);
      return;
    }
    // Where two models collide, so do their queries, maps and enums: once is enough.
    if (isReported) return;
    isReported = true;
    report({
      severity: 'error',
      code: 'php/class-twice',
      origin: claimed.origin,
      attribute: claimed.attribute,
      message: `the class ${quoted(className)} would be ${claimed.what()} and also ${other.what()}`,
      help: 'give one of the tables another phpName or another namespace',
      related: { message: 'the other one', origin: other.origin, attribute: other.attribute },
    });
  };
  const model = tableClasses(table, naming);
  const of = (what: string, origin: Origin = table.origin, attribute = 'name'): ClaimedClass => ({
    origin,
    attribute,
    what: () =>
      `the ${what} of table ${quoted(table.name)}${database === undefined ? '' : ` in database ${quoted(database)}`}`,
  });
  claim(model.model, of('model'));
  claim(model.query, of('query'));
  claim(model.baseModel, of('base class'));
  claim(model.baseQuery, of('base query class'));
  claim(model.map, of('table map'));
  const known = new Set([table.className]);
  for (const { className, origin } of table.inheritance?.classes ?? []) {
    if (known.has(className)) continue;
    known.add(className);
    const child = tableClasses({ ...table, className: className }, naming);
    const what = `class ${quoted(className)}`;
    claim(child.model, of(what, origin, 'class'));
    claim(child.query, of(`query of ${what}`, origin, 'class'));
    claim(child.baseQuery, of(`base query of ${what}`, origin, 'class'));
  }
  for (const { column, namespace, name } of enums) {
    const what = of(`enum of column ${quoted(column.name)}`, column.origin, 'name');
    const remedy = 'set another phpName on the column, or phpType="string" to have no enum';
    claim(joinName(namespace, name), { ...what, code: 'php/enum-name', remedy });
  }
}

/** Cases that PHP would not take. All that is wrong with a value set is one diagnostic. */
function checkCases(table: Table, { column, name, cases }: EnumClass, report: Report): void {
  const known = new Map<string, string>();
  const problems: string[] = [];
  for (const each of cases) {
    const other = known.get(each.name);
    if (each.name === '') {
      problems.push(`the label ${quoted(each.label)} has no letter or digit for the name of a case`);
    } else if (!isPhpLabel(each.name)) {
      problems.push(`the label ${quoted(each.label)} would be the case ${quoted(each.name)}, which PHP cannot name`);
    } else if (each.name.toLowerCase() === 'class') {
      problems.push(`the label ${quoted(each.label)} would be the case ${each.name}, a name that PHP keeps for itself`);
    } else if (other !== undefined) {
      problems.push(`the labels ${quoted(other)} and ${quoted(each.label)} would both be the case ${each.name}`);
    }
    known.set(each.name, each.label);
  }
  if (problems.length === 0) return;
  const [first = '', ...rest] = problems;
  report({
    severity: 'error',
    code: 'php/enum-case',
    origin: column.origin,
    attribute: 'valueSet',
    message: `enum ${name} of ${table.name}.${column.name}: ${first}${rest.length > 0 ? `, and ${rest.length} more` : ''}`,
    help: [...rest, 'set phpType="string" on the column to have plain strings and no enum, or change the label'].join(
      '\n',
    ),
  });
}

function checkTypes(table: Table, column: Column, report: Report): void {
  if (column.php.phpType !== undefined) {
    const problem = phpTypeProblem(column, column.php.phpType);
    if (problem !== undefined) {
      report({
        severity: 'error',
        code: 'php/php-type',
        origin: column.origin,
        attribute: 'phpType',
        message: `a column of type ${column.type} cannot be ${quoted(column.php.phpType)} in PHP (${table.name}.${column.name})`,
        help: problem,
      });
    }
  }
  if (column.php.typeHint !== undefined) {
    report({
      severity: 'warning',
      code: 'php/type-hint',
      origin: column.origin,
      attribute: 'typeHint',
      message: `typeHint has no effect: setters take what the type of the column says (${table.name}.${column.name})`,
      help:
        column.family === 'object'
          ? 'name the class in phpType instead: the getter and the setter then have its type'
          : 'remove it',
    });
  }
  if (column.family === 'set' && /^\s*set\s*\(/i.test(column.sqlType ?? '')) {
    report({
      severity: 'error',
      code: 'php/set-type',
      origin: column.origin,
      attribute: 'sqlType',
      message: `a SET column is a number for the generated classes, and sqlType makes it text (${table.name}.${column.name})`,
      help: 'remove sqlType, or use type="VARCHAR" with this sqlType',
    });
  }
}
