// The scenarios, and how one is run: each variant in a lab of its own.

import { withLab } from './lab.mjs';
import { scenario as control } from './scenarios/control.mjs';
import { scenario as diskFull } from './scenarios/disk-full.mjs';
import { scenario as failover } from './scenarios/failover.mjs';
import { scenario as galera } from './scenarios/galera.mjs';
import { scenario as groupReplication } from './scenarios/group-replication.mjs';
import { scenario as pgbouncer } from './scenarios/pgbouncer.mjs';
import { scenario as pgpool } from './scenarios/pgpool.mjs';
import { scenario as replica } from './scenarios/replica.mjs';
import { scenario as switchover } from './scenarios/switchover.mjs';

const scenarios = {
  failover,
  switchover,
  pgbouncer,
  pgpool,
  replica,
  galera,
  'group-replication': groupReplication,
  'disk-full': diskFull,
  control,
};

export const scenarioNames = Object.fromEntries(Object.entries(scenarios).map(([name, { about }]) => [name, about]));

/**
 * How much work a variant does. `transactions` or `seconds` say when it is enough; no variant takes longer than `minutes`.
 * The clock starts when it is first looked at, when the servers are there and the writers begin.
 */
function sizeOf({ transactions = Number.POSITIVE_INFINITY, seconds, minutes, writers }) {
  let begun;
  return {
    writers,
    transactions,
    /** What is done between two faults. */
    perRound: Math.max(100, Math.min(500, Math.ceil(transactions / 20))),
    get until() {
      begun ??= Date.now();
      return begun + 1000 * (seconds ?? 60 * minutes);
    },
    isEnough(acknowledged) {
      return acknowledged >= transactions || Date.now() >= this.until;
    },
  };
}

/** Runs a scenario and returns a result for each of its variants. */
export async function runScenario(name, { variant = '', seed, quiet = false, ...options }) {
  const { about, variants } = scenarios[name];
  const results = [];
  for (const [title, work] of Object.entries(variants).filter(([each]) => each.includes(variant))) {
    if (!quiet) process.stdout.write(`\n${name}${title && `, ${title}`}: ${about}\nseed ${seed}\n`);
    const begun = performance.now();
    const result = await withLab({ seed, quiet }, (lab) => work(lab, sizeOf(options)));
    const problems = [...result.problems];
    if (options.transactions !== undefined && result.acknowledged < options.transactions)
      problems.push(
        `only ${result.acknowledged} transactions were acknowledged, ${options.transactions} were asked for`,
      );
    const seconds = Math.round((performance.now() - begun) / 1000);
    results.push({ scenario: name, variant: title, seconds, ...result, problems });
    if (!quiet) describe(results.at(-1));
  }
  return results;
}

/** How many there were of each class. */
function summary(kinds) {
  const sums = {};
  for (const [text, count] of Object.entries(kinds)) {
    const name = text.slice(0, text.indexOf(':'));
    sums[name] = (sums[name] ?? 0) + count;
  }
  return Object.entries(sums)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function describe({ acknowledged, lost, untold, failed, errors, conflicts, retries, seconds, problems }) {
  const tell = (line) => process.stdout.write(`${line}\n`);
  tell(
    `${acknowledged} acknowledged, ${lost} lost, ${untold} committed but not told, ${failed} errors, ${retries} retries, ${seconds} s`,
  );
  const kinds = {};
  for (const [text, count] of Object.entries(errors)) {
    const kind = text.replace(/ SQL: .*/, '');
    kinds[kind] = (kinds[kind] ?? 0) + count;
  }
  const most = Object.entries(kinds).sort(([, one], [, other]) => other - one);
  for (const [text, count] of most.slice(0, 8)) tell(`  ${count} × ${text}`);
  for (const [mode, each] of Object.entries(conflicts)) tell(`  conflicts, ${mode}: ${summary(each)}`);
  for (const problem of problems) tell(`  WRONG ${problem}`);
}
