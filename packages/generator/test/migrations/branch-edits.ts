import type { Random } from '../reverse/alters/random.js';

/** A schema in few words, which a test can change and print. */
export interface Draft {
  readonly tables: DraftTable[];
}

interface DraftTable {
  name: string;
  renamedFrom?: string;
  readonly columns: DraftColumn[];
  readonly parts: DraftPart[];
}

interface DraftColumn {
  name: string;
  renamedFrom?: string;
  type: 'INTEGER' | 'VARCHAR' | 'BIGINT';
  size?: number;
  default?: string;
}

/** An index, a unique, a check or a foreign key of one column. */
interface DraftPart {
  readonly kind: 'index' | 'unique' | 'check' | 'foreign-key';
  readonly name: string;
  column: string;
  foreignTable?: string;
}

/** What an edit touches, by names of before it: `book`, `book.title`, `book#index`. */
export interface Footprint {
  /** What it makes or changes. */
  readonly writes: readonly string[];
  /** What it needs. */
  readonly reads: readonly string[];
  /** What is not there any more afterwards, under its name. */
  readonly kills: readonly string[];
  /** Columns that get another type, and those that must have the type of another column. */
  readonly retypes: readonly string[];
  readonly typed: readonly string[];
  /** Tables that SQLite makes anew for it. */
  readonly rebuilds: readonly string[];
  /** Tables that may be touched along, because keys point from one to the other. */
  readonly near: readonly string[];
}

/** An edit that can be made in any copy of the schema, and what it touches. */
export interface BranchEdit extends Footprint {
  readonly words: string;
  readonly apply: (draft: Draft) => void;
}

export function baseDraft(random: Random): Draft {
  const tables = ['author', 'book', 'shelf', 'store'].slice(0, 2 + random.below(3)).map((name): DraftTable => {
    const columns: DraftColumn[] = [{ name: 'id', type: 'INTEGER' }];
    for (const each of ['title', 'pages', 'note', 'code'].slice(0, 2 + random.below(3))) {
      columns.push(
        each === 'pages' || each === 'code'
          ? { name: each, type: 'INTEGER' }
          : { name: each, type: 'VARCHAR', size: 40 },
      );
    }
    return { name, columns, parts: [] };
  });
  const draft = { tables };
  for (const [at, table] of tables.entries()) {
    if (at > 0 && random.chance(60)) {
      table.columns.push({ name: 'owner_id', type: 'INTEGER' });
      const foreignTable = random.of(tables.slice(0, at)).name;
      table.parts.push({ kind: 'foreign-key', name: `${table.name}_owner`, column: 'owner_id', foreignTable });
    }
    if (random.chance(40)) table.parts.push({ kind: 'index', name: `${table.name}_title`, column: 'title' });
  }
  return draft;
}

export function printDraft({ tables }: Draft): string {
  const attributes = (given: Readonly<Record<string, string | number | undefined>>): string =>
    Object.entries(given)
      .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${String(value)}"`]))
      .join('');
  const column = ({ name, renamedFrom, type, size, default: defaultValue }: DraftColumn): string =>
    `    <column${attributes({ name, renamedFrom, type, size, primaryKey: name === 'id' ? 'true' : undefined, defaultValue })}/>`;
  const part = ({ kind, name, column: own, foreignTable }: DraftPart): string => {
    if (kind === 'check') return `    <check name="${name}" expression="${own} &gt; -5"/>`;
    if (kind === 'foreign-key') {
      return `    <foreign-key${attributes({ name, foreignTable, phpName: camel('To', name), refPhpName: camel('From', name) })}>\n      <reference local="${own}" foreign="id"/>\n    </foreign-key>`;
    }
    return `    <${kind} name="${name}">\n      <${kind}-column name="${own}"/>\n    </${kind}>`;
  };
  const table = ({ name, renamedFrom, columns, parts }: DraftTable): string =>
    [`  <table${attributes({ name, renamedFrom })}>`, ...columns.map(column), ...parts.map(part), '  </table>'].join(
      '\n',
    );
  return `<database name="shop">\n${tables.map(table).join('\n')}\n</database>\n`;
}

/** Relations of classes have names of their own, which must not meet. */
const camel = (prefix: string, name: string): string =>
  prefix + name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const NOTHING: Footprint = { writes: [], reads: [], kills: [], retypes: [], typed: [], rebuilds: [], near: [] };

const found = <Named extends { readonly name: string }>(things: readonly Named[], name: string): Named => {
  const thing = things.find((each) => each.name === name);
  if (thing === undefined) throw new Error(`there is no ${name}`);
  return thing;
};

const tableIn = ({ tables }: Draft, name: string): DraftTable => found(tables, name);
const columnIn = (draft: Draft, table: string, name: string): DraftColumn => found(tableIn(draft, table).columns, name);

/** Tables that a key connects with one. */
const neighbours = ({ tables }: Draft, name: string): string[] =>
  tables.flatMap((table) => {
    const targets = table.parts.flatMap(({ foreignTable }) => foreignTable ?? []);
    return table.name === name ? targets : targets.includes(name) ? [table.name] : [];
  });

