import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../../src/config/write/write.js';
import { php } from '../support/php.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { ADAPTER, init, PROJECT, pick, type, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';

/** Everything that any of the formats treats in its own way, with spaces around it. */
const PASSWORD = ` '"#&; # ;%%\\ %env.HOME% %general.project% <b>é€$x\\n{$y} `;

/** A user whose name and password are as unkind as a database allows, with rights on one database. */
async function hostileUser(database: TestDatabase): Promise<string> {
  const user = `o'r"m;#%&${randomUUID().slice(0, 6)}`;
  const text = (value: string): string =>
    database.adapter === 'mysql' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : `'${value.replaceAll("'", "''")}'`;
  const role = `"${user.replaceAll('"', '""')}"`;
  const statements =
    database.adapter === 'mysql'
      ? [
          `CREATE USER ${text(user)} IDENTIFIED BY ${text(PASSWORD)}`,
          `GRANT ALL ON ${database.name}.* TO ${text(user)}`,
        ]
      : [`CREATE ROLE ${role} LOGIN PASSWORD ${text(PASSWORD)}`, `GRANT ALL ON SCHEMA public TO ${role}`];
  for (const sql of statements) await database.query(sql);
  onTestFinished(async () => {
    if (database.adapter === 'mysql') await database.query(`DROP USER ${text(user)}`);
    else {
      await database.query(`DROP OWNED BY ${role}`);
      await database.query(`DROP ROLE ${role}`);
    }
  });
  return user;
}

const count = async (database: TestDatabase): Promise<unknown> =>
  (await database.query('SELECT COUNT(*) FROM chapter'))[0]?.[0];

describe.each(['pgsql15', 'mariadb'] as const)('hostile names and passwords on %s', (engine) => {
  test('connect from all five formats', async (context) => {
    const database = await freshDatabase(engine, context);
    const user = await hostileUser(database);
    const { adapter, connection } = database;
    const given = ['--adapter', adapter, '--dsn', connection.dsn ?? '', '--user', user, '--password', PASSWORD];
    const folders = await Promise.all(
      FORMATS.map(async (format) => {
        const cwd = project({});
        const made = await orm(['init', ...given, '--format', format, '--yes', '--build'], { cwd });
        // It connected by itself, before the file was written …
        expect(made.stderr, format).toContain('Connected.');
        expect(made.code, made.stderr).toBe(0);
        expect(made.stdout + made.stderr).not.toContain(PASSWORD.trim());
        return [format, cwd] as const;
      }),
    );
    for (const [format, cwd] of folders) {
      // … and then from the file.
      const { code, stderr } = await orm(['sql:insert', '--yes'], { cwd });
      expect({ format, code, stderr }).toEqual({ format, code: 0, stderr: '' });
      expect(await count(database)).toBe('0');
    }
  });

  test('typed in a terminal', async (context) => {
    const database = await freshDatabase(engine, context);
    const user = await hostileUser(database);
    const { adapter, connection } = database;
    const cwd = project({});
    const { code, text } = await init(
      cwd,
      ['--format', 'xml'],
      [
        ['Which database', ADAPTER[adapter]],
        ['Host', type(connection.dsn ?? '')],
        ['User', type(user)],
        ['Password', type(PASSWORD)],
        ['Where should the password be kept?', pick(1)],
        ...PROJECT.slice(0, -1),
        WRITE,
        ['Build the SQL', '\r'],
        ['The database is empty.', '\r'],
      ],
    );
    expect(code).toBe(0);
    expect(text).not.toContain(PASSWORD.trim());
    expect(await count(database)).toBe('0');
  });
});

test("PHP's own include gives the same values, but for percent signs", async () => {
  const cwd = project({});
  const user = `o'r"m\\\\x\\`;
  const args = ['--adapter', 'pgsql', '--database', 'd', '--user', user, '--password', PASSWORD, '--no-connect'];
  await orm(['init', ...args, '--format', 'php', '--yes'], { cwd });
  const read = php('echo json_encode((include $argv[1])["orm"]["database"]["connections"]["bookstore"]);', [
    join(cwd, 'orm.php'),
  ]);
  expect(JSON.parse(read)).toMatchObject({ user, password: PASSWORD.replaceAll('%', '%%') });
  expect(readFileSync(join(cwd, 'orm.php'), 'utf8')).toContain("'adapter' => 'pgsql',");
  const other = project({});
  await orm(
    ['init', ...args.slice(0, 6), '--password-env', 'DB_PASSWORD', '--no-connect', '--format', 'php', '--yes'],
    {
      cwd: other,
    },
  );
  expect(readFileSync(join(other, 'orm.php'), 'utf8')).toContain("'password' => getenv('DB_PASSWORD'),");
});
