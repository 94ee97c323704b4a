import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, SCHEMA_DIR } from './options.js';

export const sqlInsert: CommandDescriptor = {
  name: 'sql:insert',
  aliases: ['insert-sql'],
  summary: 'Runs the generated SQL on the databases',
  description: [
    'Reads generated-sql/sqldb.map, the SQL files it lists, and the connections of the configuration. Run sql:build first, and create the database itself: sql:insert creates its tables.',
    'The files of a connection run in one transaction on PostgreSQL, SQLite and SQL Server: after an error the database is as it was. MySQL, MariaDB and Oracle end the transaction at every CREATE or DROP: after an error, what ran before it stays done, and the message says how far it came.',
    'The generated SQL drops each table before it creates it. When such a table holds rows, or when something else would be dropped along (views, foreign keys of other tables), sql:insert lists it and asks first. Without a terminal it lists it and goes on, or, where generator.sqlInsert.rows of the configuration is refuse, ends with exit code 1 and changes nothing unless --yes is given. With refuse, statements of your own files that could destroy something count too. "orm init" writes refuse.',
    'A connection with "protected: true" in the configuration refuses instead, unless --force is given. There a statement runs only when it is known to be harmless: no DELETE, UPDATE, TRUNCATE, ALTER … DROP, and no code that could hide one.',
    'Generated SQL that does not match the schema any more is refused: run sql:build first. Without a schema file there is nothing to compare with, and SQL files of your own are never compared.',
    'A DROP of something that does not exist is a note, not an error.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    {
      flags: '--sql-dir <dir>',
      description:
        'Folder with sqldb.map and the SQL files. Default: paths.sqlDir of the configuration, else generated-sql',
    },
    CONNECTION,
    {
      flags: '--dry-run',
      description: 'Prints the statements and what would be lost, and runs nothing',
    },
    {
      flags: '--yes',
      description:
        'Answers yes to the question whether tables with rows, what is dropped along with them, and rows that other statements could destroy, may go',
    },
    {
      flags: '--force',
      description: 'Does what destroys something also on a connection that is protected; asks nothing',
    },
    { flags: '--stale', description: 'Runs generated SQL that is older than the schema' },
  ],
  examples: [
    { line: 'orm sql:insert', meaning: 'run the generated SQL on every connection' },
    { line: 'orm sql:insert --dry-run', meaning: 'see the statements, and what would be erased, first' },
    { line: 'orm sql:insert --connection bookstore --yes', meaning: 'one connection, without the question' },
  ],
  json: ['connections'],
  load: () => import('../commands/sql-insert.js'),
};
