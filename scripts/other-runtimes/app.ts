import { transaction, UniqueViolationError } from '@ormgen/runtime';
import { orm } from './src/models/config.ts';
import { Book, BookQuery } from './src/models/index.ts';

// Another runtime was here before.
await BookQuery.create().deleteAll();
for (const title of ['Anarres', 'Urras', 'Shevek']) await Book.create({ title });
const last = await BookQuery.create().requireOneByTitle('Shevek');
try {
  await transaction(async () => {
    // Both are part of it, though nobody hands it on.
    await Promise.all([last.moveToTop(), Book.create({ title: 'Takver' })]);
    throw new Error('rolled back');
  });
} catch (error) {
  console.log((error as Error).message, await BookQuery.create().count());
}
await last.moveToTop();
const titles: string[] = [];
for await (const { title } of BookQuery.create().orderByRank()) titles.push(title);
console.log(titles.join(', '));
try {
  await Book.create({ title: 'Urras' });
} catch (error) {
  console.log(error instanceof UniqueViolationError);
}
await orm.close();
