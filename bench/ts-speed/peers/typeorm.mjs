// TypeORM: repositories, with `insert()` and without a transaction around one statement, as its documentation recommends for speed.

import { LIST } from '../values.mjs';
import { fileOf, serverOf } from './settings.mjs';

const OPTIONS = {
  pgsql: (settings) => ({ type: 'postgres', ...login(settings), poolSize: 1 }),
  mysql: (settings) => ({ type: 'mariadb', ...login(settings), poolSize: 1, timezone: 'Z' }),
  sqlite: (settings) => ({ type: 'better-sqlite3', database: fileOf(settings) }),
};

function login(settings) {
  const { user, ...server } = serverOf(settings);
  return { ...server, username: user };
}

export async function open({ adapter, settings }, load) {
  const { DataSource, EntitySchema, LessThanOrEqual } = load('typeorm');
  const Book = new EntitySchema({
    name: 'Book',
    tableName: 'book',
    columns: {
      id: { type: 'int', primary: true, generated: 'increment' },
      title: { type: 'varchar', length: 255 },
      isbn: { type: 'varchar', length: 24 },
      quantity: { type: 'int' },
      price: { type: 'decimal', precision: 10, scale: 2, nullable: true },
      available: { type: Boolean },
      publishedAt: { name: 'published_at', type: adapter === 'sqlite' ? 'datetime' : 'timestamp', nullable: true },
      authorId: { name: 'author_id', type: 'int', nullable: true },
      summary: { type: 'varchar', length: 255, nullable: true },
    },
  });
  const source = await new DataSource({ ...OPTIONS[adapter](settings), entities: [Book] }).initialize();
  const books = source.getRepository(Book);
  return {
    name: 'TypeORM',
    findPk: (id) => books.findOneBy({ id }),
    insert: (values) => books.insert(values),
    update: (book, title) => {
      book.title = title;
      return books.save(book, { transaction: false, reload: false });
    },
    list: () => books.find({ where: { id: LessThanOrEqual(LIST) }, order: { id: 'ASC' } }),
    close: () => source.destroy(),
  };
}
