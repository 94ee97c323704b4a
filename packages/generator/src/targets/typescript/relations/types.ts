import { tsDocText, tsKey } from '../../../languages/typescript/literal.js';
import type { CrossReference, Table } from '../../../model/model.js';
import { isRequired, type RelationPlan, relationsOf } from '../../../plan/relations.js';
import { ownType } from '../names.js';
import { relationProperties } from './names.js';

/** Something that can be loaded with the objects of a table. */
export interface LoadedProperty {
  readonly property: string;
  /** Of one object at the other end. */
  readonly one: string;
  /** Of what the property holds, made of what one object at the other end is. */
  readonly holds: (one: string) => string;
}

export const hasRelations = (table: Table): boolean =>
  relationsOf(table).length > 0 || table.crossReferences.length > 0;

export function loadedRelation(table: Table, index: number, relation: RelationPlan, extension: string): LoadedProperty {
  const { kind, key, other } = relation;
  const isAlways = kind === 'many to one' && isRequired(key) && key.constants.length === 0;
  return {
    property: relationProperties(table).relations[index] ?? '',
    one: ownType(other, extension),
    holds: (one) => (kind === 'one to many' ? `readonly ${inList(one)}[]` : isAlways ? one : `${one} | null`),
  };
}

const inList = (one: string): string => (/[ &|]/.test(one) ? `(${one})` : one);

function loadedCross(table: Table, index: number, { targets }: CrossReference, extension: string): LoadedProperty {
  const ends = targets.map((target) => ownType(target.foreignTable, extension));
  return {
    property: relationProperties(table).crosses[index] ?? '',
    one: ends.length === 1 ? ends.join('') : `readonly [${ends.join(', ')}]`,
    holds: (one) => `readonly ${inList(one)}[]`,
  };
}

/** `BookRelations`: what can be loaded with an object. It is part of the type of an object once that was done. */
export function relationsInterface(table: Table, extension: string): readonly string[] {
  if (!hasRelations(table)) return [];
  const loaded = [
    ...relationsOf(table).map((relation, index) => loadedRelation(table, index, relation, extension)),
    ...table.crossReferences.map((cross, index) => loadedCross(table, index, cross, extension)),
  ];
  return [
    `/** What can be loaded with rows of "${tsDocText(table.name)}". */`,
    `export interface ${table.className}Relations {`,
    ...loaded.map(({ property, one, holds }) => `  readonly ${tsKey(property)}: ${holds(one)};`),
    '}',
    '',
  ];
}
