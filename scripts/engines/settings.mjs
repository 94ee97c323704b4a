// What every part agrees on: names, folders, the login of the test user.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** All engines we can start, in the order they are listed. */
export const engineNames = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'mariadb11', 'galera'];

/** What `start`, `run` and `install` mean when no engine is named. */
export const defaultNames = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9'];

/** Not secret: the servers listen on loopback only and hold nothing but test data. */
export const login = { user: 'orm', password: 'orm', database: 'orm_test' };

/** The root of this checkout. */
export const checkout = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));

/**
 * Where running engines keep data, log and state. The name depends on the checkout and the user, so that two
 * checkouts or two users on one machine never meet. It stays short because TMPDIR may be long already.
 */
export function runFolder() {
  const key = createHash('sha256')
    .update(`${checkout}\0${process.getuid?.() ?? ''}`)
    .digest('hex')
    .slice(0, 10);
  return join(tmpdir(), `ormgen-engines-${key}`);
}

/** Where downloaded servers are kept between runs. */
export function cacheFolder() {
  return (
    process.env.ORM_ENGINES_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ormgen-engines')
  );
}

/** The environment variable that holds the URL of an engine, or of the n-th node of one: `ORM_TEST_GALERA_2_URL`. */
export function urlVariable(name, node = 1) {
  return `ORM_TEST_${name.toUpperCase()}${node > 1 ? `_${node}` : ''}_URL`;
}

/** The data folders of an engine, one for each of its nodes. */
export function dataFolders({ name, nodes = 1 }) {
  const { data } = enginePaths(name);
  return Array.from({ length: nodes }, (_, index) => (index === 0 ? data : `${data}-${index + 1}`));
}

/** Files of one engine inside the run folder. Only `home` holds files of the server's own user. */
export function enginePaths(name) {
  const run = runFolder();
  return {
    run,
    home: join(run, name),
    data: join(run, name, 'data'),
    log: join(run, `${name}.log`),
    state: join(run, `${name}.json`),
    lock: join(run, `${name}.lock`),
  };
}
