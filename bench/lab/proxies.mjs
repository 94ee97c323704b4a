// What stands between PHP and PostgreSQL: HAProxy, PgBouncer, Pgpool-II.

import { chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serverUser } from '../../scripts/engines/processes.mjs';
import { login } from '../../scripts/engines/settings.mjs';
import { connect, freePorts } from '../../scripts/engines/wire.mjs';
import { query } from '../../scripts/engines/wire-pgsql.mjs';

/** A program in a folder of its own, with a file of settings; restarted on the same port. */
class Between {
  /** @param {import('./lab.mjs').Lab} lab */
  constructor(lab, name, account) {
    this.lab = lab;
    this.name = name;
    this.user = serverUser(account);
    this.folder = lab.makeFolder(name, this.user);
    this.log = join(lab.folder, `${name}.log`);
  }

  write(name, text) {
    const file = join(this.folder, name);
    writeFileSync(file, text);
    if (this.user) chownSync(file, this.user.uid, this.user.gid);
    return file;
  }

  async begin(command, args, isUp) {
    this.again = async () => {
      this.child = this.lab.start(command, args, this);
      await this.lab.startOf(this, isUp);
    };
    await this.again();
    return this;
  }

  /** Ends it and all of its processes at once. */
  async kill() {
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // ended by itself
    }
    await this.lab.pause(0.1);
  }

  dsn(database, more = '') {
    return `pgsql:host=127.0.0.1;port=${this.port};dbname=${database}${more}`;
  }
}

/** Answers as the REST interface of a cluster manager does: whether a node is the primary, one port for each node. */
async function healthPorts(lab, nodes) {
  const ports = [];
  for (const node of nodes) {
    const server = createServer(async (_request, response) => {
      const isPrimary = await node.isPrimary().catch(() => false);
      response.writeHead(isPrimary ? 200 : 503).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    lab.atEnd(() => {
      server.closeAllConnections();
      server.close();
    });
    ports.push(server.address().port);
  }
  return ports;
}

/** How a proxy should look after its servers. */
const PROMPT = 'inter 500ms fastinter 300ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions';

/** One that notices late, and leaves sessions where they are. */
const LATE = 'inter 1s fall 3 rise 1';

/**
 * HAProxy in front of nodes, of which it takes the primary. `cuts`: whether it ends the sessions of a node that is the primary
 * no more, and tries another one when a node does not answer.
 */
export async function startHaproxy(lab, nodes, { cuts }) {
  const proxy = new Between(lab, 'haproxy', 'haproxy');
  [proxy.port] = await freePorts(1);
  const ports = await healthPorts(lab, nodes);
  const servers = nodes.map((node, index) => `  server ${node.name} ${node.address} check port ${ports[index]}`);
  const file = proxy.write(
    'haproxy.cfg',
    `global
  maxconn 200
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 700ms
${cuts ? '  option redispatch 1\n' : ''}listen primary
  bind 127.0.0.1:${proxy.port}
  option httpchk GET /primary
  http-check expect status 200
  default-server ${cuts ? PROMPT : LATE}
${servers.join('\n')}
`,
  );
  return proxy.begin('/usr/sbin/haproxy', ['-f', file, '-db'], async () => (await connect(proxy.port)).end());
}

/** PgBouncer in transaction mode, as its packages set it up but for that. */
export async function startPgbouncer(lab, node, { poolSize }) {
  const proxy = new Between(lab, 'pgbouncer', 'postgres');
  [proxy.port] = await freePorts(1);
  const file = proxy.write(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${node.port} user=${login.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${proxy.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 100
`,
  );
  return proxy.begin('/usr/sbin/pgbouncer', [file], () => answers(proxy));
}

/** Pgpool-II with load balancing over a primary and a standby. `settings` are lines for its file. */
export async function startPgpool(lab, primary, standby, settings) {
  const proxy = new Between(lab, 'pgpool', 'postgres');
  const [port, control] = await freePorts(2);
  proxy.port = port;
  const backend = (number, node, flag) => `backend_hostname${number} = '127.0.0.1'
backend_port${number} = ${node.port}
backend_weight${number} = 1
backend_flag${number} = '${flag}DISALLOW_TO_FAILOVER'`;
  const file = proxy.write(
    'pgpool.conf',
    `backend_clustering_mode = 'streaming_replication'
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${proxy.folder}'
pcp_listen_addresses = '127.0.0.1'
pcp_port = ${control}
pcp_socket_dir = '${proxy.folder}'
${backend(0, primary, 'ALWAYS_PRIMARY|')}
${backend(1, standby, '')}
num_init_children = 24
max_pool = 1
load_balance_mode = on
sr_check_period = 0
sr_check_user = '${login.user}'
sr_check_database = 'postgres'
health_check_period = 0
pid_file_name = '${proxy.folder}/pid'
logdir = '${proxy.folder}'
work_dir = '${proxy.folder}'
${settings.join('\n')}
`,
  );
  const [pcp, access] = [proxy.write('pcp.conf', ''), proxy.write('pool_hba.conf', '')];
  return proxy.begin('/usr/sbin/pgpool', ['-n', '-f', file, '-F', pcp, '-a', access], () => answers(proxy));
}

function answers({ port }) {
  return query({ ...login, port, database: 'postgres' }, 'SELECT 1');
}
