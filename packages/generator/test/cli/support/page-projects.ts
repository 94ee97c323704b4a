import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, ORM } from './orm.js';
import { configuration, project } from './project.js';

const AUTHOR = `  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
  </table>
`;
const BOOK = `  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="200" required="true"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
  </table>
`;
const TASK = `  <table name="task">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="200" required="true"/>
    <column name="created_at" type="TIMESTAMP"/>
    <behavior name="sortable">
      <parameter name="index" value="true"/>
    </behavior>
  </table>
`;

const schema = (...tables: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<database name="bookstore" defaultIdMethod="native">\n${tables.join('\n')}</database>\n`;

const SQLITE = { adapter: 'sqlite', dsn: 'sqlite:bookstore.sqlite' };

function run(cwd: string, ...commands: readonly string[]): void {
  for (const command of commands)
    execFileSync(process.execPath, [ORM, command], { cwd, env: environment(), stdio: 'pipe' });
}

function bookstore(...tables: readonly string[]): string {
  return project({ 'orm.json': configuration({ bookstore: SQLITE }), 'schema.xml': schema(...tables) });
}

/** Projects that a page names with `<!-- project: … -->` before a block that it runs. */
export const PROJECTS: Readonly<Record<string, () => string>> = {
  empty: () => project({}),
  bookstore: () => bookstore(AUTHOR, BOOK),
  'bookstore-built': () => {
    const cwd = bookstore(AUTHOR, BOOK);
    run(cwd, 'sql:build');
    return cwd;
  },
  /** Everything is built and in the database: what the examples of commands are tried in. */
  'bookstore-ready': () => {
    const cwd = bookstore(AUTHOR, BOOK, TASK);
    run(cwd, 'sql:build', 'model:build', 'config:convert', 'sql:insert');
    return cwd;
  },
  author: () => bookstore(AUTHOR),
  unformatted: () => bookstore(AUTHOR.replaceAll('    ', '\t')),
  'author-gone': () => {
    const cwd = bookstore(AUTHOR, BOOK);
    run(cwd, 'model:build');
    rmSync(join(cwd, 'schema.xml'));
    writeFileSync(join(cwd, 'schema.xml'), schema(BOOK.replace(/ *<foreign-key[\s\S]*key>\n/, '')));
    return cwd;
  },
  /** With a few things to be said of it. */
  'bookstore-doctor': () => {
    const cwd = bookstore(AUTHOR, BOOK);
    run(cwd, 'sql:build', 'sql:insert', 'model:build');
    writeFileSync(join(cwd, 'schema.xml'), schema(AUTHOR.replace('"100"', '"120"'), BOOK));
    writeFileSync(join(cwd, 'composer.json'), '{"require": {"ormgen/runtime": "^0.1"}}\n');
    return cwd;
  },
  'two-connections': () =>
    project({
      'orm.json': configuration({ bookstore: SQLITE, archive: { adapter: 'sqlite', dsn: 'sqlite:archive.db' } }),
    }),
};
