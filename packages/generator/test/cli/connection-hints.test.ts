import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { configuration, project, type TestConnection } from './support/project.js';

const SCHEMA =
  '<database name="app"><table name="task"><column name="id" type="INTEGER" primaryKey="true"/><behavior name="sortable"/></table></database>\n';
const COMMANDS = ['sql:insert', 'list:check', 'database:reverse'];

const app = (connection: TestConnection): string =>
  project({
    'orm.json': configuration({ app: connection }),
    'schema.xml': SCHEMA,
    'generated-sql/sqldb.map': 'own.sql=app\n',
    'generated-sql/own.sql': 'SELECT 1;\n',
  });

async function saidBy(command: string, connection: TestConnection): Promise<string> {
  const { code, stderr } = await orm(app(connection), command);
  expect({ command, code }).toEqual({ command, code: 1 });
  expect(stderr).toContain('error: cannot connect to "app": ');
  return stderr;
}

test('nothing listens, or no such host: every command that connects says what to check', async () => {
  for (const adapter of ['pgsql', 'mysql']) {
    for (const command of COMMANDS) {
      const at = (place: string): TestConnection => ({
        adapter,
        dsn: `${adapter}:${place};dbname=x`,
        user: 'a',
        password: 'b',
      });
      expect(await saidBy(command, at('host=127.0.0.1;port=1'))).toContain(
        '= nothing listens on 127.0.0.1:1: is the server running, and is this its port?\n',
      );
      expect(await saidBy(command, at('host=no-such-host.invalid'))).toContain(
        '= no machine is called no-such-host.invalid: check the host\n',
      );
    }
  }
});

test('a wrong password and a missing database', async (context) => {
  const { connection, name } = await freshDatabase('pgsql15', context);
  for (const command of COMMANDS) {
    expect(await saidBy(command, { ...connection, password: 'wr0ng' })).toContain(
      '= check the user and the password\n',
    );
    const dsn = connection.dsn?.replace(name, 'orm_test_nowhere') ?? '';
    const said = await saidBy(command, { ...connection, dsn });
    expect(said).toMatch(
      /= create the database first, then try again:\n *= createdb -h \S+ -p \d+ -U \w+ orm_test_nowhere\n/,
    );
  }
});
