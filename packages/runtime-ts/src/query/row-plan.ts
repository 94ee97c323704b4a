import type { Row } from '../drivers/session.js';
import { hold } from '../relations/held.js';
import { byRank, isList } from '../relations/lists.js';
import type { RelationMap } from '../relations/relation-map.js';
import type { Connection } from '../transactions/connection.js';
import { joinNamed, repeatsRows } from './join.js';
import type { QueryParts } from './parts.js';
import type { maker } from './rows.js';
import { columnsOfRow, type Source } from './source.js';

/** The columns of one table in a row. */
interface Block {
  readonly source: Source;
  readonly offset: number;
  /** Where the key stands in the row; all columns of a table that has none. */
  readonly keys: readonly number[];
  readonly make: (row: Row) => object;
  /** The number of the block whose objects these belong to, and by which relation; nothing for the table itself. */
  readonly belongs: { readonly to: number; readonly by: RelationMap } | undefined;
}

/** How rows of a query with joins become objects that hang together. */
export class RowPlan {
  readonly #blocks: readonly Block[];
  readonly #repeats: boolean;
  readonly #ordered: readonly string[];
  /** The objects of this result by block and key; blocks of one table share them. */
  #objects = new Map<unknown, Map<string, object>>();
  #found = new Set<string>();
  /** By block: the objects of to-many relations by what they belong to. */
  readonly #lists = new Map<Block, Map<object, Map<string, object>>>();
  #rows = 0;

  private constructor(parts: QueryParts, blocks: readonly Block[]) {
    this.#blocks = blocks;
    this.#repeats = repeatsRows(parts);
    this.#ordered = parts.ordered;
  }

  static async of(parts: QueryParts, con: Connection, makerOf: typeof maker): Promise<RowPlan> {
    const joins = parts.with.flatMap((name) => joinNamed(parts, name) ?? []);
    const sources = [parts.root, ...joins.map(({ source }) => source)];
    const blocks: Block[] = [];
    let offset = 0;
    for (const [number, source] of sources.entries()) {
      const join = joins[number - 1];
      const { key } = source.table;
      const columns = columnsOfRow(source.table);
      const start = offset;
      blocks.push({
        source,
        offset,
        keys: (key.length > 0 ? key : [...columns.keys()]).map((position) => start + position),
        make: await makerOf(source.table, con),
        belongs: join === undefined ? undefined : { to: sources.indexOf(join.from), by: join.relation },
      });
      offset += columns.length;
    }
    return new RowPlan(parts, blocks);
  }

  /** The object of a row; nothing when the row belongs to one that an earlier row made. */
  take(row: Row): object | undefined {
    const made: (readonly [string, object] | undefined)[] = [];
    for (const block of this.#blocks) {
      const entry = this.#entry(block, row);
      made.push(entry);
      const { belongs } = block;
      const parent = belongs === undefined ? undefined : made[belongs.to]?.[1];
      if (belongs === undefined || parent === undefined) continue;
      if (belongs.by.kind === 'one to many') this.#listed(block, parent, entry);
      else hold(parent, belongs.by, entry?.[1] ?? null);
    }
    const [own] = made;
    if (own === undefined || (this.#repeats && this.#found.has(own[0]))) return undefined;
    if (this.#repeats) this.#found.add(own[0]);
    return own[1];
  }

  /** Hands the objects of to-many relations to those they belong to, once all rows were read. */
  finish(): void {
    for (const [{ belongs, source }, parents] of this.#lists) {
      if (belongs === undefined) continue;
      // Those of a list are in the order of their ranks, unless the query orders by another column of them.
      const sorts = isList(belongs.by, source.table) && !this.#ordered.includes(source.name);
      for (const [parent, objects] of parents) {
        const list = [...objects.values()];
        hold(parent, belongs.by, sorts ? byRank(list, source.table) : list);
      }
    }
  }

  /** Lets go of the objects so far; only where no row can belong to one of them. */
  forget(): void {
    this.#objects = new Map();
  }

  #entry(block: Block, row: Row): readonly [string, object] | undefined {
    const { source, offset, make, belongs } = block;
    const { table } = source;
    const hasKey = table.key.length > 0;
    const isOwn = belongs === undefined;
    const key = isOwn && !hasKey ? `row ${String(++this.#rows)}` : keyIn(block, row);
    if (key === undefined) return undefined;
    const known = this.#objects.get(table)?.get(key);
    if (known !== undefined) return [key, known];
    const object = make(row.slice(offset, offset + columnsOfRow(table).length));
    if (hasKey) {
      const objects = this.#objects.get(table) ?? new Map<string, object>();
      this.#objects.set(table, objects.set(key, object));
    }
    return [key, object];
  }

  #listed(block: Block, parent: object, entry: readonly [string, object] | undefined): void {
    const parents = this.#lists.get(block) ?? new Map<object, Map<string, object>>();
    this.#lists.set(block, parents);
    const list = parents.get(parent) ?? new Map<string, object>();
    parents.set(parent, list);
    if (entry !== undefined) list.set(...entry);
  }
}

/** What tells objects of a result apart; nothing when an outer join found none. */
function keyIn({ keys, source }: Block, row: Row): string | undefined {
  const cells = keys.map((index) => row[index] ?? null);
  const isMissing = source.table.key.length > 0 ? cells.includes(null) : cells.every((cell) => cell === null);
  if (isMissing) return undefined;
  return JSON.stringify(
    cells.map((cell) =>
      cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell === null ? null : String(cell),
    ),
  );
}