interface Place {
  readonly random: Random;
  readonly draft: Draft;
  readonly table: DraftTable;
  /** A suffix of new names; branches may choose the same. */
  readonly suffix: string;
}

type Make = (place: Place) => BranchEdit | undefined;

/** A column that neither a key nor an index uses. */
const freeColumn = ({ random, table }: Place, type?: string): DraftColumn | undefined => {
  const free = table.columns.filter(
    ({ name, type: own }) =>
      name !== 'id' && (type === undefined || own === type) && !table.parts.some(({ column }) => column === name),
  );
  return free.length === 0 ? undefined : random.of(free);
};

const addColumn: Make = ({ random, table: { name: table }, suffix }) => {
  const name = `added_${suffix}`;
  const type = random.of(['INTEGER', 'VARCHAR'] as const);
  return {
    ...NOTHING,
    words: `add column ${table}.${name} ${type}`,
    writes: [`${table}.${name}`],
    reads: [table],
    apply: (draft) =>
      void tableIn(draft, table).columns.push({ name, type, ...(type === 'VARCHAR' ? { size: 30 } : {}) }),
  };
};

const dropColumn: Make = (place) => {
  const column = freeColumn(place);
  const table = place.table.name;
  if (column === undefined) return undefined;
  const own = `${table}.${column.name}`;
  return {
    ...NOTHING,
    words: `drop column ${own}`,
    writes: [own],
    reads: [table],
    kills: [own],
    rebuilds: [table],
    apply: (draft) => {
      const { columns } = tableIn(draft, table);
      columns.splice(columns.indexOf(columnIn(draft, table, column.name)), 1);
    },
  };
};

const renameColumn: Make = (place) => {
  const table = place.table.name;
  const column = place.random.of(place.table.columns.filter(({ name }) => name !== 'id'));
  const name = `renamed_${place.suffix}`;
  const own = `${table}.${column.name}`;
  return {
    ...NOTHING,
    words: `rename column ${own} to ${name}`,
    writes: [own, `${table}.${name}`],
    reads: [table],
    kills: [own],
    apply: (draft) => {
      const it = columnIn(draft, table, column.name);
      for (const part of tableIn(draft, table).parts) if (part.column === it.name) part.column = name;
      Object.assign(it, { name, renamedFrom: column.name });
    },
    near: neighbours(place.draft, table),
  };
};

const changeColumn: Make = (place) => {
  const column = freeColumn(place);
  const table = place.table.name;
  if (column === undefined) return undefined;
  const own = `${table}.${column.name}`;
  const to: Partial<DraftColumn> =
    column.type === 'VARCHAR' ? { size: (column.size ?? 40) + 1 + place.random.below(50) } : { type: 'BIGINT' };
  return {
    ...NOTHING,
    words: `change column ${own} ${JSON.stringify(to)}`,
    writes: [own],
    retypes: [own],
    reads: [table],
    rebuilds: [table],
    apply: (draft) => void Object.assign(columnIn(draft, table, column.name), to),
  };
};

const newDefault: Make = (place) => {
  const column = freeColumn(place, 'INTEGER');
  const table = place.table.name;
  if (column === undefined) return undefined;
  const value = String(1 + place.random.below(90));
  return {
    ...NOTHING,
    words: `default of ${table}.${column.name}: ${value}`,
    writes: [`${table}.${column.name}`],
    reads: [table],
    rebuilds: [table],
    apply: (draft) => void Object.assign(columnIn(draft, table, column.name), { default: value }),
  };
};

const addPart =
  (kind: 'index' | 'unique' | 'check'): Make =>
  ({ random, table, suffix }) => {
    const usable = table.columns.filter(({ name, type }) => name !== 'id' && (kind === 'index' || type === 'INTEGER'));
    if (usable.length === 0) return undefined;
    const column = random.of(usable).name;
    const name = `${table.name}_${kind}_${suffix}`;
    const owner = table.name;
    return {
      ...NOTHING,
      words: `add ${kind} ${name} (${column})`,
      writes: [`${owner}#${name}`],
      reads: [owner, `${owner}.${column}`],
      // MySQL needs no index of its own for a key that has one.
      typed: table.parts.some((part) => part.kind === 'foreign-key' && part.column === column)
        ? [`${owner}.${column}`]
        : [],
      rebuilds: kind === 'check' ? [owner] : [],
      apply: (draft) => void tableIn(draft, owner).parts.push({ kind, name, column }),
    };
  };

const dropIndex: Make = ({ table }) => {
  const index = table.parts.find(({ kind }) => kind === 'index');
  if (index === undefined) return undefined;
  const owner = table.name;
  return {
    ...NOTHING,
    words: `drop index ${index.name}`,
    writes: [`${owner}#${index.name}`],
    reads: [owner, `${owner}.${index.column}`],
    apply: (draft) => {
      const { parts } = tableIn(draft, owner);
      parts.splice(
        parts.findIndex(({ name }) => name === index.name),
        1,
      );
    },
  };
};

