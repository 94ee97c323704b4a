import type { CrossReference, ForeignKey, Table } from '../../../model/model.js';
import { propertyName } from '../context.js';

/** The property that holds the object a foreign key points at. */
export function parentProperty(key: ForeignKey): string {
  return free(key.table, `a${key.relationName}`);
}

/** The property that holds what points at an object through a foreign key: several objects, or one. */
export function childProperty(key: ForeignKey): string {
  return free(key.foreignTable, key.oneToOne ? `single${key.backName}` : `coll${key.backNamePlural}`);
}

/** The property that holds the objects at the other end of a many-to-many relation. */
export function crossProperty(cross: CrossReference): string {
  return free(cross.table, `coll${cross.relationNamePlural}`);
}

const columnProperties = new WeakMap<Table, ReadonlySet<string>>();

/** A column `a_book` has the property `aBook`, too. */
function free(table: Table, name: string): string {
  let taken = columnProperties.get(table);
  if (taken === undefined) {
    taken = new Set(table.columns.map(propertyName));
    columnProperties.set(table, taken);
  }
  return taken.has(name) ? `${name}Relation` : name;
}

/** The parameter that takes an object of a relation. */
export function relationParameter(name: string): string {
  const parameter = name.charAt(0).toLowerCase() + name.slice(1);
  return ['this', 'con', 'query'].includes(parameter) ? `${parameter}Object` : parameter;
}
