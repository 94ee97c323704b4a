// MikroORM: a fork of the entity manager for each piece of work, which stands for a request, and no transaction around one statement.

import { LIST } from '../values.mjs';
import { fileOf, serverOf, textOf } from './settings.mjs';

const PACKAGES = { pgsql: 'postgresql', mysql: 'mariadb', sqlite: 'better-sqlite' };

function login(settings) {
  const { database, ...server } = serverOf(settings);
  return { ...server, dbName: database };
}

export async function open({ adapter, settings }, load) {
  const { EntitySchema, MikroORM, Type, wrap } = load(`@mikro-orm/${PACKAGES[adapter]}`);
  // On SQLite it stores dates as numbers, but these are texts.
  class StoredDate extends Type {
    convertToDatabaseValue(date) {
      return date && textOf(date);
    }
    convertToJSValue(text) {
      return text && new Date(`${text.replace(' ', 'T')}Z`);
    }
    compareAsType() {
      return 'string';
    }
    getColumnType() {
      return 'datetime';
    }
  }
  const Book = new EntitySchema({
    name: 'Book',
    tableName: 'book',
    properties: {
      id: { type: 'integer', primary: true },
      title: { type: 'string', length: 255 },
      isbn: { type: 'string', length: 24 },
      quantity: { type: 'integer' },
      price: { type: 'decimal', precision: 10, scale: 2, nullable: true },
      available: { type: 'boolean' },
      publishedAt: {
        type: adapter === 'sqlite' ? StoredDate : 'datetime',
        fieldName: 'published_at',
        length: 6,
        nullable: true,
      },
      authorId: { type: 'integer', fieldName: 'author_id', nullable: true },
      summary: { type: 'string', length: 255, nullable: true },
    },
  });
  const orm = await MikroORM.init({
    ...(adapter === 'sqlite' ? { dbName: fileOf(settings) } : login(settings)),
    entities: [Book],
    pool: { min: 1, max: 1 },
    forceUtcTimezone: true,
    implicitTransactions: false,
  });
  return {
    name: 'MikroORM',
    findPk: (id) => orm.em.fork().findOne(Book, id),
    insert: (values) => orm.em.fork().insert(Book, values),
    update: (book, title) => {
      book.title = title;
      return wrap(book, true).__em.flush();
    },
    list: () => orm.em.fork().find(Book, { id: { $lte: LIST } }, { orderBy: { id: 'asc' } }),
    close: () => orm.close(),
  };
}
