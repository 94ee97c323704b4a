import { describe, expect, test } from 'vitest';
import { Pool } from '../../src/drivers/index.js';
import { runLocked } from '../../src/lock/locked-work.js';
import { pgsqlLocks } from '../../src/lock/protocols/pgsql.js';
import { Database } from '../../src/transactions/index.js';
import { freshDatabase, type Server } from '../support/engines.js';
import { Counter } from '../support/lock.js';
import { countingProxy } from '../support/proxy.js';
import { statement } from '../support/transactions.js';

describe.each(['pgsql15', 'pgsql18'] as const satisfies readonly Server[])('round trips on %s', (server) => {
  test('BEGIN and SAVEPOINT go with the statement behind them', async () => {
    const home = await freshDatabase(server);
    const proxy = await countingProxy(home.settings.host, home.settings.port);
    const pool = new Pool(home.driver({ host: '127.0.0.1', port: proxy.port, ssl: { mode: 'disable' } }));
    const database = new Database('shop', pool);
    const ask = (): Promise<unknown> => database.run(statement('SELECT 1'));
    const trips = async (work: () => Promise<unknown>): Promise<number> => {
      proxy.reset();
      await work();
      return proxy.roundTrips;
    };
    try {
      await ask();
      expect(await trips(ask)).toBe(1);
      expect(await trips(() => database.transaction(ask))).toBe(2);
      // [BEGIN, SAVEPOINT, SELECT], [RELEASE], [COMMIT]
      expect(await trips(() => database.transaction(() => database.transaction(ask)))).toBe(3);
      const three = [1, 2, 3].map((n) => statement(`SELECT ${n}`));
      const move = database.transaction.bind(database, async (con) => {
        expect((await con.together(three)).map(({ rows }) => rows)).toEqual([[['1']], [['2']], [['3']]]);
        expect((await con.finish(three)).map(({ rows }) => rows)).toEqual([[['1']], [['2']], [['3']]]);
      });
      expect(await trips(() => move())).toBe(2);
      expect(await trips(() => database.transaction((con) => con.finish(three)))).toBe(1);
      const locked = (): Promise<unknown> =>
        runLocked(database, {
          protocol: pgsqlLocks,
          locks: [new Counter(server, 1)],
          reads: () => three,
          work: ({ con }) => con.finish(three),
        });
      // [BEGIN, lock, reads], [writes, COMMIT]
      expect(await trips(locked)).toBe(2);
      // [BEGIN, SAVEPOINT, lock, reads], [writes], [SET LOCAL], [RELEASE], [COMMIT]
      expect(await trips(() => database.transaction(locked))).toBe(5);
      expect(await trips(() => database.transaction(() => database.transaction(() => Promise.resolve())))).toBe(0);
    } finally {
      await pool.end();
      proxy.close();
      await home.drop();
    }
  });
});
