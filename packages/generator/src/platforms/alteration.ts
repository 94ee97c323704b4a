import type { Adapter } from '../model/adapter.js';
import type { BlockingOf, StatementBlockingOf } from './blocking.js';
import type { Abilities, Operation } from './operation.js';
import type { RowChecks } from './row-checks.js';
import type { DatabaseShape } from './shape.js';
import type { Words } from './sql-words.js';

/** How a vendor changes what is there. */
export interface Alteration {
  readonly abilities: Abilities;
  /** The statements of one operation, without the final `;`. */
  readonly alter: (operation: Operation) => readonly string[];
  /** The same operations, with those that must not be in a transaction with others taken out of it. */
  readonly separate?: (operations: readonly Operation[]) => readonly Operation[];
  /** The same operations in the forms that let others read and write meanwhile, where there are such forms. */
  readonly online?: (
    operations: readonly Operation[],
    before: DatabaseShape,
    after: DatabaseShape,
  ) => readonly Operation[];
  /** Whether its statements must not be in a transaction with others. */
  readonly isAlone?: (operation: Operation) => boolean;
  readonly blocking: BlockingOf;
  /** The same of statements that orm did not write. */
  readonly statementBlocking?: StatementBlockingOf;
  /** What a statement cannot do in a transaction, in words for people: `VACUUM is refused in a transaction`. */
  readonly refusedInTransaction?: (words: Words) => string | undefined;
  /** Whether whoever writes keeps all others out: then no migration can avoid it. */
  readonly hasOneWriter?: boolean;
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
