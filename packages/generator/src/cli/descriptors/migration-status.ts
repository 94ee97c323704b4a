import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR } from './options.js';

export const migrationStatus: CommandDescriptor = {
  name: 'migration:status',
  aliases: ['status'],
  summary: 'Shows which migrations have run',
  description: [
    'Compares the migrations in generated-migrations/ with the history of each database: done, pending, stopped half way, edited after it ran, or run but not in the folder. Changes nothing.',
  ],
  options: [
    CONFIG_DIR,
    MIGRATION_DIR,
    CONNECTION,
    { flags: '--check', description: 'Exit code 2 when a migration has not run, or not to its end. For deployments' },
  ],
  examples: [
    { line: 'orm migration:status', meaning: 'every migration, on every connection' },
    { line: 'orm migration:status --check', meaning: 'fail when a migration has not run' },
  ],
  json: ['connections'],
  load: () => import('../commands/migration-status.js'),
};
