<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Psr\Log\NullLogger;

/** Attempts at injection through connections and what leads to them. */
final class ConnectionEntryTest extends SecurityTestCase
{
    public function testEveryTextOfAConnectionIsRefusedOrBound(): void
    {
        $con = self::con();
        $developers = [self::DEVELOPERS, null];
        $this->attemptAll(ConnectionWrapper::class, [
            '__construct.name' => [
                self::HARMLESS,
                static fn (string $text) => (new ConnectionWrapper($text, $con->adapter, static fn () => $con->getPdo()))->transaction(
                    static fn (ConnectionWrapper $own) => $own->transaction(static fn () => 1),
                ),
            ],
            'table.map' => $developers,
            // SQL is what these are for; values go into the parameters.
            'prepare.sql' => $developers,
            'prepareOnce.sql' => $developers,
            'exec.sql' => $developers,
            'query.sql' => $developers,
            'query.parameters' => [
                self::BOUND,
                static fn (string $text) => $con->query('SELECT * FROM book WHERE title = ? OR title = ?', [$text, $text])->fetchAll(),
            ],
            'quoteIdentifier.name' => [
                self::HARMLESS,
                static fn (string $text) => self::assertCount(1, $con->query('SELECT 1 AS ' . $con->quoteIdentifier($text))->fetchAll()),
            ],
            'quote.text' => [
                self::HARMLESS,
                static fn (string $text) => self::assertSame([], $con->query('SELECT * FROM book WHERE title = ' . $con->quote($text))->fetchAll()),
            ],
            'beginTransaction.isolation' => [self::REFUSED, static fn (string $text) => $con->beginTransaction($text)],
            'transaction.work' => $developers,
            'transaction.isolation' => [self::REFUSED, static fn (string $text) => $con->transaction(static fn () => 1, $text)],
            'failed.sql' => $developers,
            // Of the runtime itself.
            'command.sql' => $developers,
            'beginWith.statements' => $developers,
            'beginWith.isolation' => $developers,
            'atomic.work' => $developers,
        ]);
        self::assertFalse($con->inTransaction());
    }

    public function testEveryNameOfTheServiceContainerIsRefusedOrHarmless(): void
    {
        $container = Orm::getServiceContainer();
        $own = new StandardServiceContainer();
        $developers = [self::DEVELOPERS, null];
        $this->attemptAll(StandardServiceContainer::class, [
            'checkVersion.releaseLine' => [self::REFUSED, static fn (string $text) => $own->checkVersion(Orm::CONFIGURATION_VERSION, $text)],
            'setDefaultDatasource.name' => [self::REFUSED, static function (string $text) use ($own): void {
                $own->setDefaultDatasource($text);
                $own->getConnection();
            }],
            'setAdapterClass.name' => [self::REFUSED, static function (string $text) use ($own): void {
                $own->setAdapterClass($text, 'sqlite');
                $own->getWriteConnection($text);
            }],
            'setAdapterClass.adapter' => [self::REFUSED, static function (string $text) use ($own): void {
                $own->setAdapterClass('own', $text);
                $own->getAdapter('own');
            }],
            'setTimeZone.name' => [self::REFUSED, static fn (string $text) => $own->setTimeZone($text)],
            'getAdapterClass.name' => [self::REFUSED, static fn (string $text) => $container->getAdapterClass($text)],
            'setAdapter.name' => [self::HARMLESS, static fn (string $text) => $own->setAdapter($text, Orm::getAdapter('bookstore'))],
            'getAdapter.name' => [self::REFUSED, static fn (string $text) => $container->getAdapter($text)],
            'getConnectionManager.name' => [self::REFUSED, static fn (string $text) => $container->getConnectionManager($text)],
            'hasConnectionManager.name' => [self::BOUND, static fn (string $text) => $container->hasConnectionManager($text)],
            'getConnection.name' => [self::REFUSED, static fn (string $text) => $container->getConnection($text)],
            'getConnection.mode' => [self::REFUSED, static fn (string $text) => $container->getConnection('bookstore', $text)],
            'getWriteConnection.name' => [self::REFUSED, static fn (string $text) => $container->getWriteConnection($text)],
            'getReadConnection.name' => [self::REFUSED, static fn (string $text) => $container->getReadConnection($text)],
            'setConnection.name' => [self::HARMLESS, static fn (string $text) => $own->setConnection($text, self::con())],
            'setLogger.name' => [self::HARMLESS, static fn (string $text) => $own->setLogger($text, new NullLogger())],
            'hasLogger.name' => [self::BOUND, static fn (string $text) => $container->hasLogger($text)],
            'getLogger.name' => [self::HARMLESS, static fn (string $text) => $container->getLogger($text)],
            'setLoggerConfiguration.name' => [
                self::REFUSED,
                static fn (string $text) => $own->setLoggerConfiguration($text, ['type' => 'nothing']),
            ],
            'setLoggerConfiguration.configuration' => [
                self::REFUSED,
                static fn (string $text) => $own->setLoggerConfiguration('x', [$text => $text]),
            ],
        ]);
        $this->attemptAll(Orm::class, [
            'writeConnection.name' => [self::REFUSED, static fn (string $text) => Orm::writeConnection($text)],
            'readConnection.name' => [self::REFUSED, static fn (string $text) => Orm::readConnection($text)],
            'getConnection.name' => [self::REFUSED, static fn (string $text) => Orm::getConnection($text)],
            'getConnection.mode' => [self::REFUSED, static fn (string $text) => Orm::getConnection('bookstore', $text)],
            'getWriteConnection.name' => [self::REFUSED, static fn (string $text) => Orm::getWriteConnection($text)],
            'getReadConnection.name' => [self::REFUSED, static fn (string $text) => Orm::getReadConnection($text)],
            'getAdapter.name' => [self::REFUSED, static fn (string $text) => Orm::getAdapter($text)],
            'getLogger.name' => [self::HARMLESS, static fn (string $text) => Orm::getLogger($text)],
            'env.name' => [self::HARMLESS, static fn (string $text) => Orm::env($text)],
        ]);
    }

