import type { Adapter } from '../model/adapter.js';

/** What bytes arrive as in a row of PDO. `hex`: hexadecimal digits, sent as such too. */
export type BytesForm = 'string' | 'stream' | 'hex';

/** How PDO's driver of a vendor takes and hands over values of a column, where the vendors differ. */
export interface PdoForm {
  readonly bytes: BytesForm;
  /** A text parameter is cut off at a zero byte, because it travels as a string of C. */
  readonly textEndsAtZero: boolean;
}

export function pdoForm(adapter: Adapter, sqlType: string): PdoForm {
  return { bytes: bytesForm(adapter, sqlType), textEndsAtZero: adapter === 'pgsql' };
}

function bytesForm(adapter: Adapter, sqlType: string): BytesForm {
  if (adapter === 'oracle') return /^raw\b/i.test(sqlType) ? 'hex' : 'stream';
  return adapter === 'pgsql' ? 'stream' : 'string';
}
