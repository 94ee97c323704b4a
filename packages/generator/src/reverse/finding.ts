import type { CatalogItem, ItemSql } from '../platforms/catalog.js';

/** Something about a database that a person must know before working with the schema that was made of it. */
export interface Finding extends CatalogItem {
  /** The table it belongs to, with its schema where that is not the default one. */
  readonly table: string | undefined;
  /** True for what the schema does not hold; false for what it represents differently than one would expect. */
  readonly lost: boolean;
}

/** Collects findings, each once. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  /** Something that the schema does not hold. */
  lost(kind: string, table: string | undefined, name: string, detail?: string, sql?: ItemSql): void {
    this.#add({ kind, name, table, lost: true, ...(detail === undefined ? {} : { detail }), ...(sql && { sql }) });
  }

  /** Something that the schema represents differently than one would expect. */
  note(kind: string, table: string | undefined, name: string, detail: string): void {
    this.#add({ kind, name, table, lost: false, detail });
  }

  /** What a vendor found while reading. */
  items(items: readonly CatalogItem[], table?: string): void {
    for (const { isNote = false, ...item } of items) this.#add({ ...item, table, lost: !isNote });
  }

  #add(finding: Finding): void {
    this.#found.set(`${finding.kind}\n${finding.table ?? ''}\n${finding.name}`, finding);
  }

  /** Tables first, in their order by name, then what belongs to none; what is lost before what is only different. */
  get sorted(): readonly Finding[] {
    const key = ({ table, lost }: Finding): string => `${lost ? 0 : 1}${table === undefined ? 1 : 0}${table ?? ''}`;
    return [...this.#found.values()].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  }
}
