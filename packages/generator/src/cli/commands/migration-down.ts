import type { CommandOptions, Context, ExitCode } from '../command.js';
import { runMigrations } from '../migrate/command.js';

/** `orm migration:down`: undoes the newest migration that ran. */
export const run = (context: Context, options: CommandOptions): Promise<ExitCode> =>
  runMigrations(context, options, { direction: 'down', one: true }, 'migration:down');
