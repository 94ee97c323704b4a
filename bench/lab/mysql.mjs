// Nodes of MariaDB's Galera and of MySQL's group replication, which can be frozen, killed and brought back; and a single MariaDB.

import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from '../../scripts/engines/engines.mjs';
import { endProcessesIn, processesIn, runLogged, send, startServer } from '../../scripts/engines/processes.mjs';
import { login } from '../../scripts/engines/settings.mjs';
import { freePorts } from '../../scripts/engines/wire.mjs';
import { query } from '../../scripts/engines/wire-mysql.mjs';

export class MysqlNode {
  /** @param {import('./lab.mjs').Lab} lab */
  static async create(lab, engineName, name, { data, ports = 1 } = {}) {
    const node = new MysqlNode();
    node.lab = lab;
    node.name = name;
    node.engine = engineOf(engineName);
    if (!node.engine.isInstalled())
      throw new Error(`not installed; run: node scripts/engines.mjs install ${engineName}`);
    node.user = node.engine.user();
    node.home = lab.makeFolder(name, node.user, 0o755);
    node.data = data ?? lab.makeFolder(`${name}/data`, node.user);
    node.log = join(lab.folder, `${name}.log`);
    [node.port, ...node.morePorts] = await freePorts(ports);
    lab.atEnd(() => node.end());
    return node;
  }

  url(database = login.database) {
    return `mysql://${login.user}:${login.password}@127.0.0.1:${this.port}/${database}`;
  }

  dsn(database) {
    return `mysql:host=127.0.0.1;port=${this.port};dbname=${database}`;
  }

  /** Makes the system tables. `first` are statements that the first start runs. */
  async initialize(first) {
    const run = (command, args, input) =>
      runLogged(command, args, { log: this.log, user: this.user, cwd: this.data, input });
    this.server = await this.engine.prepare({ home: this.home, data: this.data, user: this.user, run });
    if (first) {
      const file = join(this.home, 'init.sql');
      writeFileSync(file, first);
      if (this.user) chownSync(file, this.user.uid, this.user.gid);
    }
  }

  /** Starts the server; later settings win. Does not wait. */
  launch({ server = this.server, before = [], settings = {}, without = [] } = {}) {
    this.server = server;
    const { home, data, port, morePorts } = this;
    const [command, args] = this.engine.command({ home, data, port, morePorts, server, before });
    const more = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
    const kept = args.filter((argument) => !without.some((prefix) => argument.startsWith(prefix)));
    startServer(command, [...kept, ...more], { log: this.log, user: this.user, cwd: data });
  }

  async answers() {
    await this.lab.startOf(this, () => this.engine.ping(this.port));
  }

  /** The process stops where it is, as on a machine that hangs. */
  freeze() {
    for (const pid of processesIn(this.data)) send(pid, 'SIGSTOP');
  }

  thaw() {
    for (const pid of processesIn(this.data)) send(pid, 'SIGCONT');
  }

  async kill() {
    while (processesIn(this.data).length > 0) {
      for (const pid of processesIn(this.data)) send(pid, 'SIGKILL');
      await this.lab.pause(0.02);
    }
  }

  isRunning() {
    return processesIn(this.data).length > 0;
  }

  async end() {
    this.thaw();
    await endProcessesIn(this.data, undefined, 'SIGKILL');
  }

  sql(statement, timeout = 30_000) {
    return query({ ...login, port: this.port, timeout }, statement);
  }
}

/** Three nodes of Galera, with a binary log or without. */
export async function startGalera(lab, { hasBinaryLog }) {
  const nodes = [];
  for (const name of ['n1', 'n2', 'n3']) nodes.push(await MysqlNode.create(lab, 'galera', name, { ports: 4 }));
  await nodes[0].initialize();
  for (const [index, node] of nodes.entries()) {
    node.hasBinaryLog = hasBinaryLog;
    node.launch({
      server: nodes[0].server,
      before: nodes.slice(0, index),
      ...galeraSettings(node, nodes, index === 0),
    });
    await node.answers();
    lab.tell(`${node.name} is in the cluster`);
  }
  return nodes;
}

