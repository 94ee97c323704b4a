import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENTER, filesIn, init, NO_BUILD, PROJECT, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';

const SQLITE = ['--adapter', 'sqlite', '--file', 'shop.sqlite'];
const OLD = { 'orm.json': '{"orm": {}}\n', 'schema.xml': '<database name="old"/>\n' };
const FOUND = 'This folder has a configuration already: orm.json';

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8');

describe('a second run in the same folder', () => {
  test('says what it found, and stops unless told otherwise', async () => {
    const cwd = project(OLD);
    const { code, lines } = await init(cwd, SQLITE, [['Make a new one?', ENTER]]);
    expect(lines).toContain(FOUND);
    expect(lines).toContain('cancelled: nothing was written');
    expect({ code, files: filesIn(cwd) }).toEqual({ code: 1, files: ['orm.json', 'schema.xml'] });
  });

  test('asks before each file: here the schema stays and the configuration goes', async () => {
    const cwd = project(OLD);
    const { code, lines } = await init(cwd, SQLITE, [
      ['Make a new one?', 'y'],
      // The format that is there is the one it offers.
      ...PROJECT,
      WRITE,
      ['orm.json exists. Replace it?', 'y'],
      ['schema.xml exists. Replace it?', ENTER],
      NO_BUILD,
    ]);
    expect(code).toBe(0);
    expect(lines).toContain('Written: orm.json\n');
    expect(read(cwd, 'schema.xml')).toBe(OLD['schema.xml']);
    expect(read(cwd, 'orm.json')).toContain('"dsn": "sqlite:shop.sqlite"');
  });

  test('a configuration of another format must go, or everything stays', async () => {
    const answers = [['Make a new one?', 'y'], ...PROJECT.slice(0, -1), WRITE] as const;
    const cwd = project({ 'orm.json': OLD['orm.json'] });
    const kept = await init(cwd, [...SQLITE, '--format', 'yaml'], [...answers, ['orm.json would be a second', 'n']]);
    expect({ code: kept.code, files: filesIn(cwd) }).toEqual({ code: 1, files: ['orm.json'] });
    const gone = await init(
      cwd,
      [...SQLITE, '--format', 'yaml'],
      [...answers, ['orm.json would be a second', 'y'], NO_BUILD],
    );
    expect({ code: gone.code, files: filesIn(cwd) }).toEqual({ code: 0, files: ['orm.yaml', 'schema.xml'] });
  });

  test('the same answers again change nothing, and ask nothing', async () => {
    const cwd = project({});
    const args = ['init', ...SQLITE, '--yes'];
    await orm(args, { cwd });
    const { code, stdout } = await orm(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'unchanged: orm.yaml\nunchanged: schema.xml\n' });
  });

  test('without a terminal it needs --force', async () => {
    const cwd = project(OLD);
    const refused = await orm(['init', ...SQLITE, '--yes'], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error: orm.json, schema.xml exist already, and nothing was written');
    expect(read(cwd, 'schema.xml')).toBe(OLD['schema.xml']);
    const forced = await orm(['init', ...SQLITE, '--yes', '--force', '--format', 'ini'], { cwd });
    expect(forced).toMatchObject({ code: 0, stdout: 'created: orm.ini\nchanged: schema.xml\nremoved: orm.json\n' });
    expect(filesIn(cwd)).toEqual(['orm.ini', 'schema.xml']);
  });
});

test('when one file cannot be written, none is, and what was there is still there', async () => {
  const cwd = project({ 'orm.json': 'old\n' });
  // A file is in the way of the folder of the schema.
  writeFileSync(join(cwd, 'db'), '');
  const { code, stderr } = await orm(['init', ...SQLITE, '--yes', '--force', '--schema-dir', 'db/deep'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain('cannot write');
  expect(filesIn(cwd)).toEqual(['db', 'orm.json']);
  expect(read(cwd, 'orm.json')).toBe('old\n');
});
