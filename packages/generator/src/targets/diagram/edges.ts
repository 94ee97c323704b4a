import type { DatabaseView, ForeignKeyView, TableView } from './view.js';

/** A foreign key between two tables of a picture. */
export interface Edge {
  readonly key: ForeignKeyView;
  /** The table that has the key, and the one it points at. */
  readonly child: TableView;
  readonly parent: TableView;
}

/** The foreign keys whose both ends are in the picture, in the order of the schema. */
export function edgesOf({ tables }: DatabaseView): readonly Edge[] {
  const byId = new Map(tables.map((table) => [table.id, table]));
  return tables.flatMap((child) =>
    child.foreignKeys.flatMap((key) => {
      const parent = byId.get(key.table);
      return parent === undefined ? [] : [{ key, child, parent }];
    }),
  );
}
