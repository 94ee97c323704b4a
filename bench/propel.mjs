// Propel 2, the peer of the benchmarks. It is installed by Composer from the sources in ../../shared/peers where they are,
// else from Packagist; a script that cannot have it says so and leaves it out.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARCHIVE = fileURLToPath(new URL('../../shared/peers/propel2.tar.gz', import.meta.url));

/**
 * Installs Propel in a folder of its own.
 *
 * @returns {{ bin: string, autoload: string, missing?: undefined } | { missing: string }} its command and autoloader, or why not
 */
export function installPropel(folder) {
  const target = join(folder, 'propel-vendor');
  mkdirSync(target, { recursive: true });
  const fromArchive = existsSync(ARCHIVE) && spawnSync('tar', ['xzf', ARCHIVE, '-C', target]).status === 0;
  const repository = {
    type: 'path',
    url: join(target, 'propel2'),
    options: { symlink: false, versions: { 'propel/propel': '2.0.0' } },
  };
  const composer = fromArchive
    ? { repositories: [repository], require: { 'propel/propel': '2.0.0' }, 'minimum-stability': 'dev' }
    : { require: { 'propel/propel': '^2.0' }, 'minimum-stability': 'beta' };
  writeFileSync(join(target, 'composer.json'), JSON.stringify({ ...composer, 'prefer-stable': true }));
  const { status, stderr, error } = spawnSync('composer', ['install', '--no-interaction', '--no-progress'], {
    cwd: target,
    encoding: 'utf8',
  });
  if (status === 0) return { bin: join(target, 'vendor/bin/propel'), autoload: join(target, 'vendor/autoload.php') };
  const reason = error
    ? 'Composer is not installed'
    : (/(could not be found[^,.]*)/.exec(stderr)?.[1] ?? 'Composer failed');
  return { missing: reason };
}

/** The login of the only connection of a project that `buildProject` made. */
export function connectionIn(folder) {
  const { connections } = JSON.parse(readFileSync(join(folder, 'orm.json'), 'utf8')).orm.database;
  const [[name, connection]] = Object.entries(connections);
  return { name, ...connection };
}

/**
 * Generates Propel's classes and configuration from a schema, for a connection such as `connectionIn` returns.
 *
 * @param {{ bin: string }} propel
 */
export function buildPropelProject(propel, folder, schema, { name, adapter, dsn, user, password }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.xml'), schema);
  const connection = {
    adapter,
    dsn,
    user: user ?? '',
    password: password ?? '',
    classname: 'Propel\\Runtime\\Connection\\ConnectionWrapper',
    settings: { charset: 'utf8' },
  };
  const both = { defaultConnection: name, connections: [name] };
  const propelKeys = {
    general: { project: name },
    database: { connections: { [name]: connection } },
    runtime: both,
    generator: both,
  };
  writeFileSync(join(folder, 'propel.json'), JSON.stringify({ propel: propelKeys }));
  const steps = [
    ['model:build', '--schema-dir=.', '--output-dir=generated-classes'],
    ['config:convert', '--output-dir=generated-conf'],
  ];
  for (const args of steps) {
    const { status, stdout, stderr } = spawnSync('php', [propel.bin, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`propel ${args[0]} failed:\n${stdout}${stderr}`);
  }
}
