// What the pictures in docs/images show, each made in a folder of its own.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCHEMAS = {
  bookstore: new URL('../../examples/bookstore/schema.xml', import.meta.url),
  bookshop: new URL('../../packages/generator/test/fixtures/bookshop/schema.xml', import.meta.url),
};
const ENTER = '\r';
const DOWN = '\u001b[B';

/** A project on SQLite with one of the schemas, changed or not. */
const projectOf =
  (name, change = (xml) => xml) =>
  (folder) => {
    writeFileSync(join(folder, 'schema.xml'), change(readFileSync(SCHEMAS[name], 'utf8')));
    const connection = `      ${name}:\n        adapter: sqlite\n        dsn: "sqlite:${name}.sqlite"\n`;
    writeFileSync(join(folder, 'orm.yaml'), `orm:\n  database:\n    connections:\n${connection}`);
  };

/**
 * `answers` are pairs of a question and what to type when it is there; `commands` are words behind `orm`, run one by one.
 */
export const PICTURES = [
  {
    name: 'init',
    title: 'orm init asks for the database, where the schema starts and where files go, and writes the project',
    commands: [['init']],
    answers: [
      ['Which database', `${DOWN}${DOWN}${ENTER}`],
      ['Path to the database file', ENTER],
      ['What should the schema start from?', ENTER],
      ['Name of the project', ENTER],
      ['Name of the connection', ENTER],
      ['Which language', ENTER],
      ['PHP namespace', ENTER],
      ['Where should the files go?', ENTER],
      ['Format of the configuration', ENTER],
      ['Is this right?', ENTER],
      ['Build the SQL', ENTER],
      ['Create the database file', ENTER],
    ],
  },
  {
    name: 'schema-show',
    title: 'orm schema:show lists the tables of a schema and how they point at each other',
    prepare: projectOf('bookshop'),
    commands: [['schema:show']],
  },
  {
    name: 'error',
    title: 'An error of orm schema:check shows the line of schema.xml, marks the word and suggests another',
    prepare: projectOf('bookstore', (xml) => xml.replace('foreignTable="author"', 'foreignTable="autor"')),
    commands: [['schema:check']],
  },
  {
    name: 'sql-insert',
    title: 'orm sql:build writes the SQL of the tables, and orm sql:insert runs it',
    prepare: projectOf('bookstore'),
    commands: [['sql:build'], ['sql:insert']],
  },
];
