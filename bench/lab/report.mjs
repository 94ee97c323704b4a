// The figures of runs as a table, and in bench/RESULTS.md.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { record } from '../results.mjs';

const HEADING = 'The lab';
const columns = [
  'scenario',
  'acknowledged',
  'lost',
  'committed, not told',
  'errors at writers',
  'retries',
  'lists',
  'faults',
  'writers back afterwards: median, longest',
  'minutes',
  'run',
];
const head = [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---|').join('')}`];

function row(result, run = '') {
  const { scenario, variant, acknowledged, lost, untold, failed, retries, lists, right, faults, wait, seconds } =
    result;
  const time = (value) => (Number.isFinite(value) ? `${value.toFixed(1)} s` : 'never');
  const cells = [
    [scenario, variant].filter(Boolean).join(', '),
    acknowledged,
    lost,
    untold,
    failed,
    retries,
    right ? `${lists} right` : '**wrong**',
    faults || '',
    wait ? `${time(wait.median)}, ${time(wait.longest)}` : '',
    (seconds / 60).toFixed(1),
    run,
  ];
  return `| ${cells.join(' | ')} |`;
}

export function table(results) {
  return [...head, ...results.map((result) => row(result))].join('\n');
}

/** Replaces the rows of these scenarios in RESULTS.md, and leaves those of others as they are. */
export function recordResults(results, run) {
  const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const section = text.split(/^(?=## )/m).find((each) => each.startsWith(`## ${HEADING}\n`)) ?? '';
  const rows = new Map();
  const key = (line) => line.split('|')[1].trim();
  const known = section.split('\n').filter((line) => line.startsWith('| ') && key(line) !== columns[0]);
  for (const line of [...known, ...results.map((result) => row(result, run))]) rows.set(key(line), line);
  const sorted = [...rows.values()].sort();
  record(
    HEADING,
    [
      '`node bench/lab/run.mjs <scenario> --record`, one after the other: see [lab/README.md](lab/README.md). Acknowledged: transactions',
      'whose COMMIT returned to a writer. Lost: those of them that are not there at the end. Every list is 1..n and equal to a replay',
      'of the journal unless the table says otherwise. The control must lose work.',
      '',
      ...head,
      ...sorted,
    ].join('\n'),
  );
}
