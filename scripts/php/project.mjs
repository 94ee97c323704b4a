// The project that PHP tests use: a folder with schema, configuration and what the real `orm` makes of them.

import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
 * `schemas` is another folder of schemas than that of the tests; `settings` and `classname` go into every connection.
 *
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function buildProject(engine, { schemas, settings, classname } = {}) {
  const folder = mkdtempSync(join(tmpdir(), `orm-php-${engine}-`));
  const databases = [];
  const remove = async () => {
    for (const name of databases) await changeDatabase(engine, 'drop', name);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const connections = {};
    const names = schemas ? copySchemas([schemas], folder) : copyTests(adapterOf(engine), folder);
    for (const name of names) {
      const database = `orm_php_${randomBytes(6).toString('hex')}`;
      if (engine !== 'sqlite') {
        await changeDatabase(engine, 'create', database);
        databases.push(database);
      }
      const given = Object.entries({ settings, classname }).filter(([, value]) => value !== undefined);
      connections[name] = { ...connectionOf(engine, database, folder), ...Object.fromEntries(given) };
    }
    writeConfiguration(folder, connections);
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) await orm(command, folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The schemas whose classes are checked without a database, and for which vendors: the one of the tests, the same with
 * strict getters, and the one with everything that a schema can say. `analysed`: for which of them PHPStan runs, if not for all.
 */
export const checkedSchemas = [
  // What vendors change in types and layout is in the schema with everything.
  { name: 'tests', adapters: ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'], analysed: ['pgsql'] },
  { name: 'strict', adapters: ['sqlite'] },
  { name: 'everything', adapters: ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] },
];

/** Generates the classes of a checked schema, and returns their folder. */
export async function buildClasses(schema, adapter, parent) {
  const folder = join(parent, `${schema}-${adapter}`);
  mkdirSync(folder);
  const names = schema === 'everything' ? copyEverything(adapter, folder) : copyTests(adapter, folder);
  const generator = schema === 'strict' ? { objectModel: { requiredGetters: 'strict' } } : undefined;
  writeConfiguration(folder, Object.fromEntries([...names].map((name) => [name, { adapter }])), generator);
  await orm('model:build', folder);
  return join(folder, 'generated-classes');
}

function copyEverything(adapter, folder) {
  const source = join(checkout, 'packages/generator/test/fixtures/everything');
  const executed = ['pgsql', 'mysql', 'sqlite'].includes(adapter) ? [join(source, 'executed')] : [];
  return copySchemas([source, ...executed, join(source, adapter)], folder);
}

/** Also the schema of the scenarios, and the classes in tests/project/classes, which are stubs as users change them. */
function copyTests(adapter, folder) {
  const source = join(runtimeFolder, 'tests', 'project');
  const stubs = join(source, 'classes');
  if (existsSync(stubs)) cpSync(stubs, join(folder, 'generated-classes'), { recursive: true });
  return copySchemas([source, join(source, adapter), join(checkout, 'conformance')], folder, changes[adapter]);
}

/** What a vendor refuses in the schema of the tests, and does without where its classes are only checked. */
const changes = {
  // Cascades that meet. The objects' own cascades stay as they are.
  mssql: (text) => text.replaceAll(/ on(?:Delete|Update)="(?:cascade|setnull)"/g, ''),
  // A double quote in a name.
  oracle: (text) => text.replaceAll(/(?<=<column name="[^"]*)&quot;/g, "'"),
};

/** Copies the schema files and returns the names of their databases. */
function copySchemas(sources, folder, change = (text) => text) {
  const names = new Set();
  for (const source of sources.filter(existsSync)) {
    for (const file of readdirSync(source).filter((name) => name.endsWith('schema.xml'))) {
      const text = readFileSync(join(source, file), 'utf8');
      // One that took the place of another would take its tables away.
      writeFileSync(join(folder, file), change(text), { flag: 'wx' });
      const name = /<database\s[^>]*?\bname="([^"]+)"/.exec(text)?.[1];
      if (!name) throw new Error(`${file} in ${source} has no <database name="…">`);
      names.add(name);
    }
  }
  if (names.size === 0) throw new Error(`no *schema.xml in ${sources[0]}`);
  return names;
}

/** How an engine's database is reached; SQLite's is a file in the folder. */
export function connectionOf(engine, database, folder) {
  if (engine === 'sqlite') return { adapter: 'sqlite', dsn: `sqlite:${join(folder, `${database}.sq3`)}` };
  const url = new URL(engineUrl(engine));
  return {
    adapter: adapterOf(engine),
    dsn: `${adapterOf(engine)}:host=${url.hostname};port=${url.port};dbname=${database}`,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function writeConfiguration(folder, connections, generator) {
  writeFileSync(join(folder, 'orm.json'), JSON.stringify({ orm: { database: { connections }, generator } }, null, 2));
}

/** Gives a project other connections: `generated-conf/config.php` is made anew. */
export async function reconfigure(folder, connections) {
  writeConfiguration(folder, connections);
  await orm('config:convert', folder);
}

/** Makes a database on an engine's server, or removes it. */
export async function changeDatabase(engine, action, name) {
  const { code, output } = await run('php', [join(checkout, 'scripts/php/database.php'), action, name], {
    env: { SERVER_URL: engineUrl(engine) },
  });
  if (code !== 0) throw new Error(`cannot ${action} the database ${name} on ${engine}:\n${output}`);
}

/** Runs a command of the built `orm` in a project. */
export async function orm(command, folder, env) {
  const built = join(checkout, 'packages/generator/dist/cli/main.js');
  if (!existsSync(built)) throw new Error('orm is not built; run: npm run build');
  const { code, output } = await run(process.execPath, [join(checkout, 'packages/generator/bin/orm'), command], {
    cwd: folder,
    env,
  });
  if (code !== 0) throw new Error(`orm ${command} failed:\n${output}`);
}
