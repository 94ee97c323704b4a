import type { DatabaseConnection } from '../connection.js';
import type { Dependent, DropPlan } from '../dependents.js';
import { namesOf } from '../sql-drops.js';
import { folded, ownerOf } from './names.js';
import { text } from './quoting.js';

/** An expression list of IN holds at most 1000 entries. */
const CHUNK = 500;

/** CASCADE CONSTRAINTS takes the foreign keys of other tables along. */
export async function dependents(
  connection: Pick<DatabaseConnection, 'query'>,
  { drops }: DropPlan,
): Promise<readonly Dependent[]> {
  const names = namesOf(
    drops.filter(({ cascades }) => cascades),
    'TABLE',
  );
  const dropped = new Set(namesOf(drops, 'TABLE').map((name) => folded(name.at(-1))));
  const found: Dependent[] = [];
  for (let from = 0; from < names.length; from += CHUNK) {
    const wanted = names.slice(from, from + CHUNK).map((name) => `(${ownerOf(name)}, ${text(folded(name.at(-1)))})`);
    const rows = await connection.query(
      'SELECT c.table_name, c.constraint_name FROM all_constraints c JOIN all_constraints r ON r.owner = c.r_owner ' +
        "AND r.constraint_name = c.r_constraint_name WHERE c.constraint_type = 'R' " +
        `AND (r.owner, r.table_name) IN (${wanted.join(', ')}) ORDER BY 1, 2`,
    );
    for (const [table = '', key = ''] of rows.map((row) => row.map(String))) {
      if (!dropped.has(table)) found.push({ kind: 'foreign key', name: `${key} of ${table}`, fate: 'goes' });
    }
  }
  return found;
}
