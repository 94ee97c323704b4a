import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { errorText, load, project } from './support.js';

const connection = 'database: {connections: {a: {adapter: pgsql}}}';

describe('a .dist file', () => {
  it('lies under the local one: groups merge, lists and values replace', async () => {
    const config = await load({
      'orm.json.dist': JSON.stringify({
        orm: {
          general: { project: 'dist' },
          exclude_tables: ['one', 'two', 'three'],
          generator: { tablePrefix: 'd_', recursive: true },
          database: { connections: { a: { adapter: 'mysql', user: 'dist' } } },
        },
      }),
      'conf/orm.yaml':
        'orm: {exclude_tables: [four], generator: {tablePrefix: l_}, database: {connections: {a: {user: local}, b: {adapter: sqlite}}}}',
    });
    expect(config.project).toBe('dist');
    expect(config.excludeTables).toEqual(['four']);
    expect(config.generator).toMatchObject({ tablePrefix: 'l_', recursive: true, connections: ['a', 'b'] });
    expect(config.connections.get('a')).toMatchObject({ adapter: 'mysql', user: { parts: ['local'] } });
    expect(config.sources.map((source) => source.path)).toEqual(['orm.json.dist', 'conf/orm.yaml']);
  });

  it('is enough', async () => {
    const config = await load({
      'config/orm.php.dist': `<?php return ['orm' => ['database' => ['connections' => ['a' => ['adapter' => 'pgsql']]]]];`,
    });
    expect(config.connections.size).toBe(1);
  });
});

describe('placeholders', () => {
  it('name keys by their whole path, and may stand for more than text', async () => {
    const config = await load({
      'orm.yaml': `orm: {general: {project: lib}, generator: {tablePrefix: "%orm.general.project%_%%", recursive: "%database.connections.a.protected%", connections: "%runtime.connections%"}, runtime: {connections: [a]}, database: {connections: {a: {adapter: pgsql, protected: true}, b: {adapter: pgsql}}}}`,
    });
    expect(config.generator).toMatchObject({ tablePrefix: 'lib_%', recursive: true, connections: ['a'] });
  });

  it('of the environment become what they say where the value is not about a connection', async () => {
    const config = await load(
      { 'orm.yaml': `orm: {generator: {recursive: "%env.R%", tablePrefix: "%env.P%"}, ${connection}}` },
      { R: 'true', P: '7' },
    );
    expect(config.generator).toMatchObject({ recursive: true, tablePrefix: '7' });
  });

  it('of the environment wait in a connection, also through another key', async () => {
    const config = await load({
      'orm.yaml':
        'orm: {database: {connections: {a: {adapter: pgsql, password: "x%env.NOT_SET%y"}, b: {adapter: pgsql, password: "%database.connections.a.password%"}}}}',
    });
    expect(config.connections.get('b')?.password?.parts).toMatchObject(['x', { env: 'NOT_SET' }, 'y']);
  });

  it('leave a lone percent sign alone', async () => {
    const config = await load({
      'orm.yaml': 'orm: {database: {connections: {a: {adapter: pgsql, password: "50% off"}}}}',
    });
    expect(config.connections.get('a')?.password?.parts).toEqual(['50% off']);
  });

  it('cannot blow a file up', async () => {
    const chain = Array.from(
      { length: 40 },
      (_, i) => `k${i}: {adapter: pgsql, user: "${`%database.connections.k${i + 1}.user%`.repeat(10)}"}`,
    );
    const text = await errorText({
      'orm.yaml': `orm: {database: {connections: {${chain.join(', ')}, k40: {adapter: pgsql, user: x}}}}`,
    });
    expect(text).toMatch(/placeholders (expand this configuration|make this text)/);
  });
});

describe('overrides', () => {
  it('win over the files', async () => {
    const cwd = project({ 'orm.yaml': `orm: {generator: {tablePrefix: a_}, ${connection}}` });
    const config = await loadConfig({
      cwd,
      env: {},
      overrides: { 'generator.tablePrefix': 'b_', 'paths.sqlDir': '/tmp/sql' },
    });
    expect(config.generator.tablePrefix).toBe('b_');
    expect(config.paths.sqlDir).toBe('/tmp/sql');
  });
});

describe('the place of a configuration', () => {
  const text = `orm: {${connection}}`;
  it.each([
    ['a folder', 'sub', { 'sub/orm.yaml': text }, 'sub'],
    ['a file', 'sub/prod.yaml', { 'sub/prod.yaml': text }, 'sub'],
    ['a file in conf', 'sub/conf/prod.yaml', { 'sub/conf/prod.yaml': text }, 'sub'],
    ['a file that has only a .dist', 'sub/prod.yaml', { 'sub/prod.yaml.dist': text }, 'sub'],
    ['the .properties of Propel', 'sub', { 'sub/orm.properties': 'database.connections.a.adapter=pgsql' }, 'sub'],
    [
      'the .inc of Propel',
      'sub',
      {
        'sub/config/orm.inc':
          "<?php return ['orm' => ['database' => ['connections' => ['a' => ['adapter' => 'pgsql']]]]];",
      },
      'sub',
    ],
  ])('is %s', async (_, configDir, files, root) => {
    const cwd = project(files);
    const config = await loadConfig({ cwd, configDir, env: {} });
    expect(config.root).toBe(`${cwd}/${root}`);
  });

  it('a byte order mark does not move positions', async () => {
    expect(await errorText({ 'orm.yaml': `\uFEFForm: {x: 1, ${connection}}` })).toContain('orm.yaml:1:7');
  });

  it('a file that is no UTF-8, or too large, is refused by name', async () => {
    expect(await errorText({ 'orm.yaml': 'x'.repeat(1024 * 1024 + 1) })).toContain('orm.yaml has 1048577 bytes');
  });
});
