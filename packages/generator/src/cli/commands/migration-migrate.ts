import type { CommandOptions, Context, ExitCode } from '../command.js';
import { runMigrations } from '../migrate/command.js';

/** `orm migration:migrate`: every migration that has not run yet. */
export const run = (context: Context, options: CommandOptions): Promise<ExitCode> =>
  runMigrations(context, options, { direction: 'up', one: false }, 'migration:migrate');
