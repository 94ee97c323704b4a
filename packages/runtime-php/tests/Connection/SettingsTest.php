<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Connection;

use Bookstore\Country;
use Bookstore\Map\CountryTableMap;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\AdapterMismatchException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\VersionMismatchException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\CountingConnection;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;
use PDO;

/** The settings of a connection, seen at work in the database. */
final class SettingsTest extends ModelTestCase
{
    public function testAConnectionClassOfOnesOwn(): void
    {
        $con = self::anotherConnection(['classname' => CountingConnection::class]);
        self::assertInstanceOf(CountingConnection::class, $con);
        $con->transaction(fn () => (new Country())->setCode('a')->setName('x')->save($con));
        self::assertSame(1, $con->begun);
        self::assertSame('1', self::database()->value('SELECT count(*) FROM country'));
        // The callable gets the class of the user.
        self::assertTrue($con->transaction(static fn (ConnectionWrapper $given): bool => $given instanceof CountingConnection));
    }

    public function testTheSettingsOfConfigPhp(): void
    {
        $before = Orm::getServiceContainer();
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        try {
            $container->setAdapterClass('bookstore', self::adapter());
            $manager = new ConnectionManagerSingle('bookstore');
            $manager->setConfiguration(\array_filter(Project::connections()['bookstore']) + [
                'classname' => CountingConnection::class,
                'attributes' => ['ATTR_CASE' => PDO::CASE_UPPER],
            ]);
            $container->setConnectionManager($manager);
            $con = Orm::getConnection('bookstore');
            self::assertInstanceOf(CountingConnection::class, $con);
            (new Country())->setCode('a')->setName('x')->save();
            self::assertSame(['CODE' => 'a'], $con->query('SELECT code FROM country')->fetch(PDO::FETCH_ASSOC));
        } finally {
            Orm::setServiceContainer($before);
        }
        self::assertNotInstanceOf(CountingConnection::class, self::con());
    }

    public function testAttributes(): void
    {
        $con = self::anotherConnection(['attributes' => ['ATTR_CASE' => PDO::CASE_UPPER]]);
        self::assertSame(['ONE' => 1], $con->query('SELECT 1 AS one')->fetch(PDO::FETCH_ASSOC));
        $con = self::anotherConnection(['options' => ['ATTR_CASE' => PDO::CASE_LOWER]]);
        self::assertSame(['one' => 1], $con->query('SELECT 1 AS "ONE"')->fetch(PDO::FETCH_ASSOC));
        // Attributes that would break the classes do not get through to them.
        $con = self::anotherConnection(['attributes' => ['ATTR_DEFAULT_FETCH_MODE' => PDO::FETCH_OBJ]]);
        $country = (new Country())->setCode('a')->setName('x');
        $country->save($con);
        $country->reload(false, $con);
        self::assertSame('x', $country->getName());
    }

    public function testTheCharacterSet(): void
    {
        $con = self::anotherConnection(['settings' => ['charset' => self::adapter() === 'sqlite' ? 'utf8' : 'latin1']]);
        $sql = match (self::adapter()) {
            'pgsql' => 'SHOW client_encoding',
            'mysql' => 'SELECT @@character_set_client',
            default => 'PRAGMA encoding',
        };
        $expected = ['pgsql' => 'LATIN1', 'mysql' => 'latin1', 'sqlite' => 'UTF-8'][self::adapter()];
        self::assertSame($expected, $con->query($sql)->fetchColumn());
        if (self::adapter() !== 'sqlite') {
            (new Country())->setCode('a')->setName("caf\xe9")->save($con);
            self::assertSame('café', self::readAgain((new Country())->setCode('a'))->getName());
        }
    }

