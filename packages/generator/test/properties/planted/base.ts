import { type Node, node } from './tree.js';

/** Numbers between 0 and 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NAMES = ['author', 'book', 'city', 'parcel', 'lamp', 'shop', 'person', 'garden'];

export interface BaseTable {
  readonly name: string;
  /** Names of tables that it refers to. */
  readonly targets: readonly string[];
  readonly isList: boolean;
}

/** What a random schema without a mistake looks like. */
export function baseTables(next: () => number): readonly BaseTable[] {
  const names = NAMES.slice(0, 3 + Math.floor(next() * 5));
  return names.map((name, i) => ({
    name,
    targets: names.slice(0, i).filter(() => next() < 0.4),
    isList: next() < 0.3,
  }));
}

/** The schema, made anew each time: mistakes are put into it. */
export function baseSchema(tables: readonly BaseTable[]): Node {
  const schema = node('database', 'database', { name: 'default' });
  for (const { name, targets, isList } of tables) {
    const id = (part: string): string => `${name}.${part}`;
    const column = (own: string, attributes: Readonly<Record<string, string>>): Node =>
      node(id(own), 'column', { name: own, ...attributes });
    const children = [
      column('id', { type: 'INTEGER', primaryKey: 'true', autoIncrement: 'true' }),
      column('title', { type: 'VARCHAR', size: '100', required: 'true' }),
      column('note', { type: 'VARCHAR', size: '50' }),
      column('price', { type: 'DECIMAL', size: '10', scale: '2' }),
      column('state', { type: 'ENUM', valueSet: 'open, closed', enumStorage: 'label' }),
      column('made', { type: 'DATE' }),
      ...(isList ? [column('place', { type: 'INTEGER' })] : []),
      ...targets.map((target) => column(`${target}_id`, { type: 'INTEGER' })),
      ...targets.map((target) =>
        node(id(`to.${target}`), 'foreign-key', { foreignTable: target, onDelete: 'cascade' }, [
          node(id(`to.${target}.reference`), 'reference', { local: `${target}_id`, foreign: 'id' }),
        ]),
      ),
      node(id('by_title'), 'index', { name: `${name}_by_title` }, [
        node(id('by_title.title'), 'index-column', { name: 'title' }),
      ]),
      node(id('one_note'), 'unique', { name: `${name}_one_note` }, [
        node(id('one_note.note'), 'unique-column', { name: 'note' }),
      ]),
      ...(isList
        ? [
            node(id('list'), 'behavior', { name: 'sortable' }, [
              node(id('list.rank'), 'parameter', { name: 'rank_column', value: 'place' }),
              node(id('list.index'), 'parameter', { name: 'index', value: 'true' }),
            ]),
          ]
        : []),
    ];
    schema.children.push(node(name, 'table', { name }, children));
  }
  return schema;
}
