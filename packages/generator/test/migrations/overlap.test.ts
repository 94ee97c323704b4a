import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { emptyDatabase } from '../../src/migrations/history.js';
import type { Migration } from '../../src/migrations/migration.js';
import { overlapOf } from '../../src/migrations/rules/overlap.js';

const renamedTitle: Change = {
  kind: 'column',
  table: 'book',
  name: 'headline',
  from: 'title',
  before: { name: 'title', type: 'VARCHAR(100)' },
  after: { name: 'headline', type: 'VARCHAR(100)' },
};

const overlap = (one: Change, other: Change): unknown =>
  overlapOf({ name: '1_a', changes: [one] }, { name: '2_b', changes: [other] }, emptyDatabase('shop'));

describe('what goes on one branch while the other one renames its column', () => {
  const gone: readonly Change[] = [
    {
      kind: 'index',
      table: 'book',
      name: 'book_title',
      before: { name: 'book_title', kind: 'index', parts: [{ column: 'title' }] },
    },
    {
      kind: 'check',
      table: 'book',
      name: 'long_title',
      before: { name: 'long_title', expression: 'length(title) > 3' },
    },
    {
      kind: 'foreign key',
      table: 'book',
      name: 'book_fk',
      before: {
        name: 'book_fk',
        columns: ['title'],
        foreignTable: { name: 'title' },
        foreignColumns: ['name'],
      },
    },
  ];

  it.each(gone.map((change) => [change.kind, change] as const))('%s: is named in either order', (_, change) => {
    expect(overlap(renamedTitle, change)).toEqual({ one: renamedTitle, other: change });
    expect(overlap(change, renamedTitle)).toEqual({ one: change, other: renamedTitle });
  });

  it('goes together where it is of another column', () => {
    const index: Change = {
      kind: 'index',
      table: 'book',
      name: 'book_pages',
      before: { name: 'book_pages', kind: 'index', parts: [{ column: 'pages' }] },
    };
    expect(overlap(renamedTitle, index)).toBeUndefined();
  });
});

describe('a foreign key that one branch makes again', () => {
  const key = { name: 'book_owner', columns: ['owner_id'], foreignTable: { name: 'author' }, foreignColumns: ['id'] };
  const index: Change = {
    kind: 'index',
    table: 'book',
    name: 'book_fi',
    before: { name: 'book_fi', kind: 'index', parts: [{ column: 'owner_id' }] },
  };
  const remaking: Migration = { name: '1_a', changes: [index], remakes: [{ table: { name: 'book' }, key }] };
  const other = (change: Change): Migration => ({ name: '2_b', changes: [change] });
  const column = (name: string) => ({ name, type: 'INTEGER' });

  it.each<readonly [string, Change]>([
    ['the table that it points at', { kind: 'table', name: 'writer', from: 'author' }],
    [
      'the column that it points at',
      { kind: 'column', table: 'author', name: 'key', from: 'id', before: column('id'), after: column('key') },
    ],
    ['the key itself', { kind: 'foreign key', table: 'book', name: 'book_owner', before: key }],
  ])('is named where the other changes %s, in either order', (_, change) => {
    const state = emptyDatabase('shop');
    expect(overlapOf(remaking, other(change), state)).toEqual({ one: index, other: change });
    expect(overlapOf(other(change), remaking, state)).toEqual({ one: change, other: index });
  });

  it('goes together with a new column of the table that it points at', () => {
    const added: Change = { kind: 'column', table: 'author', name: 'born', after: column('born') };
    expect(overlapOf(remaking, other(added), emptyDatabase('shop'))).toBeUndefined();
  });
});
