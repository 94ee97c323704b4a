import type { DatabaseConnection } from '../platforms/connection.js';
import type { Migrating } from '../platforms/migrating.js';

/** What the history says of a migration. `undoing`: its `down.sql` is being run. */
export type EntryState = 'running' | 'done' | 'undoing';

/** Characters that the history takes for the name of a migration. */
export const LONGEST_NAME = 190;

/** A line of the history: a migration that ran on this database, or runs. */
export interface Entry {
  readonly name: string;
  /** Of the steps that are done. */
  readonly checksum: string;
  readonly state: EntryState;
  readonly steps: number;
  readonly done: number;
  /** The step, from 0, that was begun without a transaction and is not known to have ended. */
  readonly inFlight: number | undefined;
  readonly error: string | undefined;
}

/** The SQL of the history, which is a table in the database itself. */
export class Ledger {
  constructor(
    private readonly migrating: Migrating,
    readonly table: string,
    private readonly version: string,
    private readonly runner: string,
  ) {}

  get create(): string {
    const { types, ifNotExists, tableOptions } = this.migrating;
    const columns = [
      `name ${types.name} NOT NULL PRIMARY KEY`,
      `checksum ${types.word} NOT NULL`,
      `state ${types.word} NOT NULL`,
      `steps ${types.number} NOT NULL`,
      `done ${types.number} NOT NULL`,
      `in_flight ${types.number}`,
      `started_at ${types.time} NOT NULL`,
      `finished_at ${types.time}`,
      `runner ${types.name} NOT NULL`,
      `orm_version ${types.word} NOT NULL`,
      `error ${types.text}`,
    ];
    return `CREATE TABLE ${ifNotExists}${this.#name} (\n  ${columns.join(',\n  ')}\n)${tableOptions}`;
  }

  get #name(): string {
    return this.migrating.identifier(this.table);
  }

  /** A migration begins; all of it is done at once where `done` says so. */
  insert(entry: Pick<Entry, 'name' | 'checksum' | 'steps' | 'done' | 'inFlight'>): string {
    const { text, now } = this.migrating;
    const isDone = entry.done === entry.steps;
    const values = [
      text(entry.name),
      text(entry.checksum),
      text(isDone ? 'done' : 'running'),
      String(entry.steps),
      String(entry.done),
      numberOrNull(entry.inFlight),
      now,
      isDone ? now : 'NULL',
      text(this.runner),
      text(this.version),
    ];
    return `INSERT INTO ${this.#name} (name, checksum, state, steps, done, in_flight, started_at, finished_at, runner, orm_version) VALUES (${values.join(', ')})`;
  }

  update(
    name: string,
    fields: {
      readonly checksum?: string;
      readonly state?: EntryState;
      readonly steps?: number;
      readonly done?: number;
      readonly inFlight?: number | undefined;
      readonly error?: string | undefined;
    },
  ): string {
    const { text, now } = this.migrating;
    const { checksum, state, steps, done } = fields;
    const assignments = [
      ...(checksum === undefined ? [] : [`checksum = ${text(checksum)}`]),
      ...(state === undefined ? [] : [`state = ${text(state)}`, `finished_at = ${state === 'done' ? now : 'NULL'}`]),
      ...(steps === undefined ? [] : [`steps = ${String(steps)}`]),
      ...(done === undefined ? [] : [`done = ${String(done)}`]),
      ...('inFlight' in fields ? [`in_flight = ${numberOrNull(fields.inFlight)}`] : []),
      ...('error' in fields ? [`error = ${fields.error === undefined ? 'NULL' : text(fields.error)}`] : []),
      `runner = ${text(this.runner)}`,
      `orm_version = ${text(this.version)}`,
    ];
    return `UPDATE ${this.#name} SET ${assignments.join(', ')} WHERE name = ${text(name)}`;
  }

  /** Makes a migration that has begun ours; only while it is in a state, where one is given. */
  take(name: string, state?: 'done' | 'failed'): string {
    const { text } = this.migrating;
    const condition = state === 'done' ? " AND state = 'done'" : state === 'failed' ? ' AND error IS NOT NULL' : '';
    const assignments = [
      ...(state === 'done' ? ["state = 'undoing'", 'finished_at = NULL'] : []),
      'error = NULL',
      `runner = ${text(this.runner)}`,
      `orm_version = ${text(this.version)}`,
    ];
    return `UPDATE ${this.#name} SET ${assignments.join(', ')} WHERE name = ${text(name)}${condition}`;
  }

  /** Whether we were the last to write the line of a migration. */
  async isOurs(connection: DatabaseConnection, name: string): Promise<boolean> {
    return (await this.runnerOf(connection, name)) === this.runner;
  }

  /** Who was the last to write the line of a migration. */
  async runnerOf(connection: DatabaseConnection, name: string): Promise<string | undefined> {
    const { text } = this.migrating;
    const rows = await connection.query(`SELECT runner FROM ${this.#name} WHERE name = ${text(name)}`);
    const runner = rows[0]?.[0];
    return typeof runner === 'string' ? runner : undefined;
  }

  remove(name: string): string {
    return `DELETE FROM ${this.#name} WHERE name = ${this.migrating.text(name)}`;
  }

  /** Makes the table where it is not there. */
  async ensure(connection: DatabaseConnection): Promise<void> {
    if (!(await this.migrating.hasTable(connection, this.table))) await connection.execute(this.create);
  }

  /** Every line, in the order of the names; none where there is no table yet. */
  async read(connection: DatabaseConnection): Promise<readonly Entry[]> {
    if (!(await this.migrating.hasTable(connection, this.table))) return [];
    const columns = 'name, checksum, state, steps, done, in_flight, error';
    const rows = await connection.query(`SELECT ${columns} FROM ${this.#name} ORDER BY name`);
    return rows.map(([name, checksum, state, steps, done, inFlight, error]) => ({
      name: String(name),
      checksum: String(checksum),
      state: state as EntryState,
      steps: Number(steps),
      done: Number(done),
      inFlight: inFlight === null || inFlight === undefined ? undefined : Number(inFlight),
      error: typeof error === 'string' ? error : undefined,
    }));
  }
}

const numberOrNull = (value: number | undefined): string => (value === undefined ? 'NULL' : String(value));
