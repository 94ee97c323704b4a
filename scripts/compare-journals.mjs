// Compares what the runners of conformance/lists have sent in PHP and in TypeScript, step by step:
//   export ORM_JOURNAL=$(mktemp -d)
//   node scripts/php/suite.mjs --engine sqlite --filter ConformanceTest
//   npx vitest run packages/generator/test/conformance/typescript-lists.test.ts -t sqlite
//   node scripts/compare-journals.mjs [--engine sqlite] [--examples]
// Only what conformance/differences.json names may differ, and all of that has to.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { counted, isSame } from './journals/statements.mjs';
import { adapterOf } from './php/project.mjs';

const ENGINES = ['sqlite', 'pgsql15', 'mariadb', 'mysql9'];

const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: ENGINES.join() }, examples: { type: 'boolean', default: false } },
});
const folder = process.env.ORM_JOURNAL ?? '';
if (folder === '') throw new Error('ORM_JOURNAL names no folder with journals');

const conformance = (name) => JSON.parse(readFileSync(new URL(`../conformance/${name}`, import.meta.url), 'utf8'));
const { lists: differences } = conformance('differences.json');
const pending = new Set(conformance('pending-typescript.json').flatMap(({ scenarios }) => scenarios));

/** The steps of a scenario by its name. */
function journal(language, engine, leftOut) {
  const scenarios = new Map();
  for (const line of readFileSync(join(folder, `${language}-${engine}.jsonl`), 'utf8').split('\n')) {
    if (line === '') continue;
    const { scenario, step, sent, keys } = JSON.parse(line);
    if (pending.has(scenario)) continue;
    scenarios.set(scenario, [...(scenarios.get(scenario) ?? []), { step, keys, sent: counted(sent, leftOut) }]);
  }
  return scenarios;
}

const used = new Set();

function compare(engine) {
  const adapter = adapterOf(engine);
  const rules = differences.filter(({ vendors }) => vendors?.includes(adapter) ?? true);
  const places = rules.flatMap(({ name, steps = {} }) =>
    Object.entries(steps).flatMap(([scenario, numbers]) => numbers.map((step) => [`${scenario} ${step}`, name])),
  );
  const allowed = new Map(places);
  const leftOut = rules.flatMap(({ name, leftOut: pattern }) => {
    if (pattern === undefined) return [];
    const found = new RegExp(pattern);
    return [(sql) => found.test(sql) && used.add(name) !== undefined];
  });
  const [php, typescript] = ['php', 'typescript'].map((language) => journal(language, engine, leftOut));
  const found = { engine, same: 0, allowed: 0, kinds: new Map(), needless: [] };
  for (const [scenario, steps] of typescript) {
    for (const [index, here] of steps.entries()) {
      const there = php.get(scenario)?.[index];
      if (there === undefined) throw new Error(`only TypeScript has step ${here.step} of "${scenario}" on ${engine}`);
      const rule = allowed.get(`${scenario} ${here.step}`);
      if (isSame(there, here)) {
        found.same++;
        if (rule !== undefined) found.needless.push(`step ${here.step} of "${scenario}" (${rule})`);
      } else if (rule === undefined) note(found.kinds, scenario, there, here);
      else {
        found.allowed++;
        used.add(rule);
      }
    }
  }
  return found;
}

/** By the first statements that differ. */
function note(kinds, scenario, there, here) {
  const at = there.sent.findIndex(([sql], place) => sql !== here.sent[place]?.[0]);
  const place = at < 0 ? there.sent.length : at;
  const [one, other] = [there, here].map(({ sent }) => sent[place]?.[0] ?? '(end, or other values)');
  const kind = `${one}\n  ${other}`;
  kinds.set(kind, [...(kinds.get(kind) ?? []), { scenario, there, here }]);
}

const text = ({ sent }) => sent.map(([sql, values]) => `      ${sql} ${JSON.stringify(values)}`).join('\n');

function show({ engine, same, allowed, kinds, needless }) {
  for (const [kind, cases] of [...kinds].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`${cases.length} × ${kind}`);
    for (const { scenario, there, here } of options.examples ? cases : cases.slice(0, 1)) {
      console.log(`    such as step ${here.step} of "${scenario}"`);
      if (options.examples) console.log(`${text(there)}\n    and\n${text(here)}`);
    }
  }
  for (const place of needless) console.log(`differences.json expects another statement in ${place}`);
  const different = [...kinds.values()].reduce((sum, cases) => sum + cases.length, 0);
  console.log(`${engine}: ${same} steps are the same, ${allowed} differ on purpose, ${different} differ.`);
  return different === 0 && needless.length === 0 && same > 0;
}

const engines = options.engine.split(',');
const areRight = engines.map(compare).map(show);
const isWhole = ENGINES.every((engine) => engines.includes(engine));
const unused = isWhole ? differences.filter(({ name }) => !used.has(name)) : [];
for (const { name } of unused) console.log(`"${name}" of differences.json is nowhere to be seen.`);
if (unused.length > 0 || areRight.includes(false)) process.exitCode = 1;
