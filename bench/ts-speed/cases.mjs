// What is measured: each takes a side and does the same work on it, times as often as it says. What a side needs beforehand is
// not measured.

import { bookOf, LIST, placeOf, rename } from './values.mjs';

const keys = (times, round) => Array.from({ length: times }, (_, index) => ((index * 37 + round) % LIST) + 1);

async function findPk(side, round, times) {
  for (const key of keys(times, round)) {
    const book = await side.findPk(key);
    if (book.quantity !== key % 100) throw new Error(`${side.name} found another book`);
  }
}

async function insert(side, round, times) {
  for (const key of keys(times, round)) await side.insert(bookOf(key));
}

async function update({ objects, side }, round, times) {
  for (let index = 0; index < times; index++)
    await side.update(objects[index], `${rename(index, round)} by ${side.name}`);
}

async function list(side, _round, times) {
  for (let index = 0; index < times; index++) {
    const books = await side.list();
    if (books.length !== LIST) throw new Error(`${side.name} read ${books.length} books`);
  }
}

async function move(side, _round, times) {
  for (let index = 0; index < times; index++) await side.move(placeOf(index));
}

/** `before`: what the measured part is given in place of the side. */
export const CASES = {
  findPk: { times: 1000, run: findPk },
  insert: { times: 500, run: insert },
  update: {
    times: 500,
    run: update,
    before: async (side, times) => {
      const objects = [];
      for (let key = 1; key <= times; key++) objects.push(await side.findPk(key));
      return { objects, side };
    },
  },
  'list of 10,000': { times: 2, run: list },
  'list move': { times: 150, run: move, has: 'move' },
};
