// The tools: how each is installed into a folder of its own, told a schema, asked for a migration, and let run it. Each is used as its
// documentation recommends for production, without a terminal.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { engineUrl } from '../../scripts/engines/locate.mjs';
import { installPropel } from '../propel.mjs';
import { adapterOf } from './database.mjs';
import * as printers from './printers.mjs';

const ORM = fileURLToPath(new URL('../../packages/generator/bin/orm', import.meta.url));
const PATIENCE = 120_000;

/** Runs a command; never throws. */
function run(command, args, cwd, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (out += data));
    child.on('error', (error) => resolve({ code: 1, out: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? 1, out: signal ? `${out}\nended by ${signal}` : out }));
  });
}

const listed = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const withoutComments = (sql) => sql.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:--|#).*$/gm, '');
const split = (sql, at = /;\s*(?:\n|$)/) =>
  withoutComments(sql)
    .split(at)
    .map((each) => each.replace(/\s+/g, ' ').replace(/;\s*$/, '').trim())
    .filter((each) => each !== '');

const lastMade = new Map();

/** The names of migrations have seconds: two of a project within one would be the same. */
async function nextSecond(project) {
  const second = () => Math.floor(Date.now() / 1000);
  while (lastMade.get(project) === second()) await pause(1005 - (Date.now() % 1000));
  lastMade.set(project, second());
}

/**
 * Runs a command that may leave a new file in a folder, and returns the statements in it. That there is nothing to do counts only
 * where the tool says it (`nothing`): a command that ends without a file for another reason has failed.
 */
async function planned(folder, plan, read, { judge, nothing }) {
  const before = new Set(listed(folder));
  const { code, out } = await plan();
  const made = listed(folder).filter((each) => !before.has(each) && !each.startsWith('meta'));
  const status = judge(code, out);
  if (status !== 'ok') return { status, message: out, statements: [] };
  if (made.length === 0 && !nothing?.test(out)) return { status: 'error', message: out, statements: [] };
  return { status, message: out, statements: made.flatMap((each) => read(join(folder, each))) };
}

const login = (engine) => {
  const url = new URL(engineUrl(engine));
  return { host: url.hostname, port: Number(url.port), user: url.username, password: url.password };
};
const urlOf = (engine, database) => {
  const url = new URL(engineUrl(engine));
  url.pathname = database;
  return url.href;
};
const dsnOf = (engine, database) => {
  const { host, port, user, password } = login(engine);
  return {
    adapter: adapterOf(engine),
    dsn: `${adapterOf(engine)}:host=${host};port=${port};dbname=${database}`,
    user,
    password,
  };
};
const json = (project, file, value) => writeFileSync(join(project, file), JSON.stringify(value, undefined, 2));
const versionIn = (home, name) =>
  JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version;

function npmInstall(home, packages) {
  json(home, 'package.json', { private: true });
  const { status, stderr, error } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages],
    { cwd: home, encoding: 'utf8', timeout: 300_000 },
  );
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(0) ?? 'npm failed';
}

const ours = {
  title: 'orm',
  lacks: {},
  install: () => ({
    version: JSON.parse(readFileSync(new URL('../../packages/generator/package.json', import.meta.url), 'utf8'))
      .version,
  }),
  begin(project, engine, database) {
    json(project, 'orm.json', { orm: { database: { connections: { shop: dsnOf(engine, database) } } } });
  },
  write(project, model, engine) {
    writeFileSync(join(project, 'schema.xml'), printers.ours(model, adapterOf(engine)));
  },
  async diff(project) {
    await nextSecond(project);
    return planned(
      join(project, 'generated-migrations/shop'),
      () => run(process.execPath, [ORM, 'migration:diff', '--name', 'change'], project),
      (folder) => split(readFileSync(join(folder, 'up.sql'), 'utf8')),
      {
        judge: (code, out) => (code === 0 ? 'ok' : /a new column, or|a new table, or/.test(out) ? 'asked' : 'refused'),
        nothing: /: no changes$/m,
      },
    );
  },
  async migrate(project) {
    const { code, out } = await run(process.execPath, [ORM, 'migration:migrate', '--yes'], project);
    return { status: code === 0 ? 'ok' : /nothing was changed/.test(out) ? 'refused' : 'error', message: out };
  },
};

