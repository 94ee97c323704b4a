import type { OpenConnection, Row, Statement } from '../session.js';

let cursors = 0;

/** By a cursor of the server: other statements of the transaction may run between two portions. */
export async function* cursor(
  con: OpenConnection,
  statement: Statement,
  portion: number,
): AsyncGenerator<readonly Row[], undefined> {
  const name = `orm_cursor_${++cursors}`;
  const once = (sql: string): Statement => ({ sql, values: [], once: true });
  await con.run({ sql: `DECLARE ${name} NO SCROLL CURSOR FOR ${statement.sql}`, values: statement.values, once: true });
  try {
    for (;;) {
      const { rows } = await con.run(once(`FETCH ${portion} FROM ${name}`));
      if (rows.length > 0) yield rows;
      if (rows.length < portion) return undefined;
    }
  } finally {
    // The transaction may have failed meanwhile, with which the cursor ends.
    if (con.canRun) await con.run(once(`CLOSE ${name}`));
  }
}
