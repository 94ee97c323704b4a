<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Transaction;

use ArrayObject;
use Bookstore\Author;
use Bookstore\Country;
use Bookstore\CountryQuery;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\RecordingLogger;
use PDOException;
use RuntimeException;

/** Begin, commit and roll back, also inside each other. */
final class TransactionTest extends ModelTestCase
{
    public function testCommitAndRollBack(): void
    {
        $con = self::con();
        self::assertFalse($con->inTransaction());
        self::assertTrue($con->beginTransaction());
        self::assertTrue($con->inTransaction());
        self::country('a')->save();
        self::assertTrue($con->commit());
        self::assertFalse($con->inTransaction());
        $con->beginTransaction();
        self::country('b')->save();
        self::assertTrue($con->rollBack());
        self::assertSame(['a'], self::codes());
    }

    public function testWhatIsSent(): void
    {
        $con = self::con();
        $sql = self::sqlOf(function () use ($con): void {
            $con->beginTransaction();
            $con->beginTransaction();
            $con->rollBack();
            $con->beginTransaction();
            $con->beginTransaction();
            $con->commit();
            $con->commit();
            $con->commit();
        });
        $begin = ['pgsql' => 'BEGIN', 'mysql' => 'START TRANSACTION', 'sqlite' => 'BEGIN IMMEDIATE'][self::adapter()];
        self::assertSame([$begin, ...\array_map(self::quoted(...), [
            'SAVEPOINT "orm_1"', 'ROLLBACK TO SAVEPOINT "orm_1"', 'RELEASE SAVEPOINT "orm_1"',
            'SAVEPOINT "orm_1"', 'SAVEPOINT "orm_2"', 'RELEASE SAVEPOINT "orm_2"', 'RELEASE SAVEPOINT "orm_1"',
        ]), 'COMMIT'], $sql);
    }

    public function testAnInnerRollBackLeavesTheOuterUsable(): void
    {
        $con = self::con();
        $con->beginTransaction();
        self::country('a')->save();
        $con->beginTransaction();
        self::assertSame(2, $con->getNestedTransactionCount());
        self::country('b')->save();
        $con->beginTransaction();
        self::country('c')->save();
        $con->commit();
        $con->rollBack();
        self::assertSame(1, $con->getNestedTransactionCount());
        self::country('d')->save();
        $con->beginTransaction();
        self::country('e')->save();
        $con->commit();
        $con->commit();
        self::assertSame(['a', 'd', 'e'], self::codes());
    }

    public function testAnOuterRollBackTakesTheInnerWithIt(): void
    {
        $con = self::con();
        $con->beginTransaction();
        $con->beginTransaction();
        self::country('a')->save();
        $con->commit();
        $con->rollBack();
        self::assertSame([], self::codes());
        $con->beginTransaction();
        $con->beginTransaction();
        $con->beginTransaction();
        self::country('b')->save();
        self::assertTrue($con->forceRollBack());
        self::assertSame(0, $con->getNestedTransactionCount());
        self::assertSame([], self::codes());
        self::assertTrue($con->forceRollBack());
    }

    public function testAFailureInsideASavepointIsUndoneWithIt(): void
    {
        self::country('a')->save();
        $con = self::con();
        $con->beginTransaction();
        self::country('b')->save();
        $con->beginTransaction();
        self::caught(UniqueViolationException::class, fn () => self::country('a')->save());
        $con->rollBack();
        self::country('c')->save();
        $con->commit();
        self::assertSame(['a', 'b', 'c'], self::codes());
    }

    public function testMisuse(): void
    {
        $con = self::con();
        $error = self::caught(TransactionException::class, fn () => $con->commit());
        self::assertSame(
            'There is no transaction on "bookstore" to commit: call beginTransaction() first.',
            $error->getMessage(),
        );
        $error = self::caught(TransactionException::class, fn () => $con->rollBack());
        self::assertSame(
            'There is no transaction on "bookstore" to roll back: call beginTransaction() first.',
            $error->getMessage(),
        );
        $con->beginTransaction();
        $error = self::caught(TransactionException::class, fn () => $con->beginTransaction('SERIALIZABLE'));
        self::assertSame(
            'An isolation level can only be chosen for the outermost transaction, before its first statement.',
            $error->getMessage(),
        );
        $error = self::caught(TransactionException::class, fn () => $con->close());
        self::assertSame(
            'The connection "bookstore" cannot be closed inside a transaction: commit or roll back first.',
            $error->getMessage(),
        );
        $con->rollBack();
    }

