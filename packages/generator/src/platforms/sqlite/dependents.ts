import type { DatabaseConnection } from '../connection.js';
import { type Dependent, type DropPlan, goneForGood, takenWithTables } from '../dependents.js';
import { namesOf } from '../sql-drops.js';
import { type NamePart, Words } from '../sql-words.js';
import { dialect } from './script.js';

const folded = ({ text }: NamePart): string => text.toLowerCase();

/** The triggers of a table go with it; views that read it and keys that point at it work no more. */
export async function dependents(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  return [...(await broken(connection, plan)), ...(await triggers(connection, plan))];
}

async function triggers(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const dropped = new Set(namesOf(plan.drops, 'TABLE').map((name) => name.at(-1)?.text.toLowerCase()));
  const rows = await connection.query(
    "SELECT type, tbl_name, name FROM sqlite_master WHERE type = 'trigger' ORDER BY 2, 3",
  );
  const taken = rows.filter(([, table]) => dropped.has(String(table).toLowerCase()));
  return takenWithTables(taken, plan, ({ text }) => text);
}

async function broken(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const wanted = new Set(goneForGood(plan, folded).map((name) => name.at(-1)?.text.toLowerCase()));
  if (wanted.size === 0) return [];
  const tables = await connection.query("SELECT name FROM sqlite_master WHERE type = 'table'");
  const gone = new Set(tables.map(([name]) => String(name).toLowerCase()).filter((name) => wanted.has(name)));
  if (gone.size === 0) return [];
  const dropped = new Set(namesOf(plan.drops, 'TABLE', 'VIEW').map((name) => name.at(-1)?.text.toLowerCase()));
  const keys = await connection.query(
    'SELECT DISTINCT m.name, f."table" FROM sqlite_master m, pragma_foreign_key_list(m.name) f ' +
      "WHERE m.type = 'table' ORDER BY 1, 2",
  );
  const views = await connection.query("SELECT name, sql FROM sqlite_master WHERE type = 'view' ORDER BY 1");
  return [
    ...keys
      .map((row) => row.map(String))
      .filter(([table = '', target = '']) => gone.has(target.toLowerCase()) && !dropped.has(table.toLowerCase()))
      .map(([table = '', target = '']): Dependent => {
        return { kind: 'foreign key', name: `${table} → ${target}`, fate: 'breaks' };
      }),
    ...views
      .map((row) => row.map(String))
      .filter(([view = '', sql = '']) => !dropped.has(view.toLowerCase()) && mentions(sql, gone))
      .map(([view = '']): Dependent => ({ kind: 'view', name: view, fate: 'breaks' })),
  ];
}

function mentions(sql: string, tables: ReadonlySet<string>): boolean {
  const words = new Words(sql, dialect);
  return words.tokens.some((_, i) => {
    const [part] = words.name(i).name;
    return part !== undefined && tables.has(part.text.toLowerCase());
  });
}
