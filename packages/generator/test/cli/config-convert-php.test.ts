import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { phpString } from '../../src/languages/php/literal.js';
import { freshDatabase } from './support/database.js';
import { environment, orm } from './support/orm.js';
import { configuration, project, type TestConnection } from './support/project.js';

/** Makes the runtime loadable, with Composer's packages or without, and turns every notice into an exception. */
const BOOTSTRAP = fileURLToPath(new URL('../../../runtime-php/tests/bootstrap.php', import.meta.url));

/** Runs PHP code after config.php, started somewhere else, as a web server is; returns what it prints. */
function php(cwd: string, code: string, env: Readonly<Record<string, string>> = {}, before = ''): string {
  const script = `<?php
    namespace App;
    require ${phpString(BOOTSTRAP)};
    \\set_error_handler(static fn (int $level, string $text) => throw new \\ErrorException($text));
    ${before}
    require ${phpString(join(cwd, 'generated-conf/config.php'))};
    ${code}`;
  const { stdout, stderr, status } = spawnSync('php', [], {
    input: script,
    encoding: 'utf8',
    cwd: tmpdir(),
    env: environment(env),
  });
  expect({ stderr, status, stdout }).toMatchObject({ stderr: '', status: 0 });
  return stdout;
}

const ROW = "echo \\Orm\\Runtime\\Orm::getConnection()->query('SELECT name FROM who')->fetchColumn();";

async function converted(connections: Readonly<Record<string, TestConnection>>, more: object = {}): Promise<string> {
  const cwd = project({ 'orm.json': configuration(connections, more) });
  expect(await orm(['config:convert', '--quiet'], { cwd })).toMatchObject({ code: 0, stdout: '' });
  return cwd;
}

