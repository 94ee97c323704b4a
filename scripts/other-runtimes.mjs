// Runs a small application of the packed packages on Bun and Deno, for each vendor: other-runtimes/app.ts. Says what works; what is
// missing here (the registry, an engine) is said loudly and is no failure.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { engineUrl } from './engines/locate.mjs';
import { npm, packed, ROOT, registryTool } from './registry-tool.mjs';

const RUNTIMES = [
  { name: 'Bun', tool: registryTool('bun', '1.4.4'), args: [] },
  { name: 'Deno', tool: registryTool('deno', '2.9.6'), args: ['run', '--allow-all', '--quiet'] },
];
const ENGINES = { sqlite: 'sqlite', pgsql15: 'pgsql', mariadb: 'mysql', mysql9: 'mysql' };
const EXPECTED = 'rolled back 3\nShevek, Anarres, Urras\ntrue\n';

const work = mkdtempSync(join(tmpdir(), 'orm-runtimes-'));
const packages = [packed('packages/generator', work), packed('packages/runtime-ts', work)];

/** A database of its own on a running engine. */
async function database(engine, name) {
  if (engine === 'sqlite') return { settings: { adapter: 'sqlite', dsn: 'sqlite:shop.sqlite' }, drop: async () => {} };
  const url = new URL(engineUrl(engine));
  const adapter = ENGINES[engine];
  const admin =
    adapter === 'pgsql' ? new pg.Client({ connectionString: url.href }) : await createConnection({ uri: url.href });
  if (adapter === 'pgsql') await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const dsn = `${adapter}:host=${url.hostname};port=${url.port};dbname=${name}`;
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  const drop = async () => {
    await admin.query(`DROP DATABASE ${name}${adapter === 'pgsql' ? ' WITH (FORCE)' : ''}`);
    await admin.end();
  };
  return { settings: { adapter, dsn, user, password }, drop };
}

/** A project with the application, built, on an empty database. */
function project(folder, settings) {
  mkdirSync(folder);
  const configuration = {
    general: { project: 'shop' },
    database: { connections: { shop: settings } },
    generator: { targets: ['typescript'], typescript: { importExtension: 'ts' } },
    paths: { tsDir: 'src/models' },
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'orm.json'), JSON.stringify({ orm: configuration }));
  for (const file of ['schema.xml', 'app.ts']) {
    copyFileSync(join(ROOT, 'scripts/other-runtimes', file), join(folder, file));
  }
  npm(['install', '--no-audit', '--no-fund', '--offline', ...packages], folder);
  for (const driver of ['pg', 'mysql2', 'better-sqlite3']) {
    symlinkSync(join(ROOT, 'node_modules', driver), join(folder, 'node_modules', driver));
  }
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    execFileSync('node', ['node_modules/.bin/orm', command, '--quiet'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

function run({ name, tool, args }, engine, folder) {
  const { stdout, stderr } = spawnSync(tool, [...args, 'app.ts'], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  const isRight = stdout === EXPECTED;
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name} on ${engine}${isRight ? '' : `\n${stdout}${stderr}`}`);
  if (!isRight) process.exitCode = 1;
}

const found = RUNTIMES.filter(({ tool }) => tool !== undefined);
for (const { name } of RUNTIMES.filter(({ tool }) => tool === undefined)) {
  console.log(`!!! NOT RUN: ${name} cannot be had from the registry`);
}
try {
  for (const engine of Object.keys(ENGINES)) {
    if (engine !== 'sqlite' && engineUrl(engine) === undefined) {
      console.log(`!!! NOT RUN on ${engine}, which is not started: node scripts/engines.mjs start ${engine}`);
      continue;
    }
    const unique = `orm_runtimes_${process.pid}_${engine}`;
    const { settings, drop } = await database(engine, unique);
    try {
      const folder = join(work, unique);
      project(folder, settings);
      for (const runtime of found) run(runtime, engine, folder);
    } finally {
      await drop();
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
