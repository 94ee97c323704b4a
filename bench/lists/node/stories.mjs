// Plays stories of the model check of lists through generated classes: node stories.mjs SETTINGS, a story per line on stdin.
// Settings are `modules` (the generated classes), `side` (the compiled side of the conformance runner), `connection`, and `shapes`.
// Prints lines of JSON: `done` is progress, the last line is the result.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { configure } from '@ormgen/runtime';
import { Cut, Mismatch, Story } from './story.mjs';

const settings = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { adapter, ...given } = settings.connection;
const driver = (await import(`@ormgen/runtime/${adapter}`))[adapter];
const orm = configure({
  version: 1,
  defaultConnection: 'lists_model',
  connections: { lists_model: driver(given), second: driver(given) },
});
const [models, { Side }] = await Promise.all([import(settings.modules), import(settings.side)]);
const done = { stories: 0, steps: 0, refused: 0, cut: {}, failures: 0, failure: undefined };
let shortest = Number.POSITIVE_INFINITY;

for await (const line of createInterface({ input: process.stdin })) {
  const story = JSON.parse(line);
  const sides = [await Side.start(orm.connection()), await Side.start(orm.connection('second'))];
  const played = new Story(story.table, models, settings.shapes[story.table], sides);
  try {
    await played.clean();
    await played.play(story.steps);
  } catch (error) {
    if (error instanceof Cut) done.cut[error.message] = (done.cut[error.message] ?? 0) + 1;
    else fail(story, played.steps, error);
  } finally {
    for (const side of sides) await side.end();
  }
  done.stories++;
  done.steps += played.steps;
  done.refused += played.refused;
  if (done.stories % 100 === 0) console.log(JSON.stringify({ done: done.stories }));
}
await orm.close();
console.log(JSON.stringify(done));
process.exit(done.failure === undefined ? 0 : 1);

/** The shortest story that shows something is kept. */
function fail(story, number, error) {
  done.failures++;
  if (number >= shortest) return;
  shortest = number;
  done.failure = failureOf(story, number, error);
}

function failureOf({ seed, table, steps }, number, error) {
  const told = steps
    .slice(0, number + 1)
    .map(({ then, ...step }) => `${JSON.stringify(step)}${then.refused ? ' refused' : ''}`);
  const reason = error instanceof Mismatch ? error.message : error.stack;
  return `seed ${seed}, table "${table}", step ${number + 1}:\n${told.join('\n')}\n${reason}`;
}
