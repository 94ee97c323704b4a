#!/usr/bin/env node
// A database of many tables in the manner of a large application: `orm doctor` may take little more than `orm database:reverse`,
// reading twice the foreign keys of a SQLite database about twice the time, and the page of `orm schema:show` opens within
// seconds. Medians of rounds in turn. --dump measures a real database as well, from a file for psql.
//   node bench/large-database.mjs [--tables 700] [--rounds 5] [--engine sqlite,pgsql15] [--dump file.sql] [--record]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missingBrowser, openPage } from './page-opening.mjs';
import { dropDatabase, emptyDatabase, load, missing } from './real-databases/engines.mjs';
import { record } from './results.mjs';

const ORM = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));
const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '700' },
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'sqlite,pgsql15' },
    dump: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const [tables, rounds] = [Number(values.tables), Number(values.rounds)];
const DOCTOR_BAR = 1.2;
const KEYS_BAR = 2.5;
const PAGE_BAR = 3;

const work = mkdtempSync(join(tmpdir(), 'orm-large-'));
const busy = loadavg()[0].toFixed(1);
const databases = [];
const results = [];
try {
  for (const engine of values.engine.split(',')) {
    const reason = missing(engine);
    if (reason !== undefined) {
      console.log(`!!! NOT RUN on ${engine}: ${reason}`);
      continue;
    }
    const name = `${tables} tables on ${engine}`;
    await measure(name, makeProject(engine, 'application', inTransaction(applicationSql(tables))));
    if (values.dump === undefined || !engine.startsWith('pgsql')) continue;
    await measure(`${basename(values.dump)} on ${engine}`, makeProject(engine, 'dump', readFileSync(values.dump)));
  }
  if (missing('sqlite') === undefined) {
    const projects = [1, 2].map((times) =>
      makeProject('sqlite', `keys-${times}`, inTransaction(keysSql((tables / 2) * times))),
    );
    const [once, twice] = await medians(
      projects.map((project) => () => run(project, ['database:reverse', '--force', '--keep-names'])),
    );
    const what = `SQLite: reverse of ${tables * 10} foreign keys / ${tables * 5}`;
    judge(what, twice.cpu / once.cpu, KEYS_BAR);
  }
} finally {
  for (const database of databases) dropDatabase(database);
  rmSync(work, { recursive: true, force: true });
}
if (values.record) {
  record(
    'A large database',
    [
      `\`node bench/large-database.mjs\`: medians of ${rounds} rounds, the sides in turn. Load of the machine before it: ${busy}.`,
      '',
      '| what | bar | found | seconds |',
      '|---|---|---|---|',
      ...results.map(({ what, bar, found, note }) => `| ${what} | ≤ ${bar} | ${found.toFixed(2)} | ${note} |`),
    ].join('\n'),
  );
}
process.exitCode = results.some(({ found, bar }) => found > bar) ? 1 : 0;

function judge(what, found, bar, note = '') {
  results.push({ what, found, bar, note });
  console.log(
    `${found <= bar ? 'ok   ' : 'SLOW '} ${what}: ${found.toFixed(2)} (at most ${bar})${note && `; ${note}`}`,
  );
}

/** What people wait for is judged: the work of a server and of a second thread is in it. */
async function measure(name, project) {
  for (const command of ['database:reverse', 'sql:build', 'model:build', 'config:convert']) run(project, [command]);
  const [reverse, doctor] = await medians([
    () => run(project, ['database:reverse', '--force']),
    () => run(project, ['doctor', '--timeout', '60']),
  ]);
  const shown = ({ wall, cpu }) => `${wall.toFixed(1)} (CPU ${cpu.toFixed(1)})`;
  const note = `doctor ${shown(doctor)}, reverse ${shown(reverse)}`;
  judge(`doctor / reverse, ${name}`, doctor.wall / reverse.wall, DOCTOR_BAR, note);
  const reason = missingBrowser();
  if (reason !== undefined) {
    console.log(`!!! NOT RUN, the page of ${name}: ${reason}`);
    return;
  }
  const file = join(project, 'page.html');
  run(project, ['schema:show', '--format', 'html', '--output', file]);
  const answered = [];
  const opening = async () => {
    const opened = await openPage(file);
    answered.push(opened.answered);
    return { wall: opened.load, cpu: opened.cpu };
  };
  const [page] = await medians([opening]);
  const pageNote = `CPU ${page.cpu.toFixed(1)}, a search answered after ${median(answered).toFixed(1)}`;
  judge(`seconds until the page has loaded, ${name}`, page.wall, PAGE_BAR, pageNote);
}

