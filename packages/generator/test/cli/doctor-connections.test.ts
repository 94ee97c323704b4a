import { createServer, type Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from './support/database.js';
import { doctor } from './support/doctor.js';
import { orm } from './support/orm.js';
import { configuration, project, type TestConnection } from './support/project.js';

/** What `orm doctor` says of connections; nothing else in these projects matters. */
async function connections(
  given: Readonly<Record<string, TestConnection>>,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const { of, text } = await doctor(project({ 'orm.json': configuration(given) }), { args });
  expect(text).not.toContain('Tr0ub4dor');
  return of('Connections');
}

/** A server that takes connections and says nothing. */
async function silentServer(): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe.each([
  ['pgsql15', /^ok: "a": PostgreSQL 15\.\d+$/, 'problem: "b": password authentication failed for user'],
  ['pgsql18', /^ok: "a": PostgreSQL 18\.\d+$/, 'problem: "b": password authentication failed for user'],
  ['mariadb', /^ok: "a": MariaDB 10\.11\.\d+$/, 'problem: "b": Access denied for user'],
  ['mysql9', /^ok: "a": MySQL 9\.\d+\.\d+$/, 'problem: "b": Access denied for user'],
] as const)('on %s', (engine, right, wrong) => {
  test('right, with a wrong password, without the database', async (context) => {
    const { connection, name } = await freshDatabase(engine, context);
    const missing = connection.dsn?.replace(name, 'orm_no_such_database') ?? '';
    const found = await connections({
      a: connection,
      b: { ...connection, password: 'Tr0ub4dor-is-wrong' },
      c: { ...connection, dsn: missing },
    });
    expect(found[0]).toMatch(right);
    expect(found[1]).toContain(wrong);
    expect(found[1]).toContain(' → check the user and the password');
    expect(found[2]).toMatch(/^problem: "c": .*orm_no_such_database/);
    expect(found).toHaveLength(3);
  });
});

describe('servers that do not answer', () => {
  test('nobody listens', async () => {
    const [found] = await connections({
      a: { adapter: 'mysql', dsn: 'mysql:host=127.0.0.1;port=1;dbname=a', user: 'me' },
    });
    expect(found).toBe(
      'problem: "a": connect ECONNREFUSED 127.0.0.1:1 → nothing listens on 127.0.0.1:1: is the server running, and is this its port?',
    );
  });

  test('one that accepts and says nothing is given up, and nothing hangs', async () => {
    const port = String(await silentServer());
    const dsn = `host=127.0.0.1;port=${port};dbname=a`;
    const cwd = project({
      'orm.json': configuration({
        a: { adapter: 'pgsql', dsn: `pgsql:${dsn}`, user: 'me', password: 'Tr0ub4dor' },
        b: { adapter: 'pgsql', dsn: `pgsql:${dsn};sslmode=disable`, user: 'me' },
        c: { adapter: 'mysql', dsn: `mysql:${dsn}`, user: 'me' },
      }),
    });
    const started = performance.now();
    const { code, of } = await doctor(cwd, { args: ['--timeout=1'] });
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(code).toBe(1);
    const silence = (name: string): string =>
      `problem: "${name}": no answer within 1 s → 127.0.0.1:${port} does not answer: check host and port, and that no firewall is between`;
    expect(of('Connections')).toEqual([silence('a'), silence('b'), silence('c')]);
  });

  test('a host that cannot be reached', async () => {
    const [found] = await connections(
      { a: { adapter: 'mysql', dsn: 'mysql:host=192.0.2.1;dbname=a', user: 'me' } },
      '--timeout=1',
    );
    expect(found).toMatch(/^problem: "a": /);
  });

  test('a host that nobody has', async () => {
    const [found] = await connections(
      { a: { adapter: 'pgsql', dsn: 'pgsql:host=no-such-host.invalid;dbname=a', user: 'me' } },
      '--timeout=4',
    );
    expect(found).toMatch(
      /^problem: "a": .* → (no machine is called no-such-host.invalid|no-such-host.invalid does not)/,
    );
  });
});

describe('connections that say too little', () => {
  test('without a DSN, and with a variable that is not set', async () => {
    expect(
      await connections({
        a: { adapter: 'pgsql' },
        b: { adapter: 'mysql', dsn: 'mysql:host=localhost;dbname=b', user: 'me', password: '%env.ORM_NO_SUCH%' },
      }),
    ).toEqual([
      'not checked: "a": the connection "a" needs dsn and user before a command can connect to its database → dsn: pgsql:host=localhost;port=5432;dbname=library\nuser: the database user, and password if it has one',
      'problem: "b": the environment variable ORM_NO_SUCH is not set → set it before the command, for example: ORM_NO_SUCH=... orm sql:build',
    ]);
  });

  test('--connection looks at one only', async () => {
    const given = { a: { adapter: 'pgsql' }, b: { adapter: 'sqlite', dsn: 'sqlite:b.db' } };
    expect(await connections(given, '--connection', 'b')).toEqual([
      'warning: "b": the database does not exist yet → orm sql:insert creates it, with its tables',
    ]);
  });
});

test('the text has no password either', async (context) => {
  const { connection } = await freshDatabase('pgsql18', context);
  const cwd = project({ 'orm.json': configuration({ a: { ...connection, password: 'Tr0ub4dor-is-wrong' } }) });
  const { stdout, stderr } = await orm(['doctor'], { cwd });
  expect(stdout).toContain('password authentication failed');
  expect(stdout + stderr).not.toContain('Tr0ub4dor');
});
