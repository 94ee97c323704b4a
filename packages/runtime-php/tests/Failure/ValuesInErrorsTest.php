<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Failure;

use Bookstore\Country;
use Bookstore\CountryQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\CheckViolationException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Exception\ForeignKeyViolationException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\RecordingLogger;
use Throwable;

/** Databases repeat the values of a row in their messages. Exceptions and logs do not, whatever the values look like. */
final class ValuesInErrorsTest extends ModelTestCase
{
    /** Values that look like what follows one in a message. */
    private const SECRETS = [
        'secret-hash',
        "x' for key 'secret",
        "secret' for column 'name' at row 1",
        'x) already exists. (a)=(secret',
        'secret)=(x',
        "secret\nDETAIL:  secret",
        'a "secret" b',
        "it''s secret",
    ];

    private ConnectionWrapper $connection;
    private RecordingLogger $logger;

    protected function setUp(): void
    {
        parent::setUp();
        $pdo = self::database()->pdo;
        $pdo->exec('DROP TABLE IF EXISTS orm_child');
        $pdo->exec('DROP TABLE IF EXISTS orm_secret');
        $engine = self::adapter() === 'mysql' ? ' ENGINE=InnoDB' : '';
        $pdo->exec('CREATE TABLE orm_secret (id INTEGER PRIMARY KEY, hash VARCHAR(100) NOT NULL UNIQUE, note VARCHAR(100) NOT NULL,'
            . " points INTEGER, CONSTRAINT few CHECK (points < 100))$engine");
        $pdo->exec('CREATE TABLE orm_child (hash VARCHAR(100), CONSTRAINT parent FOREIGN KEY (hash) REFERENCES orm_secret (hash))' . $engine);
        $this->logger = new RecordingLogger();
        $this->connection = self::anotherConnection([], $this->logger);
    }

    protected function tearDown(): void
    {
        self::database()->pdo->exec('DROP TABLE IF EXISTS orm_child');
        self::database()->pdo->exec('DROP TABLE IF EXISTS orm_secret');
        parent::tearDown();
    }

    public function testConstraints(): void
    {
        foreach (self::SECRETS as $number => $secret) {
            $row = "INSERT INTO orm_secret (id, hash, note, points) VALUES (?, ?, ?, ?)";
            $this->connection->query($row, [$number, $secret, 'x', 1]);
            $error = $this->fails(UniqueViolationException::class, $row, [100, $secret, 'x', 1]);
            self::assertMatchesRegularExpression('/hash/', $error->getMessage(), 'the name of the key or column stays');
            $error = $this->fails(NotNullViolationException::class, $row, [100, $secret, null, 1]);
            self::assertStringContainsString('note', $error->getMessage());
            $error = $this->fails(CheckViolationException::class, $row, [100, "$secret 2", 'x', 100]);
            self::assertStringContainsString('few', $error->getMessage());
            $error = $this->fails(ForeignKeyViolationException::class, 'INSERT INTO orm_child (hash) VALUES (?)', ["$secret 3"]);
            // SQLite does not say which one.
            self::assertSame(self::adapter() !== 'sqlite', \str_contains($error->getDatabaseMessage(), 'parent'));
        }
    }

    public function testValuesThatDoNotFit(): void
    {
        if (self::adapter() === 'sqlite') {
            // It takes any value.
            self::assertSame(1, $this->connection->query('SELECT 1')->fetchColumn());

            return;
        }
        foreach (self::SECRETS as $secret) {
            $error = $this->fails(QueryException::class, 'UPDATE orm_secret SET points = ? WHERE id = 1', [$secret], true);
            self::assertMatchesRegularExpression('/integer|points/i', $error->getMessage());
            $this->fails(QueryException::class, 'SELECT CAST(? AS DATE) FORM x', [$secret]);
        }
    }

    public function testThroughAModel(): void
    {
        $con = $this->connection;
        (new Country())->setCode('secret-1')->setName('x')->save($con);
        $this->logger->records = [];
        $twice = (new Country())->setCode('secret-1')->setName('secret');
        $this->clean(self::caught(UniqueViolationException::class, fn () => $twice->save($con)), 'save');
        // What comes after it in a transaction repeats it.
        $con->beginTransaction();
        $this->clean(self::caught(UniqueViolationException::class, fn () => $twice->save($con)), 'in a transaction');
        try {
            CountryQuery::create()->count($con);
        } catch (AbortedTransactionException $error) {
            $this->logger->records[] = 'refused before it was sent';
            $this->clean($error, 'afterwards');
        }
        $con->rollBack();
    }

    public function testAPlaceholderWithoutAValueIsNoLostConnection(): void
    {
        $con = $this->connection;
        $con->beginTransaction();
        try {
            CountryQuery::create()->where('Country.Name = :name')->count($con);
        } catch (OrmException $error) {
            self::assertInstanceOf(QueryException::class, $error);
        }
        self::assertTrue($con->isOpen());
        self::assertFalse($con->isAborted());
        $con->rollBack();
        self::assertSame(0, CountryQuery::create()->count($con));
    }

    /**
     * @template E of OrmException
     *
     * @param class-string<E>   $class
     * @param list<scalar|null> $values
     *
     * @return E
     */
    private function fails(string $class, string $sql, array $values, bool $withRow = false): OrmException
    {
        if ($withRow) {
            $this->connection->query('DELETE FROM orm_secret');
            $this->connection->query("INSERT INTO orm_secret (id, hash, note) VALUES (1, 'h', 'n')");
        }
        $error = self::caught($class, fn () => $this->connection->query($sql, $values));
        $this->clean($error, $sql);

        return $error;
    }

    private function clean(Throwable $error, string $where): void
    {
        for ($each = $error; $each !== null; $each = $each->getPrevious()) {
            self::assertStringNotContainsString('secret', self::withoutNames($each->getMessage()), $where);
            if ($each instanceof QueryException) {
                self::assertStringNotContainsString('secret', self::withoutNames($each->getDatabaseMessage()), $where);
            }
            if ($each instanceof \PDOException) {
                self::assertStringNotContainsString('secret', self::withoutNames((string) \json_encode($each->errorInfo)), $where);
            }
        }
        self::assertNotSame([], $this->logger->records, 'it is logged');
        self::assertStringNotContainsString('secret', self::withoutNames(\implode("\n", $this->logger->records)), $where);
        $this->logger->records = [];
    }

    /** The name of the table is no secret. */
    private static function withoutNames(string $text): string
    {
        return \str_replace('orm_secret', 'T', $text);
    }
}
