import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR, RUN_OPTIONS } from './options.js';

export const migrationMigrate: CommandDescriptor = {
  name: 'migration:migrate',
  aliases: ['migrate'],
  summary: 'Runs the migrations that have not run yet',
  description: [
    'Runs up.sql of every migration in generated-migrations/ that is not in the history of the database, in the order of their names. The history is a table in the database itself, orm_migration unless migrations.tableName says otherwise.',
    'On PostgreSQL, SQLite and SQL Server a migration is one transaction: after an error the database is as it was. MySQL, MariaDB and Oracle cannot roll back CREATE and ALTER: there it runs statement by statement, the history says how far it came, and the next run goes on from there, also after a crash.',
    'One runner works at a time; others wait and then find nothing left to do. Before values are erased it lists them and asks; without a terminal it refuses unless --yes is given. A connection with "protected: true" wants --force.',
    'Before the first statement it looks at the tables that are to be changed, and refuses when somebody has changed them besides.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    {
      flags: '--to <name>',
      description: 'Runs them up to this one. A part of the name is enough, if only one migration has it',
    },
    ...RUN_OPTIONS,
    {
      flags: '--script <file>',
      description:
        'Writes the SQL of what has not run, with its lines in the history, for a client that stops at errors. Runs nothing',
    },
    {
      flags: '--fake',
      description:
        'Records them as done, without running them; where files were edited after they ran, only those, unless --to is given',
    },
  ],
  examples: [
    { line: 'orm migration:migrate', meaning: 'run what has not run yet, on every connection' },
    { line: 'orm migration:migrate --dry-run', meaning: 'show the SQL that would run' },
    { line: 'orm migration:migrate --connection bookstore --yes', meaning: 'one connection, without the question' },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-migrate.js'),
};
