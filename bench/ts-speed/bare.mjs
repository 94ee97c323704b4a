// The drivers alone, with statements that are prepared once.

import { createRequire } from 'node:module';
import { COLUMNS, LIST } from './values.mjs';

const load = createRequire(new URL('../../packages/runtime-ts/package.json', import.meta.url));

const SELECT = `SELECT id, ${COLUMNS.join(', ')} FROM book`;
const LISTED = `${SELECT} WHERE id <= ${LIST} ORDER BY id`;
const INSERT = `INSERT INTO book (${COLUMNS.join(', ')}) VALUES`;
const marks = COLUMNS.map(() => '?').join(', ');
const isCommand = (sql) => /^(BEGIN|START|COMMIT|SET|PRAGMA)\b/.test(sql);

const OPENERS = { pgsql: openPgsql, mysql: openMysql, sqlite: openSqlite };

/** `moves`: the statements of a move there and of one back, to be sent one by one. */
export const openBare = (given, moves) => OPENERS[given.adapter](given.settings, moves);

async function openPgsql({ dsn, user, password }, moves) {
  const pg = load('pg');
  const [, host, port, database] = /host=(.*);port=(.*);dbname=(.*)/.exec(dsn);
  const client = new pg.Client({ host, port: Number(port), database, user, password });
  await client.connect();
  const names = new Map();
  const query = (text, values) => {
    if (!names.has(text)) names.set(text, `s${names.size}`);
    return client.query({ name: names.get(text), text, values });
  };
  const numbered = COLUMNS.map((_, index) => `$${index + 1}`).join(', ');
  return {
    name: 'bare',
    findPk: async (key) => (await query(`${SELECT} WHERE id = $1`, [key])).rows[0],
    insert: async (values) => (await query(`${INSERT} (${numbered}) RETURNING id`, Object.values(values))).rows[0].id,
    update: (book, title) => query('UPDATE book SET title = $1 WHERE id = $2', [title, book.id]),
    list: async () => (await query(LISTED, [])).rows,
    move: async (rank) => {
      for (const { sql, values } of moves.get(rank)) await (isCommand(sql) ? client.query(sql) : query(sql, values));
    },
    close: () => client.end(),
  };
}

async function openMysql({ dsn, user, password }, moves) {
  const { createConnection } = load('mysql2/promise');
  const [, host, port, database] = /host=(.*);port=(.*);dbname=(.*)/.exec(dsn);
  // The values that the classes give: exact numbers, and dates that no zone has changed.
  const connection = await createConnection({
    ...{ host, port: Number(port), database, user, password },
    dateStrings: true,
    supportBigNumbers: true,
  });
  const text = (value) => (value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : value);
  return {
    name: 'bare',
    findPk: async (key) => typed((await connection.execute(`${SELECT} WHERE id = ?`, [key]))[0][0]),
    insert: async (values) =>
      (await connection.execute(`${INSERT} (${marks})`, Object.values(values).map(text)))[0].insertId,
    update: (book, title) => connection.execute('UPDATE book SET title = ? WHERE id = ?', [title, book.id]),
    list: async () => (await connection.execute(LISTED))[0].map(typed),
    move: async (rank) => {
      for (const { sql, values } of moves.get(rank)) {
        await (isCommand(sql) ? connection.query(sql) : connection.execute(sql, values));
      }
    },
    close: () => connection.end(),
  };
}

async function openSqlite({ dsn }, moves) {
  const Database = load('better-sqlite3');
  const database = new Database(dsn.replace('sqlite:', ''));
  const prepared = new Map();
  const prepare = (sql) => {
    if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
    return prepared.get(sql);
  };
  const cell = (value) =>
    value instanceof Date
      ? value.toISOString().slice(0, 19).replace('T', ' ')
      : typeof value === 'boolean'
        ? +value
        : value;
  // Asynchronous as all of them, although SQLite is not.
  return {
    name: 'bare',
    findPk: async (key) => typed(prepare(`${SELECT} WHERE id = ?`).get(key)),
    insert: async (values) => prepare(`${INSERT} (${marks})`).run(Object.values(values).map(cell)).lastInsertRowid,
    update: async (book, title) => prepare('UPDATE book SET title = ? WHERE id = ?').run(title, book.id),
    list: async () => prepare(LISTED).all().map(typed),
    move: async (rank) => {
      for (const { sql, values } of moves.get(rank)) {
        const statement = prepare(sql);
        if (statement.reader) statement.all(values);
        else statement.run(values);
      }
    },
    close: async () => database.close(),
  };
}

/** What a program that works with these rows makes of a number for a truth and a text for a date. */
function typed(row) {
  row.available = row.available === 1;
  if (row.published_at !== null) row.published_at = new Date(`${row.published_at.replace(' ', 'T')}Z`);
  return row;
}
