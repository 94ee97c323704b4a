import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR, RUN_OPTIONS } from './options.js';

export const migrationUp: CommandDescriptor = {
  name: 'migration:up',
  aliases: ['up'],
  summary: 'Runs the next migration',
  description: ['Like migration:migrate, but one migration only: the oldest that has not run yet.'],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    ...RUN_OPTIONS,
    {
      flags: '--fake',
      description: 'Records it as done, without running it; where files were edited after they ran, only those',
    },
  ],
  examples: [
    { line: 'orm migration:up', meaning: 'run the next migration' },
    { line: 'orm migration:up --dry-run', meaning: 'show its SQL' },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-up.js'),
};
