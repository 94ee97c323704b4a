import type { DatabaseView, TableView } from '../view.js';

/** Where a table is on the page: `table-book`. */
export type AnchorOf = (table: TableView) => string;

/** An anchor for each table: its name as far as an address can have it, with a number where that is another's already. */
export function tableAnchors(databases: readonly DatabaseView[]): AnchorOf {
  const taken = new Set<string>();
  const anchors = new Map<TableView, string>();
  for (const table of databases.flatMap(({ tables }) => tables)) {
    const plain = `table-${table.id.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')}`;
    let anchor = plain;
    for (let number = 2; taken.has(anchor); number++) anchor = `${plain}-${number}`;
    taken.add(anchor);
    anchors.set(table, anchor);
  }
  return (table) => anchors.get(table) ?? '';
}
