import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, REPLACE, SCHEMA_DIR } from './options.js';

export const schemaShow: CommandDescriptor = {
  name: 'schema:show',
  aliases: [],
  summary: 'Shows the model: in the terminal, as diagram or page',
  description: [
    'Reads the configuration and every file whose name ends with schema.xml, and shows what they say: each table with its key, its lists and the tables that point at it. With the name of a table, or of its class: its columns with the types of the schema and of the database, relations both ways, indexes and classes.',
    '--format draws the tables and their relations instead: as text for Mermaid or Graphviz, as SVG, or as one HTML page with search, the diagram, and the columns, relations, classes and SQL of each table, which needs no network. With a table: that one and those it is related to. SVG needs the package @hpcc-js/wasm-graphviz; the diagram of the page is laid out better with it.',
    'Needs no database, and writes nothing but the file of --output; one that is there and that orm did not write is not replaced without --force. Missing folders are created inside the project only.',
  ],
  argument: {
    name: 'table',
    description: 'Shows this table in detail. Default: all tables at a glance',
    complete: 'tables',
  },
  options: [
    {
      flags: '--format <name>',
      description: 'Draws the model: mermaid, dot, svg or html',
      complete: ['mermaid', 'dot', 'svg', 'html'],
    },
    {
      flags: '--output <file>',
      description: 'Writes the drawing into this file; the extension selects the format. Default: stdout',
    },
    CONFIG_DIR,
    SCHEMA_DIR,
    CONNECTION,
    REPLACE,
  ],
  examples: [
    { line: 'orm schema:show', meaning: 'all tables at a glance' },
    { line: 'orm schema:show book', meaning: 'one table in detail' },
    { line: 'orm schema:show --output schema.html', meaning: 'a page to look around in' },
    { line: 'orm schema:show book --format mermaid', meaning: 'a table with its neighbours, for a README' },
    { line: 'orm schema:show --json', meaning: 'the whole model as one document, for a script' },
  ],
  json: ['databases'],
  load: () => import('../commands/schema-show.js'),
};
