import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';
import { DOCS } from './php-page.js';

const FILE = join(DOCS, 'when-a-migration-failed.md');
const CASE = /^<!-- case: ([^>]+) -->\n```(?:console|text)\n(.*?)^```$/gms;

const START = `<database name="bookstore">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
  </table>
</database>`;
const PAGES = START.replace('  </table>', '    <column name="pages" type="INTEGER"/>\n  </table>');
const REQUIRED = PAGES.replace('type="INTEGER"/>\n  </table>', 'type="INTEGER" required="true"/>\n  </table>');
const UNIQUE = PAGES.replace(
  '  </table>',
  '    <unique name="book_title_once"><unique-column name="title"/></unique>\n  </table>',
);

const NAMES = ['start', 'pages', 'required', 'titles'];

/** Names of migrations as on the page, whatever the time is. */
function dated(text: string): string {
  return text
    .replaceAll(/\b\d{14}_(\w+)/g, (_, name: string) => `2026111610150${String(NAMES.indexOf(name))}_${name}`)
    .replaceAll(/\d+ ms/g, '9 ms')
    .replaceAll(/session \d+ of (.*?) for \d+ s/g, 'session 4711 of $1 for 3 s');
}

/** A project whose first migration ran on a database with two rows. */
class Project {
  readonly cwd: string;

  private constructor(readonly database: TestDatabase) {
    this.cwd = project({
      'orm.json': configuration({ bookstore: database.connection }, { migrations: { lockTimeout: 3, lockTries: 2 } }),
    });
  }

  static async start(database: TestDatabase): Promise<Project> {
    const made = new Project(database);
    await made.change(START, 'start');
    expect((await orm(made.cwd, 'migration:migrate')).code).toBe(0);
    await database.query("INSERT INTO book (title) VALUES ('War'), ('War')");
    return made;
  }

  /** The folder of the newest migration. */
  get folder(): string {
    const folder = join(this.cwd, 'generated-migrations/bookstore');
    return join(folder, readdirSync(folder).sort().at(-1) ?? '');
  }

  /** Puts a schema in place, and writes its migration. */
  async change(schema: string, name: string): Promise<void> {
    writeFileSync(join(this.cwd, 'schema.xml'), schema);
    const { code, stderr } = await orm(this.cwd, 'migration:diff', '--name', name);
    expect(code, stderr).toBe(0);
  }

  edit(file: string, change: (text: string) => string): void {
    writeFileSync(join(this.folder, file), change(readFileSync(join(this.folder, file), 'utf8')));
  }

  /** What a person sees who types these lines. */
  async type(...lines: readonly string[]): Promise<string> {
    const shown: string[] = [];
    for (const line of lines) {
      const { stdout, stderr } = await orm(this.cwd, ...line.split(' '));
      shown.push(
        `$ orm ${line}\n${stdout}${stderr.replace(/\n\d+ (error|warning)s?(, \d+ warnings?)?\n$/, '\n')}`.trim(),
      );
    }
    return `${dated(shown.join('\n\n'))}\n`;
  }

  async quietly(line: string): Promise<void> {
    const { code, stderr } = await orm(this.cwd, ...line.split(' '));
    expect(code, stderr).toBe(0);
  }
}

const WRONG = 'UPDATE book SET pages = sheets * 2;\n';
const RIGHT = 'UPDATE book SET pages = 0;\n';

