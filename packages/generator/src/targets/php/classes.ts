import type { Table } from '../../model/model.js';
import { joinName } from './file.js';

/** The classes of a table, with their namespaces. */
export interface TableClasses {
  readonly model: string;
  readonly query: string;
  readonly baseModel: string;
  readonly baseQuery: string;
  readonly map: string;
}

/** Settings of the configuration that decide how classes look: their names and the types of their getters. */
export interface ClassNaming {
  /** `generator.objectModel.namespaceMap`. */
  readonly mapNamespace: string;
  /** `generator.objectModel.classPrefix`. */
  readonly classPrefix: string;
  /** `generator.objectModel.defaultKeyType`. */
  readonly keyType: string;
  /** `generator.objectModel.requiredGetters`; nothing is `nullable`. */
  readonly requiredGetters?: 'strict' | 'nullable';
}

export function tableClasses(table: Table, naming: ClassNaming): TableClasses {
  const name = naming.classPrefix + table.className;
  const inside = (part: string, className: string): string => joinName(joinName(table.php.namespace, part), className);
  return {
    model: joinName(table.php.namespace, name),
    query: joinName(table.php.namespace, `${name}Query`),
    baseModel: inside('Base', name),
    baseQuery: inside('Base', `${name}Query`),
    map: inside(naming.mapNamespace, `${name}TableMap`),
  };
}
