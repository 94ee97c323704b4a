import type { DatabaseConnection } from '../connection.js';
import { type Dependent, type DropPlan, goneForGood, takenWithTables } from '../dependents.js';
import { namesOf, schemasOf } from '../sql-drops.js';
import type { NamePart } from '../sql-words.js';
import { schemaOf } from './names.js';
import { identifier, text } from './quoting.js';

const asWritten = ({ text: name }: NamePart): string => name;

/** The triggers of a table go with it, and what reads it works no more. With a database goes everything in it. */
export async function dependents(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  return [
    ...(await broken(connection, plan)),
    ...(await triggers(connection, plan)),
    ...(await contents(connection, plan)),
  ];
}

async function triggers(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const tables = namesOf(plan.drops, 'TABLE').map((name) => `(${schemaOf(name)}, ${text(name.at(-1)?.text ?? '')})`);
  if (tables.length === 0) return [];
  const rows = await connection.query(
    "SELECT 'trigger', event_object_table, trigger_name FROM information_schema.triggers " +
      `WHERE (event_object_schema, event_object_table) IN (${tables.join(', ')}) ORDER BY 2, 3`,
  );
  return takenWithTables(rows, plan, asWritten);
}

async function broken(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const gone = goneForGood(plan, asWritten);
  if (gone.length === 0) return [];
  const pairs = gone.map((name) => `(${schemaOf(name)}, ${text(name.at(-1)?.text ?? '')})`).join(', ');
  // Only tables that are there can be missed.
  const tables = await connection.query(
    `SELECT table_schema, table_name FROM information_schema.tables WHERE (table_schema, table_name) IN (${pairs})`,
  );
  if (tables.length === 0) return [];
  const dropped = new Set((await droppedTables(connection, plan)).map((row) => row.map(String).join('.')));
  const keys = await connection.query(
    'SELECT DISTINCT table_schema, table_name, constraint_name FROM information_schema.key_column_usage ' +
      `WHERE (referenced_table_schema, referenced_table_name) IN (${pairs}) ORDER BY 1, 2, 3`,
  );
  const views = await connection.query(
    "SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE table_schema NOT IN ('sys', " +
      "'mysql', 'information_schema', 'performance_schema') ORDER BY 1, 2",
  );
  const mentioned = tables.map((row) => row.map((part) => identifier(String(part))).join('.'));
  const again = new Set(namesOf(plan.drops, 'VIEW').map((name) => name.at(-1)?.text));
  return [
    ...keys
      .map((row) => row.map(String))
      .filter(([schema, table]) => !dropped.has(`${schema ?? ''}.${table ?? ''}`))
      .map(
        ([, table = '', key = '']): Dependent => ({ kind: 'foreign key', name: `${key} of ${table}`, fate: 'breaks' }),
      ),
    ...views
      .map((row) => row.map(String))
      .filter(([, view, sql]) => !again.has(view) && mentioned.some((name) => sql?.includes(name) === true))
      .map(([, view = '']): Dependent => ({ kind: 'view', name: view, fate: 'breaks' })),
  ];
}

function droppedTables(connection: DatabaseConnection, { drops }: DropPlan): Promise<readonly (readonly unknown[])[]> {
  const rows = namesOf(drops, 'TABLE').map((name) => `SELECT ${schemaOf(name)}, ${text(name.at(-1)?.text ?? '')}`);
  return connection.query(rows.join(' UNION '));
}

async function contents(connection: DatabaseConnection, { drops }: DropPlan): Promise<readonly Dependent[]> {
  const schemas = schemasOf(drops).map((schema) => text(schema.text));
  if (schemas.length === 0) return [];
  const within = `IN (${schemas.join(', ')})`;
  const rows = await connection.query(
    `SELECT LOWER(table_type), table_schema, table_name FROM information_schema.tables WHERE table_schema ${within} ` +
      `AND table_type NOT IN ('BASE TABLE', 'SYSTEM VERSIONED') ` +
      `UNION ALL SELECT LOWER(routine_type), routine_schema, routine_name FROM information_schema.routines WHERE routine_schema ${within} ` +
      `UNION ALL SELECT 'event', event_schema, event_name FROM information_schema.events WHERE event_schema ${within} ORDER BY 1, 2, 3`,
  );
  return rows
    .map((row) => row.map(String))
    .map(([kind = '', schema = '', name = '']): Dependent => ({ kind, name: `${schema}.${name}`, fate: 'goes' }));
}
