<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Exception\ConnectionException;
use PDO;
use PDOException;

/** MySQL and MariaDB. */
abstract class MysqlTestCase extends AdapterTestCase
{
    use ConnectTests;
    use LockTests;
    use LoginTests;
    use ViolationTests;

    protected static function violations(): array
    {
        $update = 'UPDATE adp_book SET ';
        // MariaDB does not say in which table a key is, MySQL not of which table a check is.
        $keyTable = static::engine() === 'mariadb' ? null : 'adp_book';
        $checkTable = static::engine() === 'mariadb' ? 'adp_book' : null;

        return [
            "INSERT INTO adp_book (id, title, isbn) VALUES (3, 'T', '111')" => [ErrorKind::UniqueViolation, 'adp_book_isbn', $keyTable, null],
            "INSERT INTO adp_book (id, title) VALUES (1, 'T')" => [ErrorKind::UniqueViolation, 'PRIMARY', $keyTable, null],
            $update . 'price = 10 WHERE id = 2' => [ErrorKind::UniqueViolation, 'adp_book_two', $keyTable, null],
            $update . 'author_id = 99' => [ErrorKind::ForeignKeyViolation, 'adp_book_author', 'adp_book', 'author_id'],
            'DELETE FROM adp_author' => [ErrorKind::ForeignKeyViolation, 'adp_book_author', 'adp_book', 'author_id'],
            $update . 'title = NULL' => [ErrorKind::NotNullViolation, null, null, 'title'],
            'INSERT INTO adp_book (id) VALUES (3)' => [ErrorKind::NotNullViolation, null, null, 'title'],
            $update . 'price = 0 WHERE id = 1' => [ErrorKind::CheckViolation, 'adp_book_price', $checkTable, null],
        ];
    }

    public function testADuplicateWhoseValueLooksLikeAMessage(): void
    {
        $this->createTables();
        $insert = fn (int $id) => $this->pdo->exec("INSERT INTO adp_book (id, title, isbn) VALUES ($id, 'T', ' for key ''a.b''')");
        $insert(3);
        $error = self::failing(fn () => $insert(4));
        self::assertSame('adp_book_isbn', $this->adapter->errorNames($error)->constraint);
    }

    public function testALockThatIsWaitedForTooLong(): void
    {
        $this->createTables();
        $second = $this->connect();
        $second->exec('BEGIN');
        $second->exec("UPDATE adp_author SET name = 'b' WHERE id = 1");
        $this->pdo->exec('SET innodb_lock_wait_timeout = 1');
        $this->pdo->exec('START TRANSACTION');
        $this->pdo->exec("INSERT INTO adp_author VALUES (7, 'Gus')");
        $error = self::failing(fn () => $this->pdo->exec("UPDATE adp_author SET name = 'a' WHERE id = 1"));
        $this->assertKind(ErrorKind::LockTimeout, $error);
        self::assertFalse($this->adapter->endsTransaction($error));
        self::assertFalse($this->adapter->endsTransaction($error, $this->pdo));
        // With innodb_rollback_on_timeout the server would have done this itself.
        $this->pdo->exec('ROLLBACK');
        self::assertTrue($this->adapter->endsTransaction($error, $this->pdo));
    }

    public function testADeadlockOfNamedLocks(): void
    {
        $other = $this->otherSession();
        $name = 'adp_' . \bin2hex(\random_bytes(4));
        $this->pdo->exec('START TRANSACTION');
        $this->column("SELECT GET_LOCK('{$name}_1', 5)");
        $other->run("SELECT GET_LOCK('{$name}_2', 5)");
        $other->send("SELECT GET_LOCK('{$name}_1', 5)");
        \usleep(200_000);
        $error = null;
        try {
            $this->column("SELECT GET_LOCK('{$name}_2', 5)");
        } catch (PDOException $caught) {
            $error = $caught;
        }
        $this->column('SELECT RELEASE_ALL_LOCKS()');
        $answer = $other->receive();
        $error ??= $answer instanceof PDOException ? $answer : self::fail('nobody was rolled back');
        $this->assertKind(ErrorKind::Deadlock, $error);
    }

