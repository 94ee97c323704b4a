import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, orm } from '../support/orm-in-process.js';
import { Sandbox } from '../support/sandbox.js';

const SCHEMA =
  '<database name="app"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table></database>';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = new Sandbox({ 'orm.yaml': CONFIG, 'schema.xml': SCHEMA });
});

afterEach(() => {
  sandbox.remove();
});

const build = (...args: string[]): ReturnType<typeof orm> => orm(sandbox.project, 'sql:build', ...args);

describe('orm sql:build and the folder it writes to', () => {
  it('says what it created, and the second time that nothing changed', async () => {
    const first = await build();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^created: generated-sql\/app\.sql\ncreated: generated-sql\/sqldb\.map\n1 table → 2 files/,
    );
    expect((await build()).stdout).toMatch(/^1 table → 2 files \(2 unchanged\)/);
  });

  it.each(['--check', '--dry-run'])('%s writes nothing', async (option) => {
    const before = sandbox.snapshot();
    const { code, stdout } = await build(option);
    expect(code).toBe(option === '--check' ? 2 : 0);
    expect(stdout).toContain('would be created: generated-sql/app.sql');
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('--check is content with what is up to date', async () => {
    await build();
    expect(await build('--check')).toMatchObject({ code: 0 });
  });

  it('removes the file of a database that is gone, and never a file of a person', async () => {
    await build();
    sandbox.write('generated-sql/mine.sql', '-- by hand\n');
    sandbox.write('orm.yaml', CONFIG.replace('app:', 'shop:'));
    sandbox.write('schema.xml', SCHEMA.replace('"app"', '"shop"'));
    const { stdout } = await build();
    expect(stdout).toContain('removed: generated-sql/app.sql');
    expect(existsSync(join(sandbox.project, 'generated-sql/app.sql'))).toBe(false);
    expect(sandbox.read('generated-sql/mine.sql')).toBe('-- by hand\n');
    expect(sandbox.read('generated-sql/sqldb.map')).not.toContain('app.sql');
  });

  it('writes nothing at all when the schema has an error', async () => {
    const before = sandbox.snapshot();
    sandbox.write('schema.xml', SCHEMA.replace('INTEGER', 'INTEGRE'));
    expect((await build()).code).toBe(1);
    expect([...sandbox.snapshot().keys()]).toEqual([...before.keys()]);
  });

  it('writes into a folder that is a link', async () => {
    mkdirSync(join(sandbox.project, 'elsewhere'));
    symlinkSync('elsewhere', join(sandbox.project, 'generated-sql'));
    expect((await build()).code).toBe(0);
    expect(sandbox.read('elsewhere/app.sql')).toContain('CREATE TABLE');
  });

  /** What stands in the way, and what the message must name. */
  const OBSTACLES: Readonly<Record<string, () => void>> = {
    'a file instead of the folder': () => sandbox.write('generated-sql', 'x'),
    'a link to nowhere instead of the folder': () => symlinkSync('no/where', join(sandbox.project, 'generated-sql')),
    'a folder instead of the map': () =>
      mkdirSync(join(sandbox.project, 'generated-sql/sqldb.map'), { recursive: true }),
    'a folder instead of the SQL file': () =>
      mkdirSync(join(sandbox.project, 'generated-sql/app.sql'), { recursive: true }),
    'a folder that goes in circles': () => symlinkSync('generated-sql', join(sandbox.project, 'generated-sql')),
  };

  it.each(Object.keys(OBSTACLES))('%s: says what is in the way', async (obstacle) => {
    OBSTACLES[obstacle]?.();
    const { code, stderr } = await build();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*generated-sql/);
    expect(stderr).not.toContain('this is a bug');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
