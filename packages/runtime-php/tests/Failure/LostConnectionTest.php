<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Failure;

use ArrayObject;
use Bookstore\Country;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;
use Orm\Runtime\Tests\Support\Proxy;
use Orm\Runtime\Tests\Support\RecordingLogger;
use PDO;

/** A connection that is killed. SQLite has none that could be: there the file is what cannot be reached. */
final class LostConnectionTest extends ModelTestCase
{
    public function testInTheMiddleOfATransaction(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $logger = new RecordingLogger();
        $con = self::anotherConnection([], $logger);
        $before = self::country('before');
        $before->save($con);
        $con->beginTransaction();
        $first = self::country('a');
        $first->save($con);
        $before->setName('changed')->save($con);
        $session = self::session($con);
        self::kill($session);
        $second = self::country('b');
        $error = self::caught(ConnectionLostException::class, fn () => $second->save($con));
        self::assertStringStartsWith('The connection to the database is lost.', $error->getMessage());
        self::assertStringContainsString('Nothing of the transaction was committed.', $error->getMessage());
        self::assertFalse($error->mayBeCommitted());
        self::assertNotSame('', $error->getDatabaseMessage());
        self::assertTrue($con->inTransaction());
        self::assertTrue($con->isAborted());
        $attempts = [
            fn () => $second->save($con),
            fn () => $con->exec("INSERT INTO country (code, name) VALUES ('c', 'x')"),
            fn () => $con->query('SELECT 1'),
            fn () => $con->beginTransaction(),
            fn () => $con->commit(),
            fn () => $con->getPdo(),
        ];
        foreach ($attempts as $attempt) {
            self::assertSame(
                'The transaction on "bookstore" cannot go on because the connection was lost. Call rollBack(), then begin '
                    . 'again.',
                self::caught(AbortedTransactionException::class, $attempt)->getMessage(),
            );
        }
        $con->rollBack();
        self::assertFalse($con->inTransaction());
        self::assertFalse($con->isAborted());
        self::assertTrue($first->isNew());
        self::assertSame(['country.name'], $before->getModifiedColumns());
        self::assertSame(['before'], self::codes());
        // The next request
        $con->transaction(function () use ($con, $first, $second, $before): void {
            $first->save($con);
            $second->save($con);
            $before->save($con);
        });
        self::assertSame(['a', 'b', 'before'], self::codes());
        self::assertNotSame($session, self::session($con));
        $logged = \implode("\n", $logger->records);
        self::assertStringContainsString('error: Statement on "bookstore" failed: ', $logged);
        self::assertStringContainsString(
            'warning: The transaction on "bookstore" is aborted: the connection was lost',
            $logged,
        );
    }

    public function testInsideASavepoint(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $con->beginTransaction();
        $outer = self::country('a');
        $outer->save($con);
        $con->beginTransaction();
        $inner = self::country('b');
        $inner->save($con);
        self::kill(self::session($con));
        self::caught(ConnectionLostException::class, fn () => $con->query('SELECT 1'));
        $con->rollBack();
        self::assertTrue($inner->isNew());
        self::assertFalse($outer->isNew());
        self::caught(AbortedTransactionException::class, fn () => $inner->save($con));
        $con->rollBack();
        self::assertTrue($outer->isNew());
        self::assertSame(1, $outer->save($con));
        self::assertSame(['a'], self::codes());
    }

    public function testWhileItIsIdle(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $country = self::country('a');
        for ($i = 0; $i < 4; ++$i) {
            $country->setName("name $i")->save($con); // prepared by now
        }
        self::kill(self::session($con));
        $error = self::caught(ConnectionLostException::class, fn () => $country->setName('b')->save($con));
        self::assertTrue($error->mayBeCommitted(), 'outside of a transaction nobody can say');
        self::assertFalse($con->isAborted());
        self::assertFalse($con->inTransaction());
        self::assertSame(1, $country->save($con));
        self::assertSame('b', self::database()->value('SELECT name FROM country'));

        // A transaction begins on a new connection without anybody noticing: nothing was lost.
        self::kill(self::session($con));
        $con->transaction(fn () => $country->setName('c')->save($con));
        self::assertSame('c', self::database()->value('SELECT name FROM country'));

        self::kill(self::session($con));
        self::caught(ConnectionLostException::class, fn () => $country->reload(false, $con));
        $country->reload(false, $con);
        self::kill(self::session($con));
        self::caught(ConnectionLostException::class, fn () => $country->delete($con));
        $country->delete($con);
        self::assertSame([], self::codes());
    }

    public function testInsideWork(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $runs = new ArrayObject();
        $country = self::country('a');
        $work = function (ConnectionWrapper $con) use ($runs, $country): void {
            $runs[] = 'run';
            $country->save($con);
            if (\count($runs) === 1) {
                self::kill(self::session($con));
            }
            $country->setName('run ' . \count($runs))->save($con);
        };
        $con->transaction($work);
        self::assertCount(2, $runs, 'nothing was committed, so that it can be done again');
        self::assertSame(1, $con->getRetryCount());
        self::assertSame(['a'], self::codes());
        $con->retrySeconds = 0;
        $runs->exchangeArray([]);
        $error = self::caught(ConnectionLostException::class, fn () => $con->transaction($work));
        self::assertFalse($error->mayBeCommitted());
        self::assertCount(1, $runs);
        self::assertFalse($con->inTransaction());
    }