    public function testAServerThatGivesUpAnIdleSession(): void
    {
        $victim = $this->connect();
        $victim->exec('SET wait_timeout = 1');
        \sleep(2);
        // MySQL says good-bye in a packet that the driver does not expect and warns of.
        $this->assertKind(ErrorKind::ConnectionLost, self::failing(fn () => @$victim->exec('DO 1')));
    }

    public function testAnInterruptedStatementIsNoLostConnection(): void
    {
        $other = $this->otherSession();
        $id = $other->run('SELECT CONNECTION_ID()')[0][0] ?? '';
        self::assertIsScalar($id);
        $other->send('SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c');
        \usleep(300_000);
        $this->pdo->exec("KILL QUERY $id");
        $error = $other->receive();
        self::assertInstanceOf(PDOException::class, $error);
        $this->assertKind(ErrorKind::Other, $error);
        $other->run('SELECT 1');
    }

    public function testTheSession(): void
    {
        $variable = static::engine() === 'mariadb' ? '@@tx_isolation' : '@@transaction_isolation';
        self::assertSame(['READ-COMMITTED'], $this->column("SELECT $variable"));
        self::assertSame(['utf8mb4'], $this->column('SELECT @@character_set_client'));
        $own = $this->adapter->connect($this->settings(
            charset: 'latin1',
            queries: ['SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE', "SET time_zone = '+03:00'"],
        ));
        self::assertSame(['SERIALIZABLE'], $this->column("SELECT $variable", $own));
        self::assertSame(['+03:00'], $this->column('SELECT @@time_zone', $own));
        self::assertSame(['latin1'], $this->column('SELECT @@character_set_client', $own));
        $dsn = $this->adapter->connect($this->settings(dsnPart: ';charset=latin2'));
        self::assertSame(['latin2'], $this->column('SELECT @@character_set_client', $dsn));
        self::assertEquals([1], $this->column('SELECT @@global.sql_mode = @@session.sql_mode'));
        self::assertSame(0, $this->pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES));
    }

    public function testQueriesOfTheSettingsMayHaveResultsAndBeSeveralInOne(): void
    {
        $own = $this->adapter->connect($this->settings(queries: ['SELECT 1', "SELECT 2; SET time_zone = '+02:00'; SELECT 3"]));
        self::assertSame(['+02:00'], $this->column('SELECT @@time_zone', $own));
        $this->expectException(ConnectionException::class);
        $this->expectExceptionMessage('adp_nowhere');
        $this->adapter->connect($this->settings(queries: ['SELECT 1; SELECT 2 FROM adp_nowhere']));
    }

    public function testATransactionHasTheLevelItAskedFor(): void
    {
        $this->createTables();
        $second = $this->connect();
        foreach ($this->adapter->beginStatements('REPEATABLE READ') as $sql) {
            $this->pdo->exec($sql);
        }
        $this->column('SELECT * FROM adp_author');
        $second->exec("UPDATE adp_author SET name = 'new' WHERE id = 1");
        self::assertSame(['Ann'], $this->column('SELECT name FROM adp_author WHERE id = 1'));
        $this->pdo->exec('COMMIT');
        foreach ($this->adapter->beginStatements(null) as $sql) {
            $this->pdo->exec($sql);
        }
        $this->column('SELECT * FROM adp_author');
        $second->exec("UPDATE adp_author SET name = 'newer' WHERE id = 1");
        self::assertSame(['newer'], $this->column('SELECT name FROM adp_author WHERE id = 1'));
    }

    protected function processId(PDO $pdo): string
    {
        $id = $this->column('SELECT CONNECTION_ID()', $pdo)[0] ?? '';

        return \is_scalar($id) ? (string) $id : '';
    }

    protected function kill(string $processId): void
    {
        $this->pdo->exec("KILL $processId");
    }

    protected function sleepStatement(): string
    {
        return 'SELECT SLEEP(5)';
    }
}
