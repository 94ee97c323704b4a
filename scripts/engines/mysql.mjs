// MariaDB from Debian; MySQL 9 and MariaDB 11 from a downloaded root of a newer Debian.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyFolder } from './folders.mjs';
import { isReadable, serverUser } from './processes.mjs';
import { cacheFolder, login } from './settings.mjs';
import { query } from './wire-mysql.mjs';

// Read by the server before it accepts the first connection. One statement per line.
export const createLogin = `CREATE DATABASE ${login.database};
CREATE USER '${login.user}'@'%' IDENTIFIED BY '${login.password}';
GRANT ALL PRIVILEGES ON *.* TO '${login.user}'@'%' WITH GRANT OPTION;
`;

/** Settings that MySQL and MariaDB share: nothing survives a crash, nothing is large. */
const common = {
  'bind-address': '127.0.0.1',
  socket: 'server.sock', // relative to the data folder: socket paths are limited to 107 bytes
  'pid-file': 'server.pid',
  'character-set-server': 'utf8mb4',
  'default-time-zone': '+00:00',
  'max-connections': 200,
  'innodb-buffer-pool-size': '64M',
  'innodb-flush-log-at-trx-commit': 0,
  'innodb-flush-method': 'nosync',
  'innodb-doublewrite': 0,
  'innodb-use-native-aio': 0, // containers often have too few of the kernel's asynchronous requests
  'performance-schema': 'OFF',
  'skip-log-bin': '',
  'skip-name-resolve': '',
  'secure-file-priv': null, // empty value: LOAD DATA and INTO OUTFILE may use any folder
};

/** A server of the family; `special` is what MySQL and MariaDB do differently. */
export function mysql(name, title, program, special, source) {
  const root = () => (source.root ? join(cacheFolder(), name) : '/');
  return {
    name,
    title,
    scheme: 'mysql',
    ...source,
    isInstalled: () => existsSync(join(root(), 'usr/sbin', program)),
    user: () => serverUser('mysql'),
    stopSignal: 'SIGTERM',

    /** Creates the system tables, and the file that creates the test user. */
    async prepare({ home, data, user, run }) {
      const server = usableRoot(root(), program, home, user);
      writeFileSync(join(home, 'init.sql'), createLogin);
      const [command, base] = invocation(server, program, data);
      await run(command, [...base, ...special.createArguments], special.createInput?.(share(server)));
      return server;
    },

    command({ home, data, port, server }) {
      const [command, base] = invocation(server, program, data);
      const settings = { ...common, port, 'init-file': join(home, 'init.sql'), ...special.settings };
      return [command, [...base, ...options(settings)]];
    },

    // The server answers only after its init file, so the test user exists by then.
    ping: (port) => query({ ...login, port }, 'SELECT 1'),
    setUp: async () => {},
    version: async (port) => `${title.split(' ')[0]} ${await query({ ...login, port }, 'SELECT VERSION()')}`,
    cleanUp() {},
  };
}

function options(settings) {
  return Object.entries(settings).map(([key, value]) => (value === '' ? `--${key}` : `--${key}=${value ?? ''}`));
}

/** The command of a server below a root, and the arguments that every call needs; --no-defaults must be first. */
function invocation(root, program, data) {
  const file = join(root, 'usr/sbin', program);
  const args = [
    '--no-defaults',
    `--basedir=${join(root, 'usr')}`,
    `--datadir=${data}`,
    // For temporary tables: in a folder that is shared, a server that starts removes those of the others.
    `--tmpdir=${data}`,
    `--lc-messages-dir=${share(root)}`,
    `--plugin-dir=${join(root, 'usr/lib/mysql/plugin')}`,
  ];
  if (root === '/') return [file, args];
  // The libraries of this machine are too old for the program, so it runs with the loader and libraries of its own
  // root. That needs neither chroot nor mounts nor root's rights, and paths in SQL mean what they say.
  const libraries = readdirSync(join(root, 'usr/lib'))
    .filter((entry) => entry.endsWith('-linux-gnu'))
    .map((entry) => join(root, 'usr/lib', entry));
  const loader = libraries.flatMap((folder) =>
    readdirSync(folder)
      .filter((entry) => entry.startsWith('ld-linux'))
      .map((entry) => join(folder, entry)),
  )[0];
  const path = [...libraries, join(root, 'usr/lib/mysql/private')].join(':');
  return [loader, ['--library-path', path, file, ...args]];
}

/** The folder with messages and SQL files: newer MariaDB packages renamed it. */
function share(root) {
  const folders = [join(root, 'usr/share/mariadb'), join(root, 'usr/share/mysql')];
  return folders.find((folder) => existsSync(join(folder, 'english'))) ?? folders[1];
}

function usableRoot(root, program, home, user) {
  if (root === '/' || isReadable(join(root, 'usr/sbin', program), user)) return root;
  const copy = join(home, 'server');
  copyFolder(root, copy);
  return copy;
}

/**
 * What mariadb-install-db feeds to the server, without the help texts. We do it ourselves because that script
 * cannot start a server from another root. The files are called mysql_* or, in newer packages, mariadb_*.
 */
function mariadbTables(folder) {
  const parts = [
    'system_tables',
    'performance_tables',
    'system_tables_data',
    'maria_add_gis_sp_bootstrap',
    'sys_schema',
  ];
  const files = readdirSync(folder);
  const read = (part) => {
    const file = files.find((entry) => basename(entry, '.sql').replace(/^(mysql|mariadb)_/, '') === part);
    if (!file) throw new Error(`${folder} has no SQL file for ${part}`);
    return readFileSync(join(folder, file), 'utf8');
  };
  // root may log in by the socket only, under an account name that does not exist
  const head = "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket='nobody-at-all';\n";
  return head + parts.map(read).join('\n');
}

const mysqlServer = {
  createArguments: ['--initialize-insecure', '--innodb-flush-method=nosync', '--innodb-use-native-aio=0'],
  settings: { mysqlx: 'OFF', 'innodb-redo-log-capacity': '64M' },
};

export const mariadbServer = {
  createArguments: [
    '--bootstrap',
    '--log-warnings=0',
    '--enforce-storage-engine=',
    '--max-allowed-packet=8M',
    '--innodb-flush-method=nosync',
    '--innodb-use-native-aio=0',
    '--innodb-log-file-size=32M',
    '--innodb-buffer-pool-size=64M',
  ],
  createInput: mariadbTables,
  settings: { 'innodb-log-file-size': '32M' },
};

export const mysqlEngines = [
  mysql('mariadb', 'MariaDB 10.11', 'mariadbd', mariadbServer, {
    packages: ['mariadb-server'],
    service: 'mariadb',
  }),
  mysql('mysql9', 'MySQL 9', 'mysqld', mysqlServer, {
    root: { suite: 'sid', package: 'mysql-server-core' },
  }),
  mysql('mariadb11', 'MariaDB 11', 'mariadbd', mariadbServer, {
    root: { suite: 'trixie', package: 'mariadb-server-core' },
  }),
];
