// The project that PHP tests use: a folder with schema, configuration and what the real `orm` makes of them.

import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineUrl } from '../engines/locate.mjs';
import { checkout, run, runtimeFolder } from './tools.mjs';

/** The engines that the suite is proven on. */
export const suiteEngines = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'];

export function adapterOf(engine) {
  return engine === 'sqlite' ? 'sqlite' : engine.startsWith('pgsql') ? 'pgsql' : 'mysql';
}

/** Why an engine cannot be used, or undefined. */
export function missingEngine(engine) {
  return engine === 'sqlite' || engineUrl(engine)
    ? undefined
    : `${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`;
}

/**
 * Builds the project for an engine, each database of the schema as one of its own, with its tables.
 *
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function buildProject(engine) {
  const folder = mkdtempSync(join(tmpdir(), `orm-php-${engine}-`));
  const databases = [];
  const remove = async () => {
    for (const name of databases) await changeDatabase(engine, 'drop', name);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const connections = {};
    for (const name of copySchemas(adapterOf(engine), folder)) {
      const database = `orm_php_${randomBytes(6).toString('hex')}`;
      if (engine !== 'sqlite') {
        await changeDatabase(engine, 'create', database);
        databases.push(database);
      }
      connections[name] = connectionOf(engine, database, folder);
    }
    writeConfiguration(folder, connections);
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) await orm(command, folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Generates the classes for a vendor, without a database, and returns their folder. */
export async function buildClasses(adapter, parent) {
  const folder = join(parent, adapter);
  mkdirSync(folder);
  const names = [...copySchemas(adapter, folder)];
  const dsn = { sqlite: 'sqlite:none.sq3', oracle: 'oci:dbname=//localhost/none', mssql: 'sqlsrv:Server=localhost' };
  const connection = { adapter, dsn: dsn[adapter] ?? `${adapter}:host=localhost;dbname=none` };
  writeConfiguration(folder, Object.fromEntries(names.map((name) => [name, connection])));
  await orm('model:build', folder);
  return join(folder, 'generated-classes');
}

/** Copies the schema files and returns the names of their databases. */
function copySchemas(adapter, folder) {
  const source = join(runtimeFolder, 'tests', 'project');
  const names = new Set();
  for (const from of [source, join(source, adapter)].filter(existsSync)) {
    for (const file of readdirSync(from).filter((name) => name.endsWith('schema.xml'))) {
      copyFileSync(join(from, file), join(folder, file));
      const name = /<database\s[^>]*?\bname="([^"]+)"/.exec(readFileSync(join(from, file), 'utf8'))?.[1];
      if (!name) throw new Error(`${file} in tests/project has no <database name="…">`);
      names.add(name);
    }
  }
  if (names.size === 0) throw new Error(`no *schema.xml in ${source}`);
  return names;
}

function connectionOf(engine, database, folder) {
  if (engine === 'sqlite') return { adapter: 'sqlite', dsn: `sqlite:${join(folder, `${database}.sq3`)}` };
  const url = new URL(engineUrl(engine));
  return {
    adapter: adapterOf(engine),
    dsn: `${adapterOf(engine)}:host=${url.hostname};port=${url.port};dbname=${database}`,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function writeConfiguration(folder, connections) {
  writeFileSync(join(folder, 'orm.json'), JSON.stringify({ orm: { database: { connections } } }, null, 2));
}

async function changeDatabase(engine, action, name) {
  const { code, output } = await run('php', [join(checkout, 'scripts/php/database.php'), action, name], {
    env: { SERVER_URL: engineUrl(engine) },
  });
  if (code !== 0) throw new Error(`cannot ${action} the database ${name} on ${engine}:\n${output}`);
}

async function orm(command, folder) {
  const built = join(checkout, 'packages/generator/dist/cli/main.js');
  if (!existsSync(built)) throw new Error('orm is not built; run: npm run build');
  const { code, output } = await run(process.execPath, [join(checkout, 'packages/generator/bin/orm'), command], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`orm ${command} failed:\n${output}`);
}
