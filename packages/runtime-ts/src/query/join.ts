import { InvalidQueryError } from '../errors/orm-error.js';
import { type JoinType, type RelationMap, relationOf } from '../relations/relation-map.js';
import { bound, columnAt } from './columns.js';
import { around, behind, PLACE, plain, type Sql } from './condition.js';
import type { QueryParts } from './parts.js';
import { qualified, quotedAlias, referenceOf, type Source } from './source.js';

/** A table that a query joins through a relation. */
export interface Join {
  readonly source: Source;
  /** The table the relation starts at. */
  readonly from: Source;
  readonly relation: RelationMap;
  readonly type: JoinType;
  readonly on: Sql;
  /** Whether there is a row for every row of the table the relation starts at. */
  readonly isComplete: boolean;
}

const TYPES: ReadonlySet<string> = new Set<JoinType>(['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN']);

export const joinNamed = ({ joins }: QueryParts, name: string): Join | undefined =>
  joins.find(({ source }) => source.name === name);

export interface Joined {
  readonly parts: QueryParts;
  readonly join: Join;
}

/** The query with a relation joined, which may be so already. */
export async function joinFrom(
  parts: QueryParts,
  from: Source,
  relationName: string,
  alias?: string,
  type?: JoinType,
): Promise<Joined> {
  const relation = relationOf(from.table, relationName);
  const table = await relation.table();
  if (type !== undefined && !TYPES.has(type)) {
    throw new InvalidQueryError(`There is no such join; there are ${[...TYPES].join(', ')}.`);
  }
  const name = nameIn(parts, from, relation, alias);
  const known = joinNamed(parts, name);
  if (known !== undefined) {
    if (type === undefined) return { parts, join: known };
    const join = { ...known, type };
    return { parts: { ...parts, joins: parts.joins.map((each) => (each === known ? join : each)) }, join };
  }
  const quoted =
    alias === undefined ? freeAlias(parts, table.quoted, relation) : quotedAlias(from.table.dialect, alias);
  const source: Source = { name, table, alias: quoted };
  const join: Join = {
    source,
    from,
    relation,
    type: type ?? relation.join,
    on: linkedBy(from, source, relation),
    isComplete: relation.kind === 'many to one' && relation.constants === undefined && relation.required,
  };
  return { parts: { ...parts, joins: [...parts.joins, join] }, join };
}

/** Under which a join is known: two relations of one name get the name of their table before it. */
function nameIn(parts: QueryParts, from: Source, relation: RelationMap, alias: string | undefined): string {
  const name = alias ?? relation.name;
  const known = joinNamed(parts, name);
  if (known === undefined || (known.from === from && known.relation === relation)) return name;
  if (alias !== undefined) throw new InvalidQueryError(`The alias "${alias}" is taken by another join.`);
  return `${from.name}.${relation.name}`;
}

/** What links the tables of a relation. */
export function linkedBy(from: Source, to: Source, { pairs, constants = [], kind }: RelationMap): Sql {
  const keys = pairs.map(([own, other]) => `${qualified(from, own)} = ${qualified(to, other)}`).join(' AND ');
  const owner = kind === 'many to one' ? from : to;
  const all = constants.reduce((sql: Sql, [position, cell]): Sql => {
    const column = columnAt(owner.table, position);
    const value = bound(column, cell === null ? null : column.value.read(cell as never));
    return behind(sql, ' AND ', { text: `${qualified(owner, position)} = ${PLACE}`, values: [value] });
  }, plain(keys));
  return around('(', all, ')');
}

/** References of all tables that a query and those around it use. */
export const referencesIn = ({ taken, root, joins }: QueryParts): readonly string[] => [
  ...taken,
  referenceOf(root),
  ...joins.map(({ source }) => referenceOf(source)),
];

/** The alias of a table that was joined without one: none, unless the query has the table already. */
export function freeAlias(parts: QueryParts, quoted: string, { name }: RelationMap): string {
  const taken = new Set(referencesIn(parts).map(bareName));
  if (!taken.has(bareName(quoted))) return '';
  const base = name.slice(0, 50);
  let alias = base;
  for (let number = 2; taken.has(alias.toLowerCase()); number += 1) alias = `${base}_${String(number)}`;
  return quotedAlias(parts.root.table.dialect, alias);
}

/** What a name in SQL is told apart by: without its schema and quotes, and in most databases without its case. */
const bareName = (reference: string): string =>
  reference
    .slice(reference.lastIndexOf('.') + 1)
    .replaceAll(/^["`]+|["`]+$/g, '')
    .toLowerCase();

/** The query reads the objects of a join, and of what lies between: they hang on one another. */
export function reading(parts: QueryParts, join: Join): QueryParts {
  const names = new Set(parts.with);
  for (let each: Join | undefined = join; each !== undefined; each = joinNamed(parts, each.from.name)) {
    refuseTwice(parts, each);
    names.add(each.source.name);
  }
  return { ...parts, with: [...names] };
}

/** An object has one place for the objects of a relation. */
function refuseTwice(parts: QueryParts, { from, relation, source }: Join): void {
  const other = parts.joins.find(
    (each) =>
      parts.with.includes(each.source.name) &&
      each.from === from &&
      each.relation === relation &&
      each.source !== source,
  );
  if (other === undefined) return;
  throw new InvalidQueryError(
    `The objects of the relation ${from.table.model}.${relation.name} are loaded already, as "${other.source.name}": ` +
      'join it without reading them.',
  );
}

/** Whether several rows of the result make one object, because a to-many relation is loaded eagerly. */
export function repeatsRows(parts: QueryParts): boolean {
  // Nothing tells rows without a key apart, so that each becomes an object.
  if (parts.root.table.key.length === 0) return false;
  return parts.with.some((name) => {
    for (let join = joinNamed(parts, name); join !== undefined; join = joinNamed(parts, join.from.name)) {
      if (join.relation.kind === 'one to many') return true;
    }
    return false;
  });
}

/** Whether a join leaves out rows of the table. One to a row that every row has to have does not. */
export function joinsRestrict({ root, joins }: QueryParts): boolean {
  const always = new Set([root]);
  for (const { type, isComplete, from, source } of joins) {
    if (type === 'LEFT JOIN') continue;
    if (type !== 'INNER JOIN' || !isComplete || !always.has(from)) return true;
    always.add(source);
  }
  return false;
}
