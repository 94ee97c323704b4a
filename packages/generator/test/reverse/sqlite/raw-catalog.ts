import type { EngineDatabase, Row } from '../../support/engines.js';
import type { RawFact } from '../raw-facts.js';

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const QUOTED = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/g;

/** The statement without anything in quotes and comments, every letter of it where it was. */
const words = (sql: string): string => sql.replace(QUOTED, (part) => '_'.repeat(part.length));

/**
 * What a database says of itself, fact by fact. It knows nothing of the reader under test: what no pragma says is looked for in
 * the words of the statements, and defaults are what SQLite makes of them.
 */
export async function rawCatalog(database: EngineDatabase): Promise<RawFact[]> {
  const facts: RawFact[] = [];
  const master = await database.query('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid');
  const listed = await database.query("SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'");
  const tables = listed.filter(({ name, type }) => type === 'table' && !/^sqlite_/.test(name ?? ''));
  for (const row of tables) {
    const sql = master.find(({ name, type }) => type === 'table' && name === row['name'])?.['sql'] ?? '';
    facts.push(...(await tableFacts(database, row, sql)));
  }
  for (const { type, name, tbl_name: owner, sql } of master) {
    const isTables = tables.some((table) => table['name'] === owner);
    const isOther = type === 'view' || type === 'trigger' || (type === 'table' && /^CREATE VIRTUAL/i.test(sql ?? ''));
    if (isOther) facts.push({ table: isTables ? (owner ?? '') : '', name: name ?? '', fact: type });
  }
  return facts;
}

