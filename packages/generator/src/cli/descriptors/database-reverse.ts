import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, KEEP_NAMES, SCHEMA_DIR } from './options.js';

export const databaseReverse: CommandDescriptor = {
  name: 'database:reverse',
  aliases: ['reverse'],
  summary: 'Writes the schema of a database that exists',
  description: [
    'Reads the tables of a PostgreSQL, MySQL, MariaDB or SQLite database and writes a schema.xml that sql:build and model:build take as it is. The database is only read.',
    'The database is that of a connection of the configuration (reverse.connection unless one is named), or of a DSN: then no configuration is needed. A password is best given in the configuration, or in an environment variable that --password-env names: one on the command line can be seen by other users of the machine.',
    'Classes are named in the singular (orders becomes Order), relations by their column (billing_address_id becomes BillingAddress), and a self-reference by parent_id has Parent and Children. A prefix of all tables becomes tablePrefix of the schema, and stands in no class. Where such a name would not be the only one in its class, the usual name stays. What was named how is listed; --keep-names leaves all names as the generator makes them.',
    'What a schema cannot say, such as functions, triggers, policies or views, is written as SQL into generated-sql: <database>.rest.before.sql has what the tables need and <database>.rest.sql what needs the tables. --map lists both in sqldb.map, so that sql:insert runs them around the SQL of the schema. What is in neither is listed. Tables that exclude_tables of the configuration or --exclude names are not read.',
    'A schema file that is already there and would change is not overwritten without --force.',
  ],
  argument: {
    name: 'connection',
    description: 'Name of a connection of the configuration, or a DSN such as sqlite:data/library.sqlite, or a URL',
    complete: 'connections',
  },
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    { flags: '--output-dir <dir>', description: 'Folder for the schema file. Default: the one of --schema-dir' },
    {
      flags: '--schema-name <name>',
      description: 'Name of the file: "shop" becomes shop_schema.xml. Default: schema, which becomes schema.xml',
    },
    {
      flags: '--database-name <name>',
      description:
        'Name of the connection in the schema. Default: the connection that was read, or the name in the DSN',
    },
    { flags: '--namespace <name>', description: 'PHP namespace of the classes' },
    {
      flags: '--schema <name>',
      description: 'SQL schema to read. May be given several times. Default: the one that the database takes by itself',
      repeatable: true,
    },
    {
      flags: '--exclude <table>',
      description: 'Leaves this table out; * stands for any characters. May be given several times',
      repeatable: true,
    },
    KEEP_NAMES,
    {
      flags: '--views',
      description: 'Writes views into the schema, as tables with viewSql, instead of into <database>.rest.sql',
    },
    {
      flags: '--tinyint1 <type>',
      description:
        'What tinyint(1) of MySQL and MariaDB becomes, signed or unsigned: boolean or integer. Default: BOOLEAN if signed, TINYINT if unsigned',
      complete: ['boolean', 'integer'],
    },
    {
      flags: '--sql-dir <dir>',
      description:
        'Folder for <database>.rest.before.sql and <database>.rest.sql. Default: paths.sqlDir of the configuration, else generated-sql',
    },
    {
      flags: '--map',
      description:
        'Lists <database>.rest.before.sql and <database>.rest.sql in sqldb.map, so that sql:insert runs the one before the tables and the other after them',
    },
    { flags: '--user <name>', description: 'Database user, with a DSN' },
    { flags: '--password-env <name>', description: 'Environment variable that holds the password, with a DSN' },
    { flags: '--password <text>', description: 'Password, with a DSN' },
    { flags: '--force', description: 'Overwrites the files that are already there' },
    { flags: '--dry-run', description: 'Prints the schema on stdout and writes nothing' },
    CHECK,
  ],
  examples: [
    { line: 'orm database:reverse --force', meaning: 'write schema.xml anew from the database of the project' },
    { line: 'orm database:reverse --dry-run', meaning: 'see it first' },
    { line: 'orm database:reverse --views --force', meaning: 'the same with classes that read its views' },
    {
      line: 'orm database:reverse sqlite:bookstore.sqlite --output-dir reversed --exclude "tmp_*"',
      meaning: 'read a database that no configuration names',
    },
  ],
  json: ['adapter', 'connection', 'file', 'findings', 'names', 'rest', 'status', 'tables', 'views'],
  load: () => import('../commands/database-reverse.js'),
};
