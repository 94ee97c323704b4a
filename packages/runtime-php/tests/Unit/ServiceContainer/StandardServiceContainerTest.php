<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\ServiceContainer;

use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\RecordingLogger;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;

final class StandardServiceContainerTest extends TestCase
{
    private StandardServiceContainer $before;
    private StandardServiceContainer $container;

    protected function setUp(): void
    {
        $this->before = Orm::getServiceContainer();
        $this->container = new StandardServiceContainer();
        Orm::setServiceContainer($this->container);
    }

    protected function tearDown(): void
    {
        Orm::setServiceContainer($this->before);
    }

    public function testWithoutAnyConfigurationItSaysWhatToLoad(): void
    {
        self::assertSame(
            'No connection is configured at all: load generated-conf/config.php before using a model class. '
                . '"orm config:convert" writes it.',
            self::refusal(static fn () => Orm::writeConnection('shop')),
        );
        self::assertSame([], Orm::$write);
    }

    public function testAnUnknownConnectionIsToldWithTheKnownOnes(): void
    {
        $this->addSqlite('shop');
        $this->addSqlite('archive');
        $expected = 'There is no connection "shopp"; config.php has "shop", "archive". Add it to database.connections in '
            . 'the configuration (and to runtime.connections, if you have that), then run "orm config:convert".';
        foreach (['writeConnection', 'readConnection'] as $method) {
            self::assertSame($expected, self::refusal(static fn () => Orm::$method('shopp')));
        }
        self::assertSame($expected, self::refusal(fn () => $this->container->getAdapter('shopp')));
        self::assertSame($expected, self::refusal(fn () => $this->container->getConnectionManager('shopp')));
        self::assertFalse($this->container->hasConnectionManager('shopp'));
        self::assertTrue($this->container->hasConnectionManager('shop'));
    }

    public function testConnectionsAreKeptForGeneratedCode(): void
    {
        $this->addSqlite('shop');
        $connection = Orm::writeConnection('shop');
        self::assertSame($connection, Orm::$write['shop'] ?? null);
        self::assertSame($connection, Orm::readConnection('shop'));
        self::assertSame($connection, Orm::$read['shop'] ?? null);
        self::assertSame($connection, Orm::getConnection('shop'));
        self::assertSame($connection, Orm::getConnection('shop', StandardServiceContainer::CONNECTION_READ));
        self::assertSame('shop', $connection->getName());
    }

    public function testAnotherManagerTakesThePlaceOfTheFirst(): void
    {
        $this->addSqlite('shop');
        $first = Orm::writeConnection('shop');
        Orm::readConnection('shop');
        $first->getPdo();
        $this->addSqlite('shop');
        self::assertSame([[], []], [Orm::$write, Orm::$read]);
        self::assertFalse($first->isOpen());
        self::assertNotSame($first, Orm::writeConnection('shop'));
    }

    public function testAManagerInATransactionIsNotReplaced(): void
    {
        $this->addSqlite('shop');
        $first = Orm::writeConnection('shop');
        $first->beginTransaction();
        try {
            $this->addSqlite('shop');
            self::fail('it must refuse');
        } catch (TransactionException) {
            self::assertSame($first, Orm::writeConnection('shop'));
        }
        $first->rollBack();
    }

    public function testNewSettingsOfAManagerEmptyWhatIsKept(): void
    {
        $this->addSqlite('shop');
        $first = Orm::writeConnection('shop');
        $manager = $this->container->getConnectionManager('shop');
        self::assertInstanceOf(ConnectionManagerSingle::class, $manager);
        $manager->setConfiguration(['dsn' => 'sqlite::memory:']);
        self::assertArrayNotHasKey('shop', Orm::$write);
        self::assertNotSame($first, Orm::writeConnection('shop'));
    }

    public function testAConnectionThatWasMadeElsewhere(): void
    {
        $own = new ConnectionWrapper('own', new SqliteAdapter(), static fn (): \PDO => new \PDO('sqlite::memory:'));
        $this->container->setConnection('shop', $own);
        self::assertSame($own, Orm::writeConnection('shop'));
        self::assertSame($own, Orm::readConnection('shop'));
        self::assertSame($own->getAdapter(), Orm::getAdapter('shop'));
    }

    public function testClosing(): void
    {
        $this->addSqlite('shop');
        $connection = Orm::writeConnection('shop');
        $connection->getPdo();
        Orm::closeConnections();
        self::assertFalse($connection->isOpen());
        $connection->getPdo();
        self::assertTrue($connection->isOpen());
    }

