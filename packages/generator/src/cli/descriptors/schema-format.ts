import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, DRY_RUN, SCHEMA_DIR } from './options.js';

export const schemaFormat: CommandDescriptor = {
  name: 'schema:format',
  aliases: [],
  summary: 'Lays out schema files in one way, comments kept',
  description: [
    'Reads every file whose name ends with schema.xml, and the files those take in, and writes them in one layout: two spaces for each level, attributes in the order of the reference, tags of up to 120 columns on one line and longer ones with an attribute per line, an empty line around each table. Comments stay where they are. What a schema means never changes.',
    'Elements and attributes that do not exist are laid out like others: "orm schema:check" reports them. A file that is not XML, or no schema, is left as it is. Files below node_modules and vendor belong to others and are left alone.',
    'Needs no configuration: without one it works on the schema files of the current folder.',
  ],
  argument: {
    name: 'file',
    description: 'One file, whatever its name; no configuration is read. - is stdin to stdout',
    complete: 'schema-files',
  },
  options: [CONFIG_DIR, SCHEMA_DIR, DRY_RUN, CHECK],
  examples: [
    { line: 'orm schema:format', meaning: 'format all schema files of the project' },
    { line: 'orm schema:format schema.xml', meaning: 'one file, as an editor does after saving it' },
    { line: 'orm schema:format --check', meaning: 'fail in CI when a file is not formatted' },
  ],
  json: ['files'],
  load: () => import('../commands/schema-format.js'),
};
