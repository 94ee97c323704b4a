import type { Adapter } from '../model/adapter.js';
import type { Abilities, Operation } from './operation.js';
import type { RowChecks } from './row-checks.js';

/** How a vendor changes what is there. */
export interface Alteration {
  readonly abilities: Abilities;
  /** The statements of one operation, without the final `;`. */
  readonly alter: (operation: Operation) => readonly string[];
  readonly rowChecks: RowChecks;
  /** Ends a statement where `;` does not. */
  readonly terminate?: (statement: string) => string;
  /** Statements about the session, before and behind those of some operations. None of them may be in a transaction. */
  readonly around?: (operations: readonly Operation[]) => Around;
}

export interface Around {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const ALTERATIONS: Readonly<Record<Adapter, () => Promise<Alteration>>> = {
  pgsql: () => import('./pgsql/alter.js'),
  mysql: () => import('./mysql/alter.js'),
  sqlite: () => import('./sqlite/alter.js'),
  mssql: () => import('./mssql/alter.js'),
  oracle: () => import('./oracle/alter.js'),
};

export const loadAlteration = (adapter: Adapter): Promise<Alteration> => ALTERATIONS[adapter]();
