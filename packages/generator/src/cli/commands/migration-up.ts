import type { CommandOptions, Context, ExitCode } from '../command.js';
import { runMigrations } from '../migrate/command.js';

/** `orm migration:up`: the next migration. */
export const run = (context: Context, options: CommandOptions): Promise<ExitCode> =>
  runMigrations(context, options, { direction: 'up', one: true }, 'migration:up');
