// One folder of migrations, many databases: 500 of SQLite and 100 of PostgreSQL (start it with "npm run engines start") in one
// `migration:migrate --jobs 8`, one of them broken. Build first ("npm run build"). The result goes into RESULTS.md.
//   node bench/migration-many.mjs [--sqlite 500] [--pgsql 100] [--jobs 8]

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineUrl } from '../scripts/engines/locate.mjs';
import { record } from './results.mjs';

// The drivers are dependencies of the package.
const load = createRequire(new URL('../packages/generator/package.json', import.meta.url));
const pg = load('pg');
const Database = load('better-sqlite3');
const bin = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));
const { values } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '500' },
    pgsql: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '8' },
  },
});

const schema = (more) => `<database name="shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>${more}
  </table>
</database>`;

function orm(cwd, ...args) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr, seconds: (performance.now() - started) / 1000 };
}

const expect = (what, isTrue, { stdout, stderr }) => {
  if (!isTrue) throw new Error(`${what}\n${stdout}\n${stderr}`);
};

/** Migrates all, breaks one, migrates all again, repairs it and undoes the last one everywhere. */
async function round(title, connection, names, { broken, breakIt, repairIt }) {
  const cwd = mkdtempSync(join(tmpdir(), 'orm-many-'));
  try {
    const config = { database: { connections: { shop: connection } }, migrations: { connections: { shop: names } } };
    writeFileSync(join(cwd, 'orm.json'), JSON.stringify({ orm: config }));
    writeFileSync(join(cwd, 'schema.xml'), schema(''));
    orm(cwd, 'migration:diff', '--name', 'start');
    const one = orm(cwd, 'migration:migrate', '--connection', names[0]);
    const first = orm(cwd, 'migration:migrate', '--jobs', values.jobs);
    expect(`${title}: the first migration`, first.status === 0, first);
    writeFileSync(join(cwd, 'schema.xml'), schema('<column name="pages" type="INTEGER"/>'));
    orm(cwd, 'migration:diff', '--name', 'pages');
    await breakIt(cwd);
    const second = orm(cwd, 'migration:migrate', '--jobs', values.jobs);
    const ran = second.stdout.match(/_pages → /g)?.length;
    expect(`${title}: with a broken one`, second.status === 1 && ran === names.length - 1, second);
    expect(`${title}: summary`, second.stderr.includes(`1 of ${names.length} databases failed: ${broken}\n`), second);
    await repairIt(cwd);
    const third = orm(cwd, 'migration:migrate', '--jobs', values.jobs);
    expect(`${title}: repaired`, third.status === 0, third);
    const status = orm(cwd, 'migration:status', '--check', '--jobs', values.jobs);
    expect(`${title}: status`, status.status === 0, status);
    const down = orm(cwd, 'migration:down', '--yes', '--jobs', values.jobs);
    expect(`${title}: down`, down.status === 0, down);
    const seconds = [one, first, second, third, status, down].map((run) => run.seconds.toFixed(1));
    return `| ${[title, names.length, ...seconds].join(' | ')} |`;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function sqlite() {
  const names = Array.from({ length: Number(values.sqlite) }, (_, at) => `tenant_${at}`);
  const change = (sql) => (cwd) => new Database(join(cwd, 'tenant_1.db')).exec(sql).close();
  return round('SQLite', { adapter: 'sqlite', dsn: 'sqlite:@DB@.db' }, names, {
    broken: 'tenant_1',
    breakIt: change('ALTER TABLE book ADD COLUMN pages INTEGER'),
    repairIt: change('ALTER TABLE book DROP COLUMN pages'),
  });
}

async function pgsql() {
  const url = new URL(engineUrl('pgsql15') ?? engineUrl('pgsql18'));
  const prefix = `orm_many_${process.pid}`;
  const names = Array.from({ length: Number(values.pgsql) }, (_, at) => `${prefix}_${at}`);
  const admin = new pg.Client(url.href);
  await admin.connect();
  const change = (sql) => async () => {
    const own = new URL(url);
    own.pathname = `${prefix}_1`;
    const client = new pg.Client(own.href);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  try {
    for (const name of names) await admin.query(`CREATE DATABASE ${name}`);
    const connection = {
      adapter: 'pgsql',
      dsn: `pgsql:host=${url.hostname};port=${url.port};dbname=@DB@`,
      user: url.username,
      password: url.password,
    };
    return await round('PostgreSQL', connection, names, {
      broken: `${prefix}_1`,
      breakIt: change('ALTER TABLE book ADD COLUMN pages INTEGER'),
      repairIt: change('ALTER TABLE book DROP COLUMN pages'),
    });
  } finally {
    for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

const lines = [await sqlite(), await pgsql()];
record(
  'Migrations: many databases',
  [
    `\`node bench/migration-many.mjs\`: one folder of migrations on many databases with \`--jobs ${values.jobs}\` (${cpus().length} cores; seconds of the whole command).`,
    'In the second run one database had the new column already: it failed, all others were migrated, and the command said which.',
    '',
    '| engine | databases | one of them | first migration | second, one broken | repaired | status | down |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n'),
);
process.stdout.write(`${lines.join('\n')}\n`);
