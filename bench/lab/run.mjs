#!/usr/bin/env node
// Lists behind failover, proxies, poolers and clusters: see README.md beside this file.

import { availableParallelism, constants } from 'node:os';
import { parseArgs } from 'node:util';
import { interruption } from '../../scripts/engines/processes.mjs';
import { freshSeed } from '../lists/run.mjs';
import { endInOrder } from './lab.mjs';
import { recordResults, table } from './report.mjs';
import { runScenario, scenarioNames } from './scenarios.mjs';

const help = `Lists behind failover, proxies, poolers and clusters, on servers of its own on loopback.

Usage: node bench/lab/run.mjs <scenario…> [options]

Scenarios
${Object.entries(scenarioNames)
  .map(([name, about]) => `  ${name.padEnd(18)} ${about}`)
  .join('\n')}

Options
  --transactions N   acknowledged transactions of each variant, at least (default 10000)
  --seconds N        in place of that: how long the writers of each variant work
  --minutes M        give up a variant after so long (default 20)
  --writers N        PHP processes (default 8)
  --variant TEXT     only variants whose name contains it
  --seed S           repeat a run, as far as processes can be repeated (default: a fresh one, which is printed)
  --record           put the figures into bench/RESULTS.md
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    transactions: { type: 'string', default: '10000' },
    seconds: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    variant: { type: 'string', default: '' },
    seed: { type: 'string', default: String(freshSeed()) },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const unknown = positionals.find((name) => !Object.hasOwn(scenarioNames, name));
if (values.help || positionals.length === 0 || unknown) {
  if (unknown) process.stderr.write(`unknown scenario "${unknown}"\n\n`);
  process.stdout.write(help);
  process.exit(values.help ? 0 : 1);
}

endInOrder();
const tell = (line) => process.stdout.write(`${line}\n`);
const results = [];
try {
  for (const scenario of positionals) {
    const more = await runScenario(scenario, {
      transactions: values.seconds ? undefined : Number(values.transactions),
      seconds: values.seconds ? Number(values.seconds) : undefined,
      minutes: Number(values.minutes),
      writers: Number(values.writers),
      variant: values.variant,
      seed: Number(values.seed),
    });
    results.push(...more);
    if (values.record)
      recordResults(more, `seed ${values.seed}, ${values.writers} writers, ${availableParallelism()} cores`);
  }
} catch (error) {
  if (!interruption.signal.aborted) throw error;
  tell(interruption.signal.reason.message);
  process.exit(128 + constants.signals[interruption.signal.reason.signal]);
}
tell(`\n${table(results)}\n`);
const wrong = results.filter(({ problems }) => problems.length > 0);
for (const { scenario, variant, problems } of wrong) {
  for (const problem of problems)
    tell(`FAILED ${[scenario, variant].filter(Boolean).join(', ')}: ${problem.split('\n')[0]}`);
}
tell(`${results.length - wrong.length} passed, ${wrong.length} failed`);
process.exitCode = wrong.length === 0 ? 0 : 1;
