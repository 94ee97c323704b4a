import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR, SCHEMA_DIR } from './options.js';

export const migrationDiff: CommandDescriptor = {
  name: 'migration:diff',
  aliases: ['diff'],
  summary: 'Writes a migration for what has changed in the schema',
  description: [
    'Compares the schema with what the migrations in generated-migrations/ make, and writes a new one for the difference: a folder with up.sql, down.sql and changes.json. Needs no database: the migrations themselves say what is there.',
    'Never guesses: where a table or a column is gone and another is new, it asks whether that is a new name. In a script say it with renamedFrom in the schema, with --rename or with --drop.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    MIGRATION_DIR,
    CONNECTION,
    { flags: '--name <words>', description: 'What the migration is about: becomes part of its name' },
    {
      flags: '--rename <old=new>',
      description: 'A table or a column with a new name, such as book.title=headline. May be given several times',
      repeatable: true,
    },
    {
      flags: '--drop <name>',
      description:
        'A table or a column that goes with everything in it, such as book.title. May be given several times',
      repeatable: true,
    },
    {
      flags: '--fill <column=sql>',
      description:
        'What rows that are there get in a column that becomes required, such as book.isbn="\'none\'". May be given several times',
      repeatable: true,
    },
    {
      flags: '--split',
      description:
        'Writes two migrations: one that adds, for before the new code, and one that drops and requires, for when the old code is gone',
    },
    {
      flags: '--offline',
      description: 'Writes shorter SQL that blocks the application while it runs, for a time when nobody works',
    },
    {
      flags: '--amend',
      description:
        'Writes the newest migration anew, with what has changed since. For one that has run on no database yet',
    },
    {
      flags: '--from-database',
      description:
        'Writes a migration for what the database of the connection has and no migration makes, instead of what the schema says',
    },
    {
      flags: '--adopt-mapping',
      description:
        'Also plans what this version of orm writes in another way although the schema has not changed, such as another type of the database',
    },
    { flags: '--dry-run', description: 'Shows the SQL, without writing files' },
    { flags: '--check', description: 'Writes nothing; exit code 2 when a migration is missing. For CI' },
  ],
  examples: [
    { line: 'orm migration:diff --name isbn', meaning: 'write a migration for what has changed' },
    { line: 'orm migration:diff --dry-run', meaning: 'show its SQL only' },
    { line: 'orm migration:diff --amend', meaning: 'put another change into the newest migration' },
    {
      line: 'orm migration:diff --check',
      meaning: 'fail in CI when a change of the schema has no migration',
      exitCode: 2,
    },
  ],
  json: ['databases', 'folder', 'skipped'],
  load: () => import('../commands/migration-diff.js'),
};
