import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import type { ConnectionSettings } from '../../src/config/connection-settings.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { loadAccess } from '../../src/platforms/access.js';
import { type DatabaseConnection, DatabaseError } from '../../src/platforms/connection.js';
import { driverLoader } from '../../src/platforms/driver.js';
import { settingsFor } from '../reverse/round-trip.js';
import { ENGINES, type Engine } from '../support/engines.js';
import { ownDatabase } from '../support/own-database.js';

async function connect(settings: ConnectionSettings): Promise<DatabaseConnection> {
  return (await loadAccess(settings.adapter)).connect(settings, driverLoader('/'));
}

/** The settings of a database of its own. */
async function freshSettings(engine: Engine, context: TestContext): Promise<ConnectionSettings> {
  return settingsFor(await ownDatabase(engine, context));
}

async function freshConnection(engine: Engine, context: TestContext): Promise<DatabaseConnection> {
  const connection = await connect(await freshSettings(engine, context));
  onTestFinished(() => connection.close());
  return connection;
}

const failed = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe.each(ENGINES)('%s', (engine) => {
  test('statements that come at once wait for each other', async (context) => {
    const connection = await freshConnection(engine, context);
    await connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY)');
    const [, rows, refused, more] = await Promise.all([
      connection.execute('INSERT INTO t VALUES (1)'),
      connection.query('SELECT id FROM t'),
      failed(connection.execute('INSERT INTO t VALUES (1)')),
      connection.run('SELECT id + ? FROM t', [1]),
    ]);
    expect([rows, more].map((found) => found.map(([id]) => Number(id)))).toEqual([[1], [2]]);
    expect(refused).toBeInstanceOf(DatabaseError);
  });

  test('an error is told in the words of the database, values included', async (context) => {
    const connection = await freshConnection(engine, context);
    await connection.execute("CREATE TABLE t (name VARCHAR(20) PRIMARY KEY CHECK (name <> 'no'))");
    await connection.execute("INSERT INTO t VALUES ('told')");
    const refused = await failed(connection.execute("INSERT INTO t VALUES ('told')"));
    if (!(refused instanceof DatabaseError)) throw refused;
    const said = [refused.message, ...refused.details].join('\n');
    expect(said).toMatch(engine === 'sqlite' ? /^UNIQUE constraint failed: t\.name$/ : /\btold\b/);
    expect(said).not.toContain('…');
  });
});

describe.each(['pgsql15', 'mariadb', 'mysql9'] as const)('%s', (engine) => {
  test('a connection that was ended says so from then on', async (context) => {
    const connection = await freshConnection(engine, context);
    const end =
      engine === 'pgsql15' ? 'SELECT pg_terminate_backend(pg_backend_pid())' : 'KILL CONNECTION CONNECTION_ID()';
    expect(await failed(connection.query(end))).toBeInstanceOf(DatabaseError);
    expect(await failed(connection.query('SELECT 1'))).toBeInstanceOf(DatabaseError);
    expect(await failed(connection.query('SELECT 1'))).toMatchObject({
      name: 'DatabaseError',
      message: 'the connection to the database is lost',
    });
  });

  test('a certificate that cannot be read is named before anything is sent', async (context) => {
    const settings = await freshSettings(engine, context);
    const ssl = { mode: 'verify-full', ca: '/nowhere/ca.pem' } as const;
    const refused = await failed(connect({ ...settings, ssl }));
    if (!(refused instanceof DiagnosticError)) throw refused;
    expect(refused.diagnostics).toMatchObject([
      {
        code: 'database/certificate',
        message: 'cannot read the certificate or key /nowhere/ca.pem',
        help: "ENOENT: no such file or directory, open '/nowhere/ca.pem'",
      },
    ]);
  });
});
