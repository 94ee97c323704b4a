import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, migrationsIn, newest } from './support/migrations.js';
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

  test.for(['mood', '"mood"'])('is refused where a domain is made of the type, as %s', async (name, context) => {
    const domain = `<domain-type name="feeling" type="ENUM" sqlType='${name}'/>`;
    const felt = 'nativeType="feeling"';
    const database = await freshDatabase(engine, context);
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }),
      'schema.xml': moods('sad, ok', felt, domain),
    });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query("INSERT INTO note VALUES (1, 'sad')");
    change(cwd, moods('ok', felt, domain));
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain('error: type "mood" has to be made anew, and domain "feeling" is made of it\n');
    expect(stderr).toContain('take domain "feeling" out of the schema in one migration, and change "mood" in the next');
    expect(migrationsIn(cwd)).toHaveLength(1);
    change(cwd, moods('sad, ok, glad', felt, domain));
    const more = await orm(cwd, 'migration:diff', '--name', 'glad');
    expect(more.code).toBe(0);
    expect(more.stderr).toContain('the migration cannot be undone: type "mood" has to be made anew');
    expect(newest(cwd, 'up.sql')).toContain("ADD VALUE 'glad'");
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    // As the message says: first the domain, then the type.
    change(cwd, moods('sad, ok, glad', 'type="ENUM" enumStorage="native" nativeType="mood"'));
    expect(await orm(cwd, 'migration:diff', '--name', 'plain')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    change(cwd, moods('sad, ok', 'type="ENUM" enumStorage="native" nativeType="mood"'));
    expect(await orm(cwd, 'migration:diff', '--name', 'fewer')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT felt::text FROM note')).toEqual([['sad']]);
  });
});