async function tableFacts(database: EngineDatabase, { name: table, wr, strict }: Row, sql: string): Promise<RawFact[]> {
  const of = `(${text(table ?? '')})`;
  const columns = await database.query(`SELECT * FROM pragma_table_xinfo${of} ORDER BY cid`);
  const indexes = await indexesOf(database, of);
  const key = columns.filter(({ pk }) => pk !== '0').sort((a, b) => Number(a['pk']) - Number(b['pk']));
  const isRowId = wr === '0' && key.length === 1 && !indexes.some(({ origin }) => origin === 'pk');
  const isAutoIncrement = isRowId && /\bAUTOINCREMENT\b/i.test(words(sql));
  const facts: Omit<RawFact, 'table'>[] = [
    {
      name: 'options',
      fact: `without rowid ${wr ?? ''}, strict ${strict ?? ''}, autoincrement ${String(isAutoIncrement)}`,
    },
    {
      name: 'primary key',
      fact: [
        ...key.map(({ name }) => name),
        isRowId ? 'is the row id' : '',
        ...indexes.filter(({ origin, parts }) => origin === 'pk' && parts.includes(' DESC')).map(() => 'descending'),
      ].join(', '),
    },
    { name: 'deferred', fact: String(words(sql).match(/\bINITIALLY\s+DEFERRED\b/gi)?.length) },
    {
      name: 'collations',
      fact: [...sql.matchAll(/\bCOLLATE\s+"?(\w+)/gi)]
        .map((match) => match[1])
        .sort()
        .join(),
    },
    ...commentsIn(sql).map((fact) => ({ name: 'comment', fact })),
    ...checksIn(sql).map((fact) => ({ name: 'check', fact })),
    ...[...words(sql).matchAll(/\bON\s+CONFLICT\s+(?!ABORT)(\w+)/gi)].map(([, word = '']) => ({
      name: `ON CONFLICT ${word.toUpperCase()}`,
      fact: 'clause',
    })),
  ];
  const kept = columns.filter(({ hidden }) => hidden === '0');
  for (const column of columns) {
    const isKey = column['pk'] !== '0' && (isRowId || wr === '1' || strict === '1');
    facts.push({
      name: column['name'] ?? '',
      fact: [
        `column ${String(kept.indexOf(column))}`,
        typeOf(column['type'] ?? ''),
        column['notnull'] === '0' && !isKey ? 'null' : 'not null',
        await defaultValue(database, column['dflt_value'] ?? null),
      ].join(', '),
    });
  }
  for (const { name, origin, unique, isPlain, parts } of indexes) {
    // A unique constraint has no name in the catalog, and becomes an index that has one.
    if (origin !== 'pk')
      facts.push({ name: unique && isPlain ? `(${parts})` : name, fact: `index ${unique} of ${parts}` });
  }
  facts.push(...(await foreignKeysOf(database, of)));
  return facts.map((fact) => ({ table: table ?? '', ...fact }));
}

/** SQLite makes no difference between these. */
function typeOf(type: string): string {
  const word = type.toUpperCase().replaceAll(' ', '');
  if (/^INT(EGER)?(\(\d+\))?$/.test(word)) return 'INTEGER';
  if (/^(TIME|DATETIME|TIMESTAMP)\(6\)$/.test(word)) return word.slice(0, -3);
  return word === 'BOOL' ? 'BOOLEAN' : word === 'DOUBLEPRECISION' ? 'DOUBLE' : word;
}

/** What a default gives. What changes with time, and what is no expression, is compared as it is written. */
async function defaultValue(database: EngineDatabase, sql: string | null): Promise<string> {
  if (sql === null) return 'NULL';
  if (/current_|now/i.test(sql)) return sql.replace(/\s/g, '').toUpperCase();
  const rows = await database.query(`SELECT quote(${sql}) AS value`).catch(() => undefined);
  return rows?.[0]?.['value'] ?? sql;
}

/** Rules of nothing but signs are no comments. */
function commentsIn(sql: string): string[] {
  const all = sql.match(QUOTED) ?? [];
  const notes = all.filter((part) => /^(--|\/\*)/.test(part)).map((part) => part.replace(/^(--|\/\*)|\*\/$/g, ''));
  return notes.map((note) => note.replace(/\s+/g, ' ').trim()).filter((note) => /\w/.test(note));
}

/** A condition without quotes of names, spaces and capitals; what NULL does to it is the same everywhere. */
export const plainCheck = (sql: string): string =>
  sql
    .replace(/["[\]`\s]/g, '')
    .toLowerCase()
    .replace(/^\w+isnullor(?=json_valid)/, '');

function checksIn(sql: string): string[] {
  const plain = words(sql);
  return [...plain.matchAll(/\bCHECK\s*\(/gi)].map((match) => {
    const from = match.index + match[0].length;
    let at = from;
    for (let depth = 1; depth > 0 && at < plain.length; at++) depth += { '(': 1, ')': -1 }[plain.charAt(at)] ?? 0;
    return plainCheck(sql.slice(from, at - 1));
  });
}

interface RawIndex {
  readonly name: string;
  readonly origin: string;
  readonly unique: boolean;
  readonly parts: string;
  /** Nothing but columns, in their order. */
  readonly isPlain: boolean;
}

async function indexesOf(database: EngineDatabase, of: string): Promise<RawIndex[]> {
  const found: RawIndex[] = [];
  for (const { name, origin, unique, partial } of await database.query(`SELECT * FROM pragma_index_list${of}`)) {
    const rows = await database.query(
      `SELECT name, desc, coll FROM pragma_index_xinfo(${text(name ?? '')}) WHERE key ORDER BY seqno`,
    );
    const parts = rows.map((row) => `${row['name'] ?? 'an expression'}${row['desc'] === '1' ? ' DESC' : ''}`);
    found.push({
      name: name ?? '',
      origin: origin ?? '',
      unique: unique === '1',
      parts: parts.join(', '),
      isPlain: partial === '0' && rows.every((row) => row['desc'] === '0' && row['name'] !== null),
    });
  }
  return found;
}

/** SQLite finds tables and columns in any case, and the primary key where no column is named. */
async function foreignKeysOf(database: EngineDatabase, of: string): Promise<Omit<RawFact, 'table'>[]> {
  const rows = await database.query(`SELECT * FROM pragma_foreign_key_list${of} ORDER BY id, seq`);
  const facts: Omit<RawFact, 'table'>[] = [];
  for (const id of new Set(rows.map((row) => row['id']))) {
    const parts = rows.filter((row) => row['id'] === id);
    const [first] = parts;
    const target = await database.query(
      `SELECT name FROM pragma_table_xinfo(${text(first?.['table'] ?? '')}) WHERE pk > 0 ORDER BY pk`,
    );
    const named = first?.['to'] === null ? target.map((row) => row['name']) : parts.map((row) => row['to']);
    facts.push({
      name: `(${parts.map((row) => row['from']).join(', ')})`,
      fact: [
        `foreign key to ${first?.['table'] ?? ''} (${named.join(', ')})`.toLowerCase(),
        first?.['on_delete'],
        first?.['on_update'],
      ].join(', '),
    });
  }
  return facts;
}
