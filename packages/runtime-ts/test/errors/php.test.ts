import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqlite } from '../../src/drivers/index.js';
import type { Session } from '../../src/drivers/session.js';
import { freshDatabase, type Server } from '../support/engines.js';
import { errorsOfPhp, type PhpAttempt, type PhpError } from '../support/php.js';
import { failure } from '../support/statements.js';

const TABLES = [
  'CREATE TABLE author (id INTEGER PRIMARY KEY)',
  `CREATE TABLE book (id INTEGER PRIMARY KEY, title VARCHAR(10) NOT NULL, shop INTEGER, price INTEGER, author_id INTEGER,
    CONSTRAINT one_shop UNIQUE (title, shop), CONSTRAINT positive CHECK (price > 0),
    CONSTRAINT book_author FOREIGN KEY (author_id) REFERENCES author (id))`,
  'INSERT INTO author VALUES (1)',
  "INSERT INTO book VALUES (1, 'secret', 5, 1, 1)",
];

const FAILING: PhpAttempt['statements'] = [
  { sql: 'INSERT INTO book (id, title, shop) VALUES (?, ?, ?)', values: ['2', 'secret', '5'] },
  { sql: 'INSERT INTO book (id, title) VALUES (?, ?)', values: ['1', "it's ' for key 'x'"] },
  { sql: 'INSERT INTO book (id, title, author_id) VALUES (?, ?, ?)', values: ['2', 'a', '77'] },
  { sql: 'DELETE FROM author WHERE id = ?', values: ['1'] },
  { sql: 'INSERT INTO book (id, title) VALUES (?, ?)', values: ['2', null] },
  { sql: 'INSERT INTO book (id) VALUES (?)', values: ['2'] },
  { sql: 'INSERT INTO book (id, title, price) VALUES (?, ?, ?)', values: ['2', 'a', '-5'] },
  { sql: 'SELECT nme FROM book WHERE id = ?', values: ['1'] },
  { sql: 'UPDATE book SET nme = ?', values: ['1'] },
  { sql: 'SELECT b.nme FROM book b WHERE id = ?', values: ['1'] },
  { sql: 'DELETE FROM nowhere WHERE id = ?', values: ['1'] },
  { sql: `DELETE FROM nowhere WHERE title <> 'ü${'-'.repeat(2500)}'`, values: [] },
];
/** What SQLite stores, and the others refuse. */
const REFUSED: PhpAttempt['statements'] = [
  { sql: 'INSERT INTO book (id, title) VALUES (?, ?)', values: ['2', 'much too secret'] },
  { sql: 'INSERT INTO book (id, title) VALUES (?, ?)', values: ['99999999999', 'a'] },
  { sql: 'INSERT INTO book (id, title) VALUES (?, ?)', values: ['secret', 'a'] },
  { sql: 'SELEC 1 + ?', values: ['1'] },
];

async function errorsOfOurs(session: Session, statements: PhpAttempt['statements']): Promise<PhpError[]> {
  const errors: PhpError[] = [];
  for (const { sql, values } of statements) {
    let position = 0;
    const text = session.vendor === 'pgsql' ? sql.replaceAll('?', () => `$${String(++position)}`) : sql;
    const error = (await failure(
      session.run({ sql: text, values: values as string[] }),
    )) as unknown as Partial<PhpError>;
    const { name = '', message = '', constraint = null, table = null, columns = [] } = error;
    errors.push({ name, message: message.replaceAll(/\$\d/g, '?'), constraint, table, columns });
  }
  return errors;
}

describe('errors are those of the runtime for PHP', () => {
  test.each(['pgsql15', 'pgsql18', 'mariadb', 'mariadb11', 'mysql9'] as const satisfies readonly Server[])(
    '%s',
    async (server) => {
      const database = await freshDatabase(server);
      const session = await database.connect();
      for (const sql of TABLES) await session.command(sql);
      const { host, port, database: name = '', user, password } = database.settings;
      const dsn = `${session.vendor}:host=${host};port=${String(port)};dbname=${name}`;
      const statements = [...FAILING, ...REFUSED];
      const php = errorsOfPhp({ dsn, user, password, statements });
      const ours = await errorsOfOurs(session, statements);
      await database.drop();
      expect(session.vendor === 'pgsql' ? ours.map(withoutFields) : ours).toEqual(
        session.vendor === 'pgsql' ? php.map((error) => error && withoutFields(withoutLine(error))) : php,
      );
    },
  );

  test('sqlite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orm-ts-'));
    const path = join(folder, 'test.db');
    const session = await sqlite({ path }).connect();
    for (const sql of TABLES) await session.command(sql);
    const ours = await errorsOfOurs(session, FAILING);
    await session.close();
    expect(ours).toEqual(errorsOfPhp({ dsn: `sqlite:${path}`, statements: FAILING }));
    rmSync(folder, { recursive: true, force: true });
  });
});

/** libpq shows the line of the statement, which follows in full anyway. */
const withoutLine = (error: PhpError): PhpError => ({
  ...error,
  message: error.message.replace(/\nLINE \d+: [^\n]*\n[^\n]*\^/, ''),
});

/** The protocol tells the table of a unique constraint apart from the message, in which it is not. PDO hands over the message. */
function withoutFields(error: PhpError): PhpError {
  if (error.name !== 'UniqueViolationError') return error;
  return { ...error, table: null, message: error.message.replaceAll('"book.', '"') };
}
