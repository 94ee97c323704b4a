<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Transaction;

use ArrayObject;
use Bookstore\Account;
use Bookstore\Country;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\RollbackException;
use Orm\Runtime\Exception\SerializationException;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;
use Orm\Runtime\Tests\Support\RecordingLogger;
use Orm\Runtime\Tests\Unit\Support\OtherSession;
use PDOException;
use Psr\Log\NullLogger;

/** Transactions that get into each other's way, and those that the server has given up. */
final class ConflictTest extends ModelTestCase
{
    private RecordingLogger $logger;
    private int $retriesBefore = 0;

    protected function setUp(): void
    {
        parent::setUp();
        $this->logger = new RecordingLogger();
        $this->retriesBefore = self::con()->getRetryCount();
        Orm::getServiceContainer()->setLogger('bookstore', $this->logger);
        self::database()->pdo->exec('INSERT INTO account (id, balance) VALUES (1, 0), (2, 0)');
        // A mistake in a test must not hang the run.
        match (self::adapter()) {
            'pgsql' => self::con()->exec("SET lock_timeout = '5s'"),
            'mysql' => self::con()->exec('SET innodb_lock_wait_timeout = 5'),
            default => self::con()->exec('PRAGMA busy_timeout = 5000'),
        };
    }

    protected function tearDown(): void
    {
        $con = self::con();
        $con->retrySeconds = 10.0;
        parent::tearDown();
        $con->close(); // its session was changed
        Orm::getServiceContainer()->setLogger('bookstore', new NullLogger());
    }