    public function testStatementsAfterConnecting(): void
    {
        [$set, $show, $expected] = match (self::adapter()) {
            'pgsql' => ["SET application_name = 'books'", 'SHOW application_name', 'books'],
            'mysql' => ["SET @who = 'books'", 'SELECT @who', 'books'],
            default => ['PRAGMA cache_size = 1234', 'PRAGMA cache_size', '1234'],
        };
        $con = self::anotherConnection(['settings' => ['queries' => ['first' => $set, 'second' => 'SELECT 1']]]);
        self::assertFalse($con->isOpen());
        self::assertSame($expected, (string) $con->query($show)->fetchColumn());
        self::assertTrue($con->isOpen());
        // After the connection was closed, the next one is set up like it.
        $con->close();
        self::assertFalse($con->isOpen());
        self::assertSame($expected, (string) $con->query($show)->fetchColumn());
        $bad = self::anotherConnection(['settings' => ['queries' => [$set, "NONSENSE 'secret'"]]]);
        $error = self::caught(ConnectionException::class, fn () => $bad->query('SELECT 1'));
        self::assertStringContainsString(' was reached, but statement 2 of its settings.queries failed', $error->getMessage());
    }

    public function testStatementsAreKeptOrNot(): void
    {
        foreach ([true, false] as $cache) {
            $con = self::anotherConnection(['settings' => ['statementCache' => $cache]]);
            self::assertSame($cache, $con->usesStatementCache());
            for ($i = 0; $i < 8; ++$i) {
                (new Country())->setCode("$i" . ($cache ? 'y' : 'n'))->setName('x')->save($con);
            }
            $prepared = match (self::adapter()) {
                'pgsql' => $con->query("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")->fetchColumn(),
                'mysql' => $con->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1),
                default => null,
            };
            if ($prepared !== null) {
                self::assertSame($cache ? 1 : 0, (int) $prepared);
            }
            // The switch can be thrown at any time.
            $con->setStatementCache(!$cache);
            (new Country())->setCode($cache ? 'z1' : 'z2')->setName('x')->save($con);
        }
        self::assertSame('18', self::database()->value('SELECT count(*) FROM country'));
    }

    public function testClassesOfAnotherVendorAreRefused(): void
    {
        $foreign = self::adapter() === 'sqlite' ? new MysqlAdapter() : new SqliteAdapter();
        $con = new ConnectionWrapper('bookstore', $foreign, static fn (): PDO => new PDO('sqlite::memory:'));
        $expected = \sprintf(
            'The classes of table "country" were built for %s, and the connection "bookstore" is %s. Set its adapter in the '
                . 'configuration and run "orm model:build" again, or connect to the other database.',
            self::adapter(),
            $foreign->getName(),
        );
        $country = (new Country())->setCode('a')->setName('x');
        $error = self::caught(AdapterMismatchException::class, fn () => $country->save($con));
        self::assertSame($expected, $error->getMessage());
        self::assertTrue($country->isNew());
        $country->save();
        foreach ([fn () => $country->setName('y')->save($con), fn () => $country->delete($con), fn () => $country->reload(false, $con)] as $work) {
            self::assertSame($expected, self::caught(AdapterMismatchException::class, $work)->getMessage());
        }
        self::assertFalse($con->isOpen(), 'nothing was sent to the wrong database');
    }

    public function testClassesOfAnotherReleaseLineAreRefusedAndNothingIsSent(): void
    {
        $con = self::anotherConnection();
        $older = new class () extends CountryTableMap {
            public const RELEASE_LINE = '0.0';
        };
        $newer = new class () extends CountryTableMap {
            public const RELEASE_LINE = '99';
        };
        $unknown = new class () extends CountryTableMap {
            public const RELEASE_LINE = '';
        };
        $start = 'The classes of table "country" were generated by';
        $update = \sprintf('"npm install --save-dev ormgen@^%s", then "orm model:build"', Orm::RELEASE_LINE);
        $expected = [
            [$older, "$start orm 0.0, and ormgen/runtime is " . Orm::VERSION . ". Run $update."],
            [$unknown, "$start an older orm, and ormgen/runtime is " . Orm::VERSION . ". Run $update."],
            [$newer, "$start orm 99, and ormgen/runtime is " . Orm::VERSION . '. Run "composer require ormgen/runtime:^99".'],
        ];
        foreach ($expected as [$map, $message]) {
            self::assertSame($message, self::caught(VersionMismatchException::class, fn () => $con->table($map::class))->getMessage());
        }
        self::assertFalse($con->isOpen());
        $con->table(CountryTableMap::class);
    }
}