describe('config.php and the file of SQLite', () => {
  const insertSql = async (cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> => {
    mkdirSync(join(cwd, 'generated-sql'));
    mkdirSync(join(cwd, 'data'));
    writeFileSync(join(cwd, 'generated-sql/sqldb.map'), 'shop.sql=shop\n');
    writeFileSync(
      join(cwd, 'generated-sql/shop.sql'),
      "CREATE TABLE who (name TEXT);\nINSERT INTO who VALUES ('inserted');\n",
    );
    expect(await orm(['sql:insert'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  };

  test('it is the one that sql:insert fills, also after the project was moved', async () => {
    const cwd = await converted({ shop: { adapter: 'sqlite', dsn: 'sqlite:data/@DB@.sqlite' } });
    await insertSql(cwd);
    expect(php(cwd, ROW)).toBe('inserted');
    const moved = `${cwd}-moved`;
    onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
    renameSync(cwd, moved);
    expect(php(moved, ROW)).toBe('inserted');
  });

  test('also where it comes from the environment', async () => {
    const cwd = await converted({ shop: { adapter: 'sqlite', dsn: 'sqlite:data/%env.SHOP_FILE%' } });
    await insertSql(cwd, { SHOP_FILE: 'shop.sqlite' });
    expect(php(cwd, ROW, { SHOP_FILE: 'shop.sqlite' })).toBe('inserted');
  });
});

describe('a variable that is not set', () => {
  const catching = (work: string): string =>
    `try { ${work} } catch (\\Orm\\Runtime\\Exception\\ConfigurationException $error) { echo $error->getMessage(); }`;

  test('is named when its connection is used, and no trouble for the others', async () => {
    const cwd = await converted({
      shop: {
        adapter: 'pgsql',
        dsn: 'pgsql:host=%env.SHOP_HOST%;dbname=shop',
        user: 'a',
        password: '%env.SHOP_PASSWORD%',
      },
      other: { adapter: 'sqlite', dsn: 'sqlite::memory:' },
    });
    const other = "echo \\Orm\\Runtime\\Orm::getConnection('other')->query('SELECT 7')->fetchColumn();";
    expect(php(cwd, other)).toBe('7');
    const shop = catching("\\Orm\\Runtime\\Orm::getConnection('shop')->getPdo();");
    expect(php(cwd, shop)).toMatch(
      /^The connection "shop" needs the environment variable SHOP_HOST, which is not set: /,
    );
    expect(php(cwd, shop, { SHOP_HOST: '127.0.0.1' })).toMatch(/ needs the environment variable SHOP_PASSWORD, /);
  });
});

test('hostile values arrive as they are', async () => {
  const hostile = 'a\'b"c\\d$e{$f}?>g\nh\ti%%j é\u202e `id` */';
  const cwd = await converted({
    'sh\'op"': {
      adapter: 'sqlite',
      dsn: 'sqlite::memory:',
      user: hostile,
      password: hostile,
      settings: { queries: { [hostile.replaceAll(/[.%]/g, '')]: `SELECT '${hostile.replaceAll("'", "''")}'` } },
    },
  });
  const code = `$connection = \\Orm\\Runtime\\Orm::getConnection();
    $open = new \\ReflectionProperty(\\Orm\\Runtime\\Connection\\ConnectionWrapper::class, 'open');
    $settings = (new \\ReflectionFunction($open->getValue($connection)))->getStaticVariables()['settings'];
    $connection->getPdo();
    echo \\json_encode([$settings->name, $settings->user, $settings->password, $settings->queries]);`;
  const expected = hostile.replaceAll('%%', '%');
  expect(JSON.parse(php(cwd, code))).toEqual([
    'sh\'op"',
    expected,
    expected,
    [`SELECT '${expected.replaceAll("'", "''")}'`],
  ]);
});

describe.each(['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'] as const)('connection settings on %s', (engine) => {
  test("a class of one's own, attributes, character set and queries take effect", async (context) => {
    const { adapter, connection } = await freshDatabase(engine, context);
    const { charset, shown, query, queried } = {
      pgsql: {
        charset: 'latin1',
        shown: 'SHOW client_encoding',
        query: "SET application_name = 'seen'",
        queried: 'SHOW application_name',
      },
      mysql: {
        charset: 'latin1',
        shown: 'SELECT @@character_set_client',
        query: "SET @app = 'seen'",
        queried: 'SELECT @app',
      },
      sqlite: {
        charset: 'utf8',
        shown: 'PRAGMA encoding',
        query: 'PRAGMA cache_size = -1234',
        queried: 'PRAGMA cache_size',
      },
    }[adapter];
    const cwd = await converted(
      {
        shop: {
          ...connection,
          password: '%env.SHOP_PASSWORD%',
          attributes: { ATTR_CASE: 'CASE_UPPER' },
          settings: { charset, queries: { utf8: '', app: query } },
          ...{ classname: 'App\\Connection' },
        },
        unused: { adapter: 'oracle', dsn: 'oci:dbname=x', user: 'x' },
      },
      { runtime: { connections: ['shop'] } },
    );
    const before = 'final class Connection extends \\Orm\\Runtime\\Connection\\ConnectionWrapper {}';
    const code = `$one = static fn (string $sql): string => (string) \\Orm\\Runtime\\Orm::getConnection()->query($sql)->fetchColumn();
      echo \\json_encode([
          \\Orm\\Runtime\\Orm::getConnection()::class,
          \\array_keys(\\Orm\\Runtime\\Orm::getConnection()->query('SELECT 1 AS low')->fetch(\\PDO::FETCH_ASSOC)),
          \\strtolower($one(${phpString(shown)})),
          $one(${phpString(queried)}),
          \\array_keys(\\Orm\\Runtime\\Orm::getServiceContainer()->getConnectionManagers()),
      ]);`;
    expect(JSON.parse(php(cwd, code, { SHOP_PASSWORD: connection.password ?? '' }, before))).toEqual([
      'App\\Connection',
      ['LOW'],
      adapter === 'sqlite' ? 'utf-8' : 'latin1',
      adapter === 'sqlite' ? '-1234' : 'seen',
      ['shop'],
    ]);
  });
});

describe.each(['pgsql15', 'mariadb', 'mysql9'] as const)('a primary and a replica on %s', (engine) => {
  test('reads, writes, transactions, and a replica that is killed', async (context) => {
    const [primary, replica] = [await freshDatabase(engine, context), await freshDatabase(engine, context)];
    for (const database of [primary, replica]) await database.query('CREATE TABLE who (name VARCHAR(20))');
    await primary.query("INSERT INTO who VALUES ('primary')");
    await replica.query("INSERT INTO who VALUES ('replica')");
    const cwd = await converted({
      shop: { ...primary.connection, ...{ replicas: [{ dsn: replica.connection.dsn ?? '' }] } },
    });
    const [id, kill] =
      primary.adapter === 'pgsql'
        ? ['SELECT pg_backend_pid()', 'SELECT pg_terminate_backend(%d)']
        : ['SELECT connection_id()', 'KILL %d'];
    const code = `
      use Orm\\Runtime\\Orm;
      $read = static function (): string {
          $statement = (Orm::$read['shop'] ?? Orm::readConnection('shop'))->prepare('SELECT name FROM who');
          $statement->execute();
          return (string) $statement->fetchColumn();
      };
      $seen = [$read(), $read()];
      $write = Orm::writeConnection('shop');
      $write->beginTransaction();
      $seen[] = $read();
      $write->rollBack();
      $seen[] = $read();
      $id = Orm::readConnection('shop')->getPdo()->query(${phpString(id)})->fetchColumn();
      $write->getPdo()->exec(\\sprintf(${phpString(kill)}, $id));
      try {
          $seen[] = $read();
      } catch (\\PDOException $error) {
          $seen[] = Orm::readConnection('shop')->failed($error, '')::class;
      } catch (\\Orm\\Runtime\\Exception\\ConnectionLostException $error) {
          $seen[] = $error::class;
      }
      $seen[] = $read();
      $write->exec("UPDATE who SET name = 'written'");
      $seen[] = $read();
      Orm::endRequest();
      $seen[] = $read();
      echo \\json_encode($seen);`;
    expect(JSON.parse(php(cwd, code))).toEqual([
      'replica',
      'replica',
      'primary',
      'replica',
      'Orm\\Runtime\\Exception\\ConnectionLostException',
      'replica',
      'written',
      'replica',
    ]);
    expect(await replica.query('SELECT name FROM who')).toEqual([['replica']]);
  });
});
