import { InvalidQueryError } from '../errors/orm-error.js';
import { Model } from '../model/model.js';
import type { ColumnMap, TableMap } from '../model/table-map.js';
import type { RelationMap } from '../relations/relation-map.js';
import { columnAt } from './columns.js';
import { compared } from './comparison.js';
import { allOf, anyOf, type Condition, plain } from './condition.js';
import type { Equality } from './filter.js';
import { ofKeys } from './keys.js';
import { qualified, type Source } from './source.js';

// Conditions on related objects.

/** Objects, or null for none at all; and whether the rows are meant that are not related to them. */
export interface Wanted {
  readonly objects: readonly unknown[] | null;
  readonly not: boolean;
}

export function wanted(objects: unknown, comparison: Equality = '='): Wanted {
  if (objects === undefined) {
    throw new InvalidQueryError(
      'A relation is compared with undefined, which is no object: leave the filter out, or give null.',
    );
  }
  switch (comparison) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { objects: null, not: comparison === 'IS NOT NULL' };
    case '=':
    case 'IN':
    case '<>':
    case 'NOT IN':
      return {
        objects: objects === null ? null : Array.isArray(objects) ? objects : [objects],
        not: comparison === '<>' || comparison === 'NOT IN',
      };
    default:
      throw new InvalidQueryError('Objects are related, or they are not: no other comparison is possible.');
  }
}

/** The rows of a table that are related to some objects of another one. */
export function relatedTo(
  source: Source,
  relation: RelationMap,
  other: TableMap,
  objects: readonly unknown[],
  not: boolean,
): Condition {
  const { pairs, kind } = relation;
  const positions = pairs.map(([own]) => own);
  const keys = objects
    .map((object) => checked(source, relation, other, object))
    .filter((object) => kind === 'many to one' || hasConstants(relation, object))
    .map((object) =>
      pairs.map(([own, there]) => keyValue(object, columnAt(other, there), columnAt(source.table, own))),
    );
  const rows = ofKeys(source, positions, keys, not);
  if (rows.holds === true || kind !== 'many to one') return rows;
  // A row that is not related to these is related to another one; of one column, NOT IN says so itself.
  const filled = not && positions.length > 1 ? positions.map((position) => nullAt(source, position, true)) : [];
  return allOf([rows, ...filled, ...constantsOf(source, relation)]);
}

/** The rows whose key points nowhere, or somewhere. */
export function relatedToNone(source: Source, relation: RelationMap, not: boolean): Condition {
  const empty = relation.pairs.map(([own]) => nullAt(source, own, not));
  if (not) return allOf([...empty, ...constantsOf(source, relation)]);
  const others = (relation.constants ?? []).flatMap(([position]) => [
    compared(source, position, constantAt(source, relation, position), '<>', false),
    nullAt(source, position, false),
  ]);
  return anyOf([...empty, ...others]);
}

const nullAt = (source: Source, position: number, not: boolean): Condition =>
  plain(`${qualified(source, position)} ${not ? 'IS NOT NULL' : 'IS NULL'}`);

/** That columns have the constants of a relation. */
export const constantsOf = (source: Source, relation: RelationMap): readonly Condition[] =>
  (relation.constants ?? []).map(([position]) =>
    compared(source, position, constantAt(source, relation, position), '=', false),
  );

function constantAt({ table }: Source, { constants = [] }: RelationMap, position: number): unknown {
  const cell = constants.find(([at]) => at === position)?.[1] ?? null;
  return cell === null ? null : columnAt(table, position).value.read(cell as never);
}

/** Whether an object points at this table, and not with the same key at another one. */
export function hasConstants({ constants = [] }: RelationMap, object: Model): boolean {
  return constants.every(([position, cell]) => {
    const { property, value } = columnAt(object.$table, position);
    const given: unknown = Reflect.get(object, property);
    return given !== null && cell !== null && value.isSame(given as never, cell as never);
  });
}

/** The value of a column of one end as the other end has it: a whole number may be a text there. */
export function keyValue(object: Model, there: ColumnMap, own: ColumnMap): unknown {
  const value: unknown = Reflect.get(object, there.property);
  if (value === null || there.value === own.value) return value;
  return own.value.read(there.value.write(value as never) as never);
}

function checked(source: Source, relation: RelationMap, other: TableMap, object: unknown): Model {
  if (object instanceof Model && object.$table === other) return object;
  throw new InvalidQueryError(
    `The relation ${source.table.model}.${relation.name} leads to ${other.model}, and to nothing else.`,
  );
}
