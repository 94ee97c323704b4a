// Migrations of a large project: 2,000 tables and a folder with 300 migrations. `migration:diff` with 50 changes beside `sql:build`, the
// drift of the whole database (`migration:status`) beside its catalog queries run bare, and what is read before one table is changed.
// Rounds are interleaved and figures are medians. Engines are started with "npm run engines start"; the result goes into RESULTS.md.
//   node bench/migration-size.mjs [--tables 2000] [--migrations 300] [--rounds 5] [--record] [engine…]

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { dropDatabase, emptyDatabase, missing } from './real-databases/engines.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ORM = here('../packages/generator/bin/orm');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tables: { type: 'string', default: '2000' },
    migrations: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    record: { type: 'boolean', default: false },
  },
});
const [tables, migrations, rounds] = [Number(values.tables), Number(values.migrations), Number(values.rounds)];
const engines = positionals.length > 0 ? positionals : ['pgsql15', 'mariadb'];
const DIFF_BAR = 2;
const DRIFT_BAR = 3;
const TOUCHED_BAR = 0.1;

const WORDS = ['book', 'author', 'order', 'item', 'review', 'shelf', 'member', 'loan', 'branch', 'vendor'];
const nameOf = (at) => `${WORDS[at % WORDS.length]}_t${at}`;

/** `noted`: how many tables, from the second on, have the column that a migration of their own added. */
function schema({ noted, isChanged = false }) {
  const list = Array.from({ length: tables }, (_, at) => {
    const change = isChanged && at >= 1000 && at < 1050 ? at % 5 : undefined;
    const key = (column, target) =>
      `<foreign-key foreignTable="${nameOf(target)}" onDelete="cascade"><reference local="${column}" foreign="id"/></foreign-key>`;
    const lines = [
      '<column name="id" type="integer" required="true" primaryKey="true" autoIncrement="true"/>',
      `<column name="title" type="varchar" size="${change === 0 ? 300 : 255}" required="true"/>`,
      `<column name="${change === 1 ? 'sign" renamedFrom="code' : 'code'}" type="varchar" size="64"/>`,
      '<column name="body" type="longvarchar"/>',
      '<column name="price" type="decimal" size="10" scale="2"/>',
      `<column name="quantity" type="integer" defaultValue="${change === 2 ? 1 : 0}"/>`,
      '<column name="active" type="boolean" defaultValue="true"/>',
      '<column name="created_at" type="timestamp"/>',
      '<column name="first_id" type="integer"/>',
      '<column name="second_id" type="integer"/>',
      ...(at > 0 && at <= noted ? ['<column name="note" type="varchar" size="50"/>'] : []),
      ...(change === 3 ? ['<column name="extra" type="integer"/>'] : []),
      key('first_id', Math.max(0, at - 1)),
      key('second_id', Math.floor(at / 2)),
      ...(change === 4 ? ['<index><index-column name="created_at"/></index>'] : []),
    ];
    return `  <table name="${nameOf(at)}">\n    ${lines.join('\n    ')}\n  </table>`;
  });
  return `<database name="bench">\n${list.join('\n')}\n</database>\n`;
}

