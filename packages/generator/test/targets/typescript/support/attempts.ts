import type { TestDatabase } from '../../../cli/support/database.js';
import { HOSTILE, shown } from './hostile-texts.js';

/** What a compiled project and its runtime export. */
export interface Loaded {
  readonly runtime: object;
  readonly models: object;
  readonly orm: { close(): Promise<void> };
}

/** What an attempt is made of. */
export interface Given {
  readonly text: string;
  /** The class of the rows. */
  readonly model: string;
  readonly position: number;
  /** Another query of the same class. */
  readonly fresh: () => object;
}

export interface Attempt {
  /**
   * `refused`: by the runtime, before the database sees it. `bound`: it finds nothing. `stored`: it is read as it was written. `harmless`:
   * whatever comes of it, nothing else has changed. An error of the runtime is right for all of them, one about syntax never.
   */
  readonly expected: 'refused' | 'bound' | 'stored' | 'harmless';
  /** Texts that are right there. */
  readonly allows?: RegExp;
  /** Whether the query has a condition that no row meets. */
  readonly findsNone?: true;
  /** All arguments; else the text alone. */
  readonly args?: (given: Given) => readonly unknown[];
  /** A method of the result to be called. */
  readonly next?: string;
}

class Undone extends Error {}

function call(target: object, method: string, args: readonly unknown[]): unknown {
  const found: unknown = Reflect.get(target, method);
  if (typeof found !== 'function') throw new Error(`there is no ${method}`);
  return Reflect.apply(found, target, args);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const property = (value: unknown, name: string): unknown => (isObject(value) ? Reflect.get(value, name) : undefined);

/** Tries hostile texts at the entries of classes, each in a transaction that is rolled back. */
export class Attempts {
  readonly problems: string[] = [];
  tried = 0;
  readonly #loaded: Loaded;
  readonly #database: TestDatabase;
  #state = '';

  constructor(loaded: Loaded, database: TestDatabase) {
    this.#loaded = loaded;
    this.#database = database;
  }

  /** What has to be the same after each entry. */
  async remember(): Promise<void> {
    this.#state = await this.#read();
  }

  async tryEntry(entry: string, position: number, attempt: Attempt): Promise<void> {
    const before = this.problems.length;
    for (const text of HOSTILE) {
      // One of every entry is enough for a report.
      if (this.problems.length > before) break;
      this.tried += 1;
      const problem = await this.#one(entry, position, attempt, text);
      if (problem !== undefined) this.problems.push(`${entry} with ${shown(text)}: ${problem}`);
    }
    const state = await this.#read();
    if (state !== this.#state) this.problems.push(`${entry} changed the database: ${state}`);
  }

  async #one(entry: string, position: number, attempt: Attempt, text: string): Promise<string | undefined> {
    const expected = attempt.allows?.test(text) === true ? 'harmless' : attempt.expected;
    let problem: string | undefined;
    try {
      await call(this.#loaded.runtime, 'transaction', [
        async () => {
          const result = await this.#made(entry, position, attempt, text);
          problem = this.#judged(expected, result, text);
          throw new Undone('rolled back');
        },
      ]);
    } catch (error) {
      if (!(error instanceof Undone)) return this.#judgedError(expected, error);
    }
    return problem;
  }

  #judged(expected: Attempt['expected'], result: unknown, text: string): string | undefined {
    switch (expected) {
      case 'refused':
        return 'was not refused';
      case 'bound':
        return isNothing(result) ? undefined : `found ${JSON.stringify(result)}`;
      case 'stored':
        return Object.values(isObject(result) ? result : {}).includes(text) ? undefined : 'is not what was written';
      case 'harmless':
        return undefined;
    }
  }

  #judgedError(expected: Attempt['expected'], error: unknown): string | undefined {
    const { runtime } = this.#loaded;
    const isOf = (name: string): boolean => {
      const type: unknown = Reflect.get(runtime, name);
      return typeof type === 'function' && error instanceof type;
    };
    const said = String(error).slice(0, 300);
    if (!isOf('OrmError')) return `is no error of the runtime: ${said}`;
    if (!isOf('QueryError')) return undefined;
    if (expected === 'refused') return `went to the database: ${said}`;
    // Class 22 of SQLSTATE is data, such as a zero byte in a text.
    const isData = String(property(error, 'sqlState')).startsWith('22');
    return isData || isOf('DataError') || isOf('ConstraintViolationError')
      ? undefined
      : `is no error about a value: ${said}`;
  }

  async #made(entry: string, position: number, { args, next, findsNone }: Attempt, text: string): Promise<unknown> {
    const [owner = '', method = '', ...rest] = entry.split('.');
    if (rest.length === 0 || !(owner in this.#loaded.models)) return this.#ofRuntime(entry, position, text, args);
    const type = property(this.#loaded.models, owner);
    if (typeof type !== 'function') throw new Error(`there is no ${owner}`);
    const model = owner.replace(/(Query|Draft)$/, '');
    const fresh = (): object => {
      const query = call(type, 'create', []) as object;
      return findsNone === true ? (call(query, 'filterByPrimaryKeys', [[]]) as object) : query;
    };
    const given = { text, model, position, fresh };
    const target = method in type ? type : owner.endsWith('Query') ? fresh() : await this.#row(model);
    const result = await settled(call(target, method, args?.(given) ?? [text]));
    return next === undefined || !isObject(result) ? result : settled(call(result, next, []));
  }

  /** The functions of the runtime, which have no class. */
  async #ofRuntime(entry: string, position: number, text: string, args: Attempt['args']): Promise<unknown> {
    const { runtime, orm } = this.#loaded;
    const query = (): object => this.#query('Book');
    const con = call(orm, 'connection', []) as object;
    const place = this.#database.adapter === 'pgsql' ? '$1' : '?';
    const statement = { sql: `SELECT title FROM book WHERE title = ${place}`, values: [text] };
    const method = entry.split('.').at(-2) ?? '';
    switch (method) {
      case 'connection':
        return call(orm, method, [text]);
      case 'begin':
      case 'transaction': {
        const target = entry.split('.').length === 2 ? runtime : con;
        const given = args?.({ text, model: '', position, fresh: query }) ?? [];
        return call(target, method, method === 'begin' ? given : [() => Promise.resolve(), ...given.slice(1)]);
      }
      case 'escapeLike':
        return settled(call(query(), 'filterByTitle', [call(runtime, method, [text]), 'LIKE']));
      case 'sql': {
        const cast = this.#database.adapter === 'pgsql' ? 'CAST(? AS text)' : '?';
        await call(query(), 'update', [{ title: call(runtime, method, [cast, text]) }]);
        return call(query(), 'findOne', []);
      }
      case 'load':
        return call(runtime, method, [[await this.#row('Book')], text]);
      case 'run':
        return property(await call(con, method, [statement]), 'rows');
      case 'together':
        return property(((await call(con, method, [[statement]])) as readonly unknown[])[0], 'rows');
      case 'stream': {
        const rows: unknown[] = [];
        for await (const portion of call(con, method, [statement, 10]) as AsyncIterable<readonly unknown[]>) {
          rows.push(...portion);
        }
        return rows;
      }
      case 'where':
        return settled(call(query(), method, ['Book.title = ?', text]));
      case 'comment':
        return settled(call(query(), method, [text]));
      case 'mergeWith':
        return settled(call(query(), method, [query(), text]));
      default:
        return call(runtime, method, [text]);
    }
  }

  #query(model: string): object {
    const type = property(this.#loaded.models, `${model}Query`);
    if (typeof type !== 'function') throw new Error(`there is no query of ${model}`);
    return call(type, 'create', []) as object;
  }

  async #row(model: string): Promise<object> {
    return (await call(this.#query(model), 'requireOne', [])) as object;
  }

  /** All tables and rows. */
  async #read(): Promise<string> {
    const tables = {
      pgsql: "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
      mysql: 'SELECT table_name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1',
      sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1",
    }[this.#database.adapter];
    const read = [
      tables,
      'SELECT * FROM author ORDER BY 1',
      'SELECT * FROM book ORDER BY 1',
      'SELECT * FROM chapter ORDER BY 1',
    ];
    const found: unknown[] = [];
    for (const sql of read) found.push(await this.#database.query(sql));
    return JSON.stringify(found);
  }
}

/** A query is run, a promise awaited. */
async function settled(made: unknown): Promise<unknown> {
  const result = await made;
  return isObject(result) && 'find' in result && !Array.isArray(result) ? call(result, 'find', []) : result;
}

const isNothing = (result: unknown): boolean =>
  result === null ||
  result === undefined ||
  result === 0 ||
  result === false ||
  (Array.isArray(result) && result.length === 0);
