<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\ErrorTranslator;
use PDO;
use PDOException;

/** What the engines with a server and with row locks have to show. */
trait LockTests
{
    abstract protected function processId(PDO $pdo): string;

    abstract protected function kill(string $processId): void;

    abstract protected function sleepStatement(): string;

    public function testADeadlock(): void
    {
        $this->createTables();
        $other = $this->otherSession();
        $this->pdo->exec($this->adapter->beginStatements(null)[0] ?? '');
        $this->pdo->exec("UPDATE adp_author SET name = 'a' WHERE id = 1");
        $other->run('BEGIN');
        $other->run("UPDATE adp_author SET name = 'b' WHERE id = 2");
        // InnoDB gives up the transaction that has done less; PostgreSQL the one that notices, which may be either.
        $other->run('UPDATE adp_book SET shelf = shelf + 1');
        $other->send("UPDATE adp_author SET name = 'b' WHERE id = 1");
        \usleep(200_000);
        $error = null;
        try {
            $this->pdo->exec("UPDATE adp_author SET name = 'a' WHERE id = 2");
            $this->pdo->exec('ROLLBACK');
        } catch (PDOException $caught) {
            $error = $caught;
        }
        $answer = null;
        if ($error !== null) {
            $ended = $this->adapter->endsTransaction($error, $this->pdo);
            self::assertSame($this->adapter->getName() === 'mysql', $ended);
            if ($ended) {
                // The proof: the transaction is over, so a savepoint of it cannot be there, and what it wrote is gone.
                $this->pdo->exec('DO 0');
                self::assertFalse($this->pdo->inTransaction());
            } else {
                $this->pdo->exec('ROLLBACK');
            }
        }
        $answer = $other->receive();
        $error ??= $answer instanceof PDOException ? $answer : self::fail('nobody was rolled back');
        $this->assertKind(ErrorKind::Deadlock, $error);
        self::assertInstanceOf(DeadlockException::class, ErrorTranslator::translate($this->adapter, $error, 'UPDATE'));
    }

    public function testALockThatIsNotWaitedFor(): void
    {
        $this->createTables();
        $second = $this->connect();
        $second->exec('BEGIN');
        $second->exec("UPDATE adp_author SET name = 'b' WHERE id = 1");
        $this->pdo->exec('BEGIN');
        $this->pdo->exec("INSERT INTO adp_author VALUES (7, 'Gus')");
        foreach ([true, false] as $exclusive) {
            foreach ([[], [$this->adapter->quoteIdentifier('a')]] as $tables) {
                $this->pdo->exec($this->adapter->savepointStatement('s'));
                $sql = 'SELECT a.id FROM adp_author a LEFT JOIN adp_book b ON b.author_id = a.id WHERE a.id = ';
                $lock = $this->adapter->lockClause($exclusive, $tables, true);
                if ($tables !== [] || $this->adapter->getName() === 'mysql') {
                    self::assertEquals([2], $this->column($sql . '2' . $lock), $lock);
                }
                $error = self::failing(fn () => $this->column('SELECT a.id FROM adp_author a WHERE a.id = 1' . $lock));
                $this->assertKind(ErrorKind::LockTimeout, $error);
                self::assertFalse($this->adapter->endsTransaction($error, $this->pdo), $lock);
                $this->pdo->exec($this->adapter->rollbackToStatement('s'));
            }
        }
        $this->pdo->exec('COMMIT');
        $second->exec('COMMIT');
        self::assertEquals([1, 2, 7], $this->column('SELECT id FROM adp_author ORDER BY id'));
    }

    public function testALockIsHeldUntilTheEnd(): void
    {
        $this->createTables();
        $second = $this->connect();
        foreach ([true, false] as $exclusive) {
            $this->pdo->exec('BEGIN');
            $this->column('SELECT a.id FROM adp_author a WHERE a.id = 1' . $this->adapter->lockClause($exclusive, [], false));
            $sql = 'SELECT a.id FROM adp_author a WHERE a.id = 1';
            $this->assertKind(
                ErrorKind::LockTimeout,
                self::failing(fn () => $this->column($sql . $this->adapter->lockClause(true, [], true), $second))
            );
            if (!$exclusive) {
                self::assertEquals([1], $this->column($sql . $this->adapter->lockClause(false, ['a'], true), $second));
            }
            $this->pdo->exec('COMMIT');
            self::assertEquals([1], $this->column($sql . $this->adapter->lockClause(true, [], true), $second));
        }
    }

    public function testAnIdleConnectionThatIsKilled(): void
    {
        $victim = $this->connect();
        $victim->exec('BEGIN');
        $id = $this->processId($victim);
        $this->kill($id);
        \usleep(200_000);
        foreach (['first', 'second'] as $attempt) {
            $error = self::failing(fn () => $victim->exec('SELECT 1'));
            $this->assertKind(ErrorKind::ConnectionLost, $error);
            self::assertTrue($this->adapter->endsTransaction($error, $victim), $attempt);
            self::assertInstanceOf(ConnectionLostException::class, ErrorTranslator::translate($this->adapter, $error, 'SELECT 1'));
        }
        $this->assertKind(ErrorKind::ConnectionLost, self::failing(fn () => $victim->exec('COMMIT')));
    }

    public function testAKilledConnectionIsNoticedByPreparedStatements(): void
    {
        foreach ([true, false] as $once) {
            $victim = $this->connect();
            $sql = 'SELECT 1 + ?';
            $statement = $once ? $this->adapter->prepareOnce($victim, $sql) : $victim->prepare($sql);
            $statement->execute([1]);
            $statement->closeCursor();
            $this->kill($this->processId($victim));
            \usleep(200_000);
            $this->assertKind(ErrorKind::ConnectionLost, self::failing(fn () => $statement->execute([1])));
            $this->assertKind(ErrorKind::ConnectionLost, self::failing(function () use ($victim): void {
                $victim->prepare('SELECT 2')->execute();
            }));
        }
    }

    public function testAConnectionThatIsKilledWhileItWorks(): void
    {
        $other = $this->otherSession();
        $id = $other->run($this->adapter->getName() === 'mysql' ? 'SELECT CONNECTION_ID()' : 'SELECT pg_backend_pid()')[0][0] ?? '';
        self::assertIsScalar($id);
        $other->send($this->sleepStatement());
        \usleep(300_000);
        $this->kill((string) $id);
        $error = $other->receive();
        self::assertInstanceOf(PDOException::class, $error);
        $this->assertKind(ErrorKind::ConnectionLost, $error);
    }
}
