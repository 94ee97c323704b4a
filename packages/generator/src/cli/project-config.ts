import { resolve } from 'node:path';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { printable } from '../diagnostics/printable.js';
import type { CommandOptions, Context } from './command.js';

/**
 * The configuration that a command works with: the project's files, and over them what the command line says. `outputs` are
 * the folders that `--output-dir` may mean; without one, that of the SQL.
 */
export async function projectConfig(
  { cwd, env, inputs, reporter }: Context,
  options: CommandOptions,
  ...outputs: readonly (keyof Config['paths'])[]
): Promise<Config> {
  const folders: readonly (readonly [keyof Config['paths'], string | undefined])[] = [
    ['schemaDir', options.schemaDir],
    ['sqlDir', options.sqlDir],
    ...(outputs.length === 0 ? (['sqlDir'] as const) : outputs).map((name) => [name, options.outputDir] as const),
  ];
  const overrides: Record<string, string> = {};
  for (const [name, folder] of folders) {
    if (folder !== undefined) overrides[`paths.${name}`] = resolve(cwd, folder);
  }
  const config = await loadConfig({ cwd, configDir: options.configDir, env, overrides });
  inputs?.configuration(config);
  if (options.configDir === undefined && config.root !== resolve(cwd)) {
    const files = config.sources.map(({ path }) => printable(path)).join(' and ');
    reporter.note({ code: 'config/above', message: `the project is in a folder above: using ${files}` });
  }
  return config;
}
