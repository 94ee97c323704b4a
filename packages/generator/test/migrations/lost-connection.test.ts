import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configuration } from '../cli/support/project.js';
import { randomSeed } from '../properties/random-runs.js';
import { missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { type Cut, KillingProxy } from './killing-proxy.js';
import { closeShop, commandOf, type Direction, expectWhole, openShop, type Shop } from './shop.js';

/** What would be false where nobody knows whether the server has done what it was asked for. */
const CERTAIN = /the database is as it was|nothing of this migration was done|fix what stands in the way/;

/** A runner whose connection goes away at one of its messages. */
async function cutOff({ cwd, database }: Shop, direction: Direction, at: number, cut: Cut) {
  const proxy = await KillingProxy.open(database.connection.dsn ?? '', at, cut);
  let closing: Promise<void> | undefined;
  proxy.onCut = () => {
    closing = proxy.close();
  };
  const config = join(cwd, 'orm.json');
  writeFileSync(config, configuration({ shop: { ...database.connection, dsn: proxy.dsn } }));
  const { code, stderr } = await orm(cwd, ...commandOf(direction));
  await (closing ?? proxy.close());
  writeFileSync(config, configuration({ shop: database.connection }));
  return { code, stderr, sent: proxy.sent };
}

describe('a connection that is lost at any message', () => {
  test.for(['pgsql15', 'mysql9', 'mariadb'] as const)(
    'leaves nobody with a false word on %s, and the next run goes on',
    { timeout: 600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const shop = await openShop(engine);
      try {
        const { sent, code } = await cutOff(shop, 'up', 2 ** 31 - 1, 'after');
        expect(code).toBe(0);
        let inSteps = 0;
        // Every fifth, from another one each time.
        const first = 1 + (randomSeed() % 5);
        console.log(`lost connections: from message ${first} on ${engine}`);
        let turn = 0;
        for (let at = first; at <= sent; at += 5) {
          const direction = turn++ % 2 === 0 ? 'down' : 'up';
          const lost = await cutOff(shop, direction, at, turn % 3 === 0 ? 'before' : 'after');
          const place = { at, direction };
          if (/step \d+ of \d+ on/.test(lost.stderr)) {
            inSteps++;
            expect({ ...place, stderr: lost.stderr }).toEqual({
              ...place,
              stderr: expect.stringMatching(/the connection was lost, so the server may have done/) as string,
            });
            expect({ ...place, stderr: lost.stderr }).toEqual({
              ...place,
              stderr: expect.not.stringMatching(CERTAIN) as string,
            });
          }
          const again = await orm(shop.cwd, ...commandOf(direction));
          expect({ ...place, code: again.code, stderr: again.stderr }).toEqual({ ...place, code: 0, stderr: '' });
          await expectWhole(shop, direction);
        }
        expect(inSteps).toBeGreaterThan(3);
      } finally {
        await closeShop(shop);
      }
    },
  );
});