    public function testEveryTextOfAManagerIsRefusedOrHarmless(): void
    {
        $adapter = Orm::getAdapter('bookstore');
        $logger = new NullLogger();
        $this->attemptAll(ConnectionManagerSingle::class, [
            '__construct.name' => [self::REFUSED, static fn (string $text) => (new ConnectionManagerSingle($text))->getWriteConnection($adapter, $logger)],
            'setConfiguration.configuration' => [self::REFUSED, static function (string $text) use ($adapter, $logger): void {
                $manager = new ConnectionManagerSingle('own');
                $manager->setConfiguration(['dsn' => $text, 'classname' => $text, 'settings' => ['charset' => $text]]);
                $manager->getWriteConnection($adapter, $logger)->getPdo();
            }],
        ]);
        $this->attemptAll(ConnectionManagerPrimaryReplica::class, [
            '__construct.name' => [
                self::REFUSED,
                static fn (string $text) => (new ConnectionManagerPrimaryReplica($text))->getWriteConnection($adapter, $logger),
            ],
            'setWriteConfiguration.configuration' => [self::REFUSED, static function (string $text) use ($adapter, $logger): void {
                $manager = new ConnectionManagerPrimaryReplica('own');
                $manager->setWriteConfiguration(['dsn' => $text]);
                $manager->getWriteConnection($adapter, $logger)->getPdo();
            }],
            'setReadConfiguration.configuration' => [self::REFUSED, static function (string $text) use ($adapter, $logger): void {
                $manager = new ConnectionManagerPrimaryReplica('own');
                $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:']);
                $manager->setReadConfiguration([[$text => $text]]);
                $manager->getReadConnection($adapter, $logger)->getPdo();
            }],
        ]);
    }

    /** The character set becomes part of a DSN or a statement. */
    public function testACharsetIsAName(): void
    {
        $this->attempt('settings.charset', self::HARMLESS, static function (string $text): void {
            if (\preg_match('/^[\w.-]*$/D', $text) !== 1) {
                $con = self::anotherConnection(['settings' => ['charset' => $text]]);
                if (self::adapter() !== 'sqlite') {
                    self::caught(\Orm\Runtime\Exception\ConfigurationException::class, static fn () => $con->getPdo());
                }
            }
        });
    }
}
