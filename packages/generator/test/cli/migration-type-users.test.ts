import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, migrationsIn, newest, shop } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const moods = (labels: string, type: string, more = ''): string => `<database name="shop">
  <enum-type name="mood" valueSet="${labels}"/>${more}
  <table name="note"><column name="id" type="INTEGER" primaryKey="true"/><column name="felt" ${type}/></table>
</database>`;

const LISTS = 'type="ARRAY" elementType="ENUM" nativeType="mood"';

describe.each(['pgsql15', 'pgsql18'] as const)('a label that goes, on %s', (engine) => {
  test('is looked for in lists', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }),
      'schema.xml': moods("sad, ok, it's", LISTS),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query(
      `INSERT INTO note VALUES (1, '{ok}'), (2, '{ok,sad}'), (3, NULL), (4, '{}'), (5, '{{ok},{"it''s"}}'), (6, '{NULL}')`,
    );
    change(cwd, moods('ok', LISTS));
    expect(await orm(cwd, 'migration:diff', '--name', 'fewer')).toMatchObject({ code: 0, stderr: '' });
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      '2 rows stand in the way: mood loses labels of note.felt (migration/removes-label)',
    );
    await database.query("UPDATE note SET felt = '{ok}' WHERE id IN (2, 5)");
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT felt::text FROM note WHERE id = 2')).toEqual([['{ok}']]);
  });
});
