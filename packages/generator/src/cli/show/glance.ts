import type { Paint } from '../../diagnostics/render.js';
import type { DatabaseView, ReferrerView, TableView } from '../../targets/diagram/view.js';
import { listed, localNames, tableMarks } from '../../targets/diagram/words.js';
import { counted } from '../summary.js';
import { alignedRows, type Cell, cell, heading, words } from './rows.js';

/** The whole model on as little room as it takes: a line per table, and a line per table that others point at. */
export function glance(database: DatabaseView, paint: Paint, width: number): string[] {
  const { tables } = database;
  const lists = tables.filter(({ list }) => list !== null).length;
  const relations = tables.reduce((sum, { foreignKeys }) => sum + foreignKeys.length, 0);
  const counts = [
    counted(tables.length, 'table'),
    counted(relations, 'relation'),
    ...(lists === 0 ? [] : [counted(lists, 'list')]),
  ];
  const lines = heading(database.name, `(${database.vendor}): ${counts.join(', ')}`, paint, width);
  if (tables.length === 0) return lines;
  const titles = [cell('table', paint.dim), cell('columns', paint.dim, 'right'), cell('key', paint.dim)];
  const rows = tables.map((table) => row(table, paint));
  lines.push('', ...alignedRows(rows, width, 2, titles));
  const referred = tables.filter(({ referrers }) => referrers.length > 0).map((table) => relationRow(table, paint));
  if (referred.length > 0) lines.push('', paint.bold('Relations'), ...alignedRows(referred, width, 2));
  return lines;
}

function row(table: TableView, paint: Paint): Cell[] {
  const marks = tableMarks(table).join(', ');
  // A mark says how the table is, a description what it is for: the first is what a person looks for here.
  const about = marks === '' ? cell(table.description ?? '', paint.dim) : cell(marks, paint.green);
  return [
    cell(table.id, paint.cyan),
    { ...cell(String(table.columns.length), undefined, 'right'), alone: counted(table.columns.length, 'column') },
    table.primaryKey.length === 0 ? cell('no key', paint.yellow) : keyCell(table),
    about,
  ];
}

function keyCell({ primaryKey }: TableView): Cell {
  const key = cell(listed(primaryKey));
  return { ...key, alone: `key ${key.pieces.join(' ')}` };
}

/** `author ← book (author_id), review (author_id)`. */
function relationRow({ id, referrers }: TableView, paint: Paint): Cell[] {
  const pieces = referrers.map((key, index) => {
    const piece = words(referrer(key)).join(' ');
    return `${index === 0 ? '← ' : ''}${piece}${index < referrers.length - 1 ? ',' : ''}`;
  });
  return [cell(id, paint.cyan), { pieces, hang: 2 }];
}

const referrer = ({ table, columns, oneToOne }: ReferrerView): string =>
  `${table} (${localNames(columns)}${oneToOne ? '; one to one' : ''})`;
