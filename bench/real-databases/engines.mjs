// The databases of an engine: made empty, filled by the engine's own client, asked through PDO, and how a project reaches them.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineUrl } from '../../scripts/engines/locate.mjs';

const ASK = fileURLToPath(new URL('ask.php', import.meta.url));
const MEMORY = 512 * 1024 * 1024;

/** Each engine, and the folder and file of oddities in the archive that are meant for it. */
export const ENGINES = {
  pgsql15: { adapter: 'pgsql', folder: 'pgsql', oddities: 'edge-pg.sql', client: 'psql' },
  pgsql18: { adapter: 'pgsql', folder: 'pgsql', oddities: 'edge-pg.sql', client: 'psql' },
  mariadb: { adapter: 'mysql', folder: 'mysql', oddities: 'edge-ma.sql', client: 'mariadb' },
  mysql9: { adapter: 'mysql', folder: 'mysql', oddities: 'edge-my.sql', client: 'mariadb' },
  sqlite: { adapter: 'sqlite', folder: 'sqlite', oddities: 'edge-sqlite.sql', client: 'sqlite3' },
};

/** Why an engine cannot be used, or undefined. */
export function missing(engine) {
  const { client } = ENGINES[engine];
  if (engine !== 'sqlite' && engineUrl(engine) === undefined)
    return `it is not started: npm run engines start ${engine}`;
  if (spawnSync(client, ['--version']).error !== undefined) return `its client "${client}" is not installed`;
  return undefined;
}

/** A database of this name, empty; a file of that path on SQLite. */
export function emptyDatabase(engine, name, path) {
  const { adapter } = ENGINES[engine];
  if (engine === 'sqlite') {
    rmSync(path, { force: true });
    return { engine, adapter, name, path, connection: { adapter, dsn: `sqlite:${path}` } };
  }
  const url = new URL(engineUrl(engine));
  const server = `${adapter}:host=${url.hostname};port=${url.port};dbname=`;
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const admin = { connection: { dsn: server + url.pathname.slice(1), user, password } };
  const utf8 = adapter === 'mysql' ? ' CHARACTER SET utf8mb4' : '';
  ask(admin, [dropped(engine, name), `CREATE DATABASE ${name}${utf8}`]);
  return { engine, adapter, name, url, admin, connection: { adapter, dsn: server + name, user, password } };
}

const dropped = (engine, name) =>
  `DROP DATABASE IF EXISTS ${name}${ENGINES[engine].adapter === 'pgsql' ? ' WITH (FORCE)' : ''}`;

export function dropDatabase({ engine, name, path, admin }) {
  if (path !== undefined) rmSync(path, { force: true });
  else ask(admin, [dropped(engine, name)]);
}

/** The rows of each query. */
export function ask({ connection: { dsn, user, password } }, queries) {
  const { status, stdout, stderr } = spawnSync('php', [ASK], {
    input: JSON.stringify({ dsn, user, password, queries }),
    encoding: 'utf8',
    maxBuffer: MEMORY,
  });
  if (status !== 0) throw new Error(`${stderr}${stdout}`.slice(0, 2000));
  return JSON.parse(stdout);
}

/**
 * Runs a file through the client, going on after errors; returns its errors. What projects install on MySQL asks for a
 * server that takes dates of zeros, whatever its own mode.
 */
export function load(database, file, { isForeign = false } = {}) {
  const { client } = ENGINES[database.engine];
  const { url, name, path } = database;
  const servers = url && { host: url.hostname, port: url.port, user: url.username, password: url.password };
  const run = {
    psql: () => ['-q', '-X', '-d', `postgres://${url.username}:${url.password}@${url.host}/${name}`],
    mariadb: () => [
      ...['--force', '--protocol=tcp', '--default-character-set=utf8mb4', `-h${servers.host}`, `-P${servers.port}`],
      ...[`-u${servers.user}`, `-p${servers.password}`, '--comments'],
      ...(isForeign ? ["--init-command=SET SESSION sql_mode = ''"] : []),
      name,
    ],
    sqlite3: () => [path],
  }[client]();
  const { stderr, error } = spawnSync(client, run, {
    input: readFileSync(file),
    encoding: 'utf8',
    maxBuffer: MEMORY,
  });
  if (error !== undefined) throw error;
  return stderr.split('\n').filter((line) => /error/i.test(line));
}
