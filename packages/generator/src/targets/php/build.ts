import type { Database, Table } from '../../model/model.js';
import type { ClassFiles } from '../../output/class-plan.js';
import type { PlannedFile } from '../../output/file-plan.js';
import { once } from '../../plan/once.js';
import type { TableStatements } from '../../plan/table.js';
import { type ClassNaming, tableClasses } from './classes.js';
import { tableContext } from './context.js';
import { printEnum, tableEnums } from './enums.js';
import { classPath } from './file.js';
import { printModelClass } from './model-class.js';
import { printInheritedQuery, printQueryClass } from './query-class.js';
import { printStubs, type StubFile } from './stubs.js';
import { printTableMap } from './table-map.js';
import { tableValues } from './values/table-values.js';

/** The classes of the user alone, as they are written once. */
export function phpStubs(
  database: Database,
  statementsOf: (table: Table) => TableStatements,
  naming: ClassNaming,
): readonly StubFile[] {
  const classesOf = once((table: Table) => tableClasses(table, naming));
  return database.tables
    .filter(({ internal }) => !internal)
    .flatMap((table) => printStubs(tableContext(table, database.name, naming, statementsOf, classesOf)));
}

/** Pure: the same model gives the same bytes. */
export function phpClasses(
  database: Database,
  statementsOf: (table: Table) => TableStatements,
  naming: ClassNaming,
): ClassFiles {
  const classesOf = once((table: Table) => tableClasses(table, naming));
  const owned: PlannedFile[] = [];
  const stubs: StubFile[] = [];
  for (const table of database.tables) {
    if (table.internal) continue;
    const context = tableContext(table, database.name, naming, statementsOf, classesOf);
    const phpValueOf = tableValues(context.statements, naming);
    const add = (className: string, content: string): void => {
      const at = className.lastIndexOf('\\');
      owned.push({ path: classPath(className.slice(0, Math.max(at, 0)), className.slice(at + 1)), content });
    };
    add(context.classes.baseModel, printModelClass(context, phpValueOf));
    add(context.classes.baseQuery, printQueryClass(context, phpValueOf));
    for (const child of table.inheritance?.classes ?? []) {
      if (child.className === table.className) continue;
      add(
        tableClasses({ ...table, className: child.className }, naming).baseQuery,
        printInheritedQuery(context, child),
      );
    }
    add(context.classes.map, printTableMap(context, phpValueOf));
    for (const each of tableEnums(table, naming)) {
      owned.push({ path: classPath(each.namespace, each.name), content: printEnum(table, each) });
    }
    stubs.push(...printStubs(context));
  }
  return { owned, stubs };
}
