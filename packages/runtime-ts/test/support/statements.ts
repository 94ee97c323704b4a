import type { Session, Statement } from '../../src/drivers/session.js';
import type { DatabaseError } from '../../src/errors/index.js';

export const sql = (text: string, ...values: Statement['values']): Statement => ({ sql: text, values });

export const rowsOf = async (
  session: Session,
  text: string,
  ...values: Statement['values']
): Promise<readonly unknown[]> => (await session.run(sql(text, ...values))).rows;

/** What a promise is rejected with. */
export async function failure(work: Promise<unknown>): Promise<DatabaseError> {
  try {
    await work;
  } catch (error) {
    return error as DatabaseError;
  }
  throw new Error('nothing failed');
}
