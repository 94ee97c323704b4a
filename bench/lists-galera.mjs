#!/usr/bin/env node
// List operations on a Galera cluster, with writers on all three nodes at once:
//   node scripts/engines.mjs start galera
//   node bench/lists-galera.mjs [--writers 6] [--operations 6000] [--seed N] [--record]
// Through generated classes with header_table, and by the same protocol in bare PDO; beside them named locks alone, which
// a node keeps to itself. The cluster must run; ends with 1 when a list that should be right is not.
import { parseArgs } from 'node:util';
import { bareLoad, classLoad } from './galera/cluster.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '6' },
    operations: { type: 'string', default: '6000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    record: { type: 'boolean', default: false },
  },
});
const size = { writers: Number(values.writers), operations: Number(values.operations), seed: Number(values.seed) };
const classes = await classLoad(size);
const header = await bareLoad('header', size);
const named = await bareLoad('named', size);

const state = ({ table, lists, wrong, duplicates, gaps, same, nodes }) =>
  `${table}: ${wrong === 0 ? `${lists} lists 1..n` : `${wrong} of ${lists} lists wrong (${duplicates} duplicates, ${gaps} gaps)`}, ${same ? `equal on ${nodes} nodes` : 'NODES DIFFER'}`;
const isRight = ({ errors, found, lost, stray }) =>
  Object.keys(errors).length === 0 &&
  lost === 0 &&
  stray === 0 &&
  found.every(({ wrong, same }) => wrong === 0 && same);
const line = (name, result, done, conflicts) => {
  const { errors, found, retries, refused, lost, stray, seconds } = result;
  const failures = Object.entries(errors).map(([reason, count]) => `${count} × ${reason.replaceAll('\n', ' ')}`);
  const rows = lost + stray === 0 ? [] : [`${lost} rows lost, ${stray} stray`];
  const cells = [
    done,
    retries,
    conflicts,
    refused,
    failures.join('; ') || 0,
    [...found.map(state), ...rows].join('<br>'),
  ];
  return `| ${[name, ...cells, Math.round(done / seconds)].join(' | ')} |`;
};

const { own, callable, byHand, conflicts } = classes;
const given = conflicts.own + conflicts.callable + conflicts.byHand + conflicts.plain;
const share = ((100 * conflicts.byHand) / (byHand + conflicts.byHand)).toFixed(1);
const report = [
  `\`node bench/lists-galera.mjs\`, seed ${values.seed}: ${values.writers} writers, in turn on each of three nodes, on eight lists of 30 rows (generated`,
  'classes; one table indexed, one unique) or four of 40 (bare PDO). Moves, inserts, deletes, swaps, removals, changes of list.',
  `The classes worked in ${own} transactions of their own, ${callable} of \`transaction(callable)\` and ${byHand} begun by hand. Conflicts that`,
  `reached a caller: ${conflicts.own}, ${conflicts.callable} and ${conflicts.byHand} (${share}% of those by hand: nobody waits for a lock of another node, so whoever`,
  `is second fails), and ${conflicts.plain} of plain saves of another column. Refused: the row was gone or the rank out of range when its turn came.`,
  '',
  '| protocol | operations | retries | conflicts | refused | errors | lists afterwards | per second |',
  '|---|---|---|---|---|---|---|---|',
  line('generated classes, `header_table`', classes, classes.operations - classes.refused - given, given),
  line('bare PDO, header row', header, header.done, 0),
  line('bare PDO, `GET_LOCK` only', named, named.done, 0),
].join('\n');
console.log(report);
if (values.record) record('Lists on Galera', report);
if (!isRight(classes) || !isRight(header)) {
  console.error('A list is wrong, or rows are not what was acknowledged, or an operation failed.');
  process.exitCode = 1;
}
