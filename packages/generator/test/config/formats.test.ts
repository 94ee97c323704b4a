import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { load, withoutPlaces } from './support.js';

const same = join(import.meta.dirname, 'same');

describe('the same configuration in five formats', () => {
  const formats = readdirSync(same);
  it('exists in all of them', () => expect(formats).toEqual(['ini', 'json', 'php', 'xml', 'yaml']));

  it.each(['ini', 'json', 'php', 'xml'])('%s gives what YAML gives', async (format) => {
    const yaml = await loadConfig({ cwd: join(same, 'yaml'), env: {} });
    const other = await loadConfig({ cwd: join(same, format), env: {} });
    expect(withoutPlaces(other)).toEqual(withoutPlaces(yaml));
    expect([...other.spans.keys()].sort()).toEqual([...yaml.spans.keys()].sort());
    const folders = Object.values(yaml.paths).map((path: string) => relative(yaml.root, path));
    expect(Object.values(other.paths).map((path: string) => relative(other.root, path))).toEqual(folders);
  });

  it('is read as it is written', async () => {
    const config = await loadConfig({ cwd: join(same, 'yaml'), env: {} });
    const library = config.connections.get('library');
    expect(config.project).toBe('library');
    expect(config.paths.sqlDir).toBe(join(config.root, 'build/library'));
    expect(config.generator).toMatchObject({
      connections: ['library'],
      maxSchemaSize: 4 * 1024 * 1024,
      recursive: true,
      tablePrefix: 'lib_',
    });
    expect(config.adapters.mysql).toEqual({ tableEngine: 'Aria', uuidColumnType: 'native' });
    expect(library?.dsn?.parts).toMatchObject(['mysql:host=', { env: 'DB_HOST' }, ';port=3307;dbname=library']);
    expect(library?.user?.parts).toEqual(['100% me']);
    expect(library?.password?.parts).toEqual(['0123']);
    expect([...(library?.settings.queries.keys() ?? [])]).toEqual(['mode']);
    expect(library?.replicas).toHaveLength(2);
    expect(library?.replicas[0]?.user?.parts).toEqual(['100% me']);
    expect(config.runtime.configMode).toBe(0o600);
  });
});

describe('a password of digits stays the text that was written', () => {
  const connection = { adapter: 'pgsql', password: 12345 };
  it.each([
    ['orm.yaml', 'orm: {database: {connections: {a: {adapter: pgsql, password: 12345}}}}'],
    ['orm.json', JSON.stringify({ orm: { database: { connections: { a: connection } } } })],
    ['orm.ini', 'database.connections.a.adapter = pgsql\ndatabase.connections.a.password = 12345'],
    [
      'orm.xml',
      '<config><orm><database><connections><connection id="a"><adapter>pgsql</adapter><password> 12345 </password></connection></connections></database></orm></config>',
    ],
    [
      'orm.php',
      "<?php return ['orm' => ['database' => ['connections' => ['a' => ['adapter' => 'pgsql', 'password' => 12345]]]]];",
    ],
  ])('%s', async (name, text) => {
    const config = await load({ [name]: text });
    expect(config.connections.get('a')?.password?.parts).toEqual(['12345']);
  });
});

describe('the minimal configuration', () => {
  const minimal = 'orm: {general: {project: library}, database: {connections: {library: {adapter: ADAPTER}}}}';

  it('has all defaults', async () => {
    const config = await load({ 'orm.yml': minimal.replace('ADAPTER', 'pgsql') });
    expect(config.generator).toMatchObject({ connections: ['library'], defaultConnection: 'library', tablePrefix: '' });
    expect(config.runtime).toMatchObject({
      connections: ['library'],
      defaultConnection: 'library',
      lists: { lockTimeout: 10 },
    });
    expect(config.paths.schemaDir).toBe(config.root);
    expect(config.generator.maxSchemaSize).toBe(32 * 1024 * 1024);
  });

  it.each([
    ['mysql', 'utf8mb4', 1],
    ['pgsql', 'utf8', 1],
    ['sqlite', 'utf8', 0],
    ['mssql', 'UTF-8', 0],
    ['oracle', 'UTF8', 0],
  ])('speaks UTF-8 on %s', async (adapter, charset, queries) => {
    const config = await load({ 'orm.yaml': minimal.replace('ADAPTER', adapter) });
    const settings = config.connections.get('library')?.settings;
    expect(settings?.charset.parts).toEqual([charset]);
    expect(settings?.queries.size).toBe(queries);
  });

  it('is frozen', async () => {
    const config = await load({ 'orm.yaml': minimal.replace('ADAPTER', 'pgsql') });
    expect(Object.isFrozen(config.generator)).toBe(true);
    expect(Object.isFrozen(config.connections.get('library'))).toBe(true);
  });
});
