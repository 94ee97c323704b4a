import { ADAPTERS } from '../../model/adapter.js';
import type { CommandDescriptor } from '../command.js';
import { KEEP_NAMES } from './options.js';

export const init: CommandDescriptor = {
  name: 'init',
  aliases: [],
  summary: 'Starts a project: asks, and writes configuration and schema',
  description: [
    'Asks for the database, tries the connection, and asks again where it fails. Starts the schema from a sample, from the tables of the database, or from nothing. Shows what it will write; any line can be changed before anything is written. Then it offers to build the SQL and the classes.',
    'Every question has an option; what an option answers is not asked. --yes takes the defaults for all others, so that init works in a script. Without a terminal it names the options that are missing.',
    'Files that are there are replaced only after a yes for each, or with --force. Whoever cancels leaves the folder as it was. A password is never shown; --password-env keeps it out of the file.',
  ],
  options: [
    {
      flags: '--adapter <name>',
      description: 'pgsql, mysql (also for MariaDB), sqlite, mssql or oracle',
      complete: ADAPTERS,
    },
    { flags: '--dsn <dsn>', description: 'Where the database is, as PDO writes it. May hold %env.NAME%' },
    { flags: '--host <host>', description: 'Instead of a DSN: host or socket. Default: localhost' },
    { flags: '--port <port>', description: 'Port. Default: that of the vendor' },
    { flags: '--database <name>', description: 'Name of the database; on Oracle the service' },
    { flags: '--file <file>', description: 'File of SQLite. Default: the name of the folder with .sqlite' },
    { flags: '--user <name>', description: 'Database user. May be %env.NAME%' },
    {
      flags: '--password <password>',
      description:
        'Password, which is then stored in the file. Others can see it in the list of processes: --password-env is better',
    },
    {
      flags: '--password-env <name>',
      description: 'Environment variable with the password; the file has only its name',
    },
    { flags: '--no-connect', description: 'Does not try the connection' },
    { flags: '--sample', description: 'Starts the schema from a sample, a small bookstore. The default' },
    { flags: '--import', description: 'Starts the schema from the tables of the database' },
    KEEP_NAMES,
    { flags: '--empty', description: 'Starts with an empty schema' },
    { flags: '--project <name>', description: 'Name of the project. Default: the name of the folder' },
    {
      flags: '--connection-name <name>',
      description:
        'Name of the connection in schema and configuration. Default: bookstore for the sample, else the project',
    },
    {
      flags: '--target <languages>',
      description:
        'Languages of the classes: php, typescript or php,typescript. Default: what the folder looks like, or php',
      complete: ['php', 'typescript', 'php,typescript'],
    },
    {
      flags: '--namespace <namespace>',
      description: 'PHP namespace of the classes, such as App\\Model. Default: none',
    },
    { flags: '--schema-dir <dir>', description: 'Folder for schema.xml. Default: the current folder' },
    { flags: '--sql-dir <dir>', description: 'Folder for the SQL. Default: generated-sql' },
    { flags: '--php-dir <dir>', description: 'Folder for the PHP classes. Default: generated-classes' },
    { flags: '--conf-dir <dir>', description: 'Folder for config.php. Default: generated-conf' },
    {
      flags: '--ts-dir <dir>',
      description: 'Folder for the TypeScript classes and config.ts. Default: src/models',
    },
    {
      flags: '--format <format>',
      description: 'Format of the configuration: yaml, php, json, ini or xml. Default: yaml',
      complete: ['yaml', 'php', 'json', 'ini', 'xml'],
    },
    { flags: '--build', description: 'Builds the SQL, the classes and config.php or config.ts at once' },
    { flags: '--no-build', description: 'Does not offer to build' },
    { flags: '--yes', description: 'Takes the default of every question that no option answers' },
    { flags: '--force', description: 'Replaces files that are there without asking' },
  ],
  examples: [
    { line: 'orm init', meaning: 'answer the questions in a terminal', exitCode: 1 },
    {
      line: 'orm init --adapter sqlite --dsn sqlite:data.sqlite --format yaml --yes',
      meaning: 'in a script: nothing is asked',
    },
    {
      line: 'orm init --adapter sqlite --target typescript --yes',
      meaning: 'classes in TypeScript, in src/models',
    },
    {
      line: 'orm init --adapter pgsql --database shop --user shop --password-env DB_PASSWORD --yes --no-connect',
      meaning: 'without trying the connection; the password stays in the environment',
    },
  ],
  exitOne: 'the person cancelled, and nothing was written',
  load: () => import('../commands/init.js'),
};
