import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { change, migrationsIn } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';

const table = (name: string, swap: string, type = 'UUID'): string => `
  <table name="${name}">
    <column name="id" type="${type}" ${type === 'UUID' ? '' : 'size="16" '}primaryKey="true"/>
    <column name="title" type="VARCHAR" size="20"/>
    ${swap === '' ? '' : `<vendor type="mysql"><parameter name="UuidSwapFlag" value="${swap}"/></vendor>`}
  </table>`;

const schema = (...tables: string[]): string => `<database name="shop">${tables.join('')}\n</database>`;

// 6ccd780c-baba-1026-9564-5b8c656024db is the example of MySQL's manual for UUID_TO_BIN, with both orders.
const AS_WRITTEN = '6CCD780CBABA102695645B8C656024DB';
const SWAPPED = '1026BABA6CCD780C95645B8C656024DB';

async function shop(
  engine: Parameters<typeof freshDatabase>[0],
  context: Parameters<typeof freshDatabase>[1],
  first: string,
) {
  const database = await freshDatabase(engine, context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema(first) });
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await orm(cwd, ...args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  await run('migration:diff', '--name', 'start');
  await run('migration:migrate');
  return { database, cwd, run };
}

describe.each(['mysql9', 'mariadb'] as const)('bytes of UUIDs on %s', (engine) => {
  test.for([
    ['', 'false', SWAPPED, AS_WRITTEN],
    ['false', 'true', AS_WRITTEN, SWAPPED],
  ] as const)(
    'UuidSwapFlag "%s" cannot become "%s" under rows; the SQL of the help copies them',
    async ([was, is, stored, other], context) => {
      const { database, cwd, run } = await shop(engine, context, table('book', was));
      await database.query(`INSERT INTO book (id, title) VALUES (X'${stored}', 'Emma')`);
      change(cwd, schema(table('book', is)));
      const { code, stderr } = await orm(cwd, 'migration:diff');
      expect(code).toBe(1);
      expect(stderr).toContain(
        'UuidSwapFlag of book cannot change, because id stores the bytes of a UUID in that order: rows would mean other UUIDs',
      );
      const sql = /SQL for a UUID in the other order: (.*)/.exec(stderr)?.[1] ?? '';

      change(cwd, schema(table('book', was), table('title', is)));
      await run('migration:diff', '--name', 'titles');
      const copy = `INSERT INTO title (id, title) SELECT ${sql}, title FROM book;\n`;
      appendFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'up.sql'), `\n${copy}`);
      await run('migration:migrate');
      expect(await database.query('SELECT HEX(id), title FROM title')).toEqual([[other, 'Emma']]);
      change(cwd, schema(table('title', is)));
      await run('migration:diff', '--name', 'no books', '--drop', 'book');
      await run('migration:migrate', '--yes');
      await run('migration:status', '--check', '--exact');
    },
  );

  test('bytes become UUIDs in the order that the schema says', async (context) => {
    const { database, cwd, run } = await shop(engine, context, table('book', 'false', 'BINARY'));
    await database.query(`INSERT INTO book (id, title) VALUES (X'${AS_WRITTEN}', 'Emma')`);
    change(cwd, schema(table('book', 'false')));
    await run('migration:diff', '--name', 'uuids');
    await run('migration:migrate');
    await run('migration:diff', '--check');
    await run('migration:status', '--check', '--exact');
    expect(await database.query('SELECT HEX(id) FROM book')).toEqual([[AS_WRITTEN]]);
  });
});
