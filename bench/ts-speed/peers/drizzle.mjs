// Drizzle, with the prepared statements that its documentation recommends for speed.

import { COLUMNS, LIST } from '../values.mjs';
import { driverOf, fileOf, serverOf, textOf } from './settings.mjs';

const OPENERS = { pgsql: openPgsql, mysql: openMysql, sqlite: openSqlite };

const camel = (column) => column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

export async function open({ adapter, settings }, load) {
  const { eq, lte, sql } = load('drizzle-orm');
  const { db, book, close, prepare, one, all, insert, run } = await OPENERS[adapter](settings, load);
  const values = Object.fromEntries(COLUMNS.map(camel).map((name) => [name, sql.placeholder(name)]));
  const found = prepare(
    db
      .select()
      .from(book)
      .where(eq(book.id, sql.placeholder('id'))),
    'book_found',
  );
  const listed = prepare(
    db
      .select()
      .from(book)
      .where(lte(book.id, sql.placeholder('last')))
      .orderBy(book.id),
    'book_listed',
  );
  const inserted = prepare(insert(db.insert(book).values(values), book), 'book_inserted');
  const updated = prepare(
    db
      .update(book)
      .set({ title: sql.placeholder('title') })
      .where(eq(book.id, sql.placeholder('id'))),
    'book_updated',
  );
  return {
    name: 'Drizzle',
    findPk: (id) => one(found, { id }),
    insert: async (given) => run(inserted, given),
    update: async ({ id }, title) => run(updated, { id, title }),
    list: () => all(listed, { last: LIST }),
    close,
  };
}

async function openPgsql(settings, load) {
  const { drizzle } = load('drizzle-orm/node-postgres');
  const pg = load('drizzle-orm/pg-core');
  const client = new (driverOf('pg').Client)(serverOf(settings));
  await client.connect();
  return {
    db: drizzle({ client }),
    book: pg.pgTable('book', {
      id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
      title: pg.varchar('title', { length: 255 }).notNull(),
      isbn: pg.varchar('isbn', { length: 24 }).notNull(),
      quantity: pg.integer('quantity').notNull(),
      price: pg.numeric('price', { precision: 10, scale: 2 }),
      available: pg.boolean('available').notNull(),
      publishedAt: pg.timestamp('published_at', { precision: 6 }),
      authorId: pg.integer('author_id'),
      summary: pg.varchar('summary', { length: 255 }),
    }),
    prepare: (query, name) => query.prepare(name),
    one: async (query, values) => (await query.execute(values))[0],
    all: (query, values) => query.execute(values),
    insert: (query, book) => query.returning({ id: book.id }),
    run: (query, values) => query.execute(values),
    close: () => client.end(),
  };
}

async function openMysql(settings, load) {
  const { drizzle } = load('drizzle-orm/mysql2');
  const mysql = load('drizzle-orm/mysql-core');
  const client = await driverOf('mysql2/promise').createConnection({ ...serverOf(settings), timezone: 'Z' });
  return {
    db: drizzle({ client }),
    book: mysql.mysqlTable('book', {
      id: mysql.int('id').primaryKey().autoincrement(),
      title: mysql.varchar('title', { length: 255 }).notNull(),
      isbn: mysql.varchar('isbn', { length: 24 }).notNull(),
      quantity: mysql.int('quantity').notNull(),
      price: mysql.decimal('price', { precision: 10, scale: 2 }),
      available: mysql.boolean('available').notNull(),
      publishedAt: mysql.timestamp('published_at', { fsp: 6 }),
      authorId: mysql.int('author_id'),
      summary: mysql.varchar('summary', { length: 255 }),
    }),
    prepare: (query) => query.prepare(),
    one: async (query, values) => (await query.execute(values))[0],
    all: (query, values) => query.execute(values),
    insert: (query) => query,
    run: (query, values) => query.execute(values),
    close: () => client.end(),
  };
}

async function openSqlite(settings, load) {
  const { drizzle } = load('drizzle-orm/better-sqlite3');
  const sqlite = load('drizzle-orm/sqlite-core');
  const client = new (driverOf('better-sqlite3'))(fileOf(settings));
  // It stores dates as numbers, but these are texts.
  const date = sqlite.customType({
    dataType: () => 'timestamp',
    fromDriver: (text) => new Date(`${text.replace(' ', 'T')}Z`),
    toDriver: textOf,
  });
  return {
    db: drizzle({ client }),
    book: sqlite.sqliteTable('book', {
      id: sqlite.integer('id').primaryKey({ autoIncrement: true }),
      title: sqlite.text('title').notNull(),
      isbn: sqlite.text('isbn').notNull(),
      quantity: sqlite.integer('quantity').notNull(),
      price: sqlite.numeric('price'),
      available: sqlite.integer('available', { mode: 'boolean' }).notNull(),
      publishedAt: date('published_at'),
      authorId: sqlite.integer('author_id'),
      summary: sqlite.text('summary'),
    }),
    prepare: (query) => query.prepare(),
    one: async (query, values) => query.get(values),
    all: async (query, values) => query.all(values),
    insert: (query) => query,
    run: async (query, values) => query.run(values),
    close: async () => client.close(),
  };
}
