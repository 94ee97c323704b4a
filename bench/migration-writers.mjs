// What writers notice of a migration: a table of 2 million rows, 8 writers that each change a row at a time, and one change of the
// schema after the other, in the form that lets them go on and in the plain one (--offline). The wait is the 99.9th percentile of the
// writes while the migration runs, and the longest of them, less those of writers without one; the median of 5 runs.
//   node bench/migration-writers.mjs [--rows N] [--writers N] [--runs N] [--changes index,unique…] [engine…]
// Needs a built command ("npm run build") and engines ("npm run engines start"). The result goes into RESULTS.md.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineUrl } from '../scripts/engines/locate.mjs';
import { record, recordedRows } from './results.mjs';

const require = createRequire(new URL('../packages/generator/package.json', import.meta.url));
/** The drivers are the generator's. */
const [pg, mysql] = ['pg', 'mysql2/promise'].map((driver) => require(driver));
const ORM = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '2000000' },
    writers: { type: 'string', default: '8' },
    runs: { type: 'string', default: '5' },
    changes: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const WRITERS = Number(values.writers);
const RUNS = Number(values.runs);
const ENGINES = positionals.length > 0 ? positionals : ['pgsql15', 'pgsql18', 'mysql9', 'mariadb', 'mariadb11'];

const COLUMNS = `<column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="40"/>
    <column name="pages" type="INTEGER"/>
    <column name="author_id" type="INTEGER"/>
    <column name="kind" type="ENUM" enumStorage="label" valueSet="paper, sound"/>`;
const schema = (columns, more = '') => `<database name="shop">
  <table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table>
  <table name="book">
    ${columns}
    ${more}
  </table>
</database>`;

/** Each change of the schema that is tried. */
const CHANGES = {
  index: schema(
    COLUMNS,
    '<index name="book_by_author"><index-column name="author_id"/><index-column name="title"/></index>',
  ),
  unique: schema(COLUMNS, '<unique name="book_once"><unique-column name="title"/></unique>'),
  'foreign key': schema(
    COLUMNS,
    '<foreign-key foreignTable="author" name="book_author"><reference local="author_id" foreign="id"/></foreign-key>',
  ),
  'NOT NULL': schema(
    COLUMNS.replace('name="title" type="VARCHAR" size="40"', 'name="title" type="VARCHAR" size="40" required="true"'),
  ),
  check: schema(COLUMNS, '<check name="book_long" expression="pages &gt;= 0"/>'),
  'new column': schema(`${COLUMNS}<column name="copies" type="INTEGER" required="true" defaultValue="1"/>`),
  'longer text': schema(COLUMNS.replace('size="40"', 'size="60"')),
  label: schema(COLUMNS.replace('paper, sound', 'paper, sound, film')),
};
const WANTED = values.changes === undefined ? Object.keys(CHANGES) : values.changes.split(',');

async function connect(engine, url, database) {
  const target = new URL(url);
  if (database !== undefined) target.pathname = database;
  if (engine.startsWith('pgsql')) {
    const client = new pg.Client(target.href);
    await client.connect();
    return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
  }
  const client = await mysql.createConnection({ uri: target.href });
  return { query: async (sql) => (await client.query(sql))[0], close: () => client.end() };
}

function orm(cwd, ...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ORM, ...words, '--json'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, error] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (error += data));
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`orm ${words.join(' ')}\n${error}${out}`)),
    );
  });
}

/** Milliseconds of each write while something is done. */
async function whileWriting(sessions, work) {
  const times = [];
  let isOver = false;
  const writers = sessions.map(async (session, number) => {
    for (let turn = 0; !isOver; turn++) {
      const id = 1 + ((turn * 7919 + number * 104729) % ROWS);
      const began = performance.now();
      await session.query(`UPDATE book SET pages = ${turn % 1000} WHERE id = ${id}`);
      times.push({ began, ended: performance.now() });
      await pause(2);
    }
  });
  await pause(300);
  const began = performance.now();
  await work();
  const ended = performance.now();
  isOver = true;
  await Promise.all(writers);
  return times.filter((each) => each.ended >= began && each.began <= ended).map((each) => each.ended - each.began);
}

const percentile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
/** There may be more writes than a call takes arguments. */
const longestOf = (times) => times.reduce((most, each) => Math.max(most, each), 0);
const shown = ({ usual, longest }) => `${usual.toFixed(0)} / ${longest.toFixed(0)} ms`;
const median = (numbers) => percentile(numbers, 0.5);

