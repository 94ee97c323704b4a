// The rows that every side reads and writes.

export const LIST = 10_000;

/** The columns of a book behind its key, in the order of the table. */
export const COLUMNS = ['title', 'isbn', 'quantity', 'price', 'available', 'published_at', 'author_id', 'summary'];

/** A day's worth of minutes, so that dates differ. */
const published = (number) => new Date(Date.UTC(2024, 1, 29, 0, number % 1440, 7));

/** Sides name properties as their users would: in camel case. */
export const bookOf = (number) => ({
  title: `Book ${number}`,
  isbn: `978-${String(number).padStart(9, '0')}`,
  quantity: number % 100,
  price: `${number % 90}.50`,
  available: number % 3 !== 0,
  publishedAt: published(number),
  authorId: number % 50,
  summary: number % 4 === 0 ? null : 'What it is about, in a sentence or two',
});

export const rename = (number, round) => `Book ${number} of round ${round}`;

/** Where the moved item goes: there and back, half of a list of a hundred. */
export const placeOf = (number) => (number % 2 === 0 ? 75 : 25);

/** Whether a side reads what was written, as values that a program can work with. */
export async function checkRow(side) {
  const key = 7;
  const { price, publishedAt, ...others } = bookOf(key);
  const row = await side.findPk(key);
  const book = { ...row, authorId: row.authorId ?? row.author_id };
  for (const [name, value] of Object.entries(others)) {
    if (book[name] !== value) throw new Error(`${side.name} reads ${name} as ${book[name]}, not ${value}`);
  }
  const read = row.publishedAt ?? row.published_at;
  if (Number(row.price) !== Number(price)) throw new Error(`${side.name} reads another price: ${row.price}`);
  if (read?.getTime?.() !== publishedAt.getTime()) throw new Error(`${side.name} reads another date: ${read}`);
}
