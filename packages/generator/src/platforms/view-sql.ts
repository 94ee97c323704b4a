import type { CatalogColumn, CatalogTable } from './catalog.js';
import { type ScriptDialect, tokenAt } from './sql-tokens.js';

/** SQL on one line, without its comments. What is in quotes stays as it is. */
export function statementLine(sql: string, dialect: ScriptDialect): string {
  let line = '';
  for (let at = 0; at < sql.length; ) {
    const { kind, start, end } = tokenAt(sql, at, dialect);
    line += kind !== 'space' && kind !== 'comment' ? sql.slice(start, end) : line.endsWith(' ') ? '' : ' ';
    at = end;
  }
  return line.trim();
}

type ViewColumn = Pick<CatalogColumn, 'name' | 'type' | 'shownWidth' | 'nativeType' | 'baseType' | 'labels'> & {
  readonly comment?: string | undefined;
};

interface ViewParts extends Pick<CatalogTable, 'schema' | 'name' | 'needs'> {
  readonly viewSql: string;
  readonly comment?: string | undefined;
  readonly columns: readonly ViewColumn[];
}

/** A view as a table of a schema. Keys, defaults and collations are those of the tables that it reads. */
export function catalogView(view: ViewParts): CatalogTable {
  return {
    ...view,
    comment: view.comment,
    columns: view.columns.map(({ name, type, shownWidth, nativeType, baseType, labels, comment }) => ({
      name,
      type,
      ...(shownWidth === undefined ? {} : { shownWidth }),
      ...(nativeType === undefined ? {} : { nativeType }),
      ...(baseType === undefined ? {} : { baseType }),
      ...(labels === undefined ? {} : { labels }),
      nullable: true,
      default: undefined,
      autoIncrement: undefined,
      generated: undefined,
      comment,
      vendor: new Map(),
      items: [],
    })),
    primaryKey: undefined,
    uniques: [],
    indexes: [],
    foreignKeys: [],
    checks: [],
    vendor: new Map(),
    items: [],
  };
}

/** Things in an order in which each stands behind those that it needs; where nothing decides, in the given one. */
export function inOrderOfNeed<Thing>(things: readonly Thing[], needsOf: (thing: Thing) => readonly Thing[]): Thing[] {
  const ordered = new Set<Thing>();
  const visited = new Set<Thing>();
  const visit = (thing: Thing): void => {
    if (visited.has(thing)) return;
    visited.add(thing);
    for (const other of needsOf(thing)) visit(other);
    ordered.add(thing);
  };
  for (const thing of things) visit(thing);
  return [...ordered];
}
