import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, CONNECTION, DRY_RUN, REPLACE, SCHEMA_DIR, WATCH } from './options.js';

export const sqlBuild: CommandDescriptor = {
  name: 'sql:build',
  aliases: ['build-sql'],
  summary: 'Writes the SQL that creates the tables of the schema',
  description: [
    'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml.',
    'Writes one file per database, generated-sql/<database>.sql, and generated-sql/sqldb.map, which says into which connection each file goes. Files that would not change are not touched, lines you added to sqldb.map stay, and a file that orm did not write is not replaced without --force.',
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
    DRY_RUN,
    CHECK,
    REPLACE,
    WATCH,
  ],
  examples: [
    { line: 'orm sql:build', meaning: 'write generated-sql/ for the project in the current folder' },
    { line: 'orm sql:build --check', meaning: 'fail in CI when the committed SQL is not up to date' },
    { line: 'orm sql:build --connection bookstore', meaning: 'only the database of one connection' },
    { line: 'orm sql:build --watch', meaning: 'build, and again whenever a file is saved' },
  ],
  json: ['databases', 'files', 'folder', 'skipped'],
  load: () => import('../commands/sql-build.js'),
};