const propel = {
  title: 'Propel',
  storesPosition: true,
  lacks: { pgsql: ['check'], mysql: ['check'] },
  install(home) {
    const found = installPropel(home);
    if (found.missing !== undefined) return found;
    propel.bin = found.bin;
    return {
      version: spawnSync('php', [found.bin, '--version'], { encoding: 'utf8' }).stdout.trim().split(' ').at(-1),
    };
  },
  begin(project, engine, database) {
    const connection = {
      ...dsnOf(engine, database),
      classname: 'Propel\\Runtime\\Connection\\ConnectionWrapper',
      settings: { charset: 'utf8' },
    };
    const one = { defaultConnection: 'shop', connections: ['shop'] };
    json(project, 'propel.json', {
      propel: {
        general: { project: 'shop' },
        database: { connections: { shop: connection } },
        runtime: one,
        generator: one,
      },
    });
  },
  write(project, model, engine) {
    writeFileSync(join(project, 'schema.xml'), printers.propel(model, adapterOf(engine)));
  },
  async diff(project) {
    await nextSecond(project);
    return planned(
      join(project, 'generated-migrations'),
      () => run('php', [propel.bin, 'migration:diff', '--no-interaction', '--schema-dir=.'], project),
      (file) => {
        const up = readFileSync(file, 'utf8').split('function getUpSQL')[1].split('function getDownSQL')[0];
        const sql = [...up.matchAll(/<<<\s*'?(\w+)'?\n([\s\S]*?)\n\s*\1/g)].map((each) => each[2]).join(';\n');
        return split(sql).filter((each) => !/^(?:SET FOREIGN_KEY_CHECKS|BEGIN|COMMIT)/.test(each));
      },
      { judge: (code) => (code === 0 ? 'ok' : 'error'), nothing: /no diff to generate/ },
    );
  },
  async migrate(project) {
    const { code, out } = await run('php', [propel.bin, 'migration:migrate', '--no-interaction'], project);
    return { status: code === 0 && !/Failed to execute/i.test(out) ? 'ok' : 'error', message: out };
  },
};

const CLI_CONFIG = `<?php
use Doctrine\\DBAL\\DriverManager;
use Doctrine\\Migrations\\Configuration\\EntityManager\\ExistingEntityManager;
use Doctrine\\Migrations\\Configuration\\Migration\\ConfigurationArray;
use Doctrine\\Migrations\\DependencyFactory;
use Doctrine\\ORM\\EntityManager;
use Doctrine\\ORM\\ORMSetup;
$connection = DriverManager::getConnection(json_decode(file_get_contents(__DIR__ . '/connection.json'), true));
$entities = ORMSetup::createAttributeMetadataConfiguration([__DIR__ . '/src'], true);
$migrations = new ConfigurationArray(['migrations_paths' => ['Shop\\\\Migrations' => __DIR__ . '/migrations']]);
return DependencyFactory::fromEntityManager($migrations, new ExistingEntityManager(new EntityManager($connection, $entities)));
`;

