import type { KeyDefinition } from '../../../src/config/keys.js';
import { KEYS } from '../../../src/config/keys.js';
import type { Adapter } from '../../../src/model/adapter.js';

/** A group of a configuration: plain data, as JSON has it. */
export type Settings = { [key: string]: unknown };

/** A DSN of each vendor; nobody connects. */
export const DSNS: Readonly<Record<Adapter, string>> = {
  pgsql: 'pgsql:host=x',
  mysql: 'mysql:host=x',
  sqlite: 'sqlite:x.db',
  mssql: 'sqlsrv:Server=x',
  oracle: 'oci:dbname=x',
};

/** Names for the parts of a key that people choose. */
const CHOSEN: Readonly<Record<string, string>> = {
  'database.connections': 'app',
  'migrations.connections': 'app',
  'runtime.log': 'defaultLogger',
  options: 'ATTR_TIMEOUT',
  attributes: 'ATTR_CASE',
  queries: 'first',
};

/** Harmless values of keys whose type does not say one. A new key that needs one fails the test until it has it. */
const HARMLESS: Readonly<Record<string, unknown>> = {
  'runtime.timeZone': 'UTC',
  'general.project': 'Shop',
  'paths.schemaDir': '.',
  'database.connections.*.classname': 'App\\Connection',
  'database.connections.*.settings.charset': 'utf8',
  'database.connections.*.settings.queries.*': 'SELECT 1',
  'runtime.log.*.path': 'log/orm.log',
  'runtime.configMode': '0640',
  exclude_tables: ['tmp_*'],
};

const isUsed = ({ path, replacedBy, aliasOf }: KeyDefinition): boolean =>
  // Propel's name for replicas excludes ours.
  replacedBy === undefined && aliasOf === undefined && path !== '';

/** The keys of the table that a configuration may have, with the path that the base writes for each. */
export function baseKeys(adapter: Adapter): readonly { definition: KeyDefinition; path: readonly string[] }[] {
  return KEYS.filter(isUsed).map((definition) => ({ definition, path: written(definition.path) }));

  function written(path: string): string[] {
    const names = path.split('.');
    return names.map((name, index) => {
      if (name === '#') return '0';
      if (name !== '*') return name;
      const group = names.slice(0, index).join('.');
      const chosen = CHOSEN[group] ?? CHOSEN[names[index - 1] ?? ''];
      if (chosen === undefined) throw new Error(`the group ${group} has no name in base-config.ts (${adapter})`);
      return chosen;
    });
  }
}

/** A configuration that sets every key. */
export function baseConfig(adapter: Adapter): Settings {
  const root: Settings = {};
  for (const { definition, path } of baseKeys(adapter)) set(root, path, harmless(definition, adapter));
  return { orm: root };
}

function harmless({ path, type, default: value, values }: KeyDefinition, adapter: Adapter): unknown {
  if (path === 'database.connections.*.adapter') return adapter;
  if (path.endsWith('.dsn')) return DSNS[adapter];
  if (Object.hasOwn(HARMLESS, path)) return HARMLESS[path];
  if (value !== undefined && value !== '') return value;
  if (values !== undefined) return values[0];
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'names':
      return ['app'];
    case 'strings':
      return ['a'];
    case 'size':
      return '32M';
    case 'path':
      return 'folder';
    case 'class':
      return 'App\\Thing';
    case 'string':
      return /connection/i.test(path) ? 'app' : 'a';
    case 'prefix':
    case 'namespace':
    case 'word':
    case 'setting':
    case 'template':
      return 'A';
  }
}

/** Sets a value of a tree, with its groups and lists. */
export function set(root: Settings, path: readonly string[], value: unknown): void {
  let group: Settings | unknown[] = root;
  for (const [index, name] of path.entries()) {
    const at = Array.isArray(group) ? Number(name) : name;
    const here = group as Settings;
    if (index < path.length - 1) {
      here[at] ??= path[index + 1] === '0' ? [] : {};
      group = here[at] as Settings | unknown[];
    } else here[at] = value;
  }
}

/** Calls a member of a group by another name. */
export function rename(root: Settings, path: readonly string[], name: string): void {
  const parent = path.slice(0, -2).reduce((group, each) => group[each] as Settings, root);
  const group = parent[path.at(-2) ?? ''] as Settings;
  parent[path.at(-2) ?? ''] = Object.fromEntries(
    Object.entries(group).map(([key, value]) => [key === path.at(-1) ? name : key, value]),
  );
}