const addForeignKey: Make = (place) => {
  const { random, draft, table, suffix } = place;
  const column = freeColumn(place, 'INTEGER');
  if (column === undefined) return undefined;
  const foreignTable = random.of(draft.tables).name;
  const owner = table.name;
  const name = `${owner}_key_${suffix}`;
  return {
    ...NOTHING,
    words: `add foreign key ${name}: ${owner}.${column.name} to ${foreignTable}`,
    writes: [`${owner}#${name}`],
    reads: [owner, `${owner}.${column.name}`, foreignTable],
    typed: [`${owner}.${column.name}`],
    rebuilds: [owner],
    near: [owner, foreignTable],
    apply: (own) =>
      void tableIn(own, owner).parts.push({ kind: 'foreign-key', name, column: column.name, foreignTable }),
  };
};

const addTable: Make = ({ random, draft, suffix }) => {
  const name = `new_${suffix}`;
  const foreignTable = random.chance(50) ? random.of(draft.tables).name : undefined;
  return {
    ...NOTHING,
    words: `add table ${name}${foreignTable === undefined ? '' : ` with a key to ${foreignTable}`}`,
    writes: [name],
    reads: foreignTable === undefined ? [] : [foreignTable],
    near: foreignTable === undefined ? [] : [foreignTable],
    apply: ({ tables }) =>
      void tables.push({
        name,
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'to_id', type: 'INTEGER' },
        ],
        parts:
          foreignTable === undefined
            ? []
            : [{ kind: 'foreign-key', name: `${name}_key`, column: 'to_id', foreignTable }],
      }),
  };
};

const dropTable: Make = ({ draft, table: { name } }) => {
  if (draft.tables.length < 3) return undefined;
  if (draft.tables.some(({ parts }) => parts.some(({ foreignTable }) => foreignTable === name))) return undefined;
  return {
    ...NOTHING,
    words: `drop table ${name}`,
    writes: [name],
    kills: [name],
    near: neighbours(draft, name),
    apply: ({ tables }) => void tables.splice(tables.indexOf(found(tables, name)), 1),
  };
};

const renameTable: Make = ({ draft, table: { name }, suffix }) => {
  const to = `named_${suffix}`;
  return {
    ...NOTHING,
    words: `rename table ${name} to ${to}`,
    writes: [name, to],
    kills: [name],
    near: neighbours(draft, name),
    apply: (own) => {
      Object.assign(tableIn(own, name), { name: to, renamedFrom: name });
      for (const { parts } of own.tables)
        for (const part of parts) if (part.foreignTable === name) part.foreignTable = to;
    },
  };
};

const EDITS: readonly Make[] = [
  addColumn,
  addColumn,
  dropColumn,
  renameColumn,
  changeColumn,
  newDefault,
  addPart('index'),
  addPart('unique'),
  addPart('check'),
  dropIndex,
  addForeignKey,
  addTable,
  dropTable,
  renameTable,
];

/** What somebody does on a branch: 1 to 3 edits of different tables of the base. */
export function branchEdits(random: Random, base: Draft, branch: string): readonly BranchEdit[] {
  const edits: BranchEdit[] = [];
  const wanted = 1 + random.below(3);
  for (let tries = 0; edits.length < wanted && tries < 40; tries++) {
    const suffix = random.chance(15) ? 'x' : `${branch}${String(tries)}`;
    const edit = random.of(EDITS)({ random, draft: base, table: random.of(base.tables), suffix });
    // One branch alone must make sense.
    if (edit !== undefined && edits.every((other) => relation([edit], [other], true) === 'different')) edits.push(edit);
  }
  return edits;
}

const tableOf = (name: string): string => name.replace(/[.#].*$/s, '');

/**
 * Whether two lists of edits touch the same thing, by what a person would say: both change it, or one takes away what the other needs.
 * `near`: something else may have to change along, so that nothing is said.
 */
export function relation(
  one: readonly Footprint[],
  other: readonly Footprint[],
  rebuilds: boolean,
): 'same' | 'near' | 'different' {
  const all = (edits: readonly Footprint[], ...of: readonly (keyof Footprint)[]): ReadonlySet<string> =>
    new Set(edits.flatMap((edit) => of.flatMap((each) => edit[each])));
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((name) => b.has(name));
  const pairs = [
    [one, other],
    [other, one],
  ] as const;
  if (meet(all(one, 'writes'), all(other, 'writes'))) return 'same';
  if (pairs.some(([a, b]) => meet(all(a, 'kills'), all(b, 'reads')))) return 'same';
  if (pairs.some(([a, b]) => meet(all(a, 'retypes'), all(b, 'typed')))) return 'same';
  const touched = (edits: readonly Footprint[]): ReadonlySet<string> => new Set([...all(edits, 'writes')].map(tableOf));
  if (rebuilds && pairs.some(([a, b]) => meet(all(a, 'rebuilds'), touched(b)))) return 'same';
  const isNear = pairs.some(
    ([a, b]) => meet(all(a, 'near'), touched(b)) && (all(a, 'kills').size > 0 || all(b, 'kills').size > 0),
  );
  // What a key and an index of the same column come to together is up to the vendor.
  const isKeyed = pairs.some(([a, b]) => meet(all(a, 'typed'), all(b, 'reads')));
  return isNear || isKeyed ? 'near' : 'different';
}