async function measure(engine) {
  const url = engineUrl(engine);
  if (url === undefined)
    throw new Error(`${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`);
  const adapter = engine.startsWith('pgsql') ? 'pgsql' : 'mysql';
  const name = `orm_writers_${process.pid}`;
  const admin = await connect(engine, url);
  await admin.query(`CREATE DATABASE ${name}`);
  const cwd = mkdtempSync(join(tmpdir(), 'orm-writers-'));
  const { hostname, port, username, password } = new URL(url);
  const connection = {
    adapter,
    dsn: `${adapter}:host=${hostname};port=${port};dbname=${name}`,
    user: username,
    password,
  };
  writeFileSync(join(cwd, 'orm.json'), JSON.stringify({ orm: { database: { connections: { shop: connection } } } }));
  const change = (text) => writeFileSync(join(cwd, 'schema.xml'), text);
  const sessions = [];
  try {
    change(schema(COLUMNS));
    await orm(cwd, 'migration:diff', '--name', 'start');
    await orm(cwd, 'migration:migrate');
    const own = await connect(engine, url, name);
    await own.query('INSERT INTO author (id) VALUES (1), (2), (3)');
    await own.query("INSERT INTO book (id, title, pages, author_id, kind) VALUES (1, 'title 1', 1, 1, 'paper')");
    for (let count = 1; count < ROWS; count *= 2) {
      const title = adapter === 'pgsql' ? `'title ' || (id + ${count})` : `CONCAT('title ', id + ${count})`;
      await own.query(
        `INSERT INTO book (id, title, pages, author_id, kind) SELECT id + ${count}, ${title}, id % 900, 1 + id % 3, 'sound' FROM book WHERE id <= ${ROWS - count}`,
      );
    }
    await own.query(adapter === 'pgsql' ? 'ANALYZE book' : 'ANALYZE TABLE book');
    await own.close();
    for (let at = 0; at < WRITERS; at++) sessions.push(await connect(engine, url, name));
    const quiet = await whileWriting(sessions, () => pause(5000));
    const control = { usual: percentile(quiet, 0.999), longest: longestOf(quiet) };
    const lines = [];
    for (const what of WANTED) {
      const waits = { plain: [], online: [] };
      let effects = '';
      for (let run = 0; run < RUNS; run++) {
        for (const form of ['plain', 'online']) {
          change(CHANGES[what]);
          const planned = await orm(
            cwd,
            'migration:diff',
            '--name',
            'change',
            ...(form === 'plain' ? ['--offline'] : []),
          );
          if (form === 'online')
            effects = [...new Set(planned.databases[0].changes.flatMap((each) => each.effects))].join(', ');
          const times = await whileWriting(sessions, () => orm(cwd, 'migration:migrate'));
          waits[form].push({
            usual: Math.max(0, percentile(times, 0.999) - control.usual),
            longest: Math.max(0, longestOf(times) - control.longest),
          });
          await orm(cwd, 'migration:down', '--yes');
          const folder = join(cwd, 'generated-migrations/shop');
          rmSync(join(folder, readdirSync(folder).sort().at(-1)), { recursive: true });
        }
      }
      const middle = (some) => ({
        usual: median(some.map((each) => each.usual)),
        longest: median(some.map((each) => each.longest)),
      });
      const line = { engine, what, plain: middle(waits.plain), online: middle(waits.online), effects };
      console.log(`${engine} ${what}: plain ${shown(line.plain)}, online ${shown(line.online)} (${effects})`);
      lines.push(line);
    }
    return { lines, control };
  } finally {
    for (const session of sessions) await session.close();
    await admin.query(`DROP DATABASE ${name}${adapter === 'pgsql' ? ' WITH (FORCE)' : ''}`);
    await admin.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

const ratio = ({ plain, online }) => {
  const [before, after] = plain.usual < 20 ? [plain.longest, online.longest] : [plain.usual, online.usual];
  return before < 50 ? '–' : `1/${(before / Math.max(after, 1)).toFixed(0)}`;
};
const TITLE = 'Migrations: what writers wait';
const TEXT = [
  `\`node bench/migration-writers.mjs\`: ${ROWS.toLocaleString('en-US')} rows, ${WRITERS} writers. The 99.9th percentile of a write and the longest one while the migration runs, less`,
  'those without one, for the plain SQL (`--offline`) and for the form that lets writers go on; the median of some runs. The ratio is that of the',
  'percentiles; of the longest where few of many writes waited, since `checks.sql` runs first; none where they waited less than 50 ms. On MySQL and MariaDB the',
  'forms differ in `LOCK=NONE` only: what blocks there blocks in both, and `migration:diff` says so.',
  '',
  '| engine | runs | without a migration | change | plain | online | ratio | what `migration:diff` says |',
  '|---|---|---|---|---|---|---|---|',
];

/** Each engine is recorded when it is done; what others have found stays. */
for (const engine of ENGINES) {
  const { lines, control } = await measure(engine);
  const kept = recordedRows(TITLE).filter((row) => !row.startsWith(`| ${engine} |`));
  const own = lines.map(
    (line) =>
      `| ${engine} | ${RUNS} | ${shown(control)} | ${line.what} | ${shown(line.plain)} | ${shown(line.online)} | ${ratio(line)} | ${line.effects} |`,
  );
  record(TITLE, [...TEXT, ...kept, ...own].join('\n'));
}
