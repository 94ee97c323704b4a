import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADAPTER, ENTER, filesIn, init, NO_BUILD, PROJECT, pick, type, WRITE } from './support/init.js';
import { project } from './support/project.js';
import { KEYS } from './support/pty.js';
import { sqliteFile } from './support/sqlite.js';

describe('the dialogue', () => {
  test('SQLite with a sample, from the first question to the tables', async () => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER.sqlite],
        ['Path to the database file', type('shop.sqlite')],
        ...PROJECT,
        WRITE,
        ['Build the SQL', ENTER],
        ['Create the database file', ENTER],
      ],
    );
    expect(lines).toContain('The file does not exist yet: sql:insert creates it.');
    expect(lines).toMatch(/orm sql:insert +tables created on bookstore/);
    expect(code).toBe(0);
    expect(filesIn(cwd)).toContain('shop.sqlite');
    expect(readFileSync(join(cwd, 'orm.yaml'), 'utf8')).toContain('dsn: sqlite:shop.sqlite\n');
  });

  test('the summary is changed line by line', async () => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER.sqlite],
        ['Path to the database file', ENTER],
        ...PROJECT,
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(6)],
        ['PHP namespace', type('App\\Model')],
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(7)],
        ['Folder of schema.xml', type('db')],
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(11)],
        ['Format', pick(2)],
        WRITE,
        NO_BUILD,
      ],
    );
    expect(code).toBe(0);
    expect(lines).toContain('App\\Model');
    expect(filesIn(cwd)).toEqual(['db', 'db/schema.xml', 'orm.json']);
  });

  test('without colours where nobody wants them', async () => {
    const colour = '\u001b[36m';
    const cancel = [['Which database', KEYS.ctrlC]] as const;
    expect((await init(project({}), [], cancel)).text).toContain(colour);
    expect((await init(project({}), ['--no-color'], cancel)).text).not.toContain(colour);
    expect((await init(project({}), [], cancel, { env: { NO_COLOR: '1' } })).text).not.toContain(colour);
  });

  test('a file of SQLite with tables is imported', async () => {
    const cwd = project({});
    sqliteFile(join(cwd, 'old.db'), (run) => run('CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT NOT NULL)'));
    const before = readFileSync(join(cwd, 'old.db'));
    const { code, lines } = await init(
      cwd,
      ['--adapter', 'sqlite'],
      [['Path to the database file', type('old.db')], ...PROJECT, WRITE, ['Build the SQL', ENTER]],
    );
    expect(code).toBe(0);
    expect(lines).toContain('Connected. The database has 1 table.');
    expect(readFileSync(join(cwd, 'schema.xml'), 'utf8')).toContain('<table name="song"');
    expect(readFileSync(join(cwd, 'old.db')).equals(before)).toBe(true);
  });

  test('a file that is no database is refused, and another asked for', async () => {
    const cwd = project({ 'notes.txt': 'this is not what SQLite writes, however long it may be\n'.repeat(20) });
    const { code, lines } = await init(
      cwd,
      ['--adapter', 'sqlite'],
      [
        ['Path to the database file', type('notes.txt')],
        ['What would you like to do?', ENTER],
        ['Path to the database file', type('shop.db')],
        ['What should the schema start from?', pick(1)],
        ...PROJECT.slice(1),
        WRITE,
      ],
    );
    expect(lines).toContain('file is not a database');
    expect(code).toBe(0);
    // An empty schema has nothing to build.
    expect(filesIn(cwd)).toEqual(['notes.txt', 'orm.yaml', 'schema.xml']);
  });

  test('another vendor in the summary asks for everything of the connection again', async () => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      ['--adapter', 'sqlite', '--file', 'a.db'],
      [
        ...PROJECT,
        ['Is this right?', pick(1)],
        ['What should be changed?', ENTER],
        // The cursor is on what was chosen before.
        ['Which database', pick(2)],
        ['Host', type('db.example')],
        ['Port', ENTER],
        ['Service name', ENTER],
        ['User', type('shop')],
        ['Password', ENTER],
        ['Install it now?', 'n'],
        ['What would you like to do?', ENTER],
        WRITE,
        NO_BUILD,
      ],
    );
    expect(code).toBe(0);
    expect(lines).toMatch(/Password +none/);
    const written = readFileSync(join(cwd, 'orm.yaml'), 'utf8');
    expect(written).toContain('dsn: oci:dbname=//db.example:1521/FREEPDB1\n        user: shop\n        settings:');
  });
});
