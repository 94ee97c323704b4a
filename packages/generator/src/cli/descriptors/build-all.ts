import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, CONNECTION, DRY_RUN, REPLACE, SCHEMA_DIR, WATCH } from './options.js';

export const buildAll: CommandDescriptor = {
  name: 'build:all',
  aliases: [],
  summary: 'Writes the SQL, the PHP classes and config.php',
  description: [
    'Runs sql:build, model:build and config:convert one after the other: all that follows from a change of the schema or the configuration. The first that fails ends the work; with --check all of them are compared.',
    'Needs no database. To create the tables anew, run sql:insert afterwards.',
  ],
  options: [CONFIG_DIR, SCHEMA_DIR, CONNECTION, DRY_RUN, CHECK, REPLACE, WATCH],
  examples: [
    { line: 'orm build:all', meaning: 'build everything, after a change of the schema' },
    { line: 'orm build:all --watch', meaning: 'build, and again whenever a file is saved' },
    { line: 'orm build:all --check', meaning: 'fail in CI when a committed file is not up to date' },
  ],
  json: ['build'],
  load: () => import('../commands/build-all.js'),
};
