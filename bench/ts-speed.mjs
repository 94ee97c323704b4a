#!/usr/bin/env node
// Measures generated TypeScript classes against the bare drivers with prepared statements, and other libraries against the same,
// in one Node process per engine, rounds interleaved.
//   node bench/ts-speed.mjs [--rounds 15] [--warming 8] [--engine pgsql15 --engine mariadb --engine sqlite] [--case findPk]
//                           [--no-peers] [--profile FOLDER] [--record]
// Engines must run (node scripts/engines.mjs start). Only the ratios mean anything.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { adapterOf, changeDatabase, connectionOf } from '../scripts/php/project.mjs';
import { run } from '../scripts/php/tools.mjs';
import { buildClasses } from './lists/node/classes.mjs';
import { record } from './results.mjs';
import { installPeers } from './ts-speed/peers.mjs';
import { fill } from './ts-speed/rows.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '15' },
    warming: { type: 'string', default: '8' },
    engine: { type: 'string', multiple: true, default: ['pgsql15', 'mariadb', 'sqlite'] },
    case: { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: true },
    record: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});

const BARS = {
  pgsql: { findPk: 0.9, insert: 1.0, update: 1.1, 'list of 10,000': 0.9, 'list move': 0.8 },
  mysql: { findPk: 1.2, insert: 1.2, update: 1.2, 'list of 10,000': 1.4, 'list move': 1.3 },
  sqlite: { findPk: 1.5, insert: 1.5, update: 1.5, 'list of 10,000': 1.3, 'list move': 1.6 },
};

const work = mkdtempSync(join(tmpdir(), 'orm-ts-speed-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const installed = values.peers ? installPeers() : { peers: [], missing: ['No other library was measured'] };
for (const line of installed.missing) console.log(`**${line}**\n`);

/** For whoever wants to know where the time goes. */
const profiled = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];

async function measure(engine) {
  const folder = join(work, engine);
  const name = `orm_ts_speed_${process.pid}`;
  if (engine !== 'sqlite') await changeDatabase(engine, 'create', name);
  try {
    const { adapter, ...settings } = connectionOf(engine, name, work);
    const modules = await buildClasses(folder, here('ts-speed/schema.xml'), { adapter, ...settings }, 'bench', [
      'sql:build',
      'sql:insert',
    ]);
    await fill(adapter, settings, modules);
    const [file, result] = [join(folder, 'settings.json'), join(folder, 'result.json')];
    const given = {
      adapter,
      settings,
      modules,
      peers: installed.peers,
      rounds: Number(values.rounds),
      warming: Number(values.warming),
      cases: values.case,
      result,
    };
    writeFileSync(file, JSON.stringify(given));
    // Some libraries take dates for those of the machine's zone.
    const env = { TZ: 'UTC' };
    const { code, output } = await run(process.execPath, [...profiled, here('ts-speed/run.mjs'), file], { env });
    if (code !== 0) throw new Error(output);
    return JSON.parse(readFileSync(result, 'utf8'));
  } finally {
    if (engine !== 'sqlite') await changeDatabase(engine, 'drop', name);
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** By pairs of one round: a machine that is busy is busy for both. */
const ratioOf = (taken, bare, unit) => median(taken.map((each, round) => each[unit] / bare[round][unit]));

function tableOf(measured, bars, unit) {
  const names = [...new Set(Object.values(measured).flatMap((sides) => Object.keys(sides)))].filter(
    (name) => name !== 'bare',
  );
  const rows = Object.entries(measured).map(([name, sides]) => {
    const bar = bars?.[name];
    const cells = names.map((side) => {
      if (sides[side] === undefined) return '';
      const ratio = ratioOf(sides[side], sides.bare, unit);
      return `${ratio.toFixed(2)}${side === 'orm' && ratio > bar ? ' ✗' : ''}`;
    });
    return `| ${[name, ...(bars ? [`≤ ${bar.toFixed(1)}`] : []), ...cells].join(' | ')} |`;
  });
  const head = ['÷ bare driver', ...(bars ? ['bar'] : []), ...names];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows, ''];
}

const tables = [];
for (const engine of values.engine) {
  const { measured, statements, missing } = await measure(engine);
  const bars = BARS[adapterOf(engine)];
  const table = [
    `**${engine}**`,
    '',
    // SQLite works in this process: its processor time is all there is.
    ...(engine === 'sqlite'
      ? tableOf(measured, bars, 'processor')
      : [
          ...tableOf(measured, bars, 'passed'),
          'The processor time of the process that asks, without the server:',
          '',
          ...tableOf(measured, undefined, 'processor'),
        ]),
    ...missing.map((line) => `**${line}**\n`),
    ...(measured['list move']
      ? [`A move is ${statements.length} statements, which the bare driver sends one by one.`, '']
      : []),
  ].join('\n');
  console.log(table);
  tables.push(table);
}
if (values.record) {
  const told = [
    `\`node bench/ts-speed.mjs\`, Node ${process.versions.node}: median of ${values.rounds} rounds in one process, sides in turn, as ratios`,
    'to the bare driver with prepared statements and the same values; processor time for SQLite, time that passed for the others.',
    `Load of the machine (${cpus().length} cores): ${loadavg()[1].toFixed(0)}. Others: ${installed.peers.map(({ version }) => version).join(', ')}.`,
    '',
    ...installed.missing.map((line) => `**${line}**\n`),
  ];
  record('TypeScript: generated classes against bare drivers', [...told, ...tables].join('\n'));
}
