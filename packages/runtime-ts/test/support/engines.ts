import { randomUUID } from 'node:crypto';
import { engineUrl } from '../../../../scripts/engines/locate.mjs';
import { pgsql } from '../../src/drivers/index.js';
import type { Driver, Session } from '../../src/drivers/session.js';
import type { ServerSettings } from '../../src/drivers/settings.js';

export type Server = 'pgsql15' | 'pgsql18' | 'mariadb' | 'mariadb11' | 'mysql9';

/** A database of its own on a server, gone when the test is over. */
export interface TestDatabase {
  readonly settings: ServerSettings & { readonly host: string; readonly port: number };
  /** A connection to it; `change` adds settings. */
  connect(change?: object): Promise<Session>;
  driver(change?: object): Driver;
  drop(): Promise<void>;
}

const driverOf = (server: Server, settings: ServerSettings): Driver =>
  server.startsWith('pgsql') ? pgsql(settings) : pgsql(settings);

export async function freshDatabase(server: Server): Promise<TestDatabase> {
  const url = engineUrl(server);
  if (url === undefined)
    throw new Error(`${server} does not run; start it with: node scripts/engines.mjs start ${server}`);
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = {
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const database = `orm_ts_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const home = pathname.slice(1);
  const admin = await driverOf(server, { ...login, ...(home === '' ? {} : { database: home }) }).connect();
  await admin.command(`CREATE DATABASE ${database}`);
  const settings = { ...login, database };
  const opened: Session[] = [];
  return {
    settings,
    driver: (change = {}) => driverOf(server, { ...settings, ...change }),
    connect: async (change = {}) => {
      const session = await driverOf(server, { ...settings, ...change }).connect();
      opened.push(session);
      return session;
    },
    drop: async () => {
      await Promise.all(opened.map((session) => session.close()));
      await admin.command(`DROP DATABASE ${database}${server.startsWith('pgsql') ? ' WITH (FORCE)' : ''}`);
      await admin.close();
    },
  };
}
