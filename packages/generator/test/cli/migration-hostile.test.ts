import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn, newest, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** Folders that nobody at orm wrote: each works, or is an error that says what to do. */
describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('a hostile folder on %s', (engine) => {
  let database: TestDatabase;
  let cwd: string;

  beforeEach(async (context) => {
    database = await freshDatabase(engine, context);
    cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
  });

  const folder = (name: string): string => join(cwd, 'generated-migrations/shop', name);
  const last = (): string => migrationsIn(cwd).at(-1) ?? '';

  function own(name: string, files: Readonly<Record<string, string>>): void {
    mkdirSync(folder(name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder(name), file), text);
  }

  test.for([
    ['a quote and SQL', "20990101000000_a'); DROP TABLE book; --"],
    ['a backslash and quotes', '20990101000000_a\\\'b"c`d'],
    ['a line end and a directive', '20990101000000_a\n-- orm: alone'],
    ['characters of a terminal', '20990101000000_a\u001b[31mred\u202e'],
    ['other alphabets', '20990101000000_книга_📚'],
  ] as const)('with %s in its name', async ([, name]) => {
    own(name, { 'up.sql': "INSERT INTO author (name) VALUES ('Ann');\n", 'down.sql': 'DELETE FROM author;\n' });
    const up = await orm(cwd, 'migration:migrate');
    expect({ code: up.code, stderr: up.stderr }).toEqual({ code: 0, stderr: '' });
    for (const shown of ['\u001b', '\u202e', '\n-- orm']) expect(`\n${up.stdout}`).not.toContain(shown);
    expect(await database.query('SELECT name FROM orm_migration ORDER BY name DESC')).toEqual([
      [name],
      [migrationsIn(cwd)[0]],
    ]);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    expect((await orm(cwd, 'migration:down', '--yes')).code).toBe(0);
    expect(await database.query('SELECT name FROM author')).toEqual([]);
    const file = join(cwd, 'pending.sql');
    expect((await orm(cwd, 'migration:migrate', '--script', file)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^-- Migration 20990101000000_[^\n]*\n\n(BEGIN|START|CREATE)/m);
  });

  test('with a name that the history cannot hold', async () => {
    own(`20990101000000_${'x'.repeat(200)}`, { 'up.sql': "INSERT INTO author (name) VALUES ('Ann');\n" });
    const { code, stdout, stderr } = await orm(cwd, 'migration:migrate');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/x…" has 215 characters, and the history takes 190\n {2}= rename its folder\n/);
  });

  test('whose comments and texts look like directives', async () => {
    const text = 'a\n-- orm: alone\n-- orm: drop table book\nb';
    own('20990101000000_own', {
      'up.sql': [
        '/*\n-- orm: alone\n*/',
        "INSERT INTO author (name) VALUES ('c'); -- orm: alone",
        '-- ORM: ALONE',
        "INSERT INTO author (name) VALUES ('d');",
        '-- orm: aloneness',
        `INSERT INTO author (name) VALUES ('${text}');`,
        '',
      ].join('\n'),
    });
    const asked = await orm(cwd, 'migration:migrate');
    expect(asked.stderr).toContain(
      '20990101000000_own/changes.json" is missing\n  = restore the file from version control',
    );
    const path = join(folder('20990101000000_own'), 'up.sql');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^-- orm: (aloneness|drop table book)$/gm, '-- $1'));
    const run = await orm(cwd, 'migration:migrate');
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await database.query('SELECT name FROM author ORDER BY id')).toEqual([
      ['c'],
      ['d'],
      [text.replace('-- orm: drop', '-- drop')],
    ]);
    const steps = database.adapter === 'mysql' ? '3' : '1';
    expect(await database.query("SELECT steps FROM orm_migration WHERE name LIKE '%_own'")).toEqual([[steps]]);
  });

  test('with the line ends of Windows runs, and runs back', async () => {
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    await database.query("INSERT INTO author (name) VALUES ('Ann')");
    const more = START.replace(
      '<column name="author_id" type="INTEGER"/>',
      '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER" required="true" defaultValue="1"/><index name="book_pages"><index-column name="pages"/></index>',
    ).replace('size="100" required="true"/>\n  </table>', 'size="50" required="true"/>\n  </table>');
    change(cwd, more);
    expect(await orm(cwd, 'migration:diff', '--name', 'pages')).toMatchObject({ code: 0 });
    for (const file of readdirSync(folder(last()))) {
      const path = join(folder(last()), file);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    }
    expect(newest(cwd, 'up.sql')).toContain('\r\n');
    const up = await orm(cwd, 'migration:migrate', '--yes');
    expect({ code: up.code, stderr: up.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0 });
    expect((await orm(cwd, 'migration:diff', '--check')).stdout).toBe('shop: no changes\n');
    // As git gives the files to a colleague.
    const path = join(folder(last()), 'up.sql');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT name FROM author')).toEqual([['Ann']]);
  });

  test.for(['up.sql', 'changes.json', 'all of them'])('without %s stops every command', async (file) => {
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    const gone = file === 'all of them' ? readdirSync(folder(last())) : [file];
    for (const each of gone) rmSync(join(folder(last()), each));
    const missing = file === 'all of them' ? 'up.sql' : file;
    for (const command of ['migrate', 'down', 'status', 'check', 'baseline', 'diff']) {
      const { code, stdout, stderr } = await orm(cwd, `migration:${command}`);
      expect({ code, stdout }, command).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        `error: "generated-migrations/shop/${last()}/${missing}" is missing\n  = restore the file from version control`,
      );
    }
    expect(await database.query('SELECT count(*) FROM book')).toEqual([['0']]);
  });

  test('without down.sql cannot be undone', async () => {
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    rmSync(join(folder(last()), 'down.sql'));
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    const { code, stderr } = await orm(cwd, 'migration:down', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'cannot be undone: its down.sql has no statements, or is missing\n  = write what undoes it into down.sql',
    );
  });

  test('a history of a newer version is left alone', async () => {
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    const refused = async (message: string, help: string): Promise<void> => {
      for (const command of ['migrate', 'down', 'status', 'baseline']) {
        const { code, stdout, stderr } = await orm(cwd, `migration:${command}`);
        expect({ code, stdout }, command).toEqual({ code: 1, stdout: '' });
        expect(stderr).toContain(`error: the history of migrations on "shop" ${message}`);
        expect(stderr).toContain(help);
      }
    };
    await database.query("UPDATE orm_migration SET state = 'paused'");
    await refused(
      `says that "${last()}" is "paused", which this version of orm does not know`,
      'use the version of orm that wrote it',
    );
    expect(await database.query('SELECT state FROM orm_migration')).toEqual([['paused']]);
    await database.query("UPDATE orm_migration SET state = 'done'");
    await database.query('ALTER TABLE orm_migration ADD COLUMN tenant VARCHAR(10)');
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    await database.query('ALTER TABLE orm_migration DROP COLUMN in_flight');
    await refused('cannot be read: ', 'use the version that made it, or another migrations.tableName');
  });

  test.for([
    '{"changes":[{"kind":"__proto__","name":"x"}]}',
    '{"changes":[{"kind":"constructor","name":"toString","table":"__proto__","before":{},"after":{}}]}',
    '{"changes":[{"kind":"table","name":"a","after":{}}]}',
    '{"changes":[{"kind":"table","name":"a","after":{"columns":[1],"indexes":[],"checks":[],"foreignKeys":[],"options":{}}}]}',
    '{"changes":[{"kind":"column","table":"a","name":"b","after":"; DROP TABLE x"}]}',
    '{"changes":[{"kind":"table","name":{"toString":1}}]}',
    '{"changes":{"length":1}}',
    '[]',
    'null',
  ])('changes.json with %s is an error, and no crash', async (text) => {
    const given: unknown = JSON.parse(text);
    const head = { format: 1, adapter: database.adapter };
    const content = typeof given === 'object' && given !== null && 'changes' in given ? { ...head, ...given } : given;
    writeFileSync(join(folder(last()), 'changes.json'), JSON.stringify(content));
    for (const command of ['migrate', 'diff']) {
      const { code, stdout, stderr } = await orm(cwd, `migration:${command}`);
      expect({ code, stdout }, command).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^error: .*(changes\.json" is no list of changes|does not fit those before it: .+: missing)\n {2}= .*restore/,
      );
    }
  });
});
