import { isTakenTsMember } from '../../../languages/typescript/names.js';
import type { CrossReference, ForeignKey, Table } from '../../../model/model.js';
import { relationsOf } from '../../../plan/relations.js';
import { isMethodOfObjects } from '../check/name-rules.js';
import { lowerFirst, propertyName } from '../names.js';

/** Where an object has what was loaded through its relations. */
export interface RelationProperties {
  /** Of relations of the table, in their order. */
  readonly relations: readonly string[];
  readonly crosses: readonly string[];
}

const known = new WeakMap<Table, RelationProperties>();

/** Names that neither columns nor methods have: a column `author` may stand beside the relation `Author`. */
export function relationProperties(table: Table): RelationProperties {
  const found = known.get(table) ?? chooseProperties(table);
  known.set(table, found);
  return found;
}

function chooseProperties(table: Table): RelationProperties {
  const taken = new Set(table.columns.map(propertyName));
  const isTaken = (name: string): boolean => taken.has(name) || isTakenTsMember(name) || isMethodOfObjects(table, name);
  const free = (wanted: string): string => {
    let name = lowerFirst(wanted);
    while (isTaken(name)) name += 'Relation';
    taken.add(name);
    return name;
  };
  return {
    relations: relationsOf(table).map(({ kind, key }) => free(wantedName(kind === 'many to one', key))),
    crosses: table.crossReferences.map(({ relationNamePlural }: CrossReference) => free(relationNamePlural)),
  };
}

function wantedName(isHere: boolean, key: ForeignKey): string {
  if (isHere) return key.relationName;
  return key.oneToOne ? key.backName : key.backNamePlural;
}
