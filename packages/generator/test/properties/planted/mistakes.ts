import type { BaseTable } from './base.js';
import { type Node, node } from './tree.js';

export type Vendor = 'mysql' | 'pgsql' | 'sqlite';

/**
 * What has to be known for a mistake to be seen. A mistake can make such a thing unknown: then another one that needs it is
 * seen only when the first is corrected.
 */
export type Fact =
  | `columns of ${string}`
  | `values of ${string}`
  | `tag of ${string}`
  | `key ${string}`
  | `list of ${string}`
  | `vendor of ${string}`;

/** The row of docs/schema-errors.md for each kind of fact: there is no other way in which a mistake hides another. */
export const DOCUMENTED: Readonly<Record<string, string>> = {
  columns: 'a `<column>` without a name, or a behavior that is unknown, unsupported or has an unknown parameter',
  values: 'the `type`, `domain`, `size`, `scale`, `sqlType` or `valueSet` of a column',
  tag: '`required`, `primaryKey`, `autoIncrement` or a default of a column',
  key: 'the columns or attributes of a foreign key, or types that differ',
  list: 'a parameter of `sortable`',
  vendor: 'a `<vendor>` whose type is wrong, or `skipSql` of a table',
};

/** A mistake: what it does to a schema, and the error that a person expects for it. */
export interface Mistake {
  readonly kind: string;
  readonly code: string;
  /** The element that the error is shown at. */
  readonly at: string;
  /** What it changes: no two mistakes change the same. */
  readonly changes: string;
  readonly needs: readonly Fact[];
  readonly destroys: readonly Fact[];
  readonly plant: (nodes: ReadonlyMap<string, Node>) => void;
}

type Nodes = ReadonlyMap<string, Node>;

