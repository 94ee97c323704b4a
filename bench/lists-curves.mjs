#!/usr/bin/env node
// How the cost of lists grows: the time of a move and the rows it writes against the length of the list, and moves a second
// against the number of writers. Writes lists-speed/curves.json, from which draw-curves.mjs draws the pictures in docs/.
//   node bench/lists-curves.mjs [--engine pgsql18,mariadb,mysql9,sqlite] [--sizes 100,1000,10000,100000,1000000] [--writers 1,2,4,8,16,32]
//     [--seconds 4] [--only length,writers]
// Ours, the same statements in bare PDO, and the statements of Propel's sortable behavior sent by hand (propel-lists/).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { load, median, php, withProject, writers } from './lists-speed/run.mjs';

const FILE = fileURLToPath(new URL('lists-speed/curves.json', import.meta.url));
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pgsql18,mariadb,mysql9,sqlite' },
    sizes: { type: 'string', default: '100,1000,10000,100000,1000000' },
    writers: { type: 'string', default: '1,2,4,8,16,32' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: 'length,writers' },
  },
});
const SIDES = ['ours', 'bare', 'propel'];
const parts = values.only.split(',');
const sizes = values.sizes.split(',').map(Number);

/** Long moves of long lists take seconds each: fewer of them. */
function roundsOf(size) {
  return size >= 1_000_000 ? 1 : size >= 100_000 ? 3 : 9;
}

async function lengths(settings) {
  const found = { moveUp: {}, moveToTop: {}, rows: {} };
  for (const size of sizes) {
    for (const [name, count, rounds] of [
      ['moveUp', 20, 9],
      ['moveToTop', 1, roundsOf(size)],
    ]) {
      const result = await php('measure.php', {
        ...settings,
        sizes: [size],
        rounds,
        sides: SIDES,
        cases: { [name]: { [size]: count } },
      });
      const times = result[name][size];
      found[name][size] = Object.fromEntries(SIDES.map((side) => [side, round(median(times[side]))]));
    }
    found.rows[size] = await php('rows.php', settings, size);
    console.error(`  ${size} rows: ${JSON.stringify(found.moveUp[size])} ${JSON.stringify(found.moveToTop[size])}`);
  }
  return found;
}

async function throughput(settings) {
  const found = {};
  for (const count of values.writers.split(',').map(Number)) {
    found[count] = {};
    const rounds = Object.fromEntries(SIDES.map((side) => [side, []]));
    for (let turn = 0; turn < 3; turn++) {
      for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
        rounds[side].push(await writers(settings, side, count, Number(values.seconds)));
      }
    }
    for (const [side, each] of Object.entries(rounds)) {
      if (side !== 'propel' && each.some(({ isRight }) => !isRight)) throw new Error(`the list of ${side} is wrong`);
      found[count][side] = {
        rate: round(median(each.map(({ rate }) => rate))),
        wrong: each.filter(({ isRight }) => !isRight).length,
        failed: each.reduce((sum, { failed }) => sum + failed, 0),
      };
    }
    console.error(`  ${count} writers: ${JSON.stringify(found[count])}`);
  }
  return found;
}

const round = (value) => Number(value.toPrecision(3));

const curves = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
for (const engine of values.engine.split(',')) {
  console.error(`${engine}, load ${load()}`);
  await withProject(engine, async (settings) => {
    const known = curves[engine] ?? {};
    if (parts.includes('length')) known.length = { ...(await lengths(settings)), load: load() };
    if (parts.includes('writers')) known.writers = { ...(await throughput(settings)), load: load() };
    curves[engine] = known;
    writeFileSync(FILE, `${JSON.stringify(curves, null, 2)}\n`);
  });
}