function makeProject(engine, name, sql) {
  const folder = join(work, `${engine}-${name}`);
  mkdirSync(folder, { recursive: true });
  const database = emptyDatabase(
    engine,
    `orm_large_${name.replace('-', '_')}_${process.pid}`,
    join(folder, 'large.sqlite'),
  );
  databases.push(database);
  const script = join(folder, 'large.sql');
  writeFileSync(script, sql);
  const errors = load(database, script);
  if (errors.length > 0) throw new Error(errors[0]);
  const configuration = { orm: { database: { connections: { default: database.connection } } } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(configuration));
  return folder;
}

function inTransaction(sql) {
  return `BEGIN;\n${sql}\nCOMMIT;\n`;
}

/** Seconds that a command takes, and those of the CPU for it and what it starts. */
function run(cwd, args) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'cpu %U %S', process.execPath, ORM, ...args],
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`orm ${args.join(' ')}: ${stdout.slice(-1000)}${stderr.slice(-1000)}`);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr);
  return { wall: (performance.now() - started) / 1000, cpu: Number(user) + Number(system) };
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The medians of several measurements, taken in turn. */
async function medians(measures) {
  const found = measures.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, each] of measures.entries()) found[at].push(await each());
  return found.map((all) => ({ wall: median(all.map(({ wall }) => wall)), cpu: median(all.map(({ cpu }) => cpu)) }));
}

/** Tables that refer to earlier ones, with lengths checked, and indexes of every kind that both engines know. */
function applicationSql(count) {
  const parts = [
    'projects',
    'issues',
    'pipelines',
    'packages',
    'users',
    'reports',
    'notes',
    'tokens',
    'events',
    'rules',
  ];
  const nameOf = (at) => `${parts[at % 10]}_${parts[Math.floor(at / 10) % 10]}_${at}`;
  return Array.from({ length: count }, (_, at) => {
    const name = nameOf(at);
    const targets = at === 0 ? [] : [...new Set([Math.floor(at / 2), Math.floor(at / 3), at - 1])];
    const columns = [
      'id integer NOT NULL PRIMARY KEY',
      ...targets.map(
        (target) => `${nameOf(target)}_id integer NOT NULL REFERENCES ${nameOf(target)} (id) ON DELETE CASCADE`,
      ),
      'created_at timestamp NOT NULL',
      'updated_at timestamp',
      'title varchar(255) NOT NULL',
      'description text',
      'position smallint DEFAULT 0 NOT NULL',
      'weight numeric(10,2)',
      'active boolean DEFAULT true NOT NULL',
      'state varchar(20)',
      `CONSTRAINT check_${at}_a CHECK (length(description) <= 1024)`,
      `CONSTRAINT check_${at}_b CHECK (position >= 0)`,
    ];
    return [
      `CREATE TABLE ${name} (${columns.join(', ')});`,
      ...targets.map((target, i) => `CREATE INDEX index_${at}_on_${i} ON ${name} (${nameOf(target)}_id);`),
      `CREATE INDEX index_${at}_recent ON ${name} (created_at DESC, id);`,
      `CREATE INDEX index_${at}_active ON ${name} (state) WHERE active;`,
      `CREATE UNIQUE INDEX index_${at}_title ON ${name} (lower(title));`,
    ].join('\n');
  }).join('\n');
}

/** Ten foreign keys in each table. */
function keysSql(count) {
  return Array.from({ length: count }, (_, at) => {
    const keys = Array.from(
      { length: 10 },
      (_each, i) => `k${i} integer REFERENCES t${(at * 7 + i * 13) % count} (id)`,
    );
    return `CREATE TABLE t${at} (id integer NOT NULL PRIMARY KEY, ${keys.join(', ')});`;
  }).join('\n');
}
