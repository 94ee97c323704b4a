import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberOfRuns, randomMinutes } from '../properties/random-runs.js';
import { ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { runOrm } from '../support/orm-process.js';
import { closeShop, commandOf, type Direction, expectWhole, openShop, type Shop } from './shop.js';

const RUNS = numberOfRuns(4);
const MINUTES = randomMinutes();
const RUNNERS = 8;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The drivers of SQLite wait for a lock without letting go of their process. */
const start = (engine: Engine, { cwd }: Shop, direction: Direction): Promise<Ended> =>
  engine === 'sqlite' ? runOrm(cwd, commandOf(direction)) : orm(cwd, ...commandOf(direction));

describe('several runners at the same moment', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'run each migration once on %s',
    { timeout: 7_200_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const end = Date.now() + MINUTES * 60_000;
      const shop = await openShop(engine);
      let rounds = 0;
      try {
        for (; rounds < RUNS && Date.now() < end; rounds++) {
          for (const direction of ['up', 'down'] as const) {
            const all = await Promise.all(Array.from({ length: RUNNERS }, () => start(engine, shop, direction)));
            const ended = all.map(({ code, stderr }) => ({ code, stderr: stderr.replaceAll(/waiting for .*\n/g, '') }));
            expect(ended).toEqual(all.map(() => ({ code: 0, stderr: '' })));
            const ran = all.flatMap(({ stdout }) =>
              [...stdout.matchAll(/_(\w+) → shop: [1-9]/g)].map(([, name]) => name),
            );
            // Without a lock, as on SQLite, one may do a step of what another has begun; that each ran once is seen below.
            expect((engine === 'sqlite' ? [...new Set(ran)] : ran).sort()).toEqual(['pages', 'writer']);
            // One that came second did nothing, and must not say that it did.
            expect(all.filter(({ stdout }) => stdout.includes(': 0 statements'))).toEqual([]);
            await expectWhole(shop, direction);
          }
        }
      } finally {
        await closeShop(shop);
      }
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined)
        appendFileSync(report, `${engine}: ${rounds} rounds of ${RUNNERS} runners, up and down\n`);
    },
  );
});
