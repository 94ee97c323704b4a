#!/usr/bin/env node
// The same load of list operations on ours and on Propel 2: 8 processes with 200 operations each, on MariaDB, in turn.
//   node bench/lists-propel.mjs [--processes 8] [--operations 200] [--rounds 3] [--record]
// Where Propel cannot be installed (bench/propel.mjs), the statements of its sortable behavior are sent by hand (propel-lists/by-hand.php)
// and the report says so. MariaDB must run (node scripts/engines.mjs start mariadb).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject, missingEngine } from '../scripts/php/project.mjs';
import { run, runtimeFolder } from '../scripts/php/tools.mjs';
import { buildPropelProject, connectionIn, installPropel } from './propel.mjs';
import { record } from './results.mjs';

const here = (name) => fileURLToPath(new URL(`propel-lists/${name}`, import.meta.url));
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '8' },
    operations: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    record: { type: 'boolean', default: false },
  },
});
const LISTS = 4;
const ROWS = 40;

async function php(script, args) {
  const { code, output } = await run('php', [here(script), ...args.map(String)], { minutes: 10 });
  if (code !== 0) throw new Error(`${script} failed:\n${output}`);
  return JSON.parse(output);
}

async function load(which, folder, autoload, login, round) {
  await php('table.php', [...login, 'fill', LISTS, ROWS]);
  const begun = performance.now();
  const reports = await Promise.all(
    Array.from({ length: Number(values.processes) }, (_, index) =>
      php('load.php', [which, folder, autoload, ...login, round * 1000 + index, values.operations, LISTS]),
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
  const lists = await php('table.php', [...login, 'check', LISTS]);
  const sum = (name) => reports.reduce((total, report) => total + (report[name] ?? 0), 0);
  const errors = {};
  for (const report of reports) {
    for (const [reason, count] of Object.entries(report.errors)) errors[reason] = (errors[reason] ?? 0) + count;
  }
  return {
    which,
    seconds,
    lists,
    done: sum('done'),
    refused: sum('refused'),
    failed: sum('failed'),
    retries: sum('retries'),
    errors,
  };
}

const missing = missingEngine('mariadb');
if (missing) throw new Error(missing);
const work = mkdtempSync(join(tmpdir(), 'orm-propel-'));
const project = await buildProject('mariadb', { schemas: dirname(here('schema.xml')) });
const results = [];
let propel;
try {
  const connection = connectionIn(project.folder);
  const login = [connection.dsn, connection.user, connection.password];
  propel = installPropel(work);
  if (propel.missing) {
    console.error(
      `!!! PROPEL 2 IS SKIPPED: ${propel.missing}. The statements of its sortable behavior are sent by hand.`,
    );
  } else {
    // Propel does not know the parameter `index`; the table has it all the same.
    const schema = readFileSync(here('schema.xml'), 'utf8').replace(/\s*<parameter name="index"[^>]*>/, '');
    buildPropelProject(propel, join(work, 'project'), schema, connection);
  }
  const ours = ['ours', project.folder, join(runtimeFolder, 'vendor/autoload.php')];
  const other = propel.missing ? ['by-hand', '-', '-'] : ['propel', join(work, 'project'), propel.autoload];
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const each of [other, ours]) results.push({ round, ...(await load(...each, login, round)) });
  }
} finally {
  await project.remove();
  rmSync(work, { recursive: true, force: true });
}

const NAMES = {
  ours: 'ours',
  propel: 'Propel 2',
  'by-hand': "the statements of Propel's sortable behavior, sent by hand",
};
const state = ({ rows, duplicates, gaps, unranked, below, isRight }) => {
  if (isRight) return `1..${rows}`;
  const more = [unranked && `${unranked} without rank`, below && `${below} below 1`].filter(Boolean);
  return [`${rows} rows: ${duplicates} duplicate${duplicates === 1 ? '' : 's'}`, `${gaps} gaps`, ...more].join(', ');
};
const rows = results.map(({ round, which, seconds, lists, done, refused, failed, retries, errors }) => {
  const failures = Object.entries(errors).map(([reason, count]) => `${count} × ${reason}`);
  return [
    ...['', round, NAMES[which], ...lists.map(state), done, refused],
    ...[failures.length > 0 ? failures.join('; ') : failed, retries, Math.round(done / seconds), ''],
  ]
    .join(' | ')
    .trim();
});
const heads = Array.from({ length: LISTS }, (_, index) => `list ${index + 1}`);
const report = [
  `\`node bench/lists-propel.mjs\`: ${values.processes} processes with ${values.operations} operations each (moves, inserts, deletes,`,
  `changes of list) on ${LISTS} lists of ${ROWS} rows on MariaDB, each side begun with lists that are right. Refused: the row was gone or`,
  'the rank out of range when its turn came. Rates are with the start of PHP, on a machine that does other things.',
  ...(propel.missing
    ? [
        '',
        `**Propel 2 itself is not in this run**: Composer says that it ${propel.missing}. In its place are the statements of its`,
        'sortable behavior, sent by hand in plain PDO with the same transactions: no lock, ranks from the loaded object, MAX read',
        'before, a shifting UPDATE, then the save.',
      ]
    : []),
  '',
  `| round | who | ${heads.join(' | ')} | done | refused | failed | retries | done/s |`,
  `|---|---|${heads.map(() => '---').join('|')}|---|---|---|---|---|`,
  ...rows,
].join('\n');
console.log(report);
if (values.record) record('Lists under load, beside Propel', report);
if (
  results.some(({ which, lists, failed }) => which === 'ours' && (failed > 0 || lists.some(({ isRight }) => !isRight)))
) {
  console.error('A list of ours is wrong, or an operation of ours failed.');
  process.exitCode = 1;
}
