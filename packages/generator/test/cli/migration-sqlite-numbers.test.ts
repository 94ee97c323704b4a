import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, newest } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const schema = (type: string): string =>
  `<database name="shop"><table name="note"><column name="id" type="INTEGER" primaryKey="true"/><column name="x" type="${type}"/></table></database>`;

/** A text that is no number stays as it is. */
const KEPT = ['12', ' 12', '1.5', 'abc', '12abc', '', '000000000000000000007', '1e5', '100000000000000000000'];
const LOST = ['12345678901234567890', '-9223372036854775809', '9007199254740993.0', '12345678901234567.25', '1e400'];

test.for([
  ['BIGINT', ['9223372036854775807', '-12345678901234567'], ['0.12345678901234567890']],
  ['DECIMAL', ['9007199254740993'], ['0.12345678901234567890']],
  ['DOUBLE', ['9007199254740992', '0.12345678901234567890'], ['9007199254740993', '-9223372036854775807']],
] as const)('texts that become %s on SQLite are named where they lose digits', async ([type, exact, lost], context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema('VARCHAR') });
  await orm(cwd, 'migration:diff', '--name', 'start');
  expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
  const kept = [...KEPT, ...exact];
  for (const [at, text] of kept.entries()) await database.query(`INSERT INTO note VALUES (${String(at)}, '${text}')`);
  await database.query("INSERT INTO note VALUES (50, NULL), (51, x'3132')");
  const gone = [...LOST, ...lost];
  for (const [at, text] of gone.entries())
    await database.query(`INSERT INTO note VALUES (${String(100 + at)}, '${text}')`);

  change(cwd, schema(type));
  expect(await orm(cwd, 'migration:diff', '--name', 'next')).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'checks.sql')).toContain('(migration/converts-type)');
  const refused = await orm(cwd, 'migration:migrate');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${String(gone.length)} rows stand in the way: note.x becomes ${type}`);
  expect(refused.stderr).toContain('= 100, 101, 102, 103, 104 … on "shop"');

  await database.query('DELETE FROM note WHERE id >= 100');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT typeof(x) FROM note WHERE id IN (0, 1, 3, 4, 5, 50, 51) ORDER BY id')).toEqual(
    [
      type === 'DOUBLE' ? 'real' : 'integer',
      type === 'DOUBLE' ? 'real' : 'integer',
      'text',
      'text',
      'text',
      'null',
      'blob',
    ].map((each) => [each]),
  );
});

test('a text that becomes another text on SQLite is not looked at', async (context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema('VARCHAR') });
  await orm(cwd, 'migration:diff', '--name', 'start');
  await orm(cwd, 'migration:migrate');
  await database.query("INSERT INTO note VALUES (1, '12345678901234567890')");
  change(cwd, schema('LONGVARCHAR'));
  await orm(cwd, 'migration:diff', '--name', 'next');
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT x FROM note')).toEqual([['12345678901234567890']]);
});
