<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Orm;
use PDO;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/** Base of the tests that save and read objects of generated classes. */
abstract class ModelTestCase extends EngineTestCase
{
    /** @var string the database that the classes of the test belong to */
    protected const CONNECTION = 'bookstore';

    private string $zone = '';

    protected function setUp(): void
    {
        parent::setUp();
        $this->zone = \date_default_timezone_get();
        self::con()->getPool()?->clear();
    }

    protected function tearDown(): void
    {
        \date_default_timezone_set($this->zone);
        $con = self::con();
        if ($con->inTransaction()) {
            $con->forceRollBack();
        }
        $con->setQueryLog(null);
        parent::tearDown();
    }

    /** The connection that model classes use when none is given. */
    protected static function con(): ConnectionWrapper
    {
        return Orm::getConnection(static::CONNECTION);
    }

    /**
     * A connection of its own to the same database.
     *
     * @param array<string, mixed> $more settings beside those of the project
     */
    protected static function anotherConnection(
        array $more = [],
        LoggerInterface $logger = new NullLogger(),
    ): ConnectionWrapper {
        $given = Project::connections()[static::CONNECTION];

        return ConnectionFactory::create(
            ConnectionSettings::fromArray(static::CONNECTION, $more + \array_filter($given)),
            Orm::getAdapter(static::CONNECTION),
            $logger,
            new InstancePool(),
        );
    }

    /** Another session, without the runtime, that waits for locks only shortly. */
    protected static function anotherSession(): PDO
    {
        $given = Project::connections()[static::CONNECTION];
        $pdo = Database::connect($given['dsn'], $given['user'], $given['password']);
        match (self::adapter()) {
            'pgsql' => $pdo->exec("SET lock_timeout = '200ms'"),
            'mysql' => $pdo->exec('SET innodb_lock_wait_timeout = 1'),
            default => $pdo->exec('PRAGMA busy_timeout = 100'),
        };

        return $pdo;
    }

    /**
     * Saves an object and reads its row into another one.
     *
     * @template T of ActiveRecord
     *
     * @param T $object
     *
     * @return T
     */
    protected static function saved(ActiveRecord $object): ActiveRecord
    {
        $object->save();
        $read = self::readAgain($object);
        self::assertNotSame($object, $read);

        return $read;
    }

    /**
     * The row of a saved object, as a new object that is in the pool in place of it.
     *
     * @template T of ActiveRecord
     *
     * @param T $object
     *
     * @return T
     */
    protected static function readAgain(ActiveRecord $object, ?ConnectionWrapper $con = null): ActiveRecord
    {
        $con ??= self::con();
        $con->getPool()?->table($object::TABLE_MAP)->clear();

        return self::find($object, $con) ?? self::fail('the row is not there');
    }

    /**
     * What the pool and the database give for the key of an object.
     *
     * @template T of ActiveRecord
     *
     * @param T $object
     *
     * @return T|null
     */
    protected static function find(ActiveRecord $object, ?ConnectionWrapper $con = null): ?ActiveRecord
    {
        $con ??= self::con();
        $map = $object::TABLE_MAP;
        $key = (fn (): array => $this->rowKey())->call($object);
        $table = $con->table($map);
        $statement = $table->findStatement();
        foreach ($key as $index => $value) {
            $table->cells[\count($map::COLUMNS) + $index] = $value;
        }
        try {
            $statement->execute();
        } catch (\PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
        /** @var list<scalar|resource|null>|false $row */
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();
        if ($row === false) {
            return null;
        }
        $found = $object::fromRow($row, $table);
        self::assertInstanceOf($object::class, $found);

        return $found;
    }

    /**
     * The statements that something sends, in the order they were sent.
     *
     * @param callable(): mixed $work
     *
     * @return list<string>
     */
    protected static function sqlOf(callable $work, ?ConnectionWrapper $con = null): array
    {
        $con ??= self::con();
        $log = new SqlLog();
        $con->setQueryLog($log);
        try {
            $work();
        } finally {
            $con->setQueryLog(null);
        }

        return $log->statements;
    }

    /** SQL of a test with the quotes of the engine: write names in double quotes. */
    protected static function quoted(string $sql): string
    {
        return self::adapter() === 'mysql' ? \strtr($sql, '"', '`') : $sql;
    }

    /**
     * @template E of \Throwable
     *
     * @param class-string<E>   $class
     * @param callable(): mixed $work
     *
     * @return E
     */
    protected static function caught(string $class, callable $work): \Throwable
    {
        try {
            $work();
        } catch (\Throwable $error) {
            self::assertInstanceOf($class, $error, (string) $error);

            return $error;
        }
        self::fail("$class was not thrown");
    }
}