/** A node that was killed comes back to those that are left. */
export async function rejoin(node, nodes) {
  const others = nodes.filter((each) => each !== node);
  node.launch({ before: others, ...galeraSettings(node, nodes, false) });
  await node.answers();
}

/** Shorter times than usual until a node that does not answer is left out, so that more happens in a run. */
function galeraSettings(node, nodes, isFirst) {
  const [group, incremental] = node.morePorts;
  const peers = nodes.filter((each) => each !== node).map(({ morePorts }) => `127.0.0.1:${morePorts[0]}`);
  return {
    without: node.hasBinaryLog ? ['--skip-log-bin'] : [],
    settings: {
      ...(node.hasBinaryLog ? { 'log-bin': 'bin', 'log-slave-updates': 'ON' } : {}),
      'wsrep-node-name': node.name,
      'wsrep-cluster-address': `gcomm://${isFirst ? '' : peers.join(',')}`,
      'wsrep-provider-options': [
        'base_host=127.0.0.1',
        `base_port=${group}`,
        `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
        `ist.recv_addr=127.0.0.1:${incremental}`,
        'gcache.size=64M',
        'evs.keepalive_period=PT0.5S',
        'evs.suspect_timeout=PT2S',
        'evs.inactive_timeout=PT5S',
        'evs.install_timeout=PT5S',
      ].join(';'),
    },
  };
}

const groupLogin = `SET SQL_LOG_BIN = 0;
CREATE DATABASE ${login.database};
CREATE USER '${login.user}'@'%' IDENTIFIED BY '${login.password}';
GRANT ALL PRIVILEGES ON *.* TO '${login.user}'@'%' WITH GRANT OPTION;
`;

/** Three primaries of MySQL's group replication. */
export async function startGroup(lab) {
  const nodes = [];
  for (const name of ['n1', 'n2', 'n3']) nodes.push(await MysqlNode.create(lab, 'mysql9', name, { ports: 2 }));
  const seeds = nodes.map(({ morePorts }) => `127.0.0.1:${morePorts[0]}`);
  await Promise.all(nodes.map((node) => node.initialize(groupLogin)));
  for (const [index, node] of nodes.entries()) {
    node.launch({
      without: ['--skip-log-bin', '--performance-schema'],
      settings: {
        'performance-schema': 'ON',
        'server-id': index + 1,
        'gtid-mode': 'ON',
        'enforce-gtid-consistency': 'ON',
        'log-bin': 'bin',
        'sync-binlog': 0,
        'report-host': '127.0.0.1',
        'report-port': node.port,
        'plugin-load-add': 'group_replication.so',
        'loose-group-replication-group-name': '7f2b6c1e-5d1a-4f6b-9c57-6f1d9f3a0b11',
        'loose-group-replication-start-on-boot': 'OFF',
        'loose-group-replication-local-address': seeds[index],
        'loose-group-replication-group-seeds': seeds.join(','),
        'loose-group-replication-single-primary-mode': 'OFF',
        'loose-group-replication-enforce-update-everywhere-checks': 'ON',
        'loose-group-replication-recovery-get-public-key': 'ON',
      },
    });
    await node.answers();
    await node.sql(
      `CHANGE REPLICATION SOURCE TO SOURCE_USER = '${login.user}', SOURCE_PASSWORD = '${login.password}' FOR CHANNEL 'group_replication_recovery'`,
    );
    if (index === 0) await node.sql('SET GLOBAL group_replication_bootstrap_group = ON');
    await node.sql('START GROUP_REPLICATION', 120_000);
    if (index === 0) await node.sql('SET GLOBAL group_replication_bootstrap_group = OFF');
    await lab.until(`${node.name} is in the group`, () => isOnline(node));
    lab.tell(`${node.name} is in the group`);
  }
  return nodes;
}

async function isOnline(node) {
  const state = await node.sql(
    `SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_PORT = ${node.port}`,
  );
  return state === 'ONLINE';
}

/** What a node says of the group: a member that failed has left it. */
export async function groupStates(nodes) {
  const states = [];
  for (const node of nodes) states.push((await isOnline(node)) ? 'ONLINE' : 'not in the group');
  return states;
}
