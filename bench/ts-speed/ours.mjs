// The generated classes.

import { configure } from '@ormgen/runtime';
import { recorded } from './recorder.mjs';
import { LIST } from './values.mjs';

export async function openOurs({ adapter, settings, modules }) {
  const driver = (await import(`@ormgen/runtime/${adapter}`))[adapter](settings);
  const orm = configure({ version: 1, defaultConnection: 'bench', connections: { bench: driver } });
  const { Book, BookQuery, ItemQuery } = await import(modules);
  const item = await ItemQuery.create().filterByTitle('Item 50').findOne();
  return {
    name: 'orm',
    findPk: (key) => BookQuery.create().findPk(key),
    insert: (values) => Book.create(values),
    update: (book, title) => {
      book.title = title;
      return book.save();
    },
    list: () => BookQuery.create().filterById({ max: LIST }).orderById().find(),
    move: (rank) => item.moveToRank(rank),
    statementsOf: (rank) => recorded(driver, () => item.moveToRank(rank)),
    close: () => orm.close(),
  };
}
