import { displayWidth } from '../../diagnostics/width.js';
import { type Edge, edgesOf } from './edges.js';
import type { ColumnView, DatabaseView, ForeignKeyView, TableView } from './view.js';
import { listWords, targetsOf } from './words.js';

/** A table in a picture, with its size but not yet its place. All measures are in pixels. */
export interface Box {
  readonly table: TableView;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** A word about the table under its name. */
  readonly note: string;
  readonly rows: readonly BoxRow[];
}

export interface BoxRow {
  readonly column: ColumnView | undefined;
  readonly name: string;
  readonly type: string;
  readonly mark: '' | 'PK' | 'FK';
}

/** A line between two boxes: from a row of the parent to a row of the child. Rows count from 0; -1 is the title. */
export interface Link {
  readonly key: ForeignKeyView;
  readonly parent: number;
  readonly child: number;
  readonly parentRow: number;
  readonly childRow: number;
}

export interface Sketch {
  readonly boxes: readonly Box[];
  readonly links: readonly Link[];
  /** Links that are not drawn, because they would cover everything: those to tables that very many others point at. */
  readonly undrawn: readonly Link[];
}

/** Measures of a box. Letters are all of one width, whatever the font: so nothing has to be asked of a browser. */
export const LETTER = 7.3;
export const ROW = 20;
export const TITLE = 28;
export const NOTE = 16;
export const PADDING = 10;
/** Where `PK` and `FK` stand. */
export const GUTTER = 24;
const BETWEEN = 18;
const BELOW = 5;
const LONGEST = 34;

/** Pictures of more tables than this show of each only its keys. */
const WHOLE_TABLES = 40;
/** A table shows at most so many columns. */
const MOST_ROWS = 20;

/**
 * A table of a large picture that more tables than this point at: lines to it would cover everything, so the rows that
 * point there name it instead.
 */
const HUB = 8;

/** Behind the type of a column that may be NULL. */
const NULLABLE = '?';

const isNullable = ({ required, primaryKey }: ColumnView): boolean => !required && !primaryKey;

/** What a picture of a database is made of. */
export function sketch(database: DatabaseView): Sketch {
  const keysOnly = database.tables.length > WHOLE_TABLES;
  const edges = edgesOf(database);
  const hubs = keysOnly ? hubsOf(edges) : new Map<TableView, number>();
  const boxes = database.tables.map((table) => box(table, keysOnly, hubs));
  const positions = new Map(database.tables.map((table, index) => [table, index]));
  const linkOf = ({ key, child, parent }: Edge): Link => {
    const [first] = key.columns;
    const at = { child: positions.get(child) ?? 0, parent: positions.get(parent) ?? 0 };
    return {
      key,
      ...at,
      childRow: rowOf(boxes[at.child], first?.local),
      parentRow: rowOf(boxes[at.parent], first?.foreign),
    };
  };
  const isDrawn = ({ child, parent }: Edge): boolean => child === parent || !hubs.has(parent);
  return {
    boxes,
    links: edges.filter(isDrawn).map(linkOf),
    undrawn: edges.filter((edge) => !isDrawn(edge)).map(linkOf),
  };
}

/** Tables that very many others point at, with their number. */
function hubsOf(edges: readonly Edge[]): ReadonlyMap<TableView, number> {
  const children = new Map<TableView, Set<TableView>>();
  for (const { parent, child } of edges) {
    const known = children.get(parent) ?? new Set();
    if (child !== parent) known.add(child);
    children.set(parent, known);
  }
  return new Map([...children].filter(([, { size }]) => size > HUB).map(([parent, { size }]) => [parent, size]));
}

function rowOf(box: Box | undefined, column: string | undefined): number {
  return box?.rows.findIndex((row) => row.column?.name === column) ?? -1;
}

function box(table: TableView, keysOnly: boolean, hubs: ReadonlyMap<TableView, number>): Box {
  const hubIds = new Set([...hubs.keys()].filter((hub) => hub !== table).map(({ id }) => id));
  const isKey = (column: ColumnView): boolean => column.primaryKey || targetsOf(table, column).length > 0;
  const keys = table.columns.filter(isKey);
  const shown = keysOnly ? keys : fitting(table.columns, keys);
  const more = table.columns.length - shown.length;
  const rows: BoxRow[] = shown.map((column) => ({
    column,
    name: cut(column.name),
    type:
      cut(
        targetsOf(table, column)
          .filter((id) => hubIds.has(id))
          .map((id) => `→ ${id}`)[0] ?? column.type,
      ) + (isNullable(column) ? NULLABLE : ''),
    mark: column.primaryKey ? 'PK' : targetsOf(table, column).length > 0 ? 'FK' : '',
  }));
  if (more > 0) {
    const name = `${rows.length === 0 ? '' : '+ '}${more} column${more === 1 ? '' : 's'}`;
    rows.push({ column: undefined, name, type: '', mark: '' });
  }
  const title = cut(table.id);
  const note = cut(noteOf(table, hubs.get(table)));
  const widths = [
    displayWidth(title) * LETTER * 1.1 + 2 * PADDING,
    displayWidth(note) * LETTER * 0.9 + 2 * PADDING,
    ...rows.map(({ name, type }) => {
      const between = type === '' ? 0 : BETWEEN;
      return GUTTER + (displayWidth(name) + displayWidth(type)) * LETTER + between + 2 * PADDING;
    }),
  ];
  const titleHeight = TITLE + (note === '' ? 0 : NOTE);
  return {
    table,
    title,
    note,
    rows,
    width: Math.ceil(Math.max(120, ...widths)),
    height: titleHeight + rows.length * ROW + (rows.length === 0 ? 0 : BELOW),
  };
}

function noteOf(table: TableView, referrers: number | undefined): string {
  if (referrers !== undefined) return `${referrers} tables point here`;
  if (table.list !== null) return listWords(table.list);
  return table.internal ? 'made by a behavior' : '';
}

/** All columns, or as many as fit with the keys among them. */
function fitting(columns: readonly ColumnView[], keys: readonly ColumnView[]): readonly ColumnView[] {
  if (columns.length <= MOST_ROWS) return columns;
  let room = Math.max(0, MOST_ROWS - keys.length);
  return columns.filter((column) => keys.includes(column) || room-- > 0);
}

/** The middle of a row, from the top of its box. */
export function rowMiddle({ note }: Pick<Box, 'note'>, row: number): number {
  const title = TITLE + (note === '' ? 0 : NOTE);
  return row < 0 ? TITLE / 2 : title + row * ROW + ROW / 2;
}

function cut(name: string): string {
  const characters = [...name.replaceAll(/\s+/g, ' ')];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
}
