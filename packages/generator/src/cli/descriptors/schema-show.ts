import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, SCHEMA_DIR } from './options.js';

export const schemaShow: CommandDescriptor = {
  name: 'schema:show',
  aliases: [],
  summary: 'Shows the model: tables and relations, or one in detail',
  description: [
    'Reads the configuration and every file whose name ends with schema.xml, and shows what they say: each table with its key, its lists and the tables that point at it. With the name of a table, or of its class: its columns with the types of the schema and of the database, relations both ways, indexes and classes.',
    'Writes nothing and needs no database.',
  ],
  argument: {
    name: 'table',
    description: 'Shows this table in detail. Default: all tables at a glance',
    complete: 'tables',
  },
  options: [CONFIG_DIR, SCHEMA_DIR, CONNECTION],
  examples: [
    { line: 'orm schema:show', meaning: 'all tables at a glance' },
    { line: 'orm schema:show book', meaning: 'one table in detail' },
    { line: 'orm schema:show --json', meaning: 'the whole model as one document, for a script' },
  ],
  json: ['databases'],
  load: () => import('../commands/schema-show.js'),
};
