import { CONNECTION_KEYS } from './keys/connection.js';
import { GENERATOR_KEYS } from './keys/generator.js';
import { RULE_KEYS } from './keys/migration-rules.js';
import { PROJECT_KEYS } from './keys/project.js';
import { RUNTIME_KEYS } from './keys/runtime.js';

/**
 * What a value may be. `template` is a text that keeps its environment lookups until it is used; `strings` a list of
 * texts; `names` a list of connection names; `path` a folder or file relative to the project; `size` a number of bytes
 * or a text such as `32M`; `setting` a template, number or boolean; `class` the name of a class; `namespace` that of a
 * namespace; `prefix` the beginning of a name in code; `word` a name of letters, digits and underscores. A key whose value
 * reaches generated code or SQL has a type that says its form: `string` is for texts that are only quoted or compared.
 */
export type KeyType =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'strings'
  | 'names'
  | 'path'
  | 'size'
  | 'template'
  | 'setting'
  | 'class'
  | 'namespace'
  | 'prefix'
  | 'word';

/** The commands a key waits for, where this version has no reader of it yet. */
type LaterCommand = 'database:reverse' | 'migration:diff';

export interface KeyDefinition {
  /** Dotted path below the root key; `*` stands for a name that people choose, `#` for each item of a list. */
  readonly path: string;
  readonly type: KeyType;
  /** What it does: one or two sentences for the documentation and for editors. */
  readonly doc: string;
  /** The value without the key, and in words where it is no constant. */
  readonly default?: string | number | boolean;
  readonly defaultText?: string;
  readonly values?: readonly (string | number)[];
  /** Values people write from habit, in lower case, and what to say about them. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly minimum?: number;
  readonly required?: boolean;
  /** The command that reads the key; without it the commands of this version do. */
  readonly since?: LaterCommand;
  /** A Propel key that is an error here, with what takes its place as a sentence. */
  readonly replacedBy?: string;
  /** Another name of the key given here as a path. */
  readonly aliasOf?: string;
}

/** Every key of the configuration: the checker, the JSON Schema and the documentation are all made from this table. */
export const KEYS: readonly KeyDefinition[] = [
  ...PROJECT_KEYS,
  ...CONNECTION_KEYS,
  ...RUNTIME_KEYS,
  ...GENERATOR_KEYS,
  ...RULE_KEYS,
];

/** The table as a tree: a place has a definition, named children, a child for any name, or items. */
export interface KeyPlace {
  readonly path: string;
  readonly definition?: KeyDefinition;
  readonly children: ReadonlyMap<string, KeyPlace>;
  readonly any?: KeyPlace;
  readonly items?: KeyPlace;
}

interface GrowingPlace {
  path: string;
  definition?: KeyDefinition;
  children: Map<string, GrowingPlace>;
  any?: GrowingPlace;
  items?: GrowingPlace;
}

function growTree(keys: readonly KeyDefinition[]): KeyPlace {
  const grow = (path: string): GrowingPlace => ({ path, children: new Map() });
  const root = grow('');
  for (const definition of keys) {
    let place = root;
    for (const name of definition.path.split('.')) {
      const path = place.path === '' ? name : `${place.path}.${name}`;
      if (name === '*') place = place.any ??= grow(path);
      else if (name === '#') place = place.items ??= grow(path);
      else {
        const next = place.children.get(name) ?? grow(path);
        place.children.set(name, next);
        place = next;
      }
    }
    place.definition = definition;
  }
  return root;
}

export const KEY_TREE: KeyPlace = growTree(KEYS);

/** The place of a path such as `database.connections.library.dsn`; list positions are numbers. */
export function placeOf(path: readonly string[]): KeyPlace | undefined {
  let place: KeyPlace | undefined = KEY_TREE;
  for (const name of path) place = place?.children.get(name) ?? place?.any ?? place?.items;
  return place;
}

/** Whether the environment lookups in the value of a path wait until the value is used. */
export function isDeferred(path: readonly string[]): boolean {
  const type = placeOf(path)?.definition?.type;
  return type === 'template' || type === 'setting';
}
