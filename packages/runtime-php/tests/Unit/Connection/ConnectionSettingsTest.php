<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Connection;

use Orm\Runtime\Connection\ConnectionConfiguration;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PHPUnit\Framework\TestCase;

final class ConnectionSettingsTest extends TestCase
{
    public function testEverythingIsRead(): void
    {
        $settings = ConnectionSettings::fromArray('shop', [
            'dsn' => 'mysql:host=db;dbname=@DB@',
            'user' => 'anna',
            'password' => 'hunter2',
            'classname' => SampleConnection::class,
            'options' => ['MYSQL_ATTR_SSL_CA' => 'certs/ca.pem', 'ATTR_PERSISTENT' => 'false'],
            'attributes' => ['ATTR_TIMEOUT' => '5', 'ATTR_CASE' => 'CASE_LOWER'],
            'settings' => [
                'charset' => 'utf8mb4',
                'queries' => ['zone' => "SET time_zone = '+00:00'", 'off' => ' '],
                'statementCache' => false,
                'instancePool' => false,
                'queryLog' => true,
                'slowQuery' => 1,
                'primaryAfterWrite' => 2.5,
            ],
            'root' => '/srv/shop/conf/..',
            'environment' => [],
        ]);
        self::assertSame('shop', $settings->name);
        self::assertSame('mysql:host=db;dbname=shop', $settings->dsn);
        self::assertSame('anna', $settings->user);
        self::assertSame('hunter2', $settings->password);
        self::assertSame(SampleConnection::class, $settings->classname);
        self::assertSame(
            ['MYSQL_ATTR_SSL_CA' => '/srv/shop/conf/../certs/ca.pem', 'ATTR_PERSISTENT' => false],
            $settings->options,
        );
        self::assertSame(['ATTR_TIMEOUT' => 5, 'ATTR_CASE' => 'CASE_LOWER'], $settings->attributes);
        self::assertSame('utf8mb4', $settings->charset);
        self::assertSame(["SET time_zone = '+00:00'"], $settings->queries);
        self::assertFalse($settings->statementCache);
        self::assertFalse($settings->instancePool);
        self::assertTrue($settings->queryLog);
        self::assertSame(1.0, $settings->slowQuery);
        self::assertSame(2.5, $settings->primaryAfterWrite);
    }

    public function testDefaults(): void
    {
        $settings = ConnectionSettings::fromArray('shop', ['dsn' => 'sqlite::memory:']);
        self::assertSame(ConnectionWrapper::class, $settings->classname);
        self::assertNull($settings->user);
        self::assertNull($settings->password);
        self::assertTrue($settings->statementCache);
        self::assertTrue($settings->instancePool);
        self::assertFalse($settings->queryLog);
        self::assertNull($settings->slowQuery);
        self::assertNull($settings->primaryAfterWrite);
    }

    public function testFilesAreRelativeToTheProjectFolder(): void
    {
        $expected = [
            'sqlite:data/shop.sqlite' => 'sqlite:/srv/shop/data/shop.sqlite',
            'sqlite:/var/shop.sqlite' => 'sqlite:/var/shop.sqlite',
            'sqlite:C:\\shop.sqlite' => 'sqlite:C:\\shop.sqlite',
            'sqlite::memory:' => 'sqlite::memory:',
            'sqlite:file:shop?mode=memory' => 'sqlite:file:shop?mode=memory',
            'sqlite:' => 'sqlite:',
            'pgsql:host=db;sslrootcert=certs/ca.pem' => "pgsql:host=db;sslrootcert='/srv/shop/certs/ca.pem'",
            "pgsql:host=db sslkey = 'my key'" => "pgsql:host=db sslkey = '/srv/shop/my key'",
            'pgsql:sslcert=/etc/a.pem;host=db' => 'pgsql:sslcert=/etc/a.pem;host=db',
            'pgsql:host=db;sslrootcert=system' => 'pgsql:host=db;sslrootcert=system',
            'mysql:host=db;dbname=sslcert=x' => 'mysql:host=db;dbname=sslcert=x',
        ];
        foreach ($expected as $written => $used) {
            $values = ['dsn' => $written, 'root' => '/srv/shop'];
            self::assertSame($used, ConnectionSettings::fromArray('shop', $values)->dsn);
            self::assertSame($written, ConnectionSettings::fromArray('shop', ['dsn' => $written])->dsn);
        }
    }

