<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ErrorTranslator;
use Orm\Runtime\Exception\SerializationException;
use PDO;

/** PostgreSQL in any version. */
abstract class PgsqlTestCase extends AdapterTestCase
{
    use ConnectTests;
    use LockTests;
    use LoginTests;
    use ViolationTests;

    protected static function violations(): array
    {
        $update = 'UPDATE adp_book SET ';

        return [
            "INSERT INTO adp_book (id, title, isbn) VALUES (3, 'T', '111')" => [ErrorKind::UniqueViolation, 'adp_book_isbn', null, 'isbn'],
            $update . 'price = 10 WHERE id = 2' => [ErrorKind::UniqueViolation, 'adp_book_two', null, null],
            $update . 'author_id = 99' => [ErrorKind::ForeignKeyViolation, 'adp_book_author', 'adp_book', 'author_id'],
            'DELETE FROM adp_author' => [ErrorKind::ForeignKeyViolation, 'adp_book_author', 'adp_book', null],
            $update . 'title = NULL' => [ErrorKind::NotNullViolation, null, 'adp_book', 'title'],
            'INSERT INTO adp_book (id) VALUES (3)' => [ErrorKind::NotNullViolation, null, 'adp_book', 'title'],
            $update . 'price = 0 WHERE id = 1' => [ErrorKind::CheckViolation, 'adp_book_price', 'adp_book', null],
        ];
    }

    public function testARestrictedDelete(): void
    {
        $this->createTables();
        $this->pdo->exec(
            'CREATE TABLE adp_restricted (author_id INTEGER CONSTRAINT adp_restrict REFERENCES adp_author ON DELETE RESTRICT)'
        );
        $this->pdo->exec('DELETE FROM adp_book');
        $this->pdo->exec('INSERT INTO adp_restricted VALUES (1)');
        $error = self::failing(fn () => $this->pdo->exec('DELETE FROM adp_author WHERE id = 1'));
        $this->assertKind(ErrorKind::ForeignKeyViolation, $error);
        $violated = $this->adapter->errorNames($error);
        self::assertSame(['adp_restrict', 'adp_restricted', null], [$violated->constraint, $violated->table, $violated->column]);
    }

    public function testAnExclusionConstraint(): void
    {
        $this->pdo->exec('CREATE TABLE adp_booking (during int4range, CONSTRAINT adp_no_overlap EXCLUDE USING gist (during WITH &&))');
        $this->pdo->exec("INSERT INTO adp_booking VALUES ('[1,5)')");
        $error = self::failing(fn () => $this->pdo->exec("INSERT INTO adp_booking VALUES ('[3,9)')"));
        $this->assertKind(ErrorKind::ConstraintViolation, $error);
        self::assertSame('adp_no_overlap', $this->adapter->errorNames($error)->constraint);
    }

    public function testATransactionThatReadsWhatAnotherChanges(): void
    {
        $this->createTables();
        foreach (['REPEATABLE READ', 'serializable'] as $isolation) {
            $second = $this->connect();
            foreach ($this->adapter->beginStatements($isolation) as $sql) {
                $this->pdo->exec($sql);
            }
            self::assertSame([\strtolower($isolation)], $this->column('SHOW transaction_isolation'));
            $this->column('SELECT * FROM adp_author');
            $second->exec("UPDATE adp_author SET name = 'b' WHERE id = 1");
            $sql = "UPDATE adp_author SET name = 'a' WHERE id = 1";
            $error = self::failing(fn () => $this->pdo->exec($sql));
            $this->assertKind(ErrorKind::Serialization, $error);
            self::assertInstanceOf(SerializationException::class, ErrorTranslator::translate($this->adapter, $error, $sql));
            self::assertFalse($this->adapter->endsTransaction($error, $this->pdo));
            self::assertTrue($this->adapter->failureAbortsTransaction());
            $refused = self::failing(fn () => $this->pdo->exec('SELECT 1'));
            self::assertSame('25P02', $refused->errorInfo[0] ?? null);
            $this->assertKind(ErrorKind::Other, $refused);
            $this->pdo->exec('ROLLBACK');
        }
    }

    public function testALockThatIsWaitedForTooLong(): void
    {
        $this->createTables();
        $second = $this->connect();
        $second->exec('BEGIN');
        $second->exec("UPDATE adp_author SET name = 'b' WHERE id = 1");
        $this->pdo->exec("SET lock_timeout = '50ms'");
        $error = self::failing(fn () => $this->pdo->exec("UPDATE adp_author SET name = 'a' WHERE id = 1"));
        $this->assertKind(ErrorKind::LockTimeout, $error);
    }

    public function testSessionsThatTheServerEndsForBeingIdle(): void
    {
        $settings = ['idle_in_transaction_session_timeout' => 'BEGIN', 'idle_session_timeout' => 'SELECT 1'];
        if (static::engine() === 'pgsql18') {
            $settings['transaction_timeout'] = 'BEGIN';
        }
        foreach ($settings as $name => $statement) {
            $victim = $this->connect();
            $victim->exec("SET $name = '50ms'");
            $victim->exec($statement);
            \usleep(200_000);
            $this->assertKind(ErrorKind::ConnectionLost, self::failing(fn () => $victim->exec('SELECT 1')));
        }
    }

    public function testACancelledStatementIsNoLostConnection(): void
    {
        $this->pdo->exec("SET statement_timeout = '50ms'");
        $this->assertKind(ErrorKind::Other, self::failing(fn () => $this->pdo->exec('SELECT pg_sleep(2)')));
        $this->pdo->exec('SELECT 1');
    }

    public function testTheSession(): void
    {
        self::assertSame(['UTF8'], $this->column('SHOW client_encoding'));
        $own = $this->adapter->connect($this->settings(
            charset: 'LATIN1',
            queries: ["SET application_name = 'adp one'", "SET TIME ZONE 'Asia/Tokyo'"],
        ));
        self::assertSame(['LATIN1'], $this->column('SHOW client_encoding', $own));
        self::assertSame(['adp one'], $this->column('SHOW application_name', $own));
        self::assertSame(['Asia/Tokyo'], $this->column('SHOW timezone', $own));
        // A server, database or role may have been set up for dates that only people understand.
        $british = $this->adapter->connect($this->settings(dsnPart: ";options='-c DateStyle=SQL,DMY'"));
        self::assertSame(['2030-02-01'], $this->column("SELECT DATE '2030-02-01'", $british));
        $dsn = $this->adapter->connect($this->settings(dsnPart: ';client_encoding=LATIN9'));
        self::assertSame(['LATIN9'], $this->column('SHOW client_encoding', $dsn));
    }

    public function testAPasswordThatBreaksTheDsnIsNotQuotedByTheDriver(): void
    {
        try {
            $this->adapter->connect(new ConnectionSettings('shelf', $this->location()['dsn'] . ';password=open sesame now'));
            self::fail('should not connect');
        } catch (ConnectionException $error) {
            self::assertStringContainsString('missing "="', $error->getMessage());
            self::assertStringNotContainsString('sesame', self::everythingIn($error));
        }
    }

    protected function processId(PDO $pdo): string
    {
        $id = $this->column('SELECT pg_backend_pid()', $pdo)[0] ?? '';

        return \is_scalar($id) ? (string) $id : '';
    }

    protected function kill(string $processId): void
    {
        $this->column("SELECT pg_terminate_backend($processId)");
    }

    protected function sleepStatement(): string
    {
        return 'SELECT pg_sleep(5)';
    }
}
