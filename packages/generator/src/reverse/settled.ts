import { isNamed, keyOf, tablesByKey } from '../changes/state.js';
import type { Introspection, UnlikeSetting } from '../platforms/introspection.js';
import {
  type CheckShape,
  type ColumnShape,
  type DatabaseShape,
  type DomainShape,
  type ForeignKeyShape,
  type IndexPartShape,
  type IndexShape,
  type ObjectName,
  type PrimaryKeyShape,
  said,
  type TableShape,
  type TypeShape,
  type ViewShape,
} from '../platforms/shape.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { catalogText } from './default-difference.js';
import { labelsIn } from './labels.js';
import type { Likeness } from './likeness.js';

/** A database as it was read, in the words in which the vendor is told of one. */
export interface LiveShape {
  readonly shape: DatabaseShape;
  /** The SQL of its views by their shown names, where the database keeps it. */
  readonly views: ReadonlyMap<string, string | undefined>;
  /** Collations that a new table gets where nothing is said, that of the server first. */
  readonly usualCollations: readonly string[];
}

/** How a database is compared with what it should be. */
export interface Reading {
  readonly introspection: Introspection;
  /** How texts of the vendor are read. */
  readonly script: ScriptDialect;
  /** Whether keys, indexes and checks of other names may be the same ones. */
  readonly anyNames: boolean;
  /** When two texts mean the same. */
  readonly like: Likeness;
}

/**
 * What a database is, in the words of what it should be: an object that means the same is written the same, so that the two
 * differ in nothing but what somebody changed. Where two texts cannot tell, they mean the same. Tables, types and views of
 * others are left out.
 */
export function settledShape(expected: DatabaseShape, live: LiveShape, reading: Reading): DatabaseShape {
  const settler = new Settler(live, reading);
  const found = tablesByKey(live.shape);
  return {
    ...expected,
    types: expected.types.flatMap((type) => settler.type(type)),
    tables: expected.tables.flatMap((table) => {
      const its = found.get(keyOf(table));
      return its === undefined ? [] : [settler.table(table, its)];
    }),
    views: expected.views.flatMap((view) => settler.view(view)),
  };
}

/** The tables and types of a database that are nobody's whom we know. */
export function othersOf(
  expected: DatabaseShape,
  { shape }: LiveShape,
  alsoKnown: readonly ObjectName[] = [],
): readonly (TableShape | TypeShape)[] {
  const known = new Set([...expected.tables, ...expected.types, ...alsoKnown].map(keyOf));
  return [...shape.tables, ...shape.types].filter((object) => !known.has(keyOf(object)));
}

class Settler {
  constructor(
    private readonly live: LiveShape,
    private readonly reading: Reading,
  ) {}

  type(mine: TypeShape): TypeShape[] {
    const its = this.live.shape.types.find(isNamed(mine));
    if (its === undefined) return [];
    if (mine.kind === 'domain' && its.kind === 'domain') return [this.domain(mine, its)];
    if (mine.kind !== its.kind || mine.kind !== 'enum' || its.kind !== 'enum') return [its];
    const { comment: _, ...rest } = mine;
    return [{ ...rest, labels: its.labels, ...said({ comment: this.comment(mine.comment, its.comment) }) }];
  }

  private domain(mine: DomainShape, its: DomainShape): DomainShape {
    const { notNull: _, default: __, comment: ___, ...rest } = mine;
    const checks = this.matched(mine.checks, its.checks, (one, other) =>
      this.reading.like.expression(one.expression, other.expression),
    );
    return {
      ...rest,
      type: this.reading.like.type(mine.type, its.type) ? mine.type : its.type,
      checks,
      ...said({
        notNull: its.notNull,
        default: this.default(mine, its),
        comment: this.comment(mine.comment, its.comment),
      }),
    };
  }

  view(mine: ViewShape): ViewShape[] {
    const shown = mine.schema === undefined ? mine.name : `${mine.schema}.${mine.name}`;
    const { views } = this.live;
    if (!views.has(shown)) return [];
    const its = views.get(shown);
    return [this.reading.like.view(mine.sql, its) ? mine : { ...mine, sql: its ?? '' }];
  }

  table(mine: TableShape, its: TableShape): TableShape {
    const { primaryKey: _, partitionBy: __, comment: ___, ...rest } = mine;
    const unlike = this.reading.introspection.unlikeSettings?.(mine, its, this.live.usualCollations) ?? [];
    // Nearly all tables of a large database.
    if (unlike.length === 0 && JSON.stringify(mine) === JSON.stringify(its)) return mine;
    const collations = new Map(
      unlike.flatMap(({ column, its: name }) => (column === undefined ? [] : [[column, name]])),
    );
    const twins = new Map(its.columns.map((column) => [column.name, column]));
    const known = new Set(mine.columns.map(({ name }) => name));
    const { options, partitionBy, comment } = this.options(mine, its, unlike);
    return {
      ...rest,
      columns: [
        ...mine.columns.flatMap((column) => {
          const twin = twins.get(column.name);
          return twin === undefined ? [] : [withCollation(this.column(column, twin), collations.get(column.name))];
        }),
        ...its.columns.filter(({ name }) => !known.has(name)),
      ],
      ...said({ primaryKey: this.primaryKey(mine.primaryKey, its.primaryKey) }),
      indexes: this.matched(mine.indexes, its.indexes, (one, other) => this.sameIndex(one, other, mine, its)),
      checks: this.matched(mine.checks, its.checks, (one, other) => this.sameCheck(one, other)),
      foreignKeys: this.matched(mine.foreignKeys, its.foreignKeys, (one, other) => this.sameForeignKey(one, other)),
      options,
      ...said({ partitionBy, comment }),
    };
  }

