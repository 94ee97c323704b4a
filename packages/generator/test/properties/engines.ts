import mysql, { type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { splitScript } from '../../src/platforms/sql-script.js';
import { DIALECTS } from '../support/sql-names.js';

/** Something that runs scripts on a real engine, each in an empty place. */
export interface ScriptRunner {
  /** Runs a script twice and leaves nothing behind; throws what the engine says, with the statement. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

async function runTwice(
  sql: string,
  adapter: 'pgsql' | 'mysql',
  query: (text: string) => Promise<unknown>,
): Promise<void> {
  const { statements } = splitScript(sql, DIALECTS[adapter]);
  for (const { text } of [...statements, ...statements]) {
    try {
      await query(text);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${text}`, { cause: error });
    }
  }
}

/** DDL is transactional here: a rollback empties the place again. */
export async function pgsqlRunner(url: string): Promise<ScriptRunner> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async run(sql) {
      await client.query('BEGIN');
      try {
        await client.query('CREATE SCHEMA orm_rnd; SET LOCAL search_path = orm_rnd');
        await runTwice(sql, 'pgsql', (text) => client.query(text));
        // What is only checked at the end of a transaction.
        await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      } finally {
        await client.query('ROLLBACK');
      }
    },
    close: () => client.end(),
  };
}

export async function mysqlRunner(url: string): Promise<ScriptRunner> {
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4' });
  const dropAll = async (): Promise<void> => {
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    const [rows] = await connection.query<RowDataPacket[]>("SHOW DATABASES LIKE 'orm\\_rnd%'");
    for (const row of rows) await connection.query(`DROP DATABASE IF EXISTS \`${String(Object.values(row)[0])}\``);
  };
  return {
    async run(sql) {
      await dropAll();
      try {
        await connection.query('CREATE DATABASE orm_rnd CHARACTER SET utf8mb4');
        await connection.query('USE orm_rnd');
        await runTwice(sql, 'mysql', (text) => connection.query(text));
      } finally {
        await dropAll();
      }
    },
    close: () => connection.end(),
  };
}
