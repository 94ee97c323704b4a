import type { ClassView, ColumnView, ForeignKeyView, ListView, ReferenceView, TableView } from './view.js';

/** The words of every picture of a model. Names in them are as the schema has them: whoever shows them makes them safe. */

/** `book_id, tag_id`. */
export const listed = (names: readonly string[]): string => names.join(', ');

/** `book, author and tag`. */
export function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${listed(names.slice(0, -1))} and ${names.at(-1) ?? ''}`;
}

/** `unique`, `gin index where deleted_at IS NULL`. */
export const indexWords = ({ kind, using, where }: { kind: string; using?: string; where?: string }): string =>
  [using ?? '', kind, where === undefined ? '' : `where ${where}`].filter((word) => word !== '').join(' ');

/** What points somewhere, without what it points at: the columns of a key. */
export const localNames = (columns: readonly ReferenceView[]): string => listed(columns.map(({ local }) => local));

/** `list per user_id`. */
export function listWords({ scope }: ListView): string {
  return scope.length === 0 ? 'list' : `list per ${joined(scope)}`;
}

/** What a person should know of a table besides its columns. */
export function tableMarks(table: TableView): readonly string[] {
  const marks: string[] = [];
  if (table.list !== null) marks.push(listWords(table.list));
  if (table.isCrossRef) marks.push(`joins ${joined(table.foreignKeys.map((key) => key.table))}`);
  if (table.inheritance !== null) marks.push(`classes by ${table.inheritance.column}`);
  if (table.internal) marks.push('made by a behavior');
  if (table.readOnly) marks.push('read only');
  if (table.skipSql) marks.push('not in the SQL');
  return marks;
}

/** A word about a column, or the table that it points at. */
export type ColumnMark = string | { readonly target: string };

/** What a column is: `primary key, auto-increment`; `required, default draft`; `null, → author`. */
export function columnMarks(table: TableView, column: ColumnView): readonly string[] {
  return columnFacts(table, column).map((mark) => (typeof mark === 'string' ? mark : `→ ${mark.target}`));
}

/** The same with tables as what they are. */
export function columnFacts(table: TableView, column: ColumnView): readonly ColumnMark[] {
  const marks: ColumnMark[] = [];
  if (column.primaryKey) marks.push('primary key');
  if (column.autoIncrement) marks.push('auto-increment');
  if (!column.primaryKey) marks.push(column.required ? 'required' : 'null');
  if (column.default !== null) {
    const { kind, text } = column.default;
    marks.push(`default ${kind === 'value' ? text || '""' : `(${text})`}`);
  }
  for (const target of targetsOf(table, column)) marks.push({ target });
  if (table.uniques.some(({ columns, where }) => !where && columns.length === 1 && columns[0] === column.name))
    marks.push('unique');
  if (table.list?.rank === column.name) marks.push('rank of the list');
  if (table.list?.scope.includes(column.name) === true) marks.push('scope of the list');
  return marks;
}

/** The tables that a column points at, alone or with others. */
export function targetsOf({ foreignKeys }: TableView, { name }: ColumnView): readonly string[] {
  return foreignKeys.filter(({ columns }) => columns.some(({ local }) => local === name)).map(({ table }) => table);
}

/** What a foreign key does besides pointing. */
export function keyMarks(key: ForeignKeyView): readonly string[] {
  const marks: string[] = [];
  if (key.oneToOne) marks.push('one to one');
  for (const { column, value } of key.constants) marks.push(`where ${column} is ${value}`);
  if (!key.constraint && key.constants.length === 0) marks.push('no constraint');
  if (key.onDelete !== null) marks.push(`on delete ${key.onDelete.toLowerCase()}`);
  if (key.onUpdate !== null) marks.push(`on update ${key.onUpdate.toLowerCase()}`);
  return marks;
}

/** What notes there are of a table: what it is, and what that means. */
export function tableNotes(table: TableView): readonly (readonly [what: string, meaning: string])[] {
  return [
    ...tableMarks(table).map((mark): readonly [string, string] => {
      if (table.list !== null && mark === listWords(table.list)) return [mark, `in the order of ${table.list.rank}`];
      if (mark.startsWith('classes by')) return [mark, inheritanceWords(table)];
      return [mark, ''];
    }),
    ...table.behaviors.map(({ name, parameters }): readonly [string, string] => [
      `behavior ${name}`,
      Object.entries(parameters)
        .map(([parameter, values]) => `${parameter} ${listed(values)}`)
        .join('; '),
    ]),
  ];
}

const inheritanceWords = ({ inheritance }: TableView): string =>
  inheritance?.classes.map(({ key, phpName }) => `${phpName} where it is ${key}`).join(', ') ?? '';

/** What each class of a table is for. */
const ROLES: Readonly<Record<ClassView['role'], string>> = {
  model: 'a row',
  query: 'finds and changes rows',
  map: 'names and types of columns',
  enum: 'labels of a column',
  inherited: 'a row of this class',
};

/** What a class is for, and in which language where a project has several. */
export const classWords = ({ role, language }: ClassView): string =>
  language === undefined ? ROLES[role] : `${ROLES[role]}, in ${language}`;