/** Wall-clock milliseconds of a command, and what it said. */
function run(args, cwd, { env = {}, node = [] } = {}) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`${args.slice(0, 3).join(' ')}: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
  return { wall, stdout };
}

const orm = (cwd, ...args) => run([ORM, ...args], cwd);

/** The statements that a command sends. */
function statementsOf(cwd, ...args) {
  const file = join(cwd, 'statements.json');
  const node = ['--import', pathToFileURL(here('migration-size/recorder.mjs')).href];
  run([ORM, ...args], cwd, { node, env: { ORM_RECORD: file } });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The folder of a project that has grown: all tables, then one table after the other gets a column. */
function makeFolder(cwd) {
  writeFileSync(join(cwd, 'schema.xml'), schema({ noted: 0 }));
  orm(cwd, 'migration:diff', '--name', 'start');
  writeFileSync(join(cwd, 'schema.xml'), schema({ noted: 1 }));
  orm(cwd, 'migration:diff', '--name', 'note');
  const folder = join(cwd, 'generated-migrations/bench');
  const [start, note] = readdirSync(folder).sort();
  renameSync(join(folder, start), join(folder, '20250101000000_start'));
  for (let at = 1; at < migrations; at++) {
    const name = `20250101${String(at).padStart(6, '0')}_note`;
    cpSync(join(folder, note), join(folder, name), { recursive: true });
    for (const file of readdirSync(join(folder, name))) {
      const text = readFileSync(join(folder, name, file), 'utf8');
      writeFileSync(join(folder, name, file), text.replaceAll(nameOf(1), nameOf(at)).replaceAll(note, name));
    }
  }
  rmSync(join(folder, note), { recursive: true });
  writeFileSync(join(cwd, 'schema.xml'), schema({ noted: migrations - 1 }));
  orm(cwd, 'migration:diff', '--check');
  if (readdirSync(folder).length !== migrations) throw new Error('not the number of migrations');
}

/** The medians of several measurements, taken in turn. */
function medians(measures) {
  const found = measures.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, measure] of measures.entries()) found[at].push(measure());
  }
  return found.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]);
}

const lines = [];
let isSlow = false;

function judge(what, found, bar, note) {
  if (found > bar) isSlow = true;
  lines.push(`| ${what} | ${found.toFixed(2)} | ≤ ${bar} | ${note} |`);
  process.stdout.write(`${found <= bar ? 'ok   ' : 'SLOW '}${lines.at(-1)}\n`);
}

const ms = (number) => `${number.toFixed(0)} ms`;

function measureDiff(cwd, engine) {
  writeFileSync(join(cwd, 'schema.xml'), schema({ noted: migrations - 1, isChanged: true }));
  const folder = join(cwd, 'generated-migrations/bench');
  const [build, diff] = medians([
    () => {
      rmSync(join(cwd, 'generated-sql'), { recursive: true, force: true });
      return orm(cwd, 'sql:build').wall;
    },
    () => {
      const { wall, stdout } = orm(cwd, 'migration:diff', '--name', 'changes');
      if (!stdout.startsWith('bench: 50 changes\n')) throw new Error(stdout.slice(0, 200));
      rmSync(join(folder, readdirSync(folder).sort().at(-1)), { recursive: true });
      return wall;
    },
  ]);
  judge(`\`migration:diff\` / \`sql:build\`, ${engine}`, diff / build, DIFF_BAR, `${ms(diff)} / ${ms(build)}`);
}

function measureDrift(cwd, engine, url) {
  writeFileSync(join(cwd, 'schema.xml'), schema({ noted: migrations - 1 }));
  const { wall: migrating } = orm(cwd, 'migration:migrate', '--yes');
  process.stdout.write(`${migrations} migrations on ${engine}: ${ms(migrating)}\n`);
  const all = statementsOf(cwd, 'migration:status', '--check');
  const file = join(cwd, 'status.json');
  writeFileSync(file, JSON.stringify(all));
  const [bare, status] = medians([
    () => run([here('migration-size/bare.mjs'), file, url], cwd).wall,
    () => orm(cwd, 'migration:status', '--check').wall,
  ]);
  judge(`\`migration:status\` / its queries bare, ${engine}`, status / bare, DRIFT_BAR, `${ms(status)} / ${ms(bare)}`);

  writeFileSync(
    join(cwd, 'schema.xml'),
    schema({ noted: migrations - 1 }).replace(
      'name="note" type="varchar" size="50"',
      'name="note" type="varchar" size="60"',
    ),
  );
  orm(cwd, 'migration:diff', '--name', 'one');
  const rows = (sent) => sent.reduce((sum, each) => sum + each.rows, 0);
  const some = statementsOf(cwd, 'migration:migrate', '--yes');
  judge(
    `rows read before one table is changed / for the whole, ${engine}`,
    rows(some) / rows(all),
    TOUCHED_BAR,
    `${rows(some)} / ${rows(all)} rows`,
  );
}

for (const engine of engines) {
  const reason = missing(engine);
  if (reason !== undefined) {
    process.stdout.write(`!!! NOT RUN on ${engine}: ${reason}\n`);
    continue;
  }
  const cwd = mkdtempSync(join(tmpdir(), 'orm-size-'));
  const database = emptyDatabase(engine, `orm_size_${process.pid}`, join(cwd, 'bench.sqlite'));
  try {
    const config = { database: { connections: { bench: database.connection } } };
    writeFileSync(join(cwd, 'orm.json'), JSON.stringify({ orm: config }));
    makeFolder(cwd);
    measureDiff(cwd, engine);
    if (database.url !== undefined) {
      const url = new URL(database.url);
      url.pathname = database.name;
      measureDrift(cwd, engine, url.href);
    }
  } finally {
    dropDatabase(database);
    rmSync(cwd, { recursive: true, force: true });
  }
}
if (values.record) {
  record(
    'Migrations: size',
    [
      `\`node bench/migration-size.mjs\`: ${tables} tables, ${migrations} migrations in the folder, medians of ${rounds} interleaved rounds. "Bare" are the statements of`,
      '`migration:status`, sent by the driver alone.',
      '',
      '| what | found | bar | figures |',
      '|---|---|---|---|',
      ...lines,
    ].join('\n'),
  );
}
process.exitCode = isSlow ? 1 : 0;
