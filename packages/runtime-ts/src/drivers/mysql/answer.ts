import { returnsChanged } from '../returning.js';
import type { Row } from '../session.js';
import { errorProperty } from '../thrown.js';

/** What the server has answered to a statement. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly affected: number;
  /** `inexact` where the driver could not hold the number. */
  readonly insertId: number | bigint | 'inexact' | undefined;
  /** The flags of the session, where the answer has them: not behind rows, which change nothing of them. */
  readonly status: number | undefined;
}

/** An answer of `mysql2`: rows, a header of what has changed, or a list of both for a procedure. */
export function answerOf(sql: string, rows: unknown, fields: unknown): Answer {
  const isSeveral =
    Array.isArray(fields) && (Array.isArray(fields[0]) || fields[0] === undefined) && Array.isArray(rows);
  if (!isSeveral || rows.length === 0) return answer(sql, Array.isArray(rows) ? rows : [], rows);
  const [first] = rows as readonly unknown[];
  return answer(sql, Array.isArray(first) ? first : [], rows.at(-1));
}

function answer(sql: string, rows: readonly Row[], header: unknown): Answer {
  const status = errorProperty(header, 'serverStatus');
  if (typeof status !== 'number') {
    return { rows, affected: returnsChanged(sql) ? rows.length : 0, insertId: undefined, status: undefined };
  }
  return {
    rows,
    affected: Number(errorProperty(header, 'affectedRows')),
    insertId: insertIdOf(errorProperty(header, 'insertId')),
    status,
  };
}

function insertIdOf(id: unknown): Answer['insertId'] {
  if (typeof id === 'string') return BigInt(id);
  if (typeof id !== 'number' || id === 0) return undefined;
  return Number.isSafeInteger(id) ? id : 'inexact';
}