const doctrine = {
  title: 'Doctrine',
  lacks: { pgsql: ['check'], mysql: ['check'] },
  install(home) {
    const requires = { 'doctrine/orm': '^3', 'doctrine/migrations': '^3', 'symfony/cache': '*' };
    json(home, 'composer.json', { require: requires });
    const { status, stderr, error } = spawnSync('composer', ['install', '--no-interaction', '--no-progress'], {
      cwd: home,
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) return { missing: error ? 'Composer is not installed' : stderr.trim().split('\n').at(-1) };
    doctrine.bin = join(home, 'vendor/bin/doctrine-migrations');
    const { packages } = JSON.parse(readFileSync(join(home, 'vendor/composer/installed.json'), 'utf8'));
    const version = (name) => packages.find((each) => each.name === name).version;
    return {
      version: `ORM ${version('doctrine/orm')}, DBAL ${version('doctrine/dbal')}, Migrations ${version('doctrine/migrations')}`,
    };
  },
  begin(project, engine, database) {
    for (const folder of ['src', 'migrations']) mkdirSync(join(project, folder), { recursive: true });
    writeFileSync(join(project, 'cli-config.php'), CLI_CONFIG);
    const driver = adapterOf(engine) === 'pgsql' ? 'pdo_pgsql' : 'pdo_mysql';
    const charset = adapterOf(engine) === 'mysql' ? { charset: 'utf8mb4' } : {};
    json(project, 'connection.json', { driver, ...login(engine), dbname: database, ...charset });
  },
  write(project, model) {
    writeFileSync(join(project, 'src/Entities.php'), printers.doctrine(model));
  },
  async diff(project) {
    await nextSecond(project);
    return planned(
      join(project, 'migrations'),
      () => run('php', [doctrine.bin, 'migrations:diff', '--no-interaction', '--allow-empty-diff'], project),
      (file) => {
        const up = readFileSync(file, 'utf8').split('function up')[1].split('function down')[0];
        return [...up.matchAll(/addSql\(([\s\S]*?)\);\n/g)].map((each) => each[1].replace(/\s+/g, ' '));
      },
      { judge: (code) => (code === 0 ? 'ok' : 'error'), nothing: /No changes detected/ },
    );
  },
  async migrate(project) {
    const args = [doctrine.bin, 'migrations:migrate', '--no-interaction', '--allow-no-migration'];
    const { code, out } = await run('php', args, project);
    return { status: code === 0 ? 'ok' : 'error', message: out };
  },
};

const drizzle = {
  title: 'drizzle-kit',
  lacks: { pgsql: ['comment'], mysql: ['comment'] },
  install(home) {
    const missing = npmInstall(home, ['drizzle-kit', 'drizzle-orm', 'pg', 'mysql2']);
    if (missing !== undefined) return { missing };
    drizzle.bin = join(home, 'node_modules/drizzle-kit/bin.cjs');
    return { version: `${versionIn(home, 'drizzle-kit')}, drizzle-orm ${versionIn(home, 'drizzle-orm')}` };
  },
  begin(project, engine, database) {
    json(project, 'drizzle.config.json', {
      dialect: adapterOf(engine) === 'pgsql' ? 'postgresql' : 'mysql',
      schema: './schema.ts',
      out: './drizzle',
      dbCredentials: { url: urlOf(engine, database) },
    });
  },
  write(project, model, engine) {
    writeFileSync(join(project, 'schema.ts'), printers.drizzle(model, adapterOf(engine)));
  },
  diff(project) {
    return planned(
      join(project, 'drizzle'),
      () => run(process.execPath, [drizzle.bin, 'generate'], project),
      (file) => split(readFileSync(file, 'utf8').replaceAll('--> statement-breakpoint', ';\n')),
      {
        judge: (code, out) => {
          if (/created or renamed|prompt/i.test(out)) return 'asked';
          return code === 0 && !/error/i.test(out) ? 'ok' : 'error';
        },
        nothing: /No schema changes/,
      },
    );
  },
  async migrate(project) {
    const { code, out } = await run(process.execPath, [drizzle.bin, 'migrate'], project);
    return { status: code === 0 ? 'ok' : 'error', message: out };
  },
};

/**
 * The WebAssembly engine of Prisma reaches the database by a driver adapter. The adapter does not know two types of PostgreSQL's catalog,
 * which the engine asks for; without these lines no command works (prisma/orm#27403).
 */
const PRISMA_CONFIG = `import { readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
const addFields = pg.Result.prototype.addFields;
pg.Result.prototype.addFields = function (fields) {
  for (const field of fields) if (field.dataTypeID === 18 || field.dataTypeID === 19) field.dataTypeID = 25;
  return addFields.call(this, fields);
};
// A timer of ten seconds would keep the command from ending.
const later = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...rest) => {
  const timer = later(work, ms, ...rest);
  if (ms >= 5000) timer.unref?.();
  return timer;
};
const connection = JSON.parse(readFileSync(new URL('connection.json', 'file://' + process.cwd() + '/'), 'utf8'));
export default {
  experimental: { adapter: true },
  engine: 'js',
  schema: 'prisma/schema.prisma',
  adapter: async () => new PrismaPg({ ...connection, idleTimeoutMillis: 50 }),
};
`;

const prisma = {
  title: 'Prisma',
  lacks: { pgsql: ['check', 'comment'], mysql: ['check', 'comment'] },
  env: { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  async install(home) {
    const missing = npmInstall(home, ['prisma@6.19.3', '@prisma/adapter-pg@7', 'pg']);
    if (missing !== undefined) return { missing };
    prisma.bin = join(home, 'node_modules/prisma/build/index.js');
    const version = versionIn(home, 'prisma');
    const probe = await run(process.execPath, [prisma.bin, '--version'], home, prisma.env);
    if (probe.code === 0) return { version };
    const placeholder = join(home, 'no-engine');
    writeFileSync(placeholder, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    Object.assign(prisma.env, { PRISMA_QUERY_ENGINE_LIBRARY: placeholder, PRISMA_SCHEMA_ENGINE_BINARY: placeholder });
    prisma.isWasm = true;
    return {
      version: `${version}, WebAssembly engine`,
      note: 'its engine could not be downloaded',
    };
  },
  refuses: (engine) =>
    prisma.isWasm && adapterOf(engine) === 'mysql'
      ? 'its engine could not be downloaded, and the WebAssembly engine stops on MySQL and MariaDB ("RuntimeError: unreachable")'
      : undefined,
  begin(project, engine, database) {
    mkdirSync(join(project, 'prisma'), { recursive: true });
    json(project, 'connection.json', { ...login(engine), database, url: urlOf(engine, database) });
    if (prisma.isWasm) writeFileSync(join(project, 'prisma.config.ts'), PRISMA_CONFIG);
    const schema = join(project, 'prisma/schema.prisma');
    if (existsSync(schema)) {
      const text = readFileSync(schema, 'utf8');
      writeFileSync(schema, text.replace(/url = ".*"/, `url = "${urlOf(engine, database)}"`));
    }
  },
  write(project, model, engine) {
    const { url } = JSON.parse(readFileSync(join(project, 'connection.json'), 'utf8'));
    writeFileSync(join(project, 'prisma/schema.prisma'), printers.prisma(model, adapterOf(engine), { url }));
  },
  async diff(project) {
    await nextSecond(project);
    return planned(
      join(project, 'prisma/migrations'),
      () =>
        run(process.execPath, [prisma.bin, 'migrate', 'dev', '--create-only', '--name', 'change'], project, prisma.env),
      (file) => (file.endsWith('.toml') ? [] : split(readFileSync(join(file, 'migration.sql'), 'utf8'))),
      // It writes an empty migration where there is nothing to do, so a file is always made.
      {
        judge: (code, out) => {
          // The WebAssembly engine says so at its end, when the migration is written.
          if (code === 0 || (prisma.isWasm && /null pointer passed to rust/.test(out))) return 'ok';
          return /interactive/.test(out) ? 'asked' : 'error';
        },
      },
    );
  },
  async migrate(project) {
    const { code, out } = await run(process.execPath, [prisma.bin, 'migrate', 'deploy'], project, prisma.env);
    return { status: code === 0 ? 'ok' : 'error', message: out };
  },
};

export const TOOLS = { ours, propel, doctrine, drizzle, prisma };
