import type { CommandDescriptor, OptionDescriptor } from './command.js';

const CONFIG_DIR: OptionDescriptor = {
  flags: '--config-dir <dir>',
  description: 'Folder with the configuration file. Default: the current folder, then its conf/ and config/',
};
const SCHEMA_DIR: OptionDescriptor = {
  flags: '--schema-dir <dir>',
  description:
    'Folder with the *schema.xml files. Default: paths.schemaDir of the configuration, else the current folder',
};
const CONNECTION: OptionDescriptor = {
  flags: '--connection <name>',
  description: 'Works on this connection only. May be given several times. Default: all of generator.connections',
  repeatable: true,
};

/** Options that every command has; they may also stand before the command's name. */
export const COMMON_OPTIONS: readonly OptionDescriptor[] = [
  { flags: '--json', description: 'Prints one JSON document on stdout and nothing else, also when it fails' },
  { flags: '--quiet', description: 'Prints nothing but warnings and errors' },
  { flags: '--no-color', description: 'Writes without colours, as does the environment variable NO_COLOR' },
];

/** Every command, in the order of the work. A new one is a file in commands/ and an entry here. */
export const COMMANDS: readonly CommandDescriptor[] = [
  {
    name: 'schema:check',
    aliases: [],
    summary: 'Checks schema and configuration without writing anything',
    description: [
      'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml, and reports all that is wrong in them, each with its file, line and column.',
      'Writes nothing and needs no database.',
    ],
    options: [CONFIG_DIR, SCHEMA_DIR, CONNECTION],
    examples: [
      { line: 'orm schema:check', meaning: 'check the project in the current folder' },
      { line: 'orm schema:check --json', meaning: 'the same, for an editor or a script' },
    ],
    load: () => import('./commands/schema-check.js'),
  },
  {
    name: 'sql:build',
    aliases: ['build-sql'],
    summary: 'Writes the SQL that creates the tables of the schema',
    description: [
      'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml.',
      'Writes one file per database, generated-sql/<database>.sql, and generated-sql/sqldb.map, which says into which connection each file goes. Files that would not change are not touched, and lines you added to sqldb.map stay.',
      'Needs no database. The SQL drops each table before it creates it: read it before you run sql:insert.',
    ],
    options: [
      CONFIG_DIR,
      SCHEMA_DIR,
      {
        flags: '--output-dir <dir>',
        description: 'Folder for the SQL files. Default: paths.sqlDir of the configuration, else generated-sql',
      },
      CONNECTION,
      { flags: '--dry-run', description: 'Shows which files would be written, without writing them' },
      { flags: '--check', description: 'Writes nothing; exit code 2 when a file would change. For CI' },
    ],
    examples: [
      { line: 'orm sql:build', meaning: 'write generated-sql/ for the project in the current folder' },
      { line: 'orm sql:build --check', meaning: 'fail in CI when the committed SQL is not up to date' },
      { line: 'orm sql:build --connection bookstore', meaning: 'only the database of one connection' },
    ],
    load: () => import('./commands/sql-build.js'),
  },
  {
    name: 'model:build',
    aliases: ['build'],
    summary: 'Writes the PHP classes of the schema',
    description: [
      'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml.',
      'Writes generated-classes/: per table a model class and a query class, which are yours and written once, and their base classes (Base/), the table map (Map/) and enums (Enum/), which are written anew by every build. Folders follow namespaces, so that a Composer classmap and PSR-4 both load them.',
      'Base, map and enum classes of tables that are gone from the schema are removed; your own classes are never touched, only named. Files that would not change are not touched. Needs no database and no PHP.',
    ],
    options: [
      CONFIG_DIR,
      SCHEMA_DIR,
      {
        flags: '--output-dir <dir>',
        description: 'Folder for the classes. Default: paths.phpDir of the configuration, else generated-classes',
      },
      CONNECTION,
      { flags: '--dry-run', description: 'Shows which files would be written, without writing them' },
      { flags: '--check', description: 'Writes nothing; exit code 2 when a file would change. For CI' },
    ],
    examples: [
      { line: 'orm model:build', meaning: 'write generated-classes/ for the project in the current folder' },
      { line: 'orm model:build --check', meaning: 'fail in CI when the committed classes are not up to date' },
    ],
    load: () => import('./commands/model-build.js'),
  },
  {
    name: 'config:convert',
    aliases: ['convert-conf'],
    summary: 'Writes config.php, the connections of generated classes',
    description: [
      'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and writes generated-conf/config.php with the connections of runtime.connections. Load that file after the autoloader, before using a model class.',
      '%env.NAME% stays a lookup in the file: getenv() finds the value where PHP runs. A password that is written out in the configuration is written out in the file too; the file then has the mode 0640 (runtime.configMode changes it).',
      'Needs no schema and no database. The file is not touched when it would not change.',
    ],
    options: [
      CONFIG_DIR,
      {
        flags: '--output-dir <dir>',
        description: 'Folder for the PHP file. Default: paths.phpConfDir of the configuration, else generated-conf',
      },
      { flags: '--output-file <name>', description: 'Name of the PHP file. Default: config.php' },
      { flags: '--dry-run', description: 'Shows which files would be written, without writing them' },
      { flags: '--check', description: 'Writes nothing; exit code 2 when a file would change. For CI' },
    ],
    examples: [
      { line: 'orm config:convert', meaning: 'write generated-conf/config.php' },
      { line: 'orm config:convert --check', meaning: 'fail in CI when the committed file is not up to date' },
    ],
    load: () => import('./commands/config-convert.js'),
  },
  {
    name: 'sql:insert',
    aliases: ['insert-sql'],
    summary: 'Runs the generated SQL on the databases',
    description: [
      'Reads generated-sql/sqldb.map, the SQL files it lists, and the connections of the configuration. Run sql:build first, and create the database itself: sql:insert creates its tables.',
      'The files of a connection run in one transaction on PostgreSQL, SQLite and SQL Server: after an error the database is as it was. MySQL, MariaDB and Oracle end the transaction at every CREATE or DROP: after an error, what ran before it stays done, and the message says how far it came.',
      'The generated SQL drops each table before it creates it. When such a table holds rows, sql:insert lists it and asks first. Without a terminal it goes on and says what it erased. A connection with "protected: true" in the configuration refuses instead, unless --force is given.',
      'A DROP of something that does not exist is a note, not an error.',
    ],
    options: [
      CONFIG_DIR,
      {
        flags: '--sql-dir <dir>',
        description:
          'Folder with sqldb.map and the SQL files. Default: paths.sqlDir of the configuration, else generated-sql',
      },
      CONNECTION,
      {
        flags: '--dry-run',
        description: 'Prints the statements and the tables that would lose rows, and runs nothing',
      },
      { flags: '--yes', description: 'Answers yes to the question whether tables with rows may be dropped' },
      { flags: '--force', description: 'Drops tables with rows also on a connection that is protected; asks nothing' },
    ],
    examples: [
      { line: 'orm sql:insert', meaning: 'run the generated SQL on every connection' },
      { line: 'orm sql:insert --dry-run', meaning: 'see the statements, and what would be erased, first' },
      { line: 'orm sql:insert --connection bookstore --yes', meaning: 'one connection, without the question' },
    ],
    load: () => import('./commands/sql-insert.js'),
  },
  {
    name: 'list:check',
    aliases: [],
    summary: 'Checks the lists of sortable tables in the databases, and repairs them',
    description: [
      'Reads the configuration and the schema, and looks into every table with the behavior sortable: a list whose ranks are not 1, 2, 3 and so on is shown with what is wrong in it. Without --repair and --rank-unranked nothing is changed.',
      '--repair numbers each broken list anew, in the order of its ranks, where two are equal in that of the primary key. --rank-unranked is for a table that has just become sortable: rows without a rank go to the bottom of their lists. Rows that your program took out of a list have no rank either, so name the tables with --table.',
      'Lists are changed one by one, each in a transaction of its own and under the lock that generated classes take: the program may go on working. Who waits for a list is told so; after runtime.lists.lockTimeout (10 seconds) the list is left as it is, and reported.',
    ],
    options: [
      CONFIG_DIR,
      SCHEMA_DIR,
      CONNECTION,
      {
        flags: '--table <name>',
        description: 'Looks into this table only. May be given several times. Default: all that are sortable',
        repeatable: true,
      },
      { flags: '--repair', description: 'Numbers broken lists anew' },
      {
        flags: '--rank-unranked [column]',
        description:
          'Puts rows without a rank at the bottom of their lists, in the order of this column, those without a value last. Default: in the order of the primary key',
      },
    ],
    examples: [
      { line: 'orm list:check', meaning: 'look into every sortable table' },
      { line: 'orm list:check --repair', meaning: 'mend what is broken' },
      {
        line: 'orm list:check --table task --rank-unranked=created_at',
        meaning: 'rank the rows of a table that has just become sortable',
      },
      { line: 'orm list:check --quiet || notify', meaning: 'watch over lists from a cron job' },
    ],
    exitOne: 'or lists are broken',
    load: () => import('./commands/list-check.js'),
  },
];