const find = (nodes: Nodes, id: string): Node => {
  const found = nodes.get(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
};
const set = (id: string, name: string, value: string) => (nodes: Nodes) => {
  find(nodes, id).attributes.set(name, value);
};
const drop = (id: string, name: string) => (nodes: Nodes) => {
  find(nodes, id).attributes.delete(name);
};
/** Attributes come first in an element, then children in the order of the schema: new ones go to the end. */
const add = (id: string, child: () => Node) => (nodes: Nodes) => {
  find(nodes, id).children.push(child());
};

/** All mistakes that can be made with a table. */
export function mistakesOf({ name: t, targets, isList }: BaseTable, vendor: Vendor): readonly Mistake[] {
  const made: Mistake[] = [];
  const mistake = (
    kind: string,
    code: string,
    at: string,
    changes: string,
    plant: Mistake['plant'],
    needs: readonly Fact[] = [],
    destroys: readonly Fact[] = [],
  ): void => {
    made.push({ kind, code, at, changes: `${t}: ${changes}`, plant, needs, destroys });
  };
  const of = (column: string): string => `${t}.${column}`;
  const values = (column: string): Fact => `values of ${of(column)}`;
  const tag = (column: string): Fact => `tag of ${of(column)}`;
  const columns: Fact = `columns of ${t}`;
  const vendorFact: Fact = `vendor of ${t}`;
  const added = (part: string): string => `${t}+${part}`;

  for (const column of ['id', 'title', 'note', 'price', 'made', ...targets.map((target) => `${target}_id`)]) {
    const lost = [values(column), tag(column)];
    mistake(
      'misspelled type',
      'schema/attribute-value',
      of(column),
      `${column} type`,
      set(of(column), 'type', 'NUMBR'),
      [],
      lost,
    );
    mistake(
      'unknown attribute',
      'schema/unknown-attribute',
      of(column),
      `${column} hue`,
      set(of(column), 'hue', 'red'),
    );
    mistake(
      'no boolean',
      'schema/attribute-value',
      of(column),
      `${column} lazyLoad`,
      set(of(column), 'lazyLoad', 'perhaps'),
    );
    mistake('wrong PHP name', 'schema/php-name', of(column), `${column} phpName`, set(of(column), 'phpName', '1st'));
  }
  for (const column of ['id', 'title']) {
    mistake(
      'required or not',
      'schema/attribute-value',
      of(column),
      `${column} required`,
      set(of(column), 'required', 'perhaps'),
      [],
      [tag(column)],
    );
  }
  mistake(
    'size in words',
    'schema/attribute-value',
    of('note'),
    'note size',
    set(of('note'), 'size', 'fifty'),
    [],
    [values('note'), tag('note')],
  );
  mistake('unknown attribute of a table', 'schema/unknown-attribute', t, 'table hue', set(t, 'hue', 'red'));
  mistake(
    'misspelled element',
    'schema/unknown-element',
    added('colum'),
    'colum',
    add(t, () => node(added('colum'), 'colum', { name: 'extra', type: 'INTEGER' })),
  );
  mistake(
    'column without a name',
    'schema/missing-attribute',
    added('nameless'),
    'nameless',
    add(t, () => node(added('nameless'), 'column', { type: 'INTEGER' })),
    [],
    [columns],
  );
  mistake(
    'wrong vendor',
    'schema/attribute-value',
    added('vendor'),
    'vendor',
    add(t, () =>
      node(added('vendor'), 'vendor', { type: 'oracel' }, [
        node(added('vendor.p'), 'parameter', { name: 'a', value: 'b' }),
      ]),
    ),
    [],
    [vendorFact],
  );
  mistake(
    'unknown table',
    'schema/unknown-table',
    added('nowhere'),
    'nowhere',
    add(t, () =>
      node(added('nowhere'), 'foreign-key', { foreignTable: 'zzyzx' }, [
        node(added('nowhere.r'), 'reference', { local: 'id', foreign: 'id' }),
      ]),
    ),
  );
  mistake(
    'index over an unknown column',
    'schema/unknown-column',
    added('index.c'),
    'index',
    add(t, () => node(added('index'), 'index', {}, [node(added('index.c'), 'index-column', { name: 'qwfp' })])),
    [columns],
  );
  mistake(
    'index without columns',
    'schema/index',
    added('empty'),
    'empty',
    add(t, () => node(added('empty'), 'index', {})),
  );
  mistake(
    'unknown domain',
    'schema/unknown-domain',
    added('domain'),
    'domain',
    add(t, () => node(added('domain'), 'column', { name: 'domained', domain: 'nope' })),
  );
  mistake(
    'unknown behavior',
    'schema/unknown-behavior',
    added('behavior'),
    'behavior',
    add(t, () => node(added('behavior'), 'behavior', { name: 'levitate' })),
    [],
    [columns],
  );
  mistake(
    'unsupported behavior',
    'schema/unsupported-behavior',
    added('stamps'),
    'stamps',
    add(t, () => node(added('stamps'), 'behavior', { name: 'timestampable' })),
    [],
    [columns],
  );
  mistake(
    'column twice',
    'schema/column-twice',
    added('made'),
    'made twice',
    add(t, () => node(added('made'), 'column', { name: 'made', type: 'DATE' })),
  );
  mistake(
    'table twice',
    'schema/table-twice',
    added('table'),
    'table twice',
    add('database', () =>
      node(added('table'), 'table', { name: t }, [
        node(added('table.id'), 'column', { name: 'id', type: 'INTEGER', primaryKey: 'true' }),
      ]),
    ),
  );
  mistake('wrong default', 'schema/default', of('made'), 'made default', set(of('made'), 'defaultValue', 'yesterday'), [
    values('made'),
  ]);
  mistake(
    'ENUM without labels',
    'schema/value-set',
    added('kind'),
    'kind',
    add(t, () => node(added('kind'), 'column', { name: 'kind', type: 'ENUM', enumStorage: 'label' })),
  );
  mistake(
    'auto-increment text',
    'schema/auto-increment',
    of('note'),
    'note autoIncrement',
    (nodes) => {
      set(of('note'), 'autoIncrement', 'true')(nodes);
      drop(of('id'), 'autoIncrement')(nodes);
    },
    [values('note')],
  );
  mistake(
    'PHP name twice',
    'schema/name-twice',
    added('twin'),
    'twin',
    add(t, () => node(added('twin'), 'column', { name: 'twin', type: 'DATE', phpName: 'State' })),
  );
  mistake(
    'label without a letter',
    'php/enum-case',
    of('state'),
    'state labels',
    set(of('state'), 'valueSet', 'open, ('),
  );
  mistake(
    'class as the PHP type of a text',
    'php/php-type',
    of('title'),
    'title phpType',
    set(of('title'), 'phpType', '\\My\\Class'),
    [values('title')],
  );
  mistake(
    'unknown vendor parameter',
    `${vendor}/vendor-parameter`,
    added('own.p'),
    'own vendor',
    add(t, () =>
      node(added('own'), 'vendor', { type: vendor }, [
        node(added('own.p'), 'parameter', { name: 'Flavour', value: 'sweet' }),
      ]),
    ),
    [vendorFact],
  );
  if (isList) {
    mistake('rank that is a text', 'schema/behavior', of('place'), 'place type', set(of('place'), 'type', 'VARCHAR'), [
      `list of ${t}`,
    ]);
    mistake(
      'unknown parameter',
      'schema/unknown-parameter',
      added('rank'),
      'rank',
      add(of('list'), () => node(added('rank'), 'parameter', { name: 'speed', value: '1' })),
      [],
      [columns, `list of ${t}`],
    );
  }
  for (const target of targets) {
    const key = of(`to.${target}`);
    const local = `${target}_id`;
    const whole: readonly Fact[] = [`key ${key}`];
    const exact: readonly Fact[] = [...whole, values(local), `values of ${target}.id`];
    mistake(
      'unknown action',
      'schema/attribute-value',
      key,
      `${key} onDelete`,
      set(key, 'onDelete', 'explode'),
      [],
      [`tag of ${key}`],
    );
    mistake(
      'unknown local column',
      'schema/unknown-column',
      `${key}.reference`,
      `${key} reference`,
      set(`${key}.reference`, 'local', 'qwfp'),
      [columns],
      whole,
    );
    mistake(
      'unknown foreign column',
      'schema/unknown-column',
      `${key}.reference`,
      `${key} reference`,
      set(`${key}.reference`, 'foreign', 'qwfp'),
      [`columns of ${target}`],
      whole,
    );
    mistake(
      'other type on the other side',
      'schema/reference-type',
      `${key}.reference`,
      `${local} type`,
      set(of(local), 'type', 'DATE'),
      [...whole, `values of ${target}.id`],
      [`tag of ${key}`],
    );
    mistake(
      'required column set to NULL',
      'schema/set-null',
      key,
      `${key} onDelete`,
      (nodes) => {
        set(key, 'onDelete', 'setnull')(nodes);
        set(of(local), 'required', 'true')(nodes);
      },
      exact,
    );
    mistake(
      'relation with the name of a column',
      'schema/name-twice',
      key,
      `${key} phpName`,
      set(key, 'phpName', 'State'),
      exact,
    );
    if (vendor === 'mysql') {
      mistake('SET DEFAULT', 'mysql/set-default', key, `${key} onUpdate`, set(key, 'onUpdate', 'setdefault'), [
        ...exact,
        tag(local),
        `tag of ${target}.id`,
        `tag of ${key}`,
        vendorFact,
      ]);
    }
  }
  if (vendor === 'pgsql') {
    mistake('too long', 'pgsql/size', of('title'), 'title size', set(of('title'), 'size', '20000000'), [
      values('title'),
      tag('title'),
      vendorFact,
    ]);
    mistake(
      'GEOMETRY',
      'pgsql/geometry',
      added('shape'),
      'shape',
      add(t, () => node(added('shape'), 'column', { name: 'shape', type: 'GEOMETRY' })),
      [vendorFact],
    );
  }
  if (vendor === 'mysql') {
    mistake(
      'index over a long text',
      'mysql/index-prefix',
      of('by_title'),
      'title type',
      set(of('title'), 'type', 'CLOB'),
      [values('title'), tag('title'), vendorFact],
    );
  }
  return made;
}

export const hides = (first: Mistake, second: Mistake): boolean =>
  first.destroys.some((fact) => second.needs.includes(fact));
