#!/usr/bin/env node
// A database of many tables in the manner of a large application: `orm doctor` may take little more than `orm database:reverse`,
// and reading twice the foreign keys of a SQLite database about twice the time. Only ratios are judged: medians of rounds in turn.
//   node bench/large-database.mjs [--tables 700] [--rounds 5] [--engine sqlite,pgsql15] [--record]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropDatabase, emptyDatabase, load, missing } from './real-databases/engines.mjs';
import { record } from './results.mjs';

const ORM = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));
const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '700' },
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'sqlite,pgsql15' },
    record: { type: 'boolean', default: false },
  },
});
const [tables, rounds] = [Number(values.tables), Number(values.rounds)];
const DOCTOR_BAR = 1.2;
const KEYS_BAR = 2.5;

const work = mkdtempSync(join(tmpdir(), 'orm-large-'));
const databases = [];
const results = [];
try {
  for (const engine of values.engine.split(',')) {
    const reason = missing(engine);
    if (reason !== undefined) {
      console.log(`!!! NOT RUN on ${engine}: ${reason}`);
      continue;
    }
    const project = makeProject(engine, 'application', applicationSql(tables));
    for (const command of [['database:reverse'], ['sql:build'], ['model:build'], ['config:convert']])
      run(project, command);
    const [reverse, doctor] = medians([
      () => run(project, ['database:reverse', '--force']),
      () => run(project, ['doctor', '--timeout', '60']),
    ]);
    judge(`doctor / reverse, ${tables} tables on ${engine}`, doctor / reverse, DOCTOR_BAR);
  }
  if (missing('sqlite') === undefined) {
    const projects = [1, 2].map((times) => makeProject('sqlite', `keys-${times}`, keysSql((tables / 2) * times)));
    const [once, twice] = medians(
      projects.map((project) => () => run(project, ['database:reverse', '--force', '--keep-names'])),
    );
    judge(`SQLite: reverse of ${tables * 10} foreign keys / ${tables * 5}`, twice / once, KEYS_BAR);
  }
} finally {
  for (const database of databases) dropDatabase(database);
  rmSync(work, { recursive: true, force: true });
}
if (values.record) {
  record(
    'A large database',
    [
      `\`node bench/large-database.mjs\`: median ratios of ${rounds} rounds, the sides in turn.`,
      '',
      '| what | bar | ratio |',
      '|---|---|---|',
      ...results.map(({ what, bar, ratio }) => `| ${what} | ≤ ${bar} | ${ratio.toFixed(2)} |`),
    ].join('\n'),
  );
}
process.exitCode = results.some(({ ratio, bar }) => ratio > bar) ? 1 : 0;

function judge(what, ratio, bar) {
  results.push({ what, ratio, bar });
  console.log(`${ratio <= bar ? 'ok   ' : 'SLOW '} ${what}: ${ratio.toFixed(2)} (at most ${bar})`);
}

function makeProject(engine, name, sql) {
  const folder = join(work, `${engine}-${name}`);
  mkdirSync(folder, { recursive: true });
  const database = emptyDatabase(engine, `orm_large_${process.pid}`, join(folder, 'large.sqlite'));
  databases.push(database);
  const script = join(folder, 'large.sql');
  writeFileSync(script, `BEGIN;\n${sql}\nCOMMIT;\n`);
  const errors = load(database, script);
  if (errors.length > 0) throw new Error(errors[0]);
  const configuration = { orm: { database: { connections: { default: database.connection } } } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(configuration));
  return folder;
}

/** CPU seconds of the command and what it starts: the machine may be busy. */
function run(cwd, args) {
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
  return Number(user) + Number(system);
}

/** The medians of several measurements, taken in turn. */
function medians(measures) {
  const found = measures.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, measure] of measures.entries()) found[at].push(measure());
  return found.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)]);
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
