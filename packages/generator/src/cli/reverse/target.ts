import { basename, join, relative, resolve, sep } from 'node:path';
import type { Config, Connection } from '../../config/config.js';
import { adapterOfDsn, connectionOfDsn } from '../../config/dsn-connection.js';
import { literalText } from '../../config/template.js';
import { DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { TINYINT1, type Tinyint1 } from '../../platforms/introspection.js';
import type { ReverseRequest } from '../../reverse/database.js';
import type { CommandOptions, Context } from '../command.js';
import { projectConfig } from '../project-config.js';
import { otherLanguage } from './other-language.js';

/** Which database is read, and where its schema goes. */
export interface ReverseTarget {
  readonly connection: Connection;
  /** The project folder: drivers are looked for there too. */
  readonly root: string;
  /** Absolute. */
  readonly folder: string;
  readonly file: string;
  /** Where `<database>.rest.sql` goes. Absolute. */
  readonly sqlDir: string;
  readonly request: ReverseRequest;
}

/** Where npm puts the words of a schema for editors, from the project folder. */
const XSD = 'node_modules/ormgen/schemas/schema.xsd';

/** The folder of SQL files where no configuration names one. */
const SQL_DIR = 'generated-sql';
/** Where nothing says another name. */
const HISTORY_TABLE = 'orm_migration';

export async function reverseTarget(context: Context, options: CommandOptions): Promise<ReverseTarget> {
  const { cwd } = context;
  const named = options.argument;
  const isDsn = named !== undefined && adapterOfDsn(named) !== undefined;
  const config = isDsn ? await configIfThere(context, options) : await projectConfig(context, options, 'schemaDir');
  const root = config?.root ?? resolve(cwd);
  const connection = isDsn
    ? dsnConnection(named, cwd, context, options)
    : configured(config, named ?? config?.reverse.connection ?? '', options);
  const outputDir = options.outputDir ?? options.schemaDir;
  const folder = outputDir === undefined ? (config?.paths.schemaDir ?? root) : resolve(cwd, outputDir);
  return {
    connection,
    root,
    folder,
    file: fileName(options.schemaName ?? 'schema'),
    sqlDir: options.sqlDir === undefined ? (config?.paths.sqlDir ?? join(root, SQL_DIR)) : resolve(cwd, options.sqlDir),
    request: {
      databaseName: options.databaseName ?? connection.name,
      namespace: options.namespace,
      xsd: relative(folder, join(root, XSD)).split(sep).join('/'),
      keepNames: options.keepNames,
      views: options.views,
      tinyint1: tinyint1Of(options, connection),
      schemas: options.schema,
      exclude: [...(config?.excludeTables ?? []), config?.migrations.tableName ?? HISTORY_TABLE, ...options.exclude],
      ...(config === undefined ? {} : await configuredRequest(config)),
    },
  };
}

/** What --tinyint1 says, if it says something that the database can mean. */
function tinyint1Of({ tinyint1: given }: CommandOptions, { adapter, name }: Connection): Tinyint1 | undefined {
  if (given === undefined) return undefined;
  const known = TINYINT1.find((value) => value === given);
  if (known === undefined) {
    throw failure({
      code: 'cli/wrong-option',
      message: `--tinyint1 takes boolean or integer, not ${quoted(given)}`,
      help: suggestion(given, TINYINT1) ?? 'write --tinyint1 boolean, or leave it out',
    });
  }
  if (adapter === 'mysql') return known;
  throw failure({
    code: 'cli/wrong-option',
    message: `--tinyint1 is for MySQL and MariaDB; ${quoted(name)} is a database of another vendor`,
    help: 'remove --tinyint1',
  });
}

async function configuredRequest(config: Config): Promise<Partial<ReverseRequest>> {
  const { objectModel, tablePrefix } = config.generator;
  return {
    otherLanguage: await otherLanguage(config.generator.targets),
    tablePrefix,
    platformOptions: {
      mysqlEngine: config.adapters.mysql.tableEngine,
      mysqlUuid: config.adapters.mysql.uuidColumnType,
    },
    classNaming: {
      mapNamespace: objectModel.namespaceMap,
      classPrefix: objectModel.classPrefix,
      keyType: objectModel.defaultKeyType,
    },
  };
}

/** With a DSN a configuration is welcome, but not needed. */
async function configIfThere(context: Context, options: CommandOptions): Promise<Config | undefined> {
  try {
    return await projectConfig(context, options, 'schemaDir');
  } catch (error) {
    const isMissing = error instanceof DiagnosticError && error.diagnostics[0]?.code === 'config/not-found';
    if (isMissing && options.configDir === undefined) return undefined;
    throw error;
  }
}

function configured(config: Config | undefined, name: string, options: CommandOptions): Connection {
  const given = (['user', 'password', 'passwordEnv'] as const).find((option) => options[option] !== undefined);
  if (given !== undefined) {
    const flag = `--${given === 'passwordEnv' ? 'password-env' : given}`;
    throw failure({
      code: 'cli/wrong-option',
      message: `${flag} goes with a DSN; the connection ${quoted(name)} has its own`,
      help: `remove ${flag}, or name a DSN instead of the connection`,
    });
  }
  const connection = config?.connections.get(name);
  if (connection !== undefined) return connection;
  throw failure({
    code: 'cli/unknown-connection',
    message: `there is no connection ${quoted(name)}`,
    help: [suggestion(name, config?.connections.keys() ?? []), 'a DSN starts with pgsql:, mysql: or sqlite:']
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}

function dsnConnection(dsn: string, cwd: string, { env }: Context, options: CommandOptions): Connection {
  const { passwordEnv } = options;
  if (passwordEnv !== undefined && env[passwordEnv] === undefined) {
    throw failure({
      code: 'config/missing-variable',
      message: `the environment variable ${quoted(passwordEnv)} is not set`,
      help: '--password-env takes the name of a variable that holds the password',
    });
  }
  const password = passwordEnv === undefined ? options.password : env[passwordEnv];
  const named = connectionOfDsn({ dsn, name: 'default', root: cwd, user: options.user, password });
  const plain = (named.dsn && literalText(named.dsn)) ?? '';
  const connection = { ...named, name: nameOfDsn(plain) };
  if (connection.adapter === 'sqlite' || connection.user !== undefined || /\buser\s*=/i.test(plain)) return connection;
  throw failure({
    code: 'config/not-connectable',
    message: 'a DSN needs a user besides',
    help: 'add --user <name>, and --password-env <variable> if it has a password',
  });
}

/** What people call the database, as the name of a connection. */
function nameOfDsn(dsn: string): string {
  const given = /\bdbname=([^;\s]+)/i.exec(dsn)?.[1] ?? basename(dsn.slice(dsn.indexOf(':') + 1)).replace(/\.\w+$/, '');
  return given.replaceAll(/[\s.%/\\\p{C}:]+/gu, '_').slice(0, 64) || 'default';
}

/** Files of schemas end with schema.xml: only those are found again. */
function fileName(name: string): string {
  if (/[/\\\0]|^\.{0,2}$/.test(name)) {
    throw failure({
      code: 'cli/wrong-value',
      message: `--schema-name takes the name of a file, not ${quoted(name)}`,
      help: 'give the folder with --output-dir',
    });
  }
  const bare = name.replace(/\.xml$/i, '');
  return bare.endsWith('schema') ? `${bare}.xml` : `${bare}_schema.xml`;
}
