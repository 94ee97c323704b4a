import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { configuration, project } from '../cli/support/project.js';
import { type Engine, missingEngine, openDatabase } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { openSession } from '../support/sessions.js';

const ROWS = 4000;
const LOCK_TIMEOUT = 1;
/** Several times as long as a statement waits for its lock. */
const READING_MS = 6000;

const schema = (more: string): string =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="pages" type="INTEGER" required="true"/>${more}</table></database>`;

const MORE =
  '<column name="isbn" type="VARCHAR" size="20"/><index name="book_pages"><index-column name="pages"/></index>';

describe('a reader that holds its transaction open', () => {
  it.for(['pgsql15', 'pgsql18', 'mariadb', 'mysql9'] as const)(
    'never makes others wait longer than the lock time-out on %s',
    async (engine: Engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const database = await openDatabase(engine);
      const [reader, writer] = [await openSession(database), await openSession(database)];
      try {
        const migrations = { lockTimeout: LOCK_TIMEOUT, lockTries: 30 };
        const cwd = project({
          'orm.json': configuration({ shop: database.connection }, { migrations }),
          'schema.xml': schema(''),
        });
        await orm(cwd, 'migration:diff', '--name', 'start');
        await orm(cwd, 'migration:migrate');
        const rows = Array.from({ length: ROWS }, (_, at) => `(${at + 1}, ${at % 700})`);
        await database.query(`INSERT INTO book (id, pages) VALUES ${rows.join(', ')}`);
        writeFileSync(join(cwd, 'schema.xml'), schema(MORE));
        expect(await orm(cwd, 'migration:diff', '--name', 'isbn')).toMatchObject({ code: 0 });

        await reader.run(engine.startsWith('pgsql') ? 'BEGIN' : 'START TRANSACTION');
        await reader.run('SELECT COUNT(*) FROM book');
        const end = performance.now() + READING_MS;
        const migrated = orm(cwd, 'migration:migrate');
        let [longest, writes] = [0, 0];
        while (performance.now() < end) {
          const began = performance.now();
          await writer.run(`UPDATE book SET pages = pages + 1 WHERE id = ${1 + (writes % ROWS)}`);
          longest = Math.max(longest, performance.now() - began);
          writes++;
          await pause(5);
        }
        await reader.run('COMMIT');
        expect(await migrated).toMatchObject({ code: 0 });
        expect(writes).toBeGreaterThan(5);
        // The rest is what a busy machine may take; without a time-out it would be as long as the reader reads.
        expect(longest).toBeLessThan(READING_MS * 0.75);
        const found = await database.query('SELECT COUNT(*) AS n, COUNT(isbn) AS i FROM book');
        expect(found).toEqual([{ n: String(ROWS), i: '0' }]);
      } finally {
        await reader.close();
        await writer.close();
        await database.drop();
      }
    },
  );
});
