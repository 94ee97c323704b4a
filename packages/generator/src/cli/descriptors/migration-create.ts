import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR } from './options.js';

export const migrationCreate: CommandDescriptor = {
  name: 'migration:create',
  aliases: [],
  summary: 'Creates a migration for SQL of your own',
  description: [
    'Writes a folder with an empty up.sql and an empty down.sql into generated-migrations/<database>/, for SQL that no change of the schema makes: moving values, filling columns, triggers.',
    'Needs no database and no schema. A table that such SQL changes must be changed in the schema too, by migration:diff.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    { flags: '--name <words>', description: 'What the migration is about: becomes part of its name' },
  ],
  examples: [
    { line: 'orm migration:create --name fill_pages', meaning: 'a migration to write SQL into' },
    { line: 'orm migration:create --connection bookstore', meaning: 'only for the database of one connection' },
  ],
  json: ['databases', 'folder'],
  load: () => import('../commands/migration-create.js'),
};