    public function testADeadlockIsTriedAgain(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->busyDatabaseIsTriedAgain();

            return;
        }
        $con = self::con();
        $other = $this->otherSession();
        $account = self::account(1);
        $runs = new ArrayObject();
        $result = $con->transaction(function (ConnectionWrapper $con) use ($other, $account, $runs): string {
            $runs[] = 'run';
            if (\count($runs) === 2) {
                self::assertSame([], $other->receive());
                $other->run('COMMIT');
            }
            $account->setBalance($account->getBalance() + 10)->save();
            if (\count($runs) === 1) {
                $this->runIntoDeadlock($con, $other);
            }

            return 'done in run ' . \count($runs);
        });
        self::assertSame('done in run 2', $result);
        // What the failed run did to the object was undone; the edit itself stayed, so it is there twice.
        self::assertSame('20', self::database()->value('SELECT balance FROM account WHERE id = 1'));
        self::assertSame(1, $con->getRetryCount() - $this->retriesBefore);
        $warnings = \array_filter($this->logger->records, static fn (string $each): bool => \str_contains($each, 'is retried'));
        self::assertCount(1, $warnings);
        self::assertStringStartsWith(
            'warning: Transaction on "bookstore" is retried: ',
            \array_values($warnings)[0],
        );
    }

    public function testADeadlockInATransactionOfTheCaller(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->upgradeOfAForeignTransaction();

            return;
        }
        $con = self::con();
        $other = $this->otherSession();
        $account = self::account(1);
        $country = (new Country())->setCode('a')->setName('x');
        $con->beginTransaction();
        $country->save();
        $account->setBalance(10)->save();
        $error = self::caught(ConflictException::class, fn () => $this->runIntoDeadlock($con, $other));
        self::assertInstanceOf(DeadlockException::class, $error);
        self::assertStringStartsWith(
            'Two transactions waited for each other and this one is rolled back: roll back and try again.',
            $error->getMessage(),
        );
        // Nothing runs, and above all nothing is committed on its own, before rollBack().
        $later = (new Country())->setCode('b')->setName('x');
        $attempts = [
            fn () => $later->save(),
            fn () => self::account(2),
            fn () => $con->exec("INSERT INTO country (code, name) VALUES ('c', 'x')"),
            fn () => $con->query('SELECT 1'),
            fn () => $con->beginTransaction(),
        ];
        foreach ($attempts as $attempt) {
            $aborted = self::caught(AbortedTransactionException::class, $attempt);
            self::assertMatchesRegularExpression(
                '/^The transaction on "bookstore" cannot go on because (the server rolled it back|a statement in it failed):'
                    . ' .*[Dd]eadlock.*\. Call rollBack\(\), then begin again\.$/',
                $aborted->getMessage(),
            );
        }
        self::assertSame(self::adapter() === 'mysql', $con->isAborted());
        self::caught(
            self::adapter() === 'mysql' ? AbortedTransactionException::class : RollbackException::class,
            fn () => $con->commit(),
        );
        self::assertTrue($con->inTransaction());
        $con->rollBack();
        self::assertSame([], $other->receive());
        $other->run('COMMIT');
        self::assertFalse($con->isAborted());
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
        self::assertTrue($country->isNew());
        self::assertTrue($account->isModified());
        self::assertSame(1, $country->save());
        self::assertSame(1, $account->save());
        self::assertSame(1, $later->save());
        self::assertSame('10', self::database()->value('SELECT balance FROM account WHERE id = 1'));
    }

    public function testADeadlockInsideASavepointOfTheCaller(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->upgradeOfAForeignTransaction();

            return;
        }
        $con = self::con();
        $other = $this->otherSession();
        $country = (new Country())->setCode('a')->setName('x');
        $con->beginTransaction();
        $country->save();
        $con->beginTransaction();
        $con->exec('UPDATE account SET balance = 1 WHERE id = 1');
        self::caught(DeadlockException::class, fn () => $this->runIntoDeadlock($con, $other));
        $con->rollBack();
        self::assertSame(1, $con->getNestedTransactionCount());
        if (self::adapter() === 'mysql') {
            // The server has rolled back everything, so going back to the savepoint is not enough.
            self::assertTrue($con->isAborted());
            self::caught(AbortedTransactionException::class, fn () => (new Country())->setCode('b')->setName('x')->save());
            $con->rollBack();
            self::assertTrue($country->isNew());
            self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
        } else {
            self::assertFalse($con->isAborted());
            (new Country())->setCode('b')->setName('x')->save();
            $con->commit();
            self::assertSame('2', self::database()->value('SELECT count(*) FROM country'));
        }
        self::assertSame([], $other->receive());
        $other->run('COMMIT');
    }

    public function testALockThatIsWaitedForTooLong(): void
    {
        $con = self::con();
        $other = self::anotherSession();
        $other->exec(self::adapter() === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN');
        $other->exec('UPDATE account SET balance = 5 WHERE id = 1');
        self::waitShortly($con);
        $account = self::account(1)->setBalance(7);
        $error = self::caught(LockTimeoutException::class, fn () => $account->save());
        self::assertStringStartsWith(
            'Another transaction holds a lock that this statement needs: try again later.',
            $error->getMessage(),
        );
        self::assertTrue($account->isModified());
        // transaction() goes on trying until the time is over.
        $con->retrySeconds = self::adapter() === 'mysql' ? 1.5 : 0.2; // MySQL counts whole seconds
        self::caught(ConflictException::class, fn () => $con->transaction(fn () => $account->save()));
        self::assertGreaterThan($this->retriesBefore, $con->getRetryCount());
        self::assertFalse($con->inTransaction());
        $other->exec('COMMIT');
        self::assertSame(1, $con->transaction(fn () => $account->save()));
        self::assertSame('7', self::database()->value('SELECT balance FROM account WHERE id = 1'));
    }

    public function testATransactionThatIsNoLongerUpToDate(): void
    {
        if (self::adapter() !== 'pgsql') {
            self::assertFalse(self::con()->isAborted());

            return; // READ COMMITTED on MySQL, and one writer at a time on SQLite
        }
        $con = self::con();
        $runs = new ArrayObject();
        $con->transaction(function (ConnectionWrapper $con) use ($runs): void {
            $runs[] = 'run';
            $con->query('SELECT balance FROM account')->fetchAll();
            if (\count($runs) === 1) {
                self::database()->pdo->exec('UPDATE account SET balance = 100 WHERE id = 1');
            }
            $con->exec('UPDATE account SET balance = balance + 1 WHERE id = 1');
        }, 'REPEATABLE READ');
        self::assertCount(2, $runs);
        self::assertSame('101', self::database()->value('SELECT balance FROM account WHERE id = 1'));
        $con->beginTransaction('SERIALIZABLE');
        $con->query('SELECT balance FROM account')->fetchAll();
        self::database()->pdo->exec('UPDATE account SET balance = 0');
        $work = fn () => $con->exec('UPDATE account SET balance = 1');
        self::assertInstanceOf(ConflictException::class, self::caught(SerializationException::class, $work));
        $con->rollBack();
    }

    public function testAWriteTransactionTakesItsLockAtOnce(): void
    {
        $con = self::con();
        $other = self::anotherSession();
        $con->beginTransaction();
        if (self::adapter() === 'sqlite') {
            $error = self::caught(PDOException::class, fn () => $other->exec('UPDATE account SET balance = 1'));
            self::assertStringContainsString('database is locked', $error->getMessage());
        } else {
            self::assertSame(2, $other->exec('UPDATE account SET balance = 1'));
        }
        $con->commit();
        self::assertSame(2, $other->exec('UPDATE account SET balance = 2'));
    }

    /** On SQLite the conflict is somebody else's write transaction. */
    private function busyDatabaseIsTriedAgain(): void
    {
        $con = self::con();
        self::waitShortly($con);
        $other = self::anotherSession();
        $other->exec('BEGIN IMMEDIATE');
        $account = self::account(1)->setBalance(10);
        Orm::getServiceContainer()->setLogger('bookstore', new class ($this->logger, $other) extends \Psr\Log\AbstractLogger {
            public function __construct(private readonly RecordingLogger $logger, private readonly \PDO $other)
            {
            }

            /**
             * @param mixed              $level
             * @param string|\Stringable $message
             * @param array<mixed>       $context
             */
            public function log($level, $message, array $context = []): void
            {
                $this->logger->log($level, $message, $context);
                if (\str_contains((string) $message, 'is retried')) {
                    $this->other->exec('COMMIT');
                }
            }
        });
        $con->transaction(fn () => $account->save());
        self::assertSame(1, $con->getRetryCount() - $this->retriesBefore);
        self::assertSame('10', self::database()->value('SELECT balance FROM account WHERE id = 1'));
        self::assertSame([
            'warning: Statement on "bookstore" failed: SQLSTATE[HY000]: General error: 5 database is locked',
            'warning: Transaction on "bookstore" is retried: database is locked',
        ], $this->logger->records);
    }

    /** On SQLite there is no deadlock: who writes has the database alone. */
    private function upgradeOfAForeignTransaction(): void
    {
        $con = self::con();
        self::waitShortly($con);
        $other = self::anotherSession();
        $other->exec('BEGIN IMMEDIATE');
        $error = self::caught(LockTimeoutException::class, fn () => $con->beginTransaction());
        self::assertFalse($con->inTransaction(), $error->getMessage());
        self::assertFalse($con->isAborted());
        $other->exec('COMMIT');
        $con->beginTransaction();
        $con->rollBack();
    }

    private static function account(int $id): Account
    {
        return self::find((new Account())->setId($id)) ?? self::fail('no account');
    }

    private static function waitShortly(ConnectionWrapper $con): void
    {
        match (self::adapter()) {
            'pgsql' => $con->exec("SET lock_timeout = '50ms'"),
            'mysql' => $con->exec('SET innodb_lock_wait_timeout = 1'),
            default => $con->exec('PRAGMA busy_timeout = 50'),
        };
    }

    private function otherSession(): OtherSession
    {
        $given = Project::connections()['bookstore'];
        $other = new OtherSession($given['dsn'], (string) $given['user'], (string) $given['password']);
        if (self::adapter() === 'pgsql') {
            // The session that notices a deadlock is rolled back: not this one.
            $other->run("SET deadlock_timeout = '20s'");
            self::con()->exec("SET deadlock_timeout = '10ms'");
        }

        return $other;
    }

    /** The connection has row 1 of account and now wants row 2, which the other session has, which waits for row 1. */
    private function runIntoDeadlock(ConnectionWrapper $con, OtherSession $other): void
    {
        $other->run('BEGIN');
        $other->run('UPDATE account SET balance = balance + 0 WHERE id = 2');
        // InnoDB gives up the transaction that has written less.
        for ($i = 0; $i < 20; ++$i) {
            $other->run("INSERT INTO author (name) VALUES ('heavy')");
        }
        $other->send('UPDATE account SET balance = balance + 0 WHERE id = 1');
        \usleep(200_000);
        $con->exec('UPDATE account SET balance = balance + 0 WHERE id = 2');
    }
}
