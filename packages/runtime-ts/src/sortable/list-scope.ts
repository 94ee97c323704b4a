import type { Cell, Statement } from '../drivers/session.js';
import type { Lockable, LockStatement, LockValues } from '../lock/lockable.js';
import { OtherLocks } from '../lock/other-locks.js';
import type { ListPlan } from './list-plan.js';

/** A text that a message can show. */
const PRINTABLE = /^[^\p{Cc}]{0,100}$/u;

/** Which list of a table: the values of the scope columns, as the database gets them. NULL is a value of its own. */
export class ListScope implements Lockable {
  readonly plan: ListPlan;
  /** In the order of the scope columns. */
  readonly values: readonly Cell[];
  /** One character per column: `1` for a value, `0` for NULL. Conditions are planned per pattern. */
  readonly pattern: string;

  constructor(plan: ListPlan, values: readonly Cell[]) {
    this.plan = plan;
    this.values = values;
    this.pattern = values.map((value) => (value === null ? '0' : '1')).join('');
  }

  /** Values that only the database takes for equal have different ones. */
  get id(): string {
    const texts = this.values.map((value) => {
      if (value === null) return '-:';
      const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
      return `${text.length}:${text}`;
    });
    return `${this.table} ${texts.join('')}`;
  }

  get table(): string {
    return this.plan.map.table;
  }

  /** Whether the lists of the table have rows in a header table. */
  get isRow(): boolean {
    return this.plan.map.header;
  }

  describe(): string {
    const parts = this.values.map((value, index) => `${this.plan.map.scopeNames[index] ?? ''} = ${shown(value)}`);
    return `list of "${this.table}"${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  }

  statement(name: LockStatement, values: LockValues = {}): Statement {
    return this.plan.one(name, name === 'lock' || name === 'key' ? this : this.plan.none, values);
  }
}

function shown(value: Cell): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return '…';
  const text = String(value);
  if (!PRINTABLE.test(text)) return '…';
  return /^-?\d+$/.test(text) ? text : `'${text}'`;
}

/** The row is in another list than the one that was locked: the operation starts over with the right ones. */
export class ListMoved extends OtherLocks {
  readonly #table: string;

  constructor(scopes: readonly ListScope[]) {
    super(scopes);
    this.#table = scopes[0]?.table ?? '';
  }

  meanwhile(): string {
    return `The row of "${this.#table}" was moved to another list meanwhile`;
  }

  again(): string {
    return `The row of "${this.#table}" is moved from list to list`;
  }
}
