import type { Paint } from '../../diagnostics/render.js';
import type { ColumnView, DatabaseView, TableView } from '../../targets/diagram/view.js';
import {
  classWords,
  columnMarks,
  indexWords,
  joined,
  keyMarks,
  listed,
  localNames,
  tableNotes,
} from '../../targets/diagram/words.js';
import { alignedRows, type Cell, cell, heading, words, wrapped } from './rows.js';

/** One table with all there is to know of it. */
export function detail(table: TableView, database: DatabaseView, paint: Paint, width: number): string[] {
  const section = (title: string, rows: readonly (readonly Cell[])[], titles: readonly string[] = []): string[] =>
    rows.length === 0
      ? []
      : [
          '',
          paint.bold(title),
          ...alignedRows(
            rows,
            width,
            2,
            titles.map((each) => cell(each, paint.dim)),
          ),
        ];
  const columns = table.columns.map((column) => columnRow(table, column, paint));
  const classes = table.classes.map((each) => [cell(each.name), cell(classWords(each), paint.dim)]);
  const notes = tableNotes(table).map(([what, meaning]) => [cell(what), cell(meaning, paint.dim)]);
  return [
    ...heading(table.id, `(table of ${database.name}, ${database.vendor})`, paint, width),
    ...wrapped(words(table.description ?? ''), width),
    ...section('Columns', columns, ['name', 'type', database.vendor]),
    ...section('Relations', relationRows(table, paint)),
    ...section('Indexes', indexRows(table, paint)),
    ...section('Notes', notes),
    ...section('Classes', classes),
  ];
}

function columnRow(table: TableView, column: ColumnView, paint: Paint): Cell[] {
  const about = [column.values.length === 0 ? '' : `one of ${listed(column.values)}`, column.description ?? '']
    .filter((text) => text !== '')
    .join('; ');
  // A mark such as `→ author` stays on one line.
  const marks = columnMarks(table, column).map((mark) => words(mark).join(' '));
  const pieces = marks.map((mark, index) => mark + (index < marks.length - 1 ? ',' : about === '' ? '' : ';'));
  return [
    cell(column.name, paint.cyan),
    cell(column.type),
    cell(column.sqlType, paint.dim),
    { pieces: [...pieces, ...words(about)] },
  ];
}

function relationRows(table: TableView, paint: Paint): Cell[][] {
  const row = (phpName: string, other: string, marks: readonly string[]): Cell[] => [
    cell(phpName, paint.cyan),
    cell(other),
    cell(marks.join(', '), paint.dim),
  ];
  return [
    ...table.foreignKeys.map((key) => row(key.phpName, `→ ${key.table} (${localNames(key.columns)})`, keyMarks(key))),
    ...table.referrers.map((key) =>
      row(key.phpName, `← ${key.table} (${localNames(key.columns)})`, key.oneToOne ? ['one to one'] : []),
    ),
    ...table.manyToMany.map(({ phpName, tables, through }) =>
      row(phpName, `↔ ${joined(tables)}`, [`through ${through}`]),
    ),
  ];
}

function indexRows({ uniques, indexes }: TableView, paint: Paint): Cell[][] {
  const kinds = [
    ['unique', uniques],
    ['', indexes],
  ] as const;
  return kinds.flatMap(([kind, each]) =>
    each.map((index) => [
      cell(listed(index.columns)),
      cell(indexWords({ ...index, kind })),
      cell(index.name, paint.dim),
    ]),
  );
}
