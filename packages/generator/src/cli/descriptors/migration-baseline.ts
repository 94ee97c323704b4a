import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, JOBS, MIGRATION_DIR } from './options.js';

export const migrationBaseline: CommandDescriptor = {
  name: 'migration:baseline',
  aliases: [],
  summary: 'Adopts a database that was made without migrations',
  description: [
    'Writes into the history of a database that all migrations ran, without running them: for a database that has the tables already. It compares first, and refuses when the database is not what the migrations make: names of keys, indexes and checks count, because later migrations change them by name.',
    'A connection that has no migrations yet is left out with a warning while others have some, unless --connection names it.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    {
      flags: '--to <name>',
      description: 'Records them up to this one. A part of the name is enough, if only one migration has it',
    },
    {
      flags: '--exact',
      description:
        'Builds what the migrations make in an empty database beside it, which goes again, and compares every text. Needs the right to create databases',
    },
    { flags: '--force', description: 'Records them although the database differs' },
    JOBS,
  ],
  examples: [
    {
      line: 'orm migration:diff --name start && orm migration:baseline',
      meaning: 'write the first migration, and record that it ran where the tables are there',
    },
    {
      line: 'orm migration:diff --check && orm migration:baseline --connection bookstore',
      meaning: 'another database, which must be what the migrations make',
      exitCode: 2,
    },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-baseline.js'),
};
