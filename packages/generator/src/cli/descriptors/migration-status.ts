import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, JOBS, MIGRATION_DIR } from './options.js';

export const migrationStatus: CommandDescriptor = {
  name: 'migration:status',
  aliases: ['status'],
  summary: 'Shows which migrations have run',
  description: [
    'Compares the migrations in generated-migrations/ with the history of each database: done, pending, stopped half way, edited after it ran, or run but not in the folder. Then it compares the database with what those migrations make, and shows what somebody changed besides (drift); where one is half done, edited or not in the folder, what they make is not certain and nothing is compared. Changes nothing.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    {
      flags: '--exact',
      description:
        'Builds what the migrations make in an empty database beside it, which goes again, and compares every text. Needs the right to create databases',
    },
    {
      flags: '--check',
      description:
        'Exit code 2 when a migration has not run, or not to its end, or was edited after it ran; 1 when there is drift. One that ran and is not in the folder counts as done, and nothing is compared then. For deployments',
    },
    JOBS,
  ],
  examples: [
    { line: 'orm migration:status', meaning: 'every migration, on every connection' },
    { line: 'orm migration:status --check', meaning: 'fail when a migration has not run' },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-status.js'),
};
