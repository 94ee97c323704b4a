<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Unit\Support\AdapterTestCase;
use Orm\Runtime\Tests\Unit\Support\ConnectTests;
use Orm\Runtime\Tests\Unit\Support\ViolationTests;

final class SqliteAdapterTest extends AdapterTestCase
{
    use ConnectTests;
    use ViolationTests;

    protected static function engine(): string
    {
        return 'sqlite';
    }

    protected static function violations(): array
    {
        $update = 'UPDATE adp_book SET ';

        return [
            "INSERT INTO adp_book (id, title, isbn) VALUES (3, 'T', '111')" => [ErrorKind::UniqueViolation, null, 'adp_book', 'isbn'],
            "INSERT INTO adp_book (id, title) VALUES (1, 'T')" => [ErrorKind::UniqueViolation, null, 'adp_book', 'id'],
            $update . 'price = 10 WHERE id = 2' => [ErrorKind::UniqueViolation, null, 'adp_book', null],
            $update . 'author_id = 99' => [ErrorKind::ForeignKeyViolation, null, null, null],
            'DELETE FROM adp_author' => [ErrorKind::ForeignKeyViolation, null, null, null],
            $update . 'title = NULL' => [ErrorKind::NotNullViolation, null, 'adp_book', 'title'],
            'INSERT INTO adp_book (id) VALUES (3)' => [ErrorKind::NotNullViolation, null, 'adp_book', 'title'],
            $update . 'price = 0 WHERE id = 1' => [ErrorKind::CheckViolation, 'adp_book_price', null, null],
        ];
    }

    public function testOtherConstraints(): void
    {
        $this->pdo->exec('CREATE TABLE adp_type (n INTEGER, t TEXT) STRICT');
        $this->pdo->exec('CREATE UNIQUE INDEX adp_type_lower ON adp_type (lower(t))');
        $error = self::failing(fn () => $this->pdo->exec("INSERT INTO adp_type VALUES ('x', 'y')"));
        $this->assertKind(ErrorKind::CheckViolation, $error);
        $violated = $this->adapter->errorNames($error);
        self::assertSame(['adp_type', 'n'], [$violated->table, $violated->column]);
        $this->pdo->exec("INSERT INTO adp_type VALUES (1, 'y')");
        $error = self::failing(fn () => $this->pdo->exec("INSERT INTO adp_type VALUES (1, 'Y')"));
        $this->assertKind(ErrorKind::UniqueViolation, $error);
        self::assertSame('adp_type_lower', $this->adapter->errorNames($error)->constraint);
        $this->pdo->exec("CREATE TRIGGER adp_no BEFORE DELETE ON adp_type BEGIN SELECT RAISE(ABORT, 'never'); END");
        $error = self::failing(fn () => $this->pdo->exec('DELETE FROM adp_type'));
        $this->assertKind(ErrorKind::ConstraintViolation, $error);
    }

    /** A connection that somebody else made may give primary codes only. */
    public function testKindsWithoutExtendedCodes(): void
    {
        $this->createTables();
        $plain = new \PDO($this->location()['dsn']);
        $plain->exec('PRAGMA foreign_keys = ON');
        foreach (self::violations() as $sql => [$kind]) {
            $error = self::failing(fn () => $plain->exec($sql));
            self::assertSame(19, $error->errorInfo[1] ?? null);
            $this->assertKind($kind, $error);
        }
    }

    public function testALockThatIsWaitedForTooLong(): void
    {
        $this->createTables();
        $second = $this->adapter->connect($this->settings(attributes: ['ATTR_TIMEOUT' => 1]));
        $this->pdo->exec($this->adapter->beginStatements(null)[0] ?? '');
        $begun = \microtime(true);
        $error = self::failing(fn () => $second->exec('BEGIN IMMEDIATE'));
        self::assertGreaterThan(0.8, \microtime(true) - $begun);
        self::assertLessThan(30, \microtime(true) - $begun, 'without the setting it is a minute');
        $this->assertKind(ErrorKind::LockTimeout, $error);
        $this->pdo->exec('ROLLBACK');
    }

