import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { ENGINES, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { startOrm } from '../support/orm-process.js';
import { type Cut, KillingProxy } from './killing-proxy.js';
import { closeShop, commandOf, type Direction, expectWhole, openShop, type Shop } from './shop.js';

const RUNS = numberOfRuns(12);
const MINUTES = randomMinutes();

/** Kills a runner somewhere in its work. Answers how many messages it had sent, and whether it was killed. */
async function kill(
  shop: Shop,
  direction: Direction,
  at: number,
  cut: Cut,
): Promise<{ sent: number; killed: boolean }> {
  if (shop.database.adapter === 'sqlite') {
    const { child, ended } = startOrm(shop.cwd, commandOf(direction));
    const timer = setTimeout(() => child.kill('SIGKILL'), at);
    const { signal } = await ended;
    clearTimeout(timer);
    return { sent: 0, killed: signal === 'SIGKILL' };
  }
  const proxy = await KillingProxy.open(shop.database.connection.dsn ?? '', at, cut);
  const config = join(shop.cwd, 'orm.json');
  writeFileSync(config, configuration({ shop: { ...shop.database.connection, dsn: proxy.dsn } }));
  const { child, ended } = startOrm(shop.cwd, commandOf(direction));
  proxy.onCut = () => child.kill('SIGKILL');
  const { signal } = await ended;
  await proxy.close();
  writeFileSync(config, configuration({ shop: shop.database.connection }));
  return { sent: proxy.sent, killed: signal === 'SIGKILL' };
}

describe('a runner that is killed', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'is carried on with on %s',
    { timeout: 7_200_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`killed runners: ${RUNS} on ${engine} with seed ${seed}`);
      const random = numbers(seed);
      const end = Date.now() + MINUTES * 60_000;
      const shop = await openShop(engine);
      try {
        // What a whole run sends, or how many milliseconds it takes.
        const began = Date.now();
        const whole = await kill(shop, 'up', 2 ** 31 - 1, 'before');
        let length = engine === 'sqlite' ? Date.now() - began : whole.sent;
        expect(whole.killed).toBe(false);
        await expectWhole(shop, 'up');
        let killed = 0;
        for (let turn = 0; killed < RUNS && Date.now() < end && turn < RUNS * 8; turn++) {
          const direction = turn % 2 === 0 ? 'down' : 'up';
          const at =
            engine === 'sqlite' ? Math.ceil(length * (0.4 + random() * 0.6)) : 1 + Math.floor(random() * length);
          const cut = (['before', 'after', 'during'] as const)[Math.floor(random() * 3)] ?? 'before';
          const started = Date.now();
          if ((await kill(shop, direction, at, cut)).killed) killed++;
          else if (engine === 'sqlite') length = Math.min(length, Date.now() - started); // The machine is less busy now.
          const again = await orm(shop.cwd, ...commandOf(direction));
          const place = `${cut} message ${at}, ${direction}`;
          expect({ place, code: again.code, stderr: again.stderr.replaceAll(/waiting for .*\n/g, '') }).toEqual({
            place,
            code: 0,
            stderr: '',
          });
          await expectWhole(shop, direction);
        }
        if (Date.now() < end) expect(killed).toBe(RUNS);
        const report = process.env['ORM_RANDOM_REPORT'];
        if (report !== undefined) appendFileSync(report, `${engine}: ${killed} killed runners, seed ${seed}\n`);
      } finally {
        await closeShop(shop);
      }
    },
  );
});

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