async function onPgsql(database: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const own = await Project.start(database);
  await own.change(PAGES, 'pages');
  own.edit('up.sql', (text) => text + WRONG);
  found['rolled back'] = await own.type('migration:migrate', 'migration:status');
  own.edit('up.sql', (text) => text.replace(WRONG, ''));

  const [, host = '', port = ''] = /host=(.+);port=(.+);/.exec(database.connection.dsn ?? '') ?? [];
  const { user, password } = database.connection;
  const other = new pg.Client({ host, port: Number(port), database: database.name, user, password });
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT * FROM book');
  found['lock'] = await own.type('migration:migrate');
  await other.end();

  await database.query('ALTER TABLE book ADD COLUMN shelf INTEGER');
  found['drift'] = await own.type('migration:migrate');
  await database.query('ALTER TABLE book DROP COLUMN shelf');

  await database.query('ALTER TABLE book ADD COLUMN pages INTEGER');
  found['fake'] = await own.type('migration:migrate --fake', 'migration:status --check');

  await own.change(REQUIRED, 'required');
  found['rows'] = await own.type('migration:migrate');
  rmSync(own.folder, { recursive: true });

  await own.change(UNIQUE, 'titles');
  own.edit('checks.sql', () => '');
  found['index'] = await own.type('migration:migrate');
  await database.query('DELETE FROM book WHERE id = 2');
  await own.quietly('migration:migrate');
  expect(
    await database.query("SELECT indisvalid::text FROM pg_index WHERE indexrelid = to_regclass('book_title_once')"),
  ).toEqual([['true']]);
  own.edit('up.sql', (text) => `${text}\nDELETE FROM book WHERE pages IS NULL;\n`);
  found['edited'] = await own.type('migration:migrate');
  const kept = { up: readFileSync(join(own.folder, 'up.sql'), 'utf8'), folder: own.folder };
  rmSync(join(own.folder, 'up.sql'));
  const first = await own.type('migration:migrate');
  writeFileSync(join(own.folder, 'up.sql'), kept.up);
  rmSync(join(own.folder, 'changes.json'));
  found['files'] = `${first}\n${await own.type('migration:migrate')}`;
  rmSync(own.folder, { recursive: true });
  found['folder'] = await own.type('migration:status', 'migration:down');

  await database.query('ALTER TABLE orm_migration RENAME COLUMN state TO phase');
  found['newer'] = await own.type('migration:migrate');
  return found;
}

async function onMariadb(database: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const own = await Project.start(database);
  await own.change(PAGES, 'pages');
  own.edit('up.sql', (text) => text + WRONG);
  found['half done'] = await own.type('migration:migrate', 'migration:status');
  found['down'] = await own.type('migration:down');
  // In a transaction with its line in the history it would need no question: CREATE TABLE is one that commits.
  own.edit('up.sql', (text) => text.replace(WRONG, 'CREATE TABLE book_copy AS SELECT * FROM book;\n'));
  await database.query(
    'UPDATE orm_migration SET in_flight = 1, error = NULL WHERE in_flight IS NULL AND done = 1 AND steps = 2',
  );
  found['unsettled'] = await own.type('migration:migrate');
  found['resumed'] = await own.type('migration:migrate --resume-at 2', 'migration:status --check');
  await own.quietly('migration:down --yes');

  own.edit('up.sql', (text) => text.replace(/CREATE TABLE book_copy.*\n/, WRONG));
  await own.type('migration:migrate');
  await database.query('ALTER TABLE book DROP COLUMN pages');
  found['abandon'] = await own.type('migration:migrate --fake --to pages', 'migration:down --fake', 'migration:status');
  await own.type('migration:migrate');
  own.edit('up.sql', (text) => text.replace(WRONG, RIGHT));
  found['half done, again'] = await own.type('migration:migrate');
  expect(await database.query('SELECT pages FROM book')).toEqual([['0'], ['0']]);
  return found;
}

test('the page "When a migration failed" shows what happens', async (context) => {
  const actual: Readonly<Record<string, string>> = {
    ...(await onPgsql(await freshDatabase('pgsql15', context))),
    ...(await onMariadb(await freshDatabase('mariadb', context))),
  };
  const page = readFileSync(FILE, 'utf8');
  if (process.env['UPDATE_GOLDEN']) {
    writeFileSync(
      FILE,
      page.replace(
        CASE,
        (block, name: string, text: string) => `${block.slice(0, -text.length - 3)}${actual[name] ?? text}\`\`\``,
      ),
    );
    return;
  }
  // galera.test.ts compares what a cluster says.
  const { galera, ...shown } = Object.fromEntries(
    [...page.matchAll(CASE)].map(([, name = '', text = '']) => [name, text]),
  );
  expect(shown).toEqual(actual);
  expect(page.match(/^```(console|text)$/gm)).toHaveLength(Object.keys({ ...actual, galera }).length);
});
