import { resolve } from 'node:path';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { CommandOptions, Context } from './command.js';

/** The configuration that a command works with: the project's files, and over them what the command line says. */
export function projectConfig({ cwd, env }: Context, options: CommandOptions): Promise<Config> {
  const sqlDir = options.sqlDir ?? options.outputDir;
  const overrides = {
    ...(options.schemaDir === undefined ? {} : { 'paths.schemaDir': resolve(cwd, options.schemaDir) }),
    ...(sqlDir === undefined ? {} : { 'paths.sqlDir': resolve(cwd, sqlDir) }),
  };
  return loadConfig({ cwd, configDir: options.configDir, env, overrides });
}
