import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR, RUN_OPTIONS } from './options.js';

export const migrationDown: CommandDescriptor = {
  name: 'migration:down',
  aliases: ['down'],
  summary: 'Undoes the newest migration',
  description: [
    'Runs down.sql of the newest migration that ran on the database, and takes it out of the history. What up.sql erased does not come back: only the tables and columns do.',
    'Columns and tables that the migration added are dropped with everything in them: it lists them and asks first; without a terminal it refuses unless --yes is given.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    {
      flags: '--to <name>',
      description:
        'Undoes all that are newer than this one. A part of the name is enough, if only one migration has it',
    },
    ...RUN_OPTIONS,
    { flags: '--fake', description: 'Records it as not done, without running anything' },
  ],
  examples: [
    { line: 'orm migration:down --yes', meaning: 'undo the newest migration, without the question' },
    { line: 'orm migration:down --dry-run', meaning: 'show the SQL that would run' },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-down.js'),
};
