import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm as run } from '../support/orm-in-process.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const CONFIG = configuration({ library: { adapter: 'sqlite' } });
const MESSY = `<database name='library'><table name="book"><column type="INTEGER" name="id" primaryKey="true"/></table></database>`;
const NEAT = `<?xml version="1.0" encoding="UTF-8"?>
<database name="library">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
  </table>
</database>
`;
const BROKEN = '<database name="library">\n  <table name="book">\n</database>\n';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const timeless = (text: string): string => text.replaceAll(/\d+ ms/g, '# ms');

describe('orm schema:format', () => {
  test('formats the schema files of the project, once', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'schema.xml': MESSY, 'neat-schema.xml': NEAT, 'other.xml': MESSY });
    const first = await run(cwd, 'schema:format');
    expect({ ...first, stdout: timeless(first.stdout) }).toEqual({
      code: 0,
      stdout: 'changed: schema.xml\n2 files (1 changed, 1 unchanged) in # ms\n',
      stderr: '',
    });
    expect(read(cwd, 'schema.xml')).toBe(NEAT);
    expect(read(cwd, 'other.xml')).toBe(MESSY);
    const { ino, mtimeMs } = statSync(join(cwd, 'schema.xml'));
    expect(timeless((await run(cwd, 'schema:format')).stdout)).toBe('2 files (2 unchanged) in # ms\n');
    const after = statSync(join(cwd, 'schema.xml'));
    expect({ ino: after.ino, mtimeMs: after.mtimeMs }).toEqual({ ino, mtimeMs });
  });

  test.each([
    ['--check', 2, 'not up to date: run "orm schema:format"\n'],
    ['--dry-run', 0, ''],
  ])('%s names the files and writes nothing', async (flag, code, stderr) => {
    const cwd = project({ 'orm.json': CONFIG, 'schema.xml': MESSY });
    const result = await run(cwd, 'schema:format', flag);
    expect({ ...result, stdout: timeless(result.stdout) }).toEqual({
      code,
      stdout: 'would be changed: schema.xml\n1 file (1 changed) in # ms\n',
      stderr,
    });
    expect(read(cwd, 'schema.xml')).toBe(MESSY);
  });

  test('--check is content with formatted files', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'schema.xml': NEAT });
    expect(await run(cwd, 'schema:format', '--check', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('--json', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'schema.xml': MESSY, 'b-schema.xml': NEAT });
    const { code, stdout } = await run(cwd, 'schema:format', '--check', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      command: 'schema:format',
      files: [
        { path: 'b-schema.xml', status: 'unchanged' },
        { path: 'schema.xml', status: 'changed' },
      ],
      diagnostics: [],
    });
  });

  test('leaves a file that is not well-formed as it is, says where, and formats the others', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'a-schema.xml': BROKEN, 'b-schema.xml': MESSY });
    const result = await run(cwd, 'schema:format');
    expect({ ...result, stdout: timeless(result.stdout) }).toEqual({
      code: 1,
      stdout: 'changed: b-schema.xml\n1 file (1 changed) in # ms\n',
      stderr: `error: </database> does not close <table>
  --> a-schema.xml:3:1
   |
 3 | </database>
   | ^^^^^^^^^^^
   : <table> is opened here
  --> a-schema.xml:2:4
   |
 2 |   <table name="book">
   |    ^^^^^
   = close <table> before it: with </table>, or by ending its start tag with />

1 error
`,
    });
    expect(read(cwd, 'a-schema.xml')).toBe(BROKEN);
    expect(read(cwd, 'b-schema.xml')).toBe(NEAT);
  });

  test('takes one file, whatever its name, and reads no configuration', async () => {
    const cwd = project({ 'orm.json': 'not a configuration', 'draft.xml': MESSY, 'schema.xml': MESSY });
    expect((await run(cwd, 'schema:format', 'draft.xml')).code).toBe(0);
    expect([read(cwd, 'draft.xml'), read(cwd, 'schema.xml')]).toEqual([NEAT, MESSY]);
  });

  test('says that a file is missing', async () => {
    const { code, stderr } = await run(project({}), 'schema:format', 'nope.xml');
    expect(code).toBe(1);
    expect(stderr).toContain('error: there is no file nope.xml\n  = check its name and the folder you are in\n');
  });

  test('needs no configuration', async () => {
    const cwd = project({ 'schema.xml': MESSY, 'db/schema.xml': MESSY });
    expect((await run(cwd, 'schema:format')).code).toBe(0);
    expect([read(cwd, 'schema.xml'), read(cwd, 'db/schema.xml')]).toEqual([NEAT, MESSY]);
    expect((await run(cwd, 'schema:format', '--schema-dir', 'db')).code).toBe(0);
    expect(read(cwd, 'db/schema.xml')).toBe(NEAT);
  });

  test('a configuration with a mistake is not passed over', async () => {
    const cwd = project({ 'orm.json': '{', 'schema.xml': MESSY });
    expect((await run(cwd, 'schema:format')).code).toBe(1);
    expect(read(cwd, 'schema.xml')).toBe(MESSY);
  });

  test('follows external-schema, but not into the packages of others', async () => {
    const takes = (file: string): string => `<external-schema filename="${file}"/>`;
    const cwd = project({
      'orm.json': CONFIG,
      'schema.xml': `<database name="library">${takes('shared/tables.xml')}${takes('vendor/x/schema.xml')}${takes('gone.xml')}</database>`,
      'shared/tables.xml': MESSY,
      'vendor/x/schema.xml': MESSY,
    });
    const { code, stdout, stderr } = await run(cwd, 'schema:format');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(timeless(stdout)).toBe('changed: schema.xml\nchanged: shared/tables.xml\n2 files (2 changed) in # ms\n');
    expect([read(cwd, 'shared/tables.xml'), read(cwd, 'vendor/x/schema.xml')]).toEqual([NEAT, MESSY]);
  });

  test('keeps the mode of a file, and a link a link', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'real/tables.xml': MESSY });
    chmodSync(join(cwd, 'real/tables.xml'), 0o600);
    symlinkSync('real/tables.xml', join(cwd, 'schema.xml'));
    symlinkSync('real/tables.xml', join(cwd, 'again-schema.xml'));
    const { stdout } = await run(cwd, 'schema:format');
    expect(timeless(stdout)).toBe('changed: again-schema.xml\n1 file (1 changed) in # ms\n');
    expect(read(cwd, 'schema.xml')).toBe(NEAT);
    expect(statSync(join(cwd, 'real/tables.xml')).mode & 0o777).toBe(0o600);
    renameSync(join(cwd, 'schema.xml'), join(cwd, 'real/moved'));
    expect(() => read(cwd, 'real/moved')).toThrow();
  });

  test('a folder named like a schema is not one', async () => {
    const cwd = project({ 'orm.json': CONFIG });
    mkdirSync(join(cwd, 'schema.xml'));
    expect((await run(cwd, 'schema:format')).stderr).toContain('schema.xml is not a file');
  });

  test('- is stdin to stdout', async () => {
    const cwd = project({});
    expect(await orm(['schema:format', '-'], { cwd, input: MESSY })).toEqual({ code: 0, stdout: NEAT, stderr: '' });
    expect(await orm(['schema:format', '-', '--check'], { cwd, input: NEAT })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await orm(['schema:format', '-', '--check'], { cwd, input: MESSY })).code).toBe(2);
    const broken = await orm(['schema:format', '-'], { cwd, input: BROKEN });
    expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 1, stdout: '' });
    expect(broken.stderr).toContain('  --> stdin:3:1\n');
  });

  test('the model is built from the formatted file as from the other', async () => {
    const cwd = project({ 'orm.json': CONFIG, 'schema.xml': MESSY });
    await run(cwd, 'sql:build');
    await run(cwd, 'schema:format');
    expect((await run(cwd, 'sql:build', '--check')).code).toBe(0);
    writeFileSync(join(cwd, 'schema.xml'), NEAT.replace('id', 'key'));
    expect((await run(cwd, 'sql:build', '--check')).code).toBe(2);
  });

  test('has nothing to do for what init and database:reverse write', async () => {
    const cwd = project({});
    for (const line of [
      'init --adapter sqlite --sample --build --yes',
      'sql:insert --yes',
      'database:reverse --output-dir reversed',
    ]) {
      const { code, stderr } = await orm(line.split(' '), { cwd });
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    }
    for (const file of ['schema.xml', 'reversed/schema.xml']) {
      expect((await orm(['schema:format', '--check', file], { cwd })).code).toBe(0);
    }
  });
});