  /** Those of the database, each as it is written in `mine` where it means the same. */
  private matched<Part extends { readonly name?: string }>(
    mine: readonly Part[],
    its: readonly Part[],
    same: (mine: Part, its: Part) => boolean,
  ): Part[] {
    const found = new Map<Part, Part>();
    const left = new Set(mine);
    const take = (part: Part, isIt: (each: Part) => boolean): void => {
      const twin = [...left].find((each) => isIt(each) && same(each, part));
      if (twin === undefined || found.has(part)) return;
      left.delete(twin);
      found.set(part, twin);
    };
    for (const part of its) take(part, ({ name }) => name === part.name);
    if (!this.reading.anyNames) return its.map((part) => found.get(part) ?? part);
    for (const part of its) take(part, () => true);
    // One may serve for two that say the same.
    const served = [...left].filter((each) => its.some((part) => same(each, part)));
    const spare = its.filter((part) => !found.has(part) && mine.some((each) => same(each, part)));
    return [...its.filter((part) => !spare.includes(part)).map((part) => found.get(part) ?? part), ...served];
  }

  private options(
    mine: TableShape,
    its: TableShape,
    unlike: readonly UnlikeSetting[],
  ): Pick<TableShape, 'options' | 'partitionBy' | 'comment'> {
    const settings = unlike.filter(({ column }) => column === undefined);
    return {
      options: {
        ...mine.options,
        ...Object.fromEntries(settings.map(({ kind, its: value }) => [OPTIONS[kind], value])),
      },
      ...said({
        partitionBy: this.reading.like.partition(mine.partitionBy, its.partitionBy)
          ? mine.partitionBy
          : its.partitionBy,
        comment: this.comment(mine.comment, its.comment),
      }),
    };
  }

  private column(mine: ColumnShape, its: ColumnShape): ColumnShape {
    // A column that the vendor numbers is NOT NULL by itself; with a sequence, which is only a default, it is not.
    const isNumbered = mine.identity !== undefined && its.identity !== undefined;
    const isNullable = mine.notNull !== true;
    const sameNull = isNullable === (its.notNull !== true) || isNumbered;
    return {
      name: mine.name,
      type: this.reading.like.type(mine.type, its.type) ? mine.type : its.type,
      ...said({
        notNull: sameNull ? mine.notNull : its.notNull,
        default: this.default(mine, its),
        defaultName: mine.defaultName,
        onUpdate: mine.onUpdate === undefined || its.onUpdate === undefined ? its.onUpdate : mine.onUpdate,
        // SQLite numbers every row id, whatever it was told.
        identity: mine.identity === undefined && its.identity === 'reused' ? undefined : its.identity,
        sequence: its.sequence,
        generated: this.generated(mine.generated, its.generated),
        collation: this.sameCollation(mine, its) ? mine.collation : its.collation,
        comment: this.comment(mine.comment, its.comment),
        labels: mine.labels,
        uuidBytes: mine.uuidBytes,
      }),
    };
  }

  private sameCollation(mine: ColumnShape, its: ColumnShape): boolean {
    const { usualCollation } = this.reading.introspection;
    return sameName(mine.collation ?? usualCollation, its.collation ?? usualCollation);
  }

  private default(mine: Pick<ColumnShape, 'default' | 'type'>, its: Pick<ColumnShape, 'default'>): string | undefined {
    return this.reading.like.default(mine.default, its.default, mine.type) ? mine.default : its.default;
  }

  private generated(mine: ColumnShape['generated'], its: ColumnShape['generated']): ColumnShape['generated'] {
    if (mine === undefined || its === undefined || mine.stored !== its.stored) return its;
    return this.reading.like.expression(mine.sql, its.sql) ? mine : its;
  }

  private primaryKey(mine: PrimaryKeyShape | undefined, its: PrimaryKeyShape | undefined): PrimaryKeyShape | undefined {
    if (mine === undefined || its === undefined || !this.sameParts(mine.parts, its.parts)) return its;
    return this.reading.introspection.namesKeys && mine.name !== its.name
      ? { ...mine, ...said({ name: its.name }) }
      : mine;
  }

