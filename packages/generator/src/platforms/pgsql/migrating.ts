import type { DatabaseConnection, DatabaseError } from '../connection.js';
import type { Migrating } from '../migrating.js';
import type { Presence } from '../presence.js';
import type { ObjectName } from '../shape.js';
import { Words } from '../sql-words.js';
import { advisoryHolders, blockers } from './lock-holders.js';
import { quotedName } from './names.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';

/** The first half of the number of our lock; the second comes from the name of the table. */
const LOCK = 1_869_769_072;

const keys = (table: string): string => `${String(LOCK)}, hashtext(${text(table)})`;

async function value(connection: DatabaseConnection, sql: string): Promise<unknown> {
  return (await connection.query(sql))[0]?.[0];
}

const isTrue = async (connection: DatabaseConnection, condition: string): Promise<boolean> =>
  (await value(connection, `SELECT ${condition}`)) === 't';

const process = (connection: DatabaseConnection): Promise<unknown> => value(connection, 'SELECT pg_backend_pid()');

const waitForLocks = (connection: DatabaseConnection, seconds: number): Promise<void> =>
  connection.execute(`SET lock_timeout = ${String(Math.round(seconds * 1000))}`);

/** CONCURRENTLY and VALIDATE let others read and write, also while they wait. */
function isPatient(statement: string): boolean {
  const words = new Words(statement, dialect);
  return builtIndex(words) !== undefined || words.is(0, 'DROP', 'INDEX', 'CONCURRENTLY') || isValidation(words);
}

const isValidation = (words: Words): boolean =>
  words.is(0, 'ALTER', 'TABLE') && words.tokens.some((_, at) => words.is(at, 'VALIDATE', 'CONSTRAINT'));

/** The index that CREATE INDEX CONCURRENTLY makes, with its schema where that is said of the table. */
function builtIndex(words: Words): string | undefined {
  const at = words.is(0, 'CREATE', 'UNIQUE') ? 2 : 1;
  if (!words.is(0, 'CREATE') || !words.is(at, 'INDEX', 'CONCURRENTLY')) return undefined;
  const index = words.name(at + 2);
  const [own] = index.name;
  if (own === undefined || !words.is(index.end, 'ON')) return undefined;
  return quotedName([...words.name(index.end + 1).name.slice(0, -1), own]);
}

/** A CREATE INDEX CONCURRENTLY that failed leaves an index that is not valid and would be in the way of the next one. */
async function clear(connection: DatabaseConnection, statement: string): Promise<void> {
  const index = builtIndex(new Words(statement, dialect));
  if (index === undefined) return;
  const own = `to_regclass(${text(index)})`;
  const isLeft = await isTrue(
    connection,
    `EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = ${own} AND NOT indisvalid) AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index WHERE index_relid = ${own})`,
  );
  if (isLeft) await connection.execute(`DROP INDEX CONCURRENTLY ${index}`);
}

/** The rule by which a view reads what it shows. Its name is the same in every language of the server. */
const VIEW_RULE = /\b_RETURN\b/;

/** A view that orm knows nothing of keeps the columns that it reads as they are. */
function advice({ code, message, details }: DatabaseError): string | undefined {
  const isView = code === '0A000' ? VIEW_RULE : code === '2BP01' ? /\bview\b/ : undefined;
  if (isView?.test([message, ...details].join(' ')) !== true) return undefined;
  return 'drop the view before this statement in up.sql and create it again behind it, and the same in down.sql';
}

const CONSTRAINTS: Readonly<Partial<Record<Presence['kind'], string>>> = {
  'primary key': 'p',
  check: 'c',
  'foreign key': 'f',
};

const relation = ({ schema, name }: ObjectName): string =>
  `to_regclass(${text(schema === undefined ? identifier(name) : `${identifier(schema)}.${identifier(name)}`)})`;

function presenceQuery({ kind, of, name }: Presence): string {
  const constraint = CONSTRAINTS[kind];
  if (constraint !== undefined) {
    const named = kind === 'primary key' ? '' : ` AND conname = ${text(name)}`;
    return `SELECT 1 FROM pg_constraint WHERE conrelid = ${relation(of)} AND contype = '${constraint}'${named}`;
  }
  if (kind === 'column')
    return `SELECT 1 FROM pg_attribute WHERE attrelid = ${relation(of)} AND attname = ${text(name)} AND NOT attisdropped`;
  if (kind === 'index' || kind === 'valid index') {
    const whole = kind === 'index' ? '' : ' AND indisvalid';
    return `SELECT 1 FROM pg_index WHERE indexrelid = ${relation({ ...of, name })}${whole}`;
  }
  return `SELECT 1 FROM pg_class WHERE oid = ${relation(of)} AND relkind IN (${kind === 'view' ? "'v', 'm'" : "'r', 'p'"})`;
}

export const migrating: Migrating = {
  types: { name: 'VARCHAR(190)', word: 'VARCHAR(64)', number: 'INTEGER', time: 'TIMESTAMP(0)', text: 'TEXT' },
  now: "(now() AT TIME ZONE 'UTC')",
  begin: 'BEGIN',
  ifNotExists: 'IF NOT EXISTS ',
  tableOptions: '',
  identifier,
  text,
  hasTable: (connection, name) => isTrue(connection, `to_regclass(${text(identifier(name))}) IS NOT NULL`),
  prepare: waitForLocks,
  waitForLocks,
  isPatient,
  clear,
  isThere: (connection, what) => isTrue(connection, `EXISTS (${presenceQuery(what)})`),
  advice,
  isLockTimeout: ({ code }) => code === '55P03' || code === '40P01',
  sessionId: async (connection) => String(await process(connection)),
  blockers,
  runners: (connection, table) => advisoryHolders(connection, LOCK, `hashtext(${text(table)})`),
  // Never waited for on the server: beside a session that waits, CREATE INDEX CONCURRENTLY ends in a deadlock.
  lock: (connection, table) => isTrue(connection, `pg_try_advisory_lock(${keys(table)})`),
  unlock: (connection, table) => connection.execute(`SELECT pg_advisory_unlock(${keys(table)})`),
  scratch: {
    async create(connection, name) {
      const [row = []] = await connection.query(
        'SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = current_database()',
      );
      const [encoding, collate, ctype] = row.map((each) => text(String(each)));
      const like = `ENCODING ${encoding ?? ''} LC_COLLATE ${collate ?? ''} LC_CTYPE ${ctype ?? ''}`;
      return [`CREATE DATABASE ${identifier(name)} TEMPLATE template0 ${like}`];
    },
    drop: (name) => [`DROP DATABASE IF EXISTS ${identifier(name)}`],
    settings: (settings, name) => ({ ...settings, database: name }),
  },
  async sharesSessions(connection, other) {
    const own = await process(connection);
    // A pool gives the session that was used last to whoever comes next.
    await other.begin();
    try {
      return (await process(other)) === own || (await process(connection)) !== own;
    } finally {
      await other.rollback();
    }
  },
};