    public function testWhatIsWrongIsNamedByItsKeyAndNeverShown(): void
    {
        $dsn = ['dsn' => 'sqlite::memory:'];
        $wrong = [
            'dsn is missing' => ['password' => 'hunter2'],
            'password comes from an environment variable that is not set' => $dsn + ['password' => false],
            'user must be a text' => $dsn + ['user' => ['hunter2']],
            'pasword is unknown; known are dsn, user, password' => $dsn + ['pasword' => 'hunter2'],
            'settings must be an array' => $dsn + ['settings' => 'hunter2'],
            'settings.chraset is unknown' => $dsn + ['settings' => ['chraset' => 'hunter2']],
            'settings.statementCache must be true or false' => $dsn + ['settings' => ['statementCache' => 'hunter2']],
            'settings.slowQuery must be a number of seconds' => $dsn + ['settings' => ['slowQuery' => -1]],
            'settings.queries.zone must be a statement' => $dsn + ['settings' => ['queries' => ['zone' => 1]]],
            'classname names the class App\\Nope, which the autoloader' => $dsn + ['classname' => 'App\\Nope'],
            'classname names the class stdClass, which does not extend' => $dsn + ['classname' => 'stdClass'],
            'options.MYSQL_ATTR_SSL_KEY comes from an environment variable' =>
                $dsn + ['options' => ['MYSQL_ATTR_SSL_KEY' => false]],
        ];
        foreach ($wrong as $sentence => $values) {
            try {
                ConnectionSettings::fromArray('shop', $values);
                self::fail("not refused: $sentence");
            } catch (ConfigurationException $error) {
                self::assertStringStartsWith("In the connection \"shop\", $sentence", $error->getMessage());
                self::assertStringNotContainsString('hunter2', $error->getMessage());
            }
        }
    }

    public function testADumpShowsNoPassword(): void
    {
        $values = ['dsn' => 'pgsql:host=db;password=hunter2', 'password' => 'hunter2'];
        $manager = new ConnectionManagerSingle('shop');
        $manager->setConfiguration($values);
        $dump = \print_r([ConnectionSettings::fromArray('shop', $values), $manager], true);
        self::assertStringContainsString('host=db', $dump);
        self::assertStringNotContainsString('hunter2', $dump);
    }

    public function testAUrlHasTheLogin(): void
    {
        $settings = ConnectionSettings::fromArray('shop', ['dsn' => 'postgres://anna:hunter%402@db:5433/@DB@?sslmode=verify-full&sslrootcert=ca.pem', 'root' => '/srv']);
        self::assertSame("pgsql:host=db;port=5433;dbname=shop;sslmode=verify-full;sslrootcert='/srv/ca.pem'", $settings->dsn);
        self::assertSame(['anna', 'hunter@2'], [$settings->user, $settings->password]);
        self::assertStringNotContainsString('hunter', \print_r($settings, true) . \var_export($settings->__debugInfo(), true));
        $settings = ConnectionSettings::fromArray('shop', ['dsn' => 'sqlite:///data/shop.db', 'root' => '/srv']);
        self::assertSame(['sqlite:/srv/data/shop.db', null], [$settings->dsn, $settings->user]);
        $settings = ConnectionSettings::fromArray('shop', ['dsn' => 'mysql://anna:x@db/shop', 'user' => 'anna', 'password' => 'x']);
        self::assertSame(['mysql:host=db;dbname=shop', 'anna', 'x'], [$settings->dsn, $settings->user, $settings->password]);
        $settings = ConnectionSettings::fromArray('shop', ['dsn' => 'mysql://db/shop', 'user' => 'anna', 'password' => 'x']);
        self::assertSame(['anna', 'x'], [$settings->user, $settings->password]);
    }

    public function testAUrlThatContradictsOrCannotBeRead(): void
    {
        $remove = 'remove the key, or take the %1$s out of the URL.';
        $cases = [
            [['dsn' => 'mysql://anna:hunter2@db/shop', 'user' => 'bert'], 'user is another one than in the URL of its dsn: ' . \sprintf($remove, 'user')],
            [['dsn' => 'mysql://anna:hunter2@db/shop', 'password' => 'hunter3'],
                'password is another one than in the URL of its dsn: ' . \sprintf($remove, 'password')],
            [['dsn' => 'mysql://anna:hunter2@db/shop?pool=1'], 'dsn is a URL that cannot be read: it has an unknown parameter "pool".'],
        ];
        foreach ($cases as [$values, $message]) {
            try {
                ConnectionSettings::fromArray('shop', $values);
                self::fail($message);
            } catch (ConfigurationException $error) {
                self::assertSame("In the connection \"shop\", $message", $error->getMessage());
                self::assertStringNotContainsString('hunter', (string) $error);
            }
        }
    }

    public function testTheUserOfThePrimaryIsNotThatOfAReplicaWithItsOwn(): void
    {
        $primary = ['dsn' => 'mysql:host=a', 'user' => 'writer', 'password' => 'x', 'settings' => ['charset' => 'utf8mb4']];
        $settings = (new ConnectionConfiguration('shop', ['dsn' => 'mysql://reader:y@b/shop']))->settings($primary);
        self::assertSame(['reader', 'y', 'utf8mb4'], [$settings->user, $settings->password, $settings->charset]);
        $settings = (new ConnectionConfiguration('shop', ['dsn' => 'mysql://b/shop']))->settings($primary);
        self::assertSame(['writer', 'x'], [$settings->user, $settings->password]);
    }

