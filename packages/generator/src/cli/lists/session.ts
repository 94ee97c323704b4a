import type { ConnectionSettings } from '../../config/connection-settings.js';
import { printable } from '../../diagnostics/printable.js';
import type { DatabaseError, SqlValue } from '../../platforms/connection.js';
import { withoutPassword } from '../insert/scrub.js';
import type { Terminal } from '../terminal.js';
import type { ListStatement, PlannedLists, PlannedTable } from './plan.js';
import { type ListScope, shownScope } from './scope.js';
import { Wait } from './wait.js';

export type Row = readonly SqlValue[];

/** Runs all steps of a statement on a list that is locked; the rows are those of the last one. */
export type LockedList = (name: ListStatement, to?: bigint) => Promise<readonly Row[]>;

/** A list that others held for too long. */
export class ListHeld extends Error {}

export interface ListSessionOptions {
  readonly plan: PlannedLists;
  readonly settings: ConnectionSettings;
  readonly terminal: Terminal;
  /** How long others may hold a list. */
  readonly timeoutSeconds: number;
}

/** An open connection, on which lists are read and changed. */
export abstract class ListSession {
  constructor(protected readonly options: ListSessionOptions) {}

  get plan(): PlannedLists {
    return this.options.plan;
  }

  get name(): string {
    return this.plan.connection.name;
  }

  /** Prepares changes. The answer says why lists without a header table cannot be locked here. */
  abstract prepare(): Promise<string | undefined>;

  /** Reads outside of a transaction. */
  abstract read(table: PlannedTable, name: ListStatement): Promise<readonly Row[]>;

  /** Locks a list as generated classes do, in a transaction of its own; begins again when others were in the way. */
  abstract underLock<T>(table: PlannedTable, scope: ListScope, work: (list: LockedList) => Promise<T>): Promise<T>;

  abstract close(): Promise<void>;

  /** What went wrong, without the password. */
  clean(error: DatabaseError): string {
    const code = error.code === undefined || error.message.includes(error.code) ? '' : ` (${error.code})`;
    return printable(withoutPassword(`${error.message}${code}`, this.options.settings));
  }

  protected waitFor(table: PlannedTable, scope: ListScope): Wait {
    const { timeoutSeconds, terminal } = this.options;
    return new Wait(timeoutSeconds * 1000, () => {
      const limit = `up to ${String(timeoutSeconds)} s`;
      terminal.talk(`waiting for ${listName(table, scope)}: another session holds it (${limit})`);
    });
  }
}

/** `task (user_id = 5)`. */
export function listName({ name, lists }: PlannedTable, scope: ListScope): string {
  const shown = scope.length === 0 ? '' : ` (${shownScope(scope, lists.list.scope)})`;
  return `${printable(name)}${shown}`;
}