    public function testATransactionThatReadsWhatAnotherChanges(): void
    {
        $this->pdo->exec('PRAGMA journal_mode = WAL');
        $this->createTables();
        $second = $this->connect();
        $second->exec('BEGIN');
        $this->column('SELECT id FROM adp_author', $second);
        $this->pdo->exec("UPDATE adp_author SET name = 'b'");
        $error = self::failing(fn () => $second->exec("UPDATE adp_author SET name = 'a'"));
        $this->assertKind(ErrorKind::Serialization, $error);
        self::assertFalse($this->adapter->endsTransaction($error, $second));
        $second->exec('ROLLBACK');
    }

    public function testErrorsThatEndTheTransaction(): void
    {
        $this->createTables();
        $this->pdo->exec($this->adapter->beginStatements('READ COMMITTED')[0] ?? '');
        $this->pdo->exec("INSERT INTO adp_author VALUES (7, 'Gus')");
        $error = self::failing(fn () => $this->pdo->exec("INSERT OR ROLLBACK INTO adp_author VALUES (7, 'Gus')"));
        $this->assertKind(ErrorKind::UniqueViolation, $error);
        self::assertTrue($this->adapter->endsTransaction($error, $this->pdo));
        self::assertEquals([1, 2], $this->column('SELECT id FROM adp_author ORDER BY id'));
        // A full disk rolls back or not, depending on what was being written: the answer is the truth either way.
        $this->pdo->exec('PRAGMA max_page_count = 10');
        $this->pdo->exec('BEGIN IMMEDIATE');
        $error = self::failing(fn () => $this->pdo->exec('UPDATE adp_author SET name = hex(zeroblob(100000))'));
        self::assertSame(13, $error->errorInfo[1] ?? null);
        $this->assertKind(ErrorKind::Other, $error);
        self::assertTrue($this->adapter->endsTransaction($error));
        if (!$this->adapter->endsTransaction($error, $this->pdo)) {
            $this->pdo->exec('ROLLBACK');
        }
        $this->pdo->exec('BEGIN IMMEDIATE');
        $this->pdo->exec('ROLLBACK');
    }

    public function testTheSession(): void
    {
        self::assertEquals([1], $this->column('PRAGMA foreign_keys'));
        self::assertEquals([60000], $this->column('PRAGMA busy_timeout'));
        $own = $this->adapter->connect($this->settings(options: ['ATTR_TIMEOUT' => 3], queries: ['PRAGMA foreign_keys = OFF']));
        self::assertEquals([0], $this->column('PRAGMA foreign_keys', $own));
        self::assertEquals([3000], $this->column('PRAGMA busy_timeout', $own));
    }

    public function testAFileThatCannotBeOpened(): void
    {
        $this->expectException(ConnectionException::class);
        $this->expectExceptionMessage('The connection "shelf" (sqlite:/nowhere/at/all.sqlite) cannot be opened: SQLSTATE[HY000] [14]');
        $this->adapter->connect(new ConnectionSettings('shelf', 'sqlite:/nowhere/at/all.sqlite'));
    }

    public function testDecimalsKeptAsTextAreComparedByValue(): void
    {
        $this->pdo->exec('CREATE TABLE adp_type (d TEXT)');
        $this->pdo->exec(
            "INSERT INTO adp_type VALUES ('10'), ('9'), ('-1.5'), ('99999999999999999999.01'), ('99999999999999999999.009')"
        );
        self::assertSame(
            ['-1.5', '9', '10', '99999999999999999999.009', '99999999999999999999.01'],
            $this->column('SELECT d FROM adp_type ORDER BY d COLLATE orm_decimal')
        );
        self::assertSame(['9'], $this->column("SELECT d FROM adp_type WHERE d = '9.000' COLLATE orm_decimal"));
    }

    public function testRegularExpressions(): void
    {
        $cases = [
            "'Hamlet' REGEXP '^H.m'" => 1,
            "'Hamlet' REGEXP 'x'" => 0,
            "'Ödön' REGEXP '^.d.n$'" => 1,
            "'a/b~c' REGEXP 'a/b~c'" => 1,
            "12 REGEXP '^1'" => 1,
            "NULL REGEXP 'x'" => null,
            "CAST(x'FF41' AS TEXT) REGEXP 'A$'" => 1,
        ];
        foreach ($cases as $expression => $expected) {
            self::assertSame([$expected], $this->column("SELECT $expression"), $expression);
        }
        $this->expectException(InvalidValueException::class);
        $this->column("SELECT 'a' REGEXP '('");
    }
}