    public function testAMissingVariableIsNamedWhenTheConnectionIsUsed(): void
    {
        $this->withVariable('ORM_TEST_MISSING', function (): void {
            $manager = self::manager(['dsn' => 'sqlite:' . \getenv('ORM_TEST_MISSING'), 'environment' => ['ORM_TEST_MISSING']]);
            self::assertSame(
                'The connection "shop" needs the environment variable ORM_TEST_MISSING, which is not set: set it where PHP '
                    . 'runs (the shell, the pool of PHP-FPM, the container).',
                $this->refusal($manager),
            );
        });
    }

    public function testAVariableThatIsSetTooLateIsNamed(): void
    {
        $this->withVariable('ORM_TEST_MISSING', function (): void {
            $manager = self::manager(['dsn' => 'sqlite::memory:', 'environment' => ['ORM_TEST_MISSING']]);
            \putenv('ORM_TEST_MISSING=x');
            self::assertStringContainsString('which was not set yet when config.php was loaded', $this->refusal($manager));
        });
    }

    public function testAVariableThatOnlyPhpHasIsTaken(): void
    {
        $this->withVariable('ORM_TEST_MISSING', function (): void {
            self::assertFalse(Orm::env('ORM_TEST_MISSING'));
            $_SERVER['ORM_TEST_MISSING'] = ':memory:';
            self::assertSame(':memory:', Orm::env('ORM_TEST_MISSING'));
            unset($_SERVER['ORM_TEST_MISSING']);
            $_ENV['ORM_TEST_MISSING'] = ':memory:';
            $manager = self::manager([
                'dsn' => 'sqlite:' . Orm::env('ORM_TEST_MISSING'),
                'environment' => ['ORM_TEST_MISSING'],
            ]);
            self::assertTrue(self::con($manager)->getPdo()->query('SELECT 1') !== false);
            \putenv('ORM_TEST_MISSING=first');
            self::assertSame('first', Orm::env('ORM_TEST_MISSING'));
        });
        // A header of a request is no setting.
        $_SERVER['HTTP_ORM_TEST'] = 'x';
        self::assertFalse(Orm::env('HTTP_ORM_TEST'));
        unset($_SERVER['HTTP_ORM_TEST']);
    }

    public function testAVariableThatIsSetIsTaken(): void
    {
        $this->withVariable('ORM_TEST_MISSING', function (): void {
            \putenv('ORM_TEST_MISSING=:memory:');
            $manager = self::manager(['dsn' => 'sqlite:' . \getenv('ORM_TEST_MISSING'), 'environment' => ['ORM_TEST_MISSING']]);
            self::assertTrue(self::con($manager)->getPdo()->query('SELECT 1') !== false);
        });
    }

    public function testSettingsReachTheConnection(): void
    {
        $plain = self::con(self::manager(['dsn' => 'sqlite::memory:']));
        self::assertTrue($plain->usesStatementCache());
        self::assertNotNull($plain->getPool());
        self::assertNull($plain->getQueryLog());

        $connection = self::con(self::manager([
            'dsn' => 'sqlite::memory:',
            'classname' => SampleConnection::class,
            'attributes' => ['ATTR_CASE' => 'CASE_UPPER'],
            'settings' => [
                'statementCache' => false,
                'instancePool' => false,
                'slowQuery' => 0.5,
                'queries' => ['one' => 'CREATE TABLE a (id INTEGER)', 'two' => 'INSERT INTO a VALUES (7)'],
            ],
        ]));
        self::assertInstanceOf(SampleConnection::class, $connection);
        self::assertFalse($connection->usesStatementCache());
        self::assertNull($connection->getPool());
        self::assertNotNull($connection->getQueryLog());
        self::assertSame([['ID' => 7]], $connection->query('SELECT id FROM a')->fetchAll(\PDO::FETCH_ASSOC));
        self::assertSame(1, $connection->getQueryLog()->getQueryCount());
    }

    public function testAManagerWithoutSettingsSaysSo(): void
    {
        self::assertSame(
            'The connection "shop" has no settings: call setConfiguration() or setConnection() on its manager.',
            $this->refusal(new ConnectionManagerSingle('shop')),
        );
    }

    /** @param array<string, mixed> $values */
    private static function manager(array $values): ConnectionManagerSingle
    {
        $manager = new ConnectionManagerSingle('shop');
        $manager->setConfiguration($values);

        return $manager;
    }

    private static function con(ConnectionManagerSingle $manager): ConnectionWrapper
    {
        $container = new StandardServiceContainer();
        $container->setAdapterClass('shop', 'sqlite');
        $container->setConnectionManager($manager);

        return $container->getWriteConnection('shop');
    }

    private function refusal(ConnectionManagerSingle $manager): string
    {
        try {
            self::con($manager)->getPdo();
        } catch (OrmException $error) {
            self::assertInstanceOf(ConfigurationException::class, $error);

            return $error->getMessage();
        }
        self::fail('it must refuse');
    }

    /** @param \Closure(): void $test */
    private function withVariable(string $name, \Closure $test): void
    {
        \putenv($name);
        unset($_ENV[$name]);
        try {
            $test();
        } finally {
            \putenv($name);
            unset($_ENV[$name], Orm::$write['shop'], Orm::$read['shop']);
        }
    }
}
