import type { Config } from '../../config/config.js';
import { failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import type { TypeFamily } from '../../model/column-type.js';
import type { Column, Table } from '../../model/model.js';
import { type ListCare, planCare } from '../../plan/list-care.js';
import type { ListStatements } from '../../plan/lists.js';
import { planTable } from '../../plan/table.js';
import { loadAccess, loadLocking } from '../../platforms/access.js';
import type { ListStep } from '../../platforms/lists.js';
import type { Locking } from '../../platforms/locking.js';
import type { BuiltModel } from '../../schema/models.js';
import type { Project } from '../../schema/project.js';
import type { CommandOptions } from '../command.js';
import type { Reached } from '../connecting.js';

/** Statements by name: those of generated classes, and what only `list:check` runs. */
export type ListStatement = 'lock' | 'broken' | 'check' | 'max' | 'repair' | keyof ListCare;

/** A sortable table, and all that is run on it. */
export interface PlannedTable {
  readonly table: Table;
  /** Its name for people, schema first where it has one. */
  readonly name: string;
  readonly lists: ListStatements;
  readonly statements: ReadonlyMap<string, readonly ListStep[]>;
  /** What adds the columns of the list to a table that lacks them. */
  readonly additions: readonly string[];
}

/** The sortable tables of one connection. */
export interface PlannedLists extends Reached {
  readonly locking: Locking;
  readonly tables: readonly PlannedTable[];
}

/** Families whose values have no order that all vendors know. */
const UNORDERED: ReadonlySet<TypeFamily> = new Set(['json', 'array', 'object', 'set', 'geometry']);

/** Finds the sortable tables of a project, restricted to those that the command line names. */
export async function planListCheck(
  { models, platformOptions }: Project,
  config: Config,
  options: CommandOptions,
  reporter: Reporter,
): Promise<readonly PlannedLists[]> {
  checkTables(models, options.table);
  const plan: PlannedLists[] = [];
  for (const { database, platform } of models) {
    const connection = config.connections.get(database.name);
    if (connection === undefined) continue;
    const tables: PlannedTable[] = [];
    for (const table of database.tables) {
      if (options.table.length > 0 && !options.table.some((name) => isNamed(table, name))) continue;
      const { lists, quoted: sqlName, identifier } = planTable(table, platform, platformOptions);
      if (lists === undefined) continue;
      const by = orderColumn(table, options.rankUnranked, reporter);
      const added = [...lists.list.scope, lists.list.rank].filter(({ primaryKey }) => !primaryKey);
      tables.push({
        table,
        name: shownName(table),
        lists,
        statements: new Map([...lists.statements, ...steps(planCare(lists.named, platform, by))]),
        additions: added.map(
          (column) =>
            `ALTER TABLE ${sqlName} ADD ${identifier(column.name)} ${column.sqlType ?? platform.columnType(column, platformOptions)}`,
        ),
      });
    }
    if (tables.length > 0) {
      const { adapter } = connection;
      plan.push({ connection, access: await loadAccess(adapter), locking: await loadLocking(adapter), tables });
    }
  }
  reporter.throwIfErrors();
  return plan;
}

/** Each is one step. */
const steps = (care: ListCare): readonly (readonly [string, readonly ListStep[]])[] =>
  Object.entries(care).map(([name, step]) => [name, [step]]);

const shownName = ({ schema, name }: Table): string => (schema === undefined ? name : `${schema}.${name}`);

const isNamed = (table: Table, name: string): boolean => table.name === name || shownName(table) === name;

const isSortable = ({ behaviors }: Table): boolean => behaviors.some(({ name }) => name === 'sortable');

function checkTables(models: readonly BuiltModel[], names: readonly string[]): void {
  const all = models.flatMap(({ database }) => database.tables);
  for (const name of names) {
    const found = all.filter((table) => isNamed(table, name));
    if (found.some(isSortable)) continue;
    const sortable = all.filter(isSortable).map(shownName);
    throw failure(
      found.length > 0
        ? {
            code: 'lists/not-sortable',
            message: `the table ${quoted(name)} is not sortable`,
            help: 'add <behavior name="sortable"/> to it in the schema, or leave --table out to check all tables that are',
          }
        : {
            code: 'lists/unknown-table',
            message: `--table names ${quoted(name)}, and no schema of this run has such a table`,
            help: suggestion(name, sortable),
          },
    );
  }
}

function orderColumn(table: Table, name: CommandOptions['rankUnranked'], reporter: Reporter): Column | undefined {
  if (typeof name !== 'string') return undefined;
  const column = table.columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (column === undefined) {
    reporter.error({
      code: 'lists/unknown-column',
      message: `--rank-unranked names the column ${quoted(name)}, and the table ${quoted(shownName(table))} has none`,
      help: [
        suggestion(
          name,
          table.columns.map((each) => each.name),
        ),
        'name the tables that have it with --table',
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
    });
  } else if (UNORDERED.has(column.family)) {
    reporter.error({
      code: 'lists/unordered-column',
      message: `rows cannot be ordered by ${quoted(`${shownName(table)}.${column.name}`)}, which is ${column.type}`,
      help: 'name a column with a number, a text or a time',
    });
  }
  return column;
}
