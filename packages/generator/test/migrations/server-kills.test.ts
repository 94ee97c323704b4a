import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPrivateServer } from '../../../../bench/lists/server.mjs';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { Random } from '../reverse/alters/random.js';
import { orm } from '../support/orm-in-process.js';
import { startOrm } from '../support/orm-process.js';
import { type Cut, KillingProxy } from './killing-proxy.js';
import { closeShop, commandOf, expectWhole, openShop } from './shop.js';

const RUNS = numberOfRuns(2);
const MINUTES = randomMinutes();
const SERVERS = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'mariadb11'] as const;

describe('a server that is killed under a runner', () => {
  // Each takes a server of its own, which takes a while to make.
  it.for(SERVERS)('comes back, and the migration is carried on with, on %s', { timeout: 7_200_000 }, async (engine) => {
    const seed = randomSeed();
    console.log(`killed servers: ${RUNS} on ${engine} with seed ${seed}`);
    const random = new Random(seed);
    const end = Date.now() + MINUTES * 60_000;
    const server = await startPrivateServer(engine);
    process.env[`ORM_TEST_${engine.toUpperCase()}_URL`] = server.url;
    const shop = await openShop(engine);
    const config = join(shop.cwd, 'orm.json');
    /** A runner behind a proxy, and what happens at one of its messages. */
    const run = async (words: string[], at: number, cut: Cut, onCut: () => Promise<void>) => {
      const proxy = await KillingProxy.open(shop.database.connection.dsn ?? '', at, cut);
      writeFileSync(config, configuration({ shop: { ...shop.database.connection, dsn: proxy.dsn } }));
      let dying: Promise<void> | undefined;
      proxy.onCut = () => {
        dying = onCut();
      };
      const { code, stderr } = await startOrm(shop.cwd, words).ended;
      await dying;
      await proxy.close();
      writeFileSync(config, configuration({ shop: shop.database.connection }));
      return { code, stderr, sent: proxy.sent, isCut: dying !== undefined };
    };
    try {
      const whole = await run(commandOf('up'), 2 ** 31 - 1, 'before', () => Promise.resolve());
      expect(whole).toMatchObject({ code: 0, isCut: false });
      let killed = 0;
      for (let turn = 0; killed < RUNS && Date.now() < end; turn++) {
        const direction = turn % 2 === 0 ? 'down' : 'up';
        const cut = random.of(['before', 'after', 'during'] as const);
        const at = 1 + random.below(whole.sent);
        const place = `${cut} message ${at}, ${direction}`;
        const cutOff = await run(commandOf(direction), at, cut, () => server.kill());
        if (cutOff.isCut) {
          killed++;
          // At the last messages everything is done, and nothing is left to fail.
          const said = cutOff.code === 0 ? /^$/ : /^(waiting for .*\n)*error: /;
          expect({ place, stderr: cutOff.stderr }).toEqual({ place, stderr: expect.stringMatching(said) as string });
          await server.restart();
          await shop.database.reconnect();
        }
        const again = await orm(shop.cwd, ...commandOf(direction));
        expect({ place, code: again.code, stderr: again.stderr }).toEqual({ place, code: 0, stderr: '' });
        await expectWhole(shop, direction);
      }
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) appendFileSync(report, `${engine}: ${killed} killed servers, seed ${seed}\n`);
    } finally {
      await closeShop(shop).catch(() => undefined);
      await server.stop();
    }
  });
});