  private sameIndex(mine: IndexShape, its: IndexShape, table: TableShape, other: TableShape): boolean {
    const included = ({ include = [] }: IndexShape): string => [...include].sort().join('\n');
    return (
      this.sameUse(mine.kind, its.kind) &&
      this.sameKind(mine.using, its.using) &&
      this.sameParts(withoutUsual(mine, table), withoutUsual(its, other)) &&
      this.sameText(mine.where, its.where) &&
      included(mine) === included(its) &&
      mine.nullsNotDistinct === its.nullsNotDistinct &&
      deferral(mine) === deferral(its)
    );
  }

  /** A unique has its two forms for migrations only, which drop the one by its name and cannot do so with the other. */
  private sameUse(mine: IndexShape['kind'], its: IndexShape['kind']): boolean {
    return mine === its || (this.reading.anyNames && mine !== 'index' && its !== 'index');
  }

  private sameKind(mine: string | undefined, its: string | undefined): boolean {
    const usual = this.reading.introspection.usualIndexKinds;
    const [one, other] = [mine?.toLowerCase(), its?.toLowerCase()];
    return one === other || [one, other].every((kind) => kind === undefined || usual.includes(kind));
  }

  private sameParts(mine: readonly IndexPartShape[], its: readonly IndexPartShape[]): boolean {
    return mine.length === its.length && mine.every((part, at) => this.samePart(part, its[at]));
  }

  private samePart(mine: IndexPartShape, its: IndexPartShape | undefined): boolean {
    return (
      its !== undefined &&
      mine.column === its.column &&
      this.sameText(mine.expression, its.expression) &&
      mine.size === its.size &&
      mine.order === its.order &&
      mine.nulls === its.nulls &&
      sameClass(mine.opclass, its.opclass) &&
      (mine.column === undefined || sameName(mine.collation, its.collation))
    );
  }

  private sameCheck(mine: CheckShape, its: CheckShape): boolean {
    const options = ({ noInherit, notEnforced }: CheckShape): string => `${String(noInherit)} ${String(notEnforced)}`;
    return options(mine) === options(its) && this.sameCondition(mine.expression, its.expression);
  }

  /** The order of labels says nothing. */
  private sameCondition(mine: string, its: string): boolean {
    const [one, other] = [mine, its].map((sql) => labelsIn(sql, this.reading.script));
    if (one === undefined || other === undefined) return this.reading.like.expression(mine, its);
    const sorted = ({ column, labels }: typeof one): string =>
      [column, ...labels.map(catalogText).toSorted()].join('\n');
    return sorted(one) === sorted(other);
  }

  private sameForeignKey(mine: ForeignKeyShape, its: ForeignKeyShape): boolean {
    const pairs = ({ columns, foreignColumns }: ForeignKeyShape): string =>
      columns
        .map((column, at) => JSON.stringify([column, foreignColumns[at]]))
        .sort()
        .join();
    const { restricts = false } = this.reading.introspection;
    const action = (word = 'NO ACTION'): string => (restricts && word === 'RESTRICT' ? 'NO ACTION' : word);
    return (
      isNamed(mine.foreignTable)(its.foreignTable) &&
      pairs(mine) === pairs(its) &&
      action(mine.onDelete) === action(its.onDelete) &&
      action(mine.onUpdate) === action(its.onUpdate) &&
      deferral(mine) === deferral(its)
    );
  }

  private sameText(mine: string | undefined, its: string | undefined): boolean {
    return mine === undefined || its === undefined ? mine === its : this.reading.like.expression(mine, its);
  }

  private comment(mine: string | undefined, its: string | undefined): string | undefined {
    return this.reading.like.comment(mine, its) ? mine : its;
  }
}

/** The parts of an index without the collations that their columns have anyway. */
const withoutUsual = ({ parts }: IndexShape, { columns }: TableShape): IndexPartShape[] =>
  parts.map(({ collation, ...part }) => {
    const usual = columns.find(({ name }) => name === part.column)?.collation;
    return sameName(collation, usual) ? part : { ...part, ...said({ collation }) };
  });

const OPTIONS = { engine: 'ENGINE', collation: 'COLLATE' } as const;

/** A type without the collation in it. */
export const withoutCollation = (type: string): string => type.replaceAll(/\s+COLLATE\s+\w+/gi, '');

/** A column that has the type it should have, but another collation. */
const withCollation = (column: ColumnShape, collation: string | undefined): ColumnShape =>
  collation === undefined ? column : { ...column, type: `${withoutCollation(column.type)} COLLATE ${collation}` };

/** Deferrable constraints are checked at once, unless it is said. */
function deferral({ deferrable }: { readonly deferrable?: string }): string {
  if (deferrable === undefined) return '';
  return /deferred/i.test(deferrable) ? 'deferred' : 'immediate';
}

const sameName = (mine: string | undefined, its: string | undefined): boolean =>
  mine?.toLowerCase() === its?.toLowerCase();

/** The class that a type has by itself is not shown, and most that somebody writes out are. */
function sameClass(mine: string | undefined, its: string | undefined): boolean {
  const bare = (opclass: string): string => opclass.toLowerCase().replaceAll(/["\s]|^\w+\./g, '');
  if (its === undefined) return mine === undefined || !/pattern|trgm|path/i.test(mine);
  return mine !== undefined && bare(mine) === bare(its);
}
