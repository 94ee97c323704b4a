import type { ExitCode } from '../command.js';

export function run(): Promise<ExitCode> {
  return Promise.reject(new Error('not built yet'));
}
