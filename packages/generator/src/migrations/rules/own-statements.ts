import type { RuleName } from '../../config/keys/migration-rules.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type ActionKind, actionsOf, type SqlAction } from '../../platforms/sql-actions.js';
import { statementPurpose } from '../../platforms/sql-drops.js';
import type { TableName } from '../../platforms/sql-words.js';
import { type AnnotatedStatement, changeWords } from './annotated.js';
import { bareSql } from './form.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';

/** What SQL of a person's own does: statements that orm would not print for the changes of the migration. */
export const ownStatements: Rule = (migration) => {
  const made = madeTables(migration);
  return ownOf(migration).flatMap((statement) => {
    // Under the words of a change, another version of orm or an online form may have written other SQL for it.
    const isForChange = statement.changes.length > 0;
    return actionsOf(statement.text, migration.dialect)
      .filter(({ kind, table }) => !made.has(nameKey(table)) && (!isForChange || ERASING.has(kind)))
      .flatMap((action) => WORDS[action.kind].map((words) => ({ ...words(action), statement })));
  });
};

/** What no change brings unless it says so itself. */
const ERASING: ReadonlySet<ActionKind> = new Set(['drop table', 'drop column', 'empty table', 'delete all rows']);

/** Statements of up.sql that nobody but a person wrote. */
function ownOf({ up, form }: CheckedMigration): readonly AnnotatedStatement[] {
  // Making a table anew is several statements, which other versions of orm may write in another way.
  const isRebuild = ({ changes }: AnnotatedStatement): boolean =>
    changes.some((each) => changeWords(each).startsWith('rebuild table '));
  return up.statements.filter((statement) => !form.statements.has(bareSql(statement.text)) && !isRebuild(statement));
}

export const nameKey = (name: TableName): string => (name.at(-1)?.text ?? '').toLowerCase();

/** Tables that are new have no rows that anybody could miss. */
export function madeTables(migration: CheckedMigration): ReadonlySet<string> {
  const { changes, up, dialect } = migration;
  const planned = changes.flatMap(({ kind, name, before, after }) =>
    kind === 'table' && before === undefined && after !== undefined ? [name.toLowerCase()] : [],
  );
  const own = up.statements.flatMap(({ text }) => {
    const made = statementPurpose(text, dialect).creates;
    return made !== undefined && /TABLE$/.test(made.kind) ? [nameKey(made.name)] : [];
  });
  const was = new Set(migration.before.tables.map(({ name }) => name.toLowerCase()));
  return new Set([...planned, ...own].filter((name) => !was.has(name)));
}

const shown = ({ table, column }: SqlAction): string =>
  quoted(
    [...table.map(({ text }) => text), ...(column === undefined ? [] : [column])]
      .map((part) => printable(part))
      .join('.'),
  );

type FindingWords = (action: SqlAction) => Finding;

const found =
  (rule: RuleName, message: (object: string) => string, help: string): FindingWords =>
  (action) => ({ rule, message: message(shown(action)), help });

const LOOK = 'orm knows nothing of what this statement is for: look at the rows first, and add a query to checks.sql';
const LATER = 'do it in a later migration, when no code is left that uses it';

const WORDS: Readonly<Record<ActionKind, readonly FindingWords[]>> = {
  'drop table': [
    found('drops-table', (table) => `${table} is dropped, with every row in it`, 'copy what is still needed first'),
    found('drops-in-use', (table) => `${table} is dropped: code that runs may still use it`, LATER),
  ],
  'drop column': [
    found(
      'drops-column',
      (column) => `${column} is dropped, with every value in it`,
      'copy what is still needed first',
    ),
    found('drops-in-use', (column) => `${column} is dropped: code that runs may still use it`, LATER),
  ],
  'empty table': [
    found('drops-rows', (table) => `every row of ${table} is deleted`, 'delete the rows that must go by a WHERE'),
  ],
  'delete all rows': [
    found(
      'drops-rows',
      (table) => `DELETE without WHERE: every row of ${table} is deleted`,
      'say which rows with a WHERE',
    ),
  ],
  'update all rows': [
    found(
      'drops-rows',
      (table) => `UPDATE without WHERE: every row of ${table} is changed`,
      'say which rows with a WHERE',
    ),
  ],
  rename: [found('renames', (object) => `${object} gets a new name: code that runs knows the old name only`, LATER)],
  convert: [found('converts-type', (column) => `values of ${column} are converted`, LOOK)],
  'set required': [
    found('sets-required', (column) => `${column} becomes required, and rows may have no value in it`, LOOK),
    found('requires-value', (column) => `${column} becomes required: code that runs may insert rows without it`, LATER),
  ],
  'add required': [
    found(
      'needs-values',
      (column) => `${column} is new and required, and rows that are there have no value for it`,
      'give the column a default, or add it without NOT NULL, fill it, and require it then',
    ),
    found('requires-value', (column) => `${column} becomes required: code that runs may insert rows without it`, LATER),
  ],
  'add unique': [
    found('adds-unique', (table) => `values of ${table} must be unique, and rows may have the same`, LOOK),
  ],
  'add foreign key': [found('adds-foreign-key', (table) => `rows of ${table} must point at others, and may not`, LOOK)],
  'add check': [found('adds-check', (table) => `rows of ${table} must pass a check, and may not`, LOOK)],
};
