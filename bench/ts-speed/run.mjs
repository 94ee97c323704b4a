// One process that measures all sides on one engine: node run.mjs SETTINGS. Writes, as JSON, the time of each side in each round
// of each case. Settings: adapter, settings of the connection, modules (the generated classes), peers, rounds,
// warming (rounds before those that count), cases, and the file for the result.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openBare } from './bare.mjs';
import { CASES } from './cases.mjs';
import { openOurs } from './ours.mjs';
import { checkRow, placeOf } from './values.mjs';

const given = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const ours = await openOurs(given);
await ours.move(placeOf(1));
const moves = new Map();
for (const rank of [placeOf(0), placeOf(1)]) moves.set(rank, await ours.statementsOf(rank));
const sides = [await openBare(given, moves), ours];
const missing = [];
for (const { name, module, folder } of given.peers) {
  const { open } = await import(module);
  try {
    const side = await open(given, createRequire(join(folder, 'package.json')), folder);
    await checkRow(side);
    sides.push(side);
  } catch (error) {
    missing.push(`${name} was not measured: ${error.message.trim().split('\n')[0]}`);
  }
}

/** Milliseconds that passed, and those of them for which this process had a processor, which do not count what else the machine does. */
function now() {
  const { user, system } = process.cpuUsage();
  return { passed: performance.now(), processor: (user + system) / 1000 };
}

async function measure(side, { run, before, times }, round) {
  const subject = before ? await before(side, times) : side;
  const begun = now();
  await run(subject, round, times);
  const ended = now();
  return { passed: ended.passed - begun.passed, processor: ended.processor - begun.processor };
}

const measured = {};
for (const [name, one] of Object.entries(CASES)) {
  if (given.cases.length > 0 && !given.cases.includes(name)) continue;
  const taking = sides.filter((side) => one.has === undefined || side[one.has] !== undefined);
  measured[name] = Object.fromEntries(taking.map((side) => [side.name, []]));
  // Rounds for the compiler of JavaScript. No collection of garbage is asked for: it would throw away what was compiled.
  for (let round = -given.warming; round < given.rounds; round++) {
    // Who comes first changes, so that nobody always follows the same one.
    const turn = Math.abs(round) % taking.length;
    for (const side of [...taking.slice(turn), ...taking.slice(0, turn)]) {
      const taken = await measure(side, one, round + given.warming);
      if (round >= 0) measured[name][side.name].push(taken);
    }
  }
}
for (const side of sides) await side.close();
writeFileSync(
  given.result,
  JSON.stringify({ measured, missing, statements: moves.get(placeOf(0)).map(({ sql }) => sql) }),
);
