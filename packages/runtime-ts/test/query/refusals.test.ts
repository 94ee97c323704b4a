import { describe, expect, test } from 'vitest';
import type { Result, Statement } from '../../src/drivers/session.js';
import { InvalidQueryError, InvalidValueError, UnknownColumnError } from '../../src/errors/index.js';
import { escapeLike } from '../../src/query/like-pattern.js';
import { sql } from '../../src/query/write.js';
import type { Connection } from '../../src/transactions/index.js';
import { itemsOf } from '../support/items.js';

const { query } = itemsOf('pgsql');

/** What plain JavaScript may hand over, whatever the types say. */
const asGiven = (value: unknown): never => value as never;

/** The statement that a query sends. Nothing of what is tested here depends on an answer. */
async function sent(work: (con: Connection) => Promise<unknown>): Promise<Statement> {
  const statements: Statement[] = [];
  const result: Result = { rows: [], affected: 0, insertId: undefined };
  const con = {
    identities: undefined,
    run: (statement: Statement) => {
      statements.push(statement);
      return Promise.resolve(result);
    },
  };
  await work(con as unknown as Connection);
  const [only] = statements;
  if (only === undefined) throw new Error('nothing was sent');
  return only;
}

describe('undefined is no value', () => {
  test.each([
    ['a filter', () => query().$filter(1, undefined)],
    ['a list', () => query().$filter(1, ['a', undefined])],
    ['a range', () => query().$filter(0, { min: undefined })],
    ['a pattern', () => query().$filter(1, undefined, 'LIKE')],
    ['a key', () => query().$filterKeys([[undefined]])],
    ['a clause', () => query().where('Item.id = ?', asGiven(undefined))],
    ['a clause without a column', () => query().where('1 = ?', asGiven(undefined))],
    ['an update', () => query().$update({ note: undefined })],
  ])('in %s', async (_, work) => {
    await expect(async () => work()).rejects.toThrow(/undefined|needs a text|cannot be bound/);
  });
});

describe('what is no query is refused', () => {
  test.each([
    ['a comparison', () => query().$filter(1, 'a', asGiven("= '' OR 1 = 1 --")), InvalidQueryError],
    ['an order', () => query().$order(1, asGiven('asc, (SELECT 1)')), InvalidQueryError],
    ['a limit', () => query().limit(asGiven('1; DROP TABLE item')), InvalidQueryError],
    ['an offset', () => query().offset(asGiven('1; DROP TABLE item')), InvalidQueryError],
    ['a mask', () => query().$filter(0, asGiven('1) OR (1'), '&'), InvalidQueryError],
    ['a range with another end', () => query().$filter(0, { min: 1, 'max" --': 2 }), InvalidQueryError],
    ['an empty range', () => query().$filter(0, {}), InvalidQueryError],
    ['a zero character in a pattern', () => query().$filter(1, 'a\0b', 'LIKE'), InvalidValueError],
    ['a zero character in a clause', () => query().where('1 = \0'), InvalidQueryError],
    ['an unknown column', () => query().where('Item.nothing = ?', 1), UnknownColumnError],
    ['an unknown column of an update', () => query().$update({ nothing: 1 }), UnknownColumnError],
    ['a selection of something else', () => query().$select(['note", (SELECT 1) --']), InvalidQueryError],
    ['an empty list of a clause', () => query().where('Item.id IN ?', []), InvalidQueryError],
    ['a delete of everything', () => query().$deleteFound(), InvalidQueryError],
  ])('%s', async (_, work, error) => {
    await expect(async () => work()).rejects.toThrow(error);
  });
});

describe('what comes from outside stays a value', () => {
  const hostile = "x' OR 1 = 1; DROP TABLE item; -- $1 ? \\";

  test('in filters and clauses', async () => {
    const { sql: text, values } = await sent((con) =>
      query()
        .$filter(1, hostile)
        .or()
        .$filter(1, [hostile, 'b'])
        .$filter(1, hostile, 'LIKE')
        .where("Item.note <> '?' AND Item.note = ?", hostile)
        .find(con),
    );
    expect(text).toBe(
      'SELECT "item"."id", "item"."note" FROM "item" WHERE ("item"."note" = $1 OR "item"."note" IN ($2, $3))' +
        ` AND "item"."note" LIKE $4 ESCAPE '!' AND ("item"."note" <> '?' AND "item"."note" = $5)`,
    );
    expect(values).toEqual([hostile, hostile, 'b', hostile, hostile]);
  });

  test('in updates', async () => {
    const { sql: text, values } = await sent((con) =>
      query()
        .$filter(0, 1)
        .$update({ note: sql('Item.note || ?', hostile) }, con),
    );
    expect(text).toBe('UPDATE "item" SET "note" = "item"."note" || $1 WHERE "item"."id" = $2');
    expect(values).toEqual([hostile, '1']);
  });

  test('and a note stays a note', async () => {
    const { sql: text } = await sent((con) => query().comment('a */ b /* c **/ ? d\n--').find(con));
    expect(text).toBe('/* a   b   c     d -- */ SELECT "item"."id", "item"."note" FROM "item"');
  });
});

test('a text can be a part of a pattern', () => {
  expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\');
});

test('a query that is run stays what it was, and a copy is another one', async () => {
  const first = query().$filter(0, 1);
  const copy = first.copy().$filter(1, 'a');
  await sent((con) => first.findOne(con));
  expect((await sent((con) => first.find(con))).sql).toMatch(/WHERE "item"."id" = \$1$/);
  expect((await sent((con) => copy.find(con))).sql).toMatch(/WHERE "item"."id" = \$1 AND "item"."note" = \$2$/);
});