    public function testIsolationLevels(): void
    {
        $con = self::con();
        foreach (['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'] as $level) {
            $con->beginTransaction($level);
            if (self::adapter() === 'pgsql') {
                self::assertSame(\strtolower($level), $con->query('SHOW transaction_isolation')->fetchColumn());
            }
            self::country(\substr($level, 0, 8))->save();
            $con->commit();
        }
        self::assertCount(3, self::codes());
        $error = self::caught(TransactionException::class, fn () => $con->beginTransaction('READ; DROP TABLE x'));
        self::assertFalse($con->inTransaction(), $error->getMessage());
    }

    public function testTransactionsOfMysqlSeeWhatOthersHaveCommitted(): void
    {
        // At REPEATABLE READ, the server's own default, the second query would not see the row.
        $con = self::con();
        if (self::adapter() === 'sqlite') {
            self::assertSame('0', (string) $con->query('PRAGMA read_uncommitted')->fetchColumn());

            return;
        }
        $con->beginTransaction();
        $count = static fn (): int => (int) $con->query('SELECT count(*) FROM country')->fetchColumn();
        self::assertSame(0, $count());
        self::database()->pdo->exec("INSERT INTO country (code, name) VALUES ('a', 'x')");
        self::assertSame(1, $count());
        $con->commit();
    }

    public function testWorkInATransaction(): void
    {
        $con = self::con();
        $result = $con->transaction(function ($given) use ($con): string {
            self::assertSame($con, $given);
            self::assertTrue($con->inTransaction());
            self::country('a')->save($given);

            return 'result';
        });
        self::assertSame('result', $result);
        self::assertFalse($con->inTransaction());
        $error = self::caught(RuntimeException::class, fn () => $con->transaction(function (): void {
            self::country('b')->save();
            throw new RuntimeException('on purpose');
        }));
        self::assertSame('on purpose', $error->getMessage());
        self::assertFalse($con->inTransaction());
        self::assertSame(['a'], self::codes());
        self::assertNull($con->transaction(static fn (): mixed => null));
    }

    public function testWorkInsideOtherWork(): void
    {
        $con = self::con();
        $con->transaction(function () use ($con): void {
            self::country('a')->save();
            self::caught(RuntimeException::class, fn () => $con->transaction(function (): void {
                self::country('b')->save();
                throw new RuntimeException('inner');
            }));
            $con->transaction(fn () => self::country('c')->save());
        });
        self::assertSame(['a', 'c'], self::codes());
    }

    public function testWorkThatLeavesATransactionOpen(): void
    {
        $con = self::con();
        $error = self::caught(TransactionException::class, fn () => $con->transaction(function () use ($con): void {
            self::country('a')->save();
            $con->beginTransaction();
        }));
        self::assertSame(
            'transaction() ended with 2 open transactions instead of one: every beginTransaction() in it needs its own '
                . 'commit() or rollBack().',
            $error->getMessage(),
        );
        self::assertFalse($con->inTransaction());
        self::assertSame([], self::codes());
        $error = self::caught(TransactionException::class, fn () => $con->transaction(fn () => $con->rollBack()));
        self::assertStringStartsWith('transaction() ended with 0 open transactions', $error->getMessage());
    }

    public function testActionsAfterTheCommit(): void
    {
        $con = self::con();
        $calls = [];
        $note = static function (string $name) use (&$calls, $con): \Closure {
            return static function () use ($name, &$calls, $con): void {
                $calls[] = $name . ($con->inTransaction() ? ' inside' : '');
            };
        };
        $con->onCommit($note('at once'));
        self::assertSame(['at once'], $calls);
        $con->onRollback($note('never'));
        $con->beginTransaction();
        $con->onCommit($note('one'));
        $con->beginTransaction();
        $con->onCommit($note('two'));
        $con->onRollback($note('undo two'));
        $con->commit();
        $con->beginTransaction();
        $con->onCommit($note('three'));
        $con->onRollback($note('undo three'));
        $con->onRollback($note('undo four'));
        self::assertSame(['at once'], $calls);
        $con->rollBack();
        self::assertSame(['at once', 'undo four inside', 'undo three inside'], $calls);
        $calls = [];
        $con->commit();
        self::assertSame(['one', 'two'], $calls);

        $calls = [];
        $con->beginTransaction();
        $con->onCommit($note('five'));
        $con->onRollback($note('undo five'));
        $con->beginTransaction();
        $con->onRollback($note('undo six'));
        $con->commit();
        $con->rollBack();
        self::assertSame(['undo six', 'undo five'], $calls);
    }

