import type { DatabaseConnection } from '../connection.js';
import type { Dependent, DropPlan } from '../dependents.js';
import { namesOf } from '../sql-drops.js';
import { quotedName } from './names.js';
import { text } from './quoting.js';

/** The generated SQL drops the foreign keys that point at a table before the table. */
export async function dependents(
  connection: Pick<DatabaseConnection, 'query'>,
  { drops }: DropPlan,
): Promise<readonly Dependent[]> {
  const names = namesOf(drops, 'TABLE');
  if (names.length === 0) return [];
  const ids = names.map((name) => `(OBJECT_ID(${text(quotedName(name))}, N'U'))`).join(', ');
  const rows = await connection.query(
    `WITH dropped AS (SELECT DISTINCT id FROM (VALUES ${ids}) AS v(id) WHERE id IS NOT NULL) ` +
      'SELECT OBJECT_NAME(k.parent_object_id), k.name FROM sys.foreign_keys AS k ' +
      'WHERE k.referenced_object_id IN (SELECT id FROM dropped) AND k.parent_object_id NOT IN (SELECT id FROM dropped) ' +
      'ORDER BY 1, 2',
  );
  return rows
    .map((row) => row.map(String))
    .map(([table = '', key = '']): Dependent => ({ kind: 'foreign key', name: `${key} of ${table}`, fate: 'goes' }));
}
