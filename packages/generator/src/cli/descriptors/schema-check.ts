import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, SCHEMA_DIR } from './options.js';

export const schemaCheck: CommandDescriptor = {
  name: 'schema:check',
  aliases: [],
  summary: 'Checks schema and configuration without writing anything',
  description: [
    'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml, and reports all that is wrong in them, each with its file, line and column.',
    'Writes nothing and needs no database.',
  ],
  options: [CONFIG_DIR, SCHEMA_DIR, CONNECTION],
  examples: [
    { line: 'orm schema:check', meaning: 'check the project in the current folder' },
    { line: 'orm schema:check --json', meaning: 'the same, for an editor or a script' },
  ],
  json: ['databases'],
  load: () => import('../commands/schema-check.js'),
};