    /** Who catches it and goes on meets the aborted transaction: that is done again too. */
    public function testInsideWorkThatTakesNoNotice(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $runs = new ArrayObject();
        $con->transaction(function (ConnectionWrapper $con) use ($runs): void {
            $runs[] = 'run';
            if (\count($runs) === 1) {
                self::kill(self::session($con));
                self::caught(ConnectionLostException::class, fn () => self::country('x')->save($con));
            }
            self::country('a')->save($con);
        });
        self::assertCount(2, $runs);
        self::assertSame(['a'], self::codes());
    }

    public function testAtTheCommitOfWork(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $runs = new ArrayObject();
        $error = self::caught(ConnectionLostException::class, fn () => $con->transaction(
            function (ConnectionWrapper $con) use ($runs): void {
                $runs[] = 'run';
                self::country('a')->save($con);
                self::kill(self::session($con));
            },
        ));
        self::assertTrue($error->mayBeCommitted());
        self::assertStringNotContainsString('Nothing of the transaction', $error->getMessage());
        self::assertCount(1, $runs, 'nobody knows whether it was committed: it is not done again');
    }

    /** As in a failover: the server is gone, nobody answers for a while, and then another one does. */
    public function testUntilAnotherServerAnswers(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $proxy = new Proxy(Project::connections()[self::CONNECTION]['dsn']);
        try {
            $con = self::anotherConnection(['dsn' => $proxy->dsn()]);
            $runs = new ArrayObject();
            $con->transaction(function (ConnectionWrapper $con) use ($runs, $proxy): void {
                $runs[] = 'run';
                self::country('a')->save($con);
                if (\count($runs) === 1) {
                    $proxy->cutFor(0.8);
                }
                self::country('b')->save($con);
            });
            self::assertCount(2, $runs);
            self::assertGreaterThan(1, $con->getRetryCount(), 'attempts to connect count');
            self::assertSame(['a', 'b'], self::codes());
            // While it was idle.
            $proxy->cutFor(0.5);
            $con->transaction(fn () => self::country('c')->save($con));
            self::assertSame(['a', 'b', 'c'], self::codes());
            // Who begins by hand is told.
            $proxy->cutFor(0.5);
            $error = self::caught(ConnectionLostException::class, fn () => $con->beginTransaction());
            self::assertFalse($error->mayBeCommitted());
            // A server that is not there to begin with is no reason to wait.
            $con->close();
            $proxy->cutFor(120);
            $retries = $con->getRetryCount();
            self::caught(ConnectionException::class, fn () => $con->transaction(fn () => self::country('d')->save($con)));
            self::assertSame($retries, $con->getRetryCount());
        } finally {
            $proxy->stop();
        }
    }

    public function testAtTheCommit(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $con = self::anotherConnection();
        $country = self::country('a');
        $con->beginTransaction();
        $country->save($con);
        self::kill(self::session($con));
        $error = self::caught(ConnectionLostException::class, fn () => $con->commit());
        self::assertSame('COMMIT', $error->getSql());
        self::assertTrue($error->mayBeCommitted());
        self::assertFalse($con->inTransaction());
        self::assertFalse($con->isAborted());
        self::assertTrue($country->isNew());
        self::assertSame(1, $country->save($con));
        self::assertSame(['a'], self::codes());
    }

    public function testAtTheRollBack(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->fileThatCannotBeOpened();

            return;
        }
        $logger = new RecordingLogger();
        $con = self::anotherConnection([], $logger);
        $country = self::country('a');
        $con->beginTransaction();
        $country->save($con);
        self::kill(self::session($con));
        self::assertTrue($con->rollBack());
        self::assertTrue($country->isNew());
        self::assertStringStartsWith(
            'warning: ROLLBACK on "bookstore" failed, the connection is opened anew: ',
            $logger->records[0] ?? '',
        );
        self::assertSame(1, $country->save($con));
    }

    private function fileThatCannotBeOpened(): void
    {
        $adapter = self::con()->adapter;
        $settings = ConnectionSettings::fromArray('bookstore', ['dsn' => 'sqlite:/no/such/folder/x.sq3']);
        $missing = new ConnectionWrapper('bookstore', $adapter, static fn (): PDO => $adapter->connect($settings));
        $country = self::country('a');
        self::caught(ConnectionException::class, fn () => $country->save($missing));
        self::caught(ConnectionException::class, fn () => $missing->beginTransaction());
        self::assertFalse($missing->inTransaction());
        self::assertTrue($country->isNew());
        self::assertSame(1, $country->save());
    }

    private static function country(string $code): Country
    {
        return (new Country())->setCode($code)->setName("name $code");
    }

    private static function session(ConnectionWrapper $con): int
    {
        $sql = self::adapter() === 'pgsql' ? 'SELECT pg_backend_pid()' : 'SELECT connection_id()';

        return (int) $con->query($sql)->fetchColumn();
    }

    private static function kill(int $session): void
    {
        $pdo = self::database()->pdo;
        if (self::adapter() === 'pgsql') {
            $pdo->query("SELECT pg_terminate_backend($session, 2000)")?->fetchAll();
        } else {
            $pdo->exec("KILL $session");
        }
        \usleep(50_000);
    }

    /** @return list<mixed> */
    private static function codes(): array
    {
        return \array_column(self::database()->rows('SELECT code FROM country ORDER BY code'), 'code');
    }
}