    public function testAnActionThatFailsDoesNotRepeatTheWork(): void
    {
        self::country('a')->save();
        $con = self::con();
        $runs = new ArrayObject();
        self::caught(QueryException::class, fn () => $con->transaction(function () use ($con, $runs): void {
            $runs[] = 'run';
            self::country('b')->save();
            $con->onCommit(fn () => self::country('a')->save());
        }));
        self::assertCount(1, $runs);
        self::assertSame(['a', 'b'], self::codes());
        $conflict = new DeadlockException('a conflict', 'UPDATE', null, null, 'said so', new PDOException());
        self::caught($conflict::class, fn () => $con->transaction(function () use ($con, $runs, $conflict): void {
            $runs[] = 'run';
            $con->onCommit(static fn () => throw $conflict);
        }));
        self::assertCount(2, $runs);
    }

    public function testAnActionOfARollBackThatFails(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $con->beginTransaction();
        $author->save();
        $con->onRollback(static fn () => throw new RuntimeException('in the action'));
        self::caught(RuntimeException::class, fn () => $con->rollBack());
        self::assertFalse($con->inTransaction());
        self::assertTrue($author->isNew(), 'objects are put back all the same');
        self::assertSame(1, $author->save());
    }

    public function testActionsThatFailKeepNoOtherFromBeingDone(): void
    {
        $con = self::con();
        $calls = new ArrayObject();
        $note = static fn (string $name): \Closure => static function () use ($name, $calls): void {
            $calls[] = $name;
            if (\str_starts_with($name, 'bad')) {
                throw new RuntimeException($name);
            }
        };
        $both = function (string $end) use ($con, $note): void {
            self::country('a')->save();
            foreach (['bad 1', 'good', 'bad 2', 'last'] as $name) {
                $end === 'commit' ? $con->onCommit($note($name)) : $con->onRollback($note($name));
            }
        };
        $error = self::caught(RuntimeException::class, fn () => $con->transaction(fn () => $both('commit')));
        self::assertSame('bad 1', $error->getMessage());
        self::assertSame(['bad 1', 'good', 'bad 2', 'last'], (array) $calls);
        self::assertSame(['a'], self::codes());
        CountryQuery::create()->deleteAll();

        $calls->exchangeArray([]);
        $con->beginTransaction();
        $both('rollback');
        $con->beginTransaction();
        $con->onRollback($note('bad inner'));
        $error = self::caught(RuntimeException::class, fn () => $con->forceRollBack());
        self::assertSame('bad inner', $error->getMessage());
        self::assertSame(['bad inner', 'last', 'bad 2', 'good', 'bad 1'], (array) $calls);
        self::assertFalse($con->inTransaction());
    }

    public function testAnActionOfARollBackHidesNotWhatWentWrong(): void
    {
        $logger = new RecordingLogger();
        $con = self::con();
        $before = $con->getLogger();
        $con->setLogger($logger);
        try {
            $error = self::caught(RuntimeException::class, fn () => $con->transaction(function () use ($con): void {
                $con->onRollback(static fn () => throw new RuntimeException('of the action'));
                $con->beginTransaction();
                $con->onRollback(static fn () => throw new RuntimeException('of another action'));
                throw new RuntimeException('what went wrong');
            }));
            self::assertSame('what went wrong', $error->getMessage());
            self::assertFalse($con->inTransaction());
            self::assertSame([
                'error: What was to be done after a rollback on "bookstore" failed: of another action',
                'error: What was to be done after a rollback on "bookstore" failed: of the action',
            ], $logger->records);
        } finally {
            $con->setLogger($before);
        }
    }

    private static function country(string $code): Country
    {
        return (new Country())->setCode($code)->setName("name $code");
    }

    /** @return list<mixed> */
    private static function codes(): array
    {
        return \array_column(self::database()->rows('SELECT code FROM country ORDER BY code'), 'code');
    }
}
