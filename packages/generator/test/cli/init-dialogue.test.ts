import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADAPTER, ENTER, filesIn, init, NO_BUILD, PROJECT, pick, type, WRITE } from './support/init.js';
import { project } from './support/project.js';

describe('the dialogue', () => {
  test('SQLite with a sample, from the first question to the tables', async () => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER.sqlite],
        ['In which file', type('shop.sqlite')],
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
        ['In which file', ENTER],
        ...PROJECT,
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(5)],
        ['PHP namespace', type('App\\Model')],
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(6)],
        ['Folder of schema.xml', type('db')],
        ['Is this right?', pick(1)],
        ['What should be changed?', pick(10)],
        ['Format', pick(2)],
        WRITE,
        NO_BUILD,
      ],
    );
    expect(code).toBe(0);
    expect(lines).toContain('App\\Model');
    expect(filesIn(cwd)).toEqual(['db', 'db/schema.xml', 'orm.json']);
  });
});