    public function testTheDefaultDatasource(): void
    {
        self::assertSame('default', $this->container->getDefaultDatasource());
        $this->addSqlite('shop');
        self::assertSame('shop', $this->container->getDefaultDatasource());
        $this->addSqlite('archive');
        self::assertSame('default', $this->container->getDefaultDatasource());
        $this->container->setDefaultDatasource('archive');
        self::assertSame('archive', Orm::getDefaultDatasource());
        self::assertSame('archive', Orm::getConnection()->getName());
        self::assertSame('archive', Orm::getReadConnection()->getName());
        self::assertSame('archive', Orm::getWriteConnection()->getName());
    }

    public function testAdapters(): void
    {
        $this->addSqlite('shop');
        self::assertSame(SqliteAdapter::class, $this->container->getAdapterClass('shop'));
        self::assertSame($this->container->getAdapter('shop'), $this->container->getAdapter('shop'));
        $this->container->setAdapterClass('shop', SqliteAdapter::class);
        self::assertSame('sqlite', $this->container->getAdapter('shop')->getName());
        foreach (['sqllite', \stdClass::class] as $wrong) {
            $this->container->setAdapterClass('shop', $wrong);
            self::assertSame(
                "The connection \"shop\" has the adapter \"$wrong\", which is none of pgsql, mysql, sqlite, mssql, oracle "
                    . 'and no class that implements Orm\\Runtime\\Adapter\\AdapterInterface.',
                self::refusal(fn () => $this->container->getAdapter('shop')),
            );
        }
    }

    public function testTheVersionOfTheConfiguration(): void
    {
        $this->container->checkVersion(Orm::CONFIGURATION_VERSION);
        self::assertStringContainsString(
            'run "orm config:convert" again',
            self::refusal(fn () => $this->container->checkVersion(Orm::CONFIGURATION_VERSION - 1)),
        );
        self::assertStringContainsString(
            'composer update ormgen/runtime',
            self::refusal(fn () => $this->container->checkVersion(Orm::CONFIGURATION_VERSION + 1)),
        );
    }

    public function testTheReleaseLineOfTheConfiguration(): void
    {
        $this->container->checkVersion(Orm::CONFIGURATION_VERSION, Orm::RELEASE_LINE);
        self::assertSame(
            \sprintf(
                'Your config.php was generated by orm 0.0, and ormgen/runtime is %s. '
                    . 'Run "npm install --save-dev ormgen@^%s", then "orm build:all".',
                Orm::VERSION,
                Orm::RELEASE_LINE,
            ),
            self::refusal(fn () => $this->container->checkVersion(Orm::CONFIGURATION_VERSION, '0.0')),
        );
        self::assertSame(
            \sprintf(
                'Your config.php was generated by orm 99, and ormgen/runtime is %s. Run "composer require ormgen/runtime:^99".',
                Orm::VERSION,
            ),
            self::refusal(fn () => $this->container->checkVersion(Orm::CONFIGURATION_VERSION, '99')),
        );
    }

    public function testTheReleaseLineIsTheMajorVersionOrBeforeOneTheMinorVersion(): void
    {
        [$major, $minor] = \explode('.', Orm::VERSION);
        self::assertSame($major === '0' ? "0.$minor" : $major, Orm::RELEASE_LINE);
    }

    public function testTheTimeToWaitForAList(): void
    {
        self::assertSame(10.0, $this->container->getListLockTimeout());
        $this->container->setListLockTimeout(3);
        self::assertSame(3.0, $this->container->getListLockTimeout());
    }

    public function testLoggers(): void
    {
        self::assertInstanceOf(NullLogger::class, $this->container->getLogger('shop'));
        $default = new RecordingLogger();
        $this->container->setLogger('defaultLogger', $default);
        self::assertSame($default, $this->container->getLogger('shop'));
        self::assertSame($default, Orm::getLogger());
        $own = new RecordingLogger();
        $this->container->setLogger('shop', $own);
        self::assertSame($own, $this->container->getLogger('shop'));
        self::assertTrue($this->container->hasLogger('shop'));
        self::assertFalse($this->container->hasLogger('archive'));
    }

    public function testALoggerThatIsRegisteredLaterIsHeard(): void
    {
        $this->addSqlite('shop');
        $connection = Orm::writeConnection('shop');
        $connection->getPdo();
        $logger = new RecordingLogger();
        $this->container->setLogger('defaultLogger', $logger);
        $connection->getLogger()->warning('from {connection}', ['connection' => 'shop']);
        self::assertSame(['warning: from shop'], $logger->records);
    }

    private function addSqlite(string $name): void
    {
        $this->container->setAdapterClass($name, 'sqlite');
        $manager = new ConnectionManagerSingle($name);
        $manager->setConfiguration(['dsn' => 'sqlite::memory:']);
        $this->container->setConnectionManager($manager);
    }

    /** @param \Closure(): mixed $work */
    private static function refusal(\Closure $work): string
    {
        try {
            $work();
        } catch (ConfigurationException $error) {
            return $error->getMessage();
        }
        self::fail('it must refuse');
    }
}
