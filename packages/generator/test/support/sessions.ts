import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import type { EngineDatabase } from './engines.js';

/** Another session on a database. */
export interface Session {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens one more session, as an application would. */
export async function openSession({ adapter, connection }: EngineDatabase): Promise<Session> {
  const [, host = '', port = '', database = ''] = /host=(.*);port=(.*);dbname=(.*)/.exec(connection.dsn ?? '') ?? [];
  const settings = {
    host,
    port: Number(port),
    database,
    user: connection.user ?? '',
    password: connection.password ?? '',
  };
  if (adapter === 'pgsql') {
    const client = new pg.Client(settings);
    await client.connect();
    return {
      run: async (sql) => {
        await client.query(sql);
      },
      close: () => client.end(),
    };
  }
  const client = await createConnection(settings);
  return {
    run: async (sql) => {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}
