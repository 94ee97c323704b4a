// All engines. Each is an object of the same shape; see pgsql.mjs and mysql.mjs.

import { galeraEngine } from './galera.mjs';
import { mysqlEngines } from './mysql.mjs';
import { pgsqlEngines } from './pgsql.mjs';
import { engineNames } from './settings.mjs';

const engines = new Map([...pgsqlEngines, ...mysqlEngines, galeraEngine].map((engine) => [engine.name, engine]));

export function engineOf(name) {
  const engine = engines.get(name);
  if (!engine) throw new Error(`unknown engine "${name}", expected one of ${engineNames.join(', ')}`);
  return engine;
}
