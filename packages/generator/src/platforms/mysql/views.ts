import type { CatalogTable } from '../catalog.js';
import { catalogView, inOrderOfNeed, statementLine } from '../view-sql.js';
import { columnType } from './catalog-columns.js';
import type { CatalogRows } from './catalog-rows.js';
import { identifier } from './quoting.js';
import { dialect } from './script.js';
import { type ShownStatements, statementKey } from './show-create.js';

/** A database whose views are read. */
interface ViewSource {
  readonly database: string;
  /** Undefined for the database of the connection. */
  readonly schema: string | undefined;
  readonly rows: CatalogRows;
  readonly isWanted: (name: string) => boolean;
  readonly statements: ShownStatements;
}

/** A view that is nothing but its SELECT: without an algorithm, rights of the caller or names for its columns. */
const PLAIN =
  /^CREATE ALGORITHM=UNDEFINED DEFINER=(?:`(?:[^`]|``)*`@`(?:[^`]|``)*`|`(?:[^`]|``)*`) SQL SECURITY DEFINER VIEW (?:`(?:[^`]|``)*`\.)?`(?:[^`]|``)*` AS (.*)$/is;

interface View extends ViewSource {
  readonly name: string;
  /** What the server would make it with. */
  readonly sql: string;
  readonly select: string | undefined;
}

/** The views that a schema can say. Routines, sequences and all other views are made after those of the schema. */
export function catalogViews(sources: readonly ViewSource[]): CatalogTable[] {
  const views = sources.flatMap((source) =>
    viewNames(source).map((name): View => {
      const sql = source.statements.get(statementKey('view', name))?.sql ?? '';
      return { ...source, name, sql, select: PLAIN.exec(sql)?.[1] };
    }),
  );
  const late = sources.flatMap(({ rows }) => [
    ...rows.routines.map(({ name }) => `${identifier(name ?? '')}(`),
    ...rows.tables.filter(({ type }) => /SEQUENCE/.test(type ?? '')).map(({ name }) => identifier(name ?? '')),
  ]);
  const needsOf = (view: View): View[] => views.filter((other) => other !== view && needs(view.sql, other.name));
  const kept = new Set<View>();
  for (const view of inOrderOfNeed(views, needsOf)) {
    const stands = needsOf(view).every((other) => kept.has(other)) && !late.some((name) => view.sql.includes(name));
    if (view.select !== undefined && stands) kept.add(view);
  }
  const shown = ({ schema, name }: View): string => (schema === undefined ? name : `${schema}.${name}`);
  return [...kept].map((view) =>
    catalogView({
      schema: view.schema,
      name: view.name,
      columns: view.rows.columns
        .filter(({ table }) => table === view.name)
        .map((row) => ({ name: row.name ?? '', ...columnType(row, false) })),
      viewSql: statementLine(view.select ?? '', dialect),
      needs: needsOf(view).map(shown),
    }),
  );
}

export const viewNames = ({ rows, isWanted }: Pick<ViewSource, 'rows' | 'isWanted'>): string[] =>
  rows.tables.flatMap(({ type, name }) => (type === 'VIEW' && isWanted(name ?? '') ? [name ?? ''] : [])).sort();

/** The server quotes every name. */
export const needs = (sql: string, name: string): boolean => sql.includes(identifier(name));
