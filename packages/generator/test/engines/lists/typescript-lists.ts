import { mysqlLocks } from '../../../../runtime-ts/src/lock/protocols/mysql.js';
import { pgsqlLocks } from '../../../../runtime-ts/src/lock/protocols/pgsql.js';
import { sqliteLocks } from '../../../../runtime-ts/src/lock/protocols/sqlite.js';
import type { ListMap } from '../../../../runtime-ts/src/sortable/list-map.js';
import { DIALECTS } from '../../../../runtime-ts/test/support/dialects.js';
import { type Bench, type Engine, openBench, statement } from '../../../../runtime-ts/test/support/transactions.js';
import { planTable } from '../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { compileSchema } from '../../support/compile-schema.js';

const LOCKS = { pgsql: pgsqlLocks, mysql: mysqlLocks, sqlite: sqliteLocks } as const;

export interface TypescriptLists {
  readonly bench: Bench;
  /** What is planned for the lists of a table. */
  mapOf(table: string): ListMap;
}

/** The tables of a schema on a server, and what the generator plans for the runtime of TypeScript. */
export async function openTypescriptLists(engine: Engine, tables: string): Promise<TypescriptLists> {
  const bench = await openBench(engine, 8);
  const { vendor } = bench.database;
  const platform = await loadPlatform(vendor);
  const { sql = '', database } = compileSchema(`<database name="app">${tables}</database>`, platform);
  for (const text of sql.replaceAll(/^--.*$/gm, '').split(/;\s*\n/)) {
    if (text.trim() !== '') await bench.database.run(statement(text));
  }
  return {
    bench,
    mapOf: (name) => {
      const table = database?.tables.find((each) => each.name === name);
      const lists = table && planTable(table, platform, DEFAULT_PLATFORM_OPTIONS).lists;
      if (table === undefined || lists === undefined) throw new Error(`no list ${name}`);
      const { required, exact, fixed, header, unique, phased, conditions, rows, underLock, keyed, arrange } = lists;
      return {
        table: name,
        model: table.className,
        dialect: DIALECTS[vendor],
        locks: LOCKS[vendor],
        rank: lists.rank,
        scope: lists.scope,
        keyWidth: table.primaryKey.length,
        scopeNames: lists.named.scope.map(({ column }) => column.name),
        ...{ required, exact, fixed, header, unique, phased, conditions, rows, underLock, keyed, arrange },
        statements: Object.fromEntries(lists.statements),
      };
    },
  };
}
