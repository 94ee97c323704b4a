import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { emptyDatabase } from '../../src/migrations/history.js';
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
