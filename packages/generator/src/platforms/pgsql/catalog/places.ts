/** Something that needs something else, both as `catalog:number`. What belongs to a table or view counts as that. */
export interface DependencyRow {
  readonly id: string;
  readonly needs: string;
}

/** The object that a part belongs to: the table of a default, the element of an array type, the view of its rule. */
const whole = (catalog: string, id: string): string => `CASE ${catalog}
  WHEN 'pg_attrdef'::regclass THEN (SELECT 'pg_class:' || d.adrelid FROM pg_attrdef d WHERE d.oid = ${id})
  WHEN 'pg_rewrite'::regclass THEN (SELECT CASE w.rulename WHEN '_RETURN' THEN 'pg_class:' || w.ev_class ELSE 'pg_rewrite:' || w.oid END
    FROM pg_rewrite w WHERE w.oid = ${id})
  WHEN 'pg_constraint'::regclass THEN (SELECT CASE WHEN o.conrelid = 0 THEN 'pg_type:' || o.contypid
    ELSE 'pg_class:' || o.conrelid END FROM pg_constraint o WHERE o.oid = ${id})
  WHEN 'pg_publication_rel'::regclass THEN (SELECT 'pg_publication:' || r.prpubid FROM pg_publication_rel r WHERE r.oid = ${id})
  WHEN 'pg_class'::regclass THEN (SELECT CASE WHEN c.relkind IN ('i', 'I') THEN (SELECT 'pg_class:' || x.indrelid FROM pg_index x
      WHERE x.indexrelid = c.oid) WHEN c.relkind = 'c' THEN 'pg_type:' || c.reltype ELSE 'pg_class:' || c.oid END
    FROM pg_class c WHERE c.oid = ${id})
  WHEN 'pg_type'::regclass THEN (SELECT CASE WHEN e.typrelid <> 0 AND ec.relkind <> 'c' THEN 'pg_class:' || e.typrelid
      WHEN e.typtype = 'm' THEN (SELECT 'pg_type:' || r.rngtypid FROM pg_range r WHERE r.rngmultitypid = e.oid)
      ELSE 'pg_type:' || e.oid END
    FROM pg_type t JOIN pg_type e ON e.oid = CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE t.oid END
    LEFT JOIN pg_class ec ON ec.oid = e.typrelid WHERE t.oid = ${id})
  ELSE ${catalog}::regclass::text || ':' || ${id} END`;

/** Numbers below 16384 are the server's own. A trigger needs its view; an index and its table are one. */
export const dependencyQuery = `
  SELECT DISTINCT q.id, q.needs FROM (
    SELECT ${whole('p.classid', 'p.objid')} AS id, ${whole('p.refclassid', 'p.refobjid')} AS needs
    FROM pg_depend p WHERE p.objid >= 16384 AND p.refobjid >= 16384 AND p.refclassid <> 'pg_extension'::regclass
      AND NOT (p.classid = 'pg_constraint'::regclass AND p.refclassid IN ('pg_class'::regclass, 'pg_constraint'::regclass))
      AND (p.deptype = 'n' OR p.deptype = 'a' AND p.classid IN
        ('pg_trigger'::regclass, 'pg_policy'::regclass, 'pg_statistic_ext'::regclass, 'pg_rewrite'::regclass,
          'pg_publication_rel'::regclass))) q
  WHERE q.id <> q.needs ORDER BY q.id, q.needs`;

/** Something that may have to be made, and what it is sorted by where nothing else decides. */
export interface Placed {
  readonly id: string;
  readonly key: string;
  /** For types, which hold nothing and may be anywhere: made before the tables even if none needs it. */
  readonly isEarly?: boolean;
  /** For functions: what its body may name, which the catalog does not know. */
  readonly body?: { readonly name: string; readonly text: string };
}

/** Where something stands in the scripts. */
export interface Place {
  readonly isBefore: boolean;
  readonly order: number;
}

/**
 * The order in which objects can be made, and which of them the tables of the schema need. Those stand in the script that
 * runs before the tables, unless they need a table themselves. What needs a table that was not read has no place.
 */
export class Places {
  readonly #places = new Map<string, Place>();
  readonly #needs = new Map<string, string[]>();

  constructor(
    things: readonly Placed[],
    dependencies: readonly DependencyRow[],
    private readonly tables: ReadonlySet<string>,
    missing: ReadonlySet<string>,
  ) {
    for (const { id, needs } of dependencies) this.#add(id, needs);
    const known = new Map(things.map((thing) => [thing.id, thing]));
    const early = things.filter(({ isEarly }) => isEarly === true).map(({ id }) => id);
    const byTables = this.#neededBy([...tables, ...early], things, known);
    const onTables = new Map<string, boolean>();
    const onMissing = new Map<string, boolean>();
    const sorted = [...known.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const keys = new Map(sorted.map(({ id }, i) => [id, i]));
    const visited = new Set<string>();
    const visit = (id: string): void => {
      if (visited.has(id)) return;
      visited.add(id);
      const needs = [...(this.#needs.get(id) ?? [])].sort((a, b) => (keys.get(a) ?? -1) - (keys.get(b) ?? -1));
      // Tables are there already, whatever they need.
      for (const need of needs) if (!tables.has(need)) visit(need);
      if (!known.has(id) || this.#standsOn(missing, id, onMissing)) return;
      const isBefore = byTables.has(id) && !this.#standsOn(tables, id, onTables);
      this.#places.set(id, { isBefore, order: this.#places.size });
    };
    for (const { id } of sorted) visit(id);
  }

  /** Nothing for an object that was not among the things. */
  of(id: string): Place | undefined {
    return this.#places.get(id);
  }

  #add(id: string, needs: string): void {
    const all = this.#needs.get(id);
    if (all) all.push(needs);
    else this.#needs.set(id, [needs]);
  }

  /** Everything that some things need, over any number of steps. */
  #neededBy(
    those: readonly string[],
    things: readonly Placed[],
    known: ReadonlyMap<string, Placed>,
  ): ReadonlySet<string> {
    const functions = things.filter(({ body }) => body !== undefined);
    const found = new Set<string>();
    const open = [...those];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(...(this.#needs.get(id) ?? []));
      const text = known.get(id)?.body?.text;
      if (text === undefined) continue;
      // The server looks into the body of a function that it inlines.
      const words = new Set(text.match(/[\w$\u0080-\uffff]+/g));
      for (const other of functions) if (other.body && words.has(other.body.name)) open.push(other.id);
    }
    return found;
  }

  #standsOn(tables: ReadonlySet<string>, id: string, found: Map<string, boolean>): boolean {
    const already = found.get(id);
    if (already !== undefined) return already;
    found.set(id, false);
    const needs = this.#needs.get(id) ?? [];
    const stands = needs.some(
      (need) => tables.has(need) || (!this.tables.has(need) && this.#standsOn(tables, need, found)),
    );
    found.set(id, stands);
    return stands;
  }
}
