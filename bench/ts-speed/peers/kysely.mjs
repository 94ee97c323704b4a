// Kysely, with the columns named as in the database: its plugin for camel case would cost it time.

import { LIST } from '../values.mjs';
import { driverOf, fileOf, serverOf, textOf } from './settings.mjs';

const READ = ['id', 'title', 'isbn', 'quantity', 'price', 'available', 'published_at', 'author_id', 'summary'];

export async function open({ adapter, settings }, load) {
  const kysely = load('kysely');
  const { dialect, read, written } = DIALECTS[adapter](kysely, settings);
  const db = new kysely.Kysely({ dialect });
  const values = ({ publishedAt, authorId, ...others }) => ({
    ...others,
    published_at: publishedAt,
    author_id: authorId,
  });
  const insert =
    adapter === 'pgsql'
      ? async (book) => (await db.insertInto('book').values(book).returning('id').executeTakeFirstOrThrow()).id
      : async (book) => Number((await db.insertInto('book').values(book).executeTakeFirstOrThrow()).insertId);
  return {
    name: 'Kysely',
    findPk: async (key) =>
      read(await db.selectFrom('book').select(READ).where('id', '=', key).executeTakeFirstOrThrow()),
    insert: (book) => insert(written(values(book))),
    update: (book, title) => db.updateTable('book').set({ title }).where('id', '=', book.id).execute(),
    list: async () => {
      const books = await db.selectFrom('book').select(READ).where('id', '<=', LIST).orderBy('id').execute();
      for (const book of books) read(book);
      return books;
    },
    close: () => db.destroy(),
  };
}

const same = (value) => value;

const DIALECTS = {
  pgsql({ PostgresDialect }, settings) {
    const pool = new (driverOf('pg').Pool)({ ...serverOf(settings), max: 1 });
    return { dialect: new PostgresDialect({ pool }), read: same, written: same };
  },
  mysql({ MysqlDialect }, settings) {
    const pool = driverOf('mysql2').createPool({ ...serverOf(settings), connectionLimit: 1, timezone: 'Z' });
    return { dialect: new MysqlDialect({ pool }), read: truth, written: same };
  },
  sqlite({ SqliteDialect }, settings) {
    const Database = driverOf('better-sqlite3');
    return {
      dialect: new SqliteDialect({ database: new Database(fileOf(settings)) }),
      read: (row) => {
        row.published_at = row.published_at && new Date(`${row.published_at.replace(' ', 'T')}Z`);
        return truth(row);
      },
      written: (book) => ({ ...book, available: +book.available, published_at: textOf(book.published_at) }),
    };
  },
};

function truth(row) {
  row.available = row.available === 1;
  return row;
}
