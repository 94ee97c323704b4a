import type { CatalogTable } from '../../catalog.js';
import { catalogView, inOrderOfNeed, statementLine } from '../../view-sql.js';
import { dialect } from '../script.js';
import type { ColumnReader } from './columns.js';
import type { ObjectRow } from './objects.js';
import type { DependencyRow } from './places.js';
import { type ColumnRow, relations, VIEWS } from './rows.js';
import type { Scope } from './scope.js';

export interface ViewRow {
  readonly id: string;
  readonly comment: string | null;
}

/** What the views of the schemas are, and what extensions have, by their `catalog:number`. */
export const viewQuery = (scope: Scope): string =>
  `SELECT c.oid::text AS id, obj_description(c.oid, 'pg_class') AS comment ${relations(scope, VIEWS)}`;
export const memberQuery = `
  SELECT DISTINCT x.classid::regclass::text || ':' || x.objid AS id FROM pg_depend x WHERE x.deptype = 'e'`;

/** What views are chosen by. Everything is named by its `catalog:number`. */
interface ViewThings {
  readonly views: readonly ViewRow[];
  readonly objects: readonly ObjectRow[];
  readonly dependencies: readonly DependencyRow[];
  /** Those that the schema makes as they are. */
  readonly tables: ReadonlySet<string>;
  /** What can be made before the tables, if it needs none of them: types, sequences, and what extensions have. */
  readonly others: ReadonlySet<string>;
  readonly isWanted: (row: ObjectRow) => boolean;
  readonly shown: (schema: string | null, name: string) => string;
}

const RELATION = 'pg_class:';
const NAME = String.raw`(?:"(?:[^"]|"")*"|[^\s".]+)`;
const HEAD = new RegExp(String.raw`^CREATE VIEW ${NAME}(?:\.${NAME})? AS\n`, 'u');

/**
 * The views that a schema can say, those that a view needs before it: views that are nothing but their SELECT, on tables of the
 * schema, on other such views, and on what can be made before both.
 */
export class KeptViews {
  readonly rows: readonly ObjectRow[];
  readonly #needs = new Map<string, string[]>();

  constructor(private readonly things: ViewThings) {
    for (const { id, needs } of things.dependencies) this.#needs.set(id, [...(this.#needs.get(id) ?? []), needs]);
    const views = new Map(things.objects.filter(({ kind }) => kind === 'view').map((row) => [row.id, row]));
    const early = new Set([
      ...things.others,
      ...things.objects.flatMap(({ id, create }) => (id.startsWith(RELATION) || create === null ? [] : [id])),
    ]);
    const found = new Map<string, boolean>();
    const kept = new Map<string, ObjectRow>();
    const ordered = inOrderOfNeed([...views.values()], ({ id }) =>
      this.#all(id).flatMap((need) => views.get(need) ?? []),
    );
    for (const row of ordered) {
      const stands = this.#all(row.id).every(
        (id) => things.tables.has(id) || kept.has(id) || this.#isEarly(id, early, found),
      );
      if (stands && things.isWanted(row) && selectOf(row) !== undefined) kept.set(row.id, row);
    }
    this.rows = [...kept.values()];
  }

  /** Their numbers. */
  get ids(): readonly string[] {
    return this.rows.map(({ id }) => id.slice(RELATION.length));
  }

  /** As tables of a schema. */
  tables(
    reader: ColumnReader,
    columns: ReadonlyMap<string, readonly ColumnRow[]>,
    schemaOf: (schema: string) => string | undefined,
  ): CatalogTable[] {
    return this.rows.map((row) =>
      catalogView({
        schema: schemaOf(row.schema ?? ''),
        name: row.name,
        comment: this.things.views.find(({ id }) => RELATION + id === row.id)?.comment ?? undefined,
        columns: (columns.get(row.id.slice(RELATION.length)) ?? []).map((column) => {
          const { type, native, baseType, labels, extension } = reader.types.plain(column);
          if (extension !== undefined) reader.extensions.add(extension);
          return {
            name: column.name,
            type,
            comment: column.comment ?? undefined,
            ...(native === undefined ? {} : { nativeType: native }),
            ...(baseType === undefined ? {} : { baseType }),
            ...(labels === undefined ? {} : { labels }),
          };
        }),
        viewSql: statementLine(selectOf(row) ?? '', dialect),
        needs: this.rows
          .filter(({ id }) => this.#all(row.id).includes(id))
          .map(({ schema, name }) => this.things.shown(schema, name)),
      }),
    );
  }

  #all(id: string): readonly string[] {
    return this.#needs.get(id) ?? [];
  }

  /** Whether something can be made before the tables, with all that it needs. */
  #isEarly(id: string, early: ReadonlySet<string>, found: Map<string, boolean>): boolean {
    const already = found.get(id);
    if (already !== undefined) return already;
    found.set(id, true);
    const isEarly = early.has(id) && this.#all(id).every((need) => this.#isEarly(need, early, found));
    found.set(id, isEarly);
    return isEarly;
  }
}

/** The SELECT of a view without options, and without defaults for its columns. */
function selectOf({ create }: ObjectRow): string | undefined {
  const [first = '', ...others] = create ?? [];
  const isPlain = HEAD.test(first) && others.every((statement) => statement.startsWith('COMMENT '));
  return isPlain ? first.replace(HEAD, '') : undefined;
}
