// Three nodes of Debian's MariaDB in one Galera cluster. The first makes the cluster; each other node starts with an
// empty folder and fetches everything from it, as a new node does in production.

import { existsSync } from 'node:fs';
import { createLogin, mariadbServer, mysql } from './mysql.mjs';
import { login } from './settings.mjs';
import { query } from './wire-mysql.mjs';

const provider = '/usr/lib/galera/libgalera_smm.so';

const base = mysql(
  'galera',
  'MariaDB 10.11 with Galera',
  'mariadbd',
  {
    ...mariadbServer,
    // In the data from the beginning: an init file would run on every node, and what it does would travel to all.
    createInput: (folder) => `${mariadbServer.createInput(folder)}\nFLUSH PRIVILEGES;\n${createLogin}`,
    settings: {
      ...mariadbServer.settings,
      'init-file': null, // none
      'binlog-format': 'ROW',
      'innodb-autoinc-lock-mode': 2,
    },
  },
  { packages: ['mariadb-server', 'galera-4', 'rsync'], service: 'mariadb' },
);

const status = (port, name) =>
  query(
    { ...login, port },
    `SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = '${name}'`,
  );

export const galeraEngine = {
  ...base,
  nodes: 3,
  ports: 4,
  isInstalled: () => base.isInstalled() && existsSync(provider),

  command({ home, data, port, morePorts, server, before }) {
    const [group, incremental, snapshot] = morePorts;
    const [command, args] = base.command({ home, data, port, server });
    const group0 = before[0]?.morePorts[0];
    const settings = {
      'wsrep-on': 'ON',
      'wsrep-provider': provider,
      'wsrep-cluster-name': 'orm',
      'wsrep-cluster-address': `gcomm://${group0 ? `127.0.0.1:${group0}` : ''}`,
      'wsrep-node-name': `node${before.length + 1}`,
      'wsrep-node-address': `127.0.0.1:${group}`,
      'wsrep-sst-method': 'rsync',
      'wsrep-sst-receive-address': `127.0.0.1:${snapshot}`,
      'wsrep-provider-options': [
        'base_host=127.0.0.1',
        `base_port=${group}`,
        `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
        `ist.recv_addr=127.0.0.1:${incremental}`,
        'gcache.size=32M',
      ].join(';'),
    };
    const cluster = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
    return [command, [...args, ...cluster, ...(group0 ? [] : ['--wsrep-new-cluster'])]];
  },

  /** A node answers before it has fetched the data; it is of use when it follows the others. */
  async ping(port) {
    const state = await status(port, 'wsrep_local_state_comment');
    if (state !== 'Synced') throw new Error(`the node is in the state ${state}`);
  },

  async setUp(port) {
    const size = await status(port, 'wsrep_cluster_size');
    if (size !== '3') throw new Error(`the cluster has ${size} nodes, expected 3`);
  },
};
