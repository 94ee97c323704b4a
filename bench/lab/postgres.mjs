// Servers of PostgreSQL 15 that follow each other: made, copied, killed, promoted.

import { appendFileSync, chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from '../../scripts/engines/engines.mjs';
import { endProcessesIn, processesIn, runLogged, send, startServer } from '../../scripts/engines/processes.mjs';
import { login } from '../../scripts/engines/settings.mjs';
import { freePorts } from '../../scripts/engines/wire.mjs';
import { query } from '../../scripts/engines/wire-pgsql.mjs';

const engine = engineOf('pgsql15');
const programs = '/usr/lib/postgresql/15/bin';

/** Commits survive the death of a process (not a power cut), and can be followed. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: 10,
  wal_keep_size: '256MB',
  hot_standby: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 100,
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
  log_connections: 'on',
};

/** Loopback, and test data only: the poolers between need no passwords then. */
const access = 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n';

export class PostgresNode {
  /** @param {import('./lab.mjs').Lab} lab */
  static async create(lab, name, { data, settings: own = {} } = {}) {
    const node = new PostgresNode();
    node.lab = lab;
    node.name = name;
    node.settings = { ...settings, ...own };
    node.user = engine.user();
    node.home = lab.makeFolder(name, node.user, 0o755);
    node.data = data ?? lab.makeFolder(`${name}/data`, node.user);
    node.log = join(lab.folder, `${name}.log`);
    [node.port] = await freePorts(1);
    lab.atEnd(() => node.end());
    return node;
  }

  get address() {
    return `127.0.0.1:${this.port}`;
  }

  url(database = login.database) {
    return `postgres://${login.user}:${login.password}@${this.address}/${database}`;
  }

  /** An empty server, with the login of tests. */
  async initialize() {
    const run = (command, args, input) =>
      runLogged(command, args, { log: this.log, user: this.user, cwd: this.data, input });
    await engine.prepare({ home: this.home, data: this.data, user: this.user, run });
    writeFileSync(join(this.data, 'pg_hba.conf'), access);
    await this.start();
    await engine.setUp(this.port);
  }

  async start() {
    const [command, args] = engine.command({ data: this.data, port: this.port, server: join(programs, '..') });
    const more = Object.entries(this.settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    startServer(command, [...args, ...more], { log: this.log, user: this.user, cwd: this.data });
    await this.lab.startOf(this, () => this.sql('SELECT 1'));
  }

  /** A copy of another server that follows it from then on. Whatever was here is gone. */
  async copyFrom(primary) {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
    this.lab.makeFolder(`${this.name}/data`, this.user);
    await this.lab.run(
      join(programs, 'pg_basebackup'),
      ['-D', this.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', this.#follow(primary)],
      { user: this.user, cwd: this.home },
    );
    await this.start();
  }

  /** Starts a server that was stopped in order as one that follows another. */
  async startFollowing(primary) {
    const signal = join(this.data, 'standby.signal');
    writeFileSync(signal, '');
    if (this.user) chownSync(signal, this.user.uid, this.user.gid);
    appendFileSync(join(this.data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${this.#follow(primary)}'\n`);
    await this.start();
  }

  #follow(primary) {
    return `host=127.0.0.1 port=${primary.port} user=${login.user} application_name=${this.name}`;
  }

  /** Commits of this server wait for another one; without a name, for nobody. */
  async waitFor(standby) {
    await this.set('synchronous_standby_names', standby?.name ?? '');
    if (!standby) return;
    await this.lab.until(`${standby.name} follows ${this.name}`, async () => {
      const state = await this.sql(
        `SELECT sync_state FROM pg_stat_replication WHERE application_name = '${standby.name}'`,
      );
      return state === 'sync';
    });
  }

  async isFollowedBy(standby) {
    const sql = `SELECT COUNT(*) FROM pg_stat_replication WHERE application_name = '${standby.name}' AND state = 'streaming'`;
    return (await this.sql(sql)) === '1';
  }

  async set(name, value) {
    await this.sql(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.sql('SELECT pg_reload_conf()');
  }

  /** Makes a follower the primary; resolves when it takes writes, to that moment. */
  async promote() {
    await this.sql('SELECT pg_promote(false)');
    await this.lab.until(`${this.name} becomes the primary`, () => this.isPrimary());
    return Date.now() / 1000;
  }

  async isPrimary() {
    return (await this.sql('SELECT pg_is_in_recovery()')) === 'f';
  }

  /** Stops what sends the log to followers, as a network that is slow would. */
  async freezeSenders() {
    const pids = await this.sql("SELECT string_agg(pid::text, ' ') FROM pg_stat_replication");
    for (const pid of (pids ?? '').split(' ').filter(Boolean)) send(Number(pid), 'SIGSTOP');
  }

  /** All processes stop where they are, as on a machine that hangs. */
  freeze() {
    for (const pid of processesIn(this.data)) send(pid, 'SIGSTOP');
  }

  thaw() {
    for (const pid of processesIn(this.data)) send(pid, 'SIGCONT');
  }

  /** All processes at once, as a power cut would. */
  async kill() {
    while (processesIn(this.data).length > 0) {
      for (const pid of processesIn(this.data)) send(pid, 'SIGKILL');
      await this.lab.pause(0.02);
    }
    engine.cleanUp({ data: this.data });
  }

  /** In order: clients are cut, followers get everything. */
  async stop() {
    await endProcessesIn(this.data, this.#mainPid(), 'SIGINT');
  }

  /** For good, whatever state it is in. */
  async end() {
    this.thaw();
    await endProcessesIn(this.data, this.#mainPid(), 'SIGINT', 3000);
    engine.cleanUp({ data: this.data });
  }

  #mainPid() {
    const file = join(this.data, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
    return processesIn(this.data).includes(pid) ? pid : undefined;
  }

  /** How often somebody has connected to a database here, by the log. */
  connectionsTo(database) {
    return (
      readFileSync(this.log, 'utf8').split(`connection authorized: user=${login.user} database=${database}`).length - 1
    );
  }

  /** The first value of a statement's answer. */
  sql(statement, database = 'postgres') {
    return query({ ...login, port: this.port, database }, statement);
  }
}
