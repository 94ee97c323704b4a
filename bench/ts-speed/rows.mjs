// The rows that are there before anything is measured.

import { configure, transaction } from '@ormgen/runtime';
import { bookOf, LIST } from './values.mjs';

/** A list of a hundred, and the books; by the generated classes. */
export async function fill(adapter, settings, modules) {
  const driver = (await import(`@ormgen/runtime/${adapter}`))[adapter](settings);
  const orm = configure({ version: 1, defaultConnection: 'bench', connections: { bench: driver } });
  const { Book, Item } = await import(modules);
  await transaction(async () => {
    for (let number = 1; number <= LIST; number++) await Book.create(bookOf(number));
    for (let number = 1; number <= 100; number++) await Item.create({ title: `Item ${number}`, listId: 1 });
  });
  await orm.close();
}
