import type { ListStatements } from '../../src/plan/lists.js';
import type { TableStatements } from '../../src/plan/table.js';

/** Every statement of the lists of a table, with a condition on the scope in it that has values and NULL by turns. */
export function* writtenLists({
  select,
  lists,
}: TableStatements & { readonly lists: ListStatements }): Generator<readonly [string, string]> {
  const condition =
    lists.conditions.length === 0 ? '1 = 1' : lists.conditions.map((each, index) => each[index % 2]).join(' AND ');
  for (const [name, steps] of lists.statements) {
    for (const { parts } of steps) {
      yield [name, (name === 'next' || name === 'previous' ? select : '') + parts.join(condition)];
    }
  }
  yield ['rows', lists.rows + lists.keyed];
  const [begin, then, end] = lists.arrange;
  yield [
    'arrange',
    `${begin} WHEN ${lists.keyed}${then} WHEN ${lists.keyed}${then}${end}(${lists.keyed}) OR (${lists.keyed})`,
  ];
}
