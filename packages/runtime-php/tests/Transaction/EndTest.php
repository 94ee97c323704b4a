<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Transaction;

use ArrayObject;
use Bookstore\Account;
use Bookstore\Country;
use Bookstore\Entry;
use Orm\Runtime\Exception\ConstraintViolationException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Exception\ForeignKeyViolationException;
use Orm\Runtime\Exception\RollbackException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Transactions that can only be rolled back, or already were. */
final class EndTest extends ModelTestCase
{
    protected function tearDown(): void
    {
        parent::tearDown();
        self::con()->close(); // its session was changed
    }

    public function testAFailedStatementInATransaction(): void
    {
        (new Country())->setCode('a')->setName('x')->save();
        $con = self::con();
        $con->beginTransaction();
        (new Country())->setCode('b')->setName('x')->save();
        self::caught(UniqueViolationException::class, fn () => (new Country())->setCode('a')->setName('y')->save());
        $third = (new Country())->setCode('c')->setName('x');
        if (self::adapter() === 'pgsql') {
            $error = self::caught(AbortedTransactionException::class, fn () => $third->save());
            self::assertSame(
                'The transaction on "bookstore" cannot go on because a statement in it failed: ERROR:  duplicate key value '
                    . 'violates unique constraint "country_pkey". Call rollBack(), then begin again.',
                $error->getMessage(),
            );
            $error = self::caught(RollbackException::class, fn () => $con->commit());
            self::assertSame(
                'The transaction on "bookstore" cannot be committed because a statement in it failed: ERROR:  duplicate key '
                    . 'value violates unique constraint "country_pkey". Call rollBack(), then begin again.',
                $error->getMessage(),
            );
            self::assertTrue($con->inTransaction());
            $con->rollBack();
            self::assertSame('1', self::database()->value('SELECT count(*) FROM country'));
        } else {
            $third->save();
            $con->commit();
            self::assertSame('3', self::database()->value('SELECT count(*) FROM country'));
        }
    }

    public function testAStatementThatRollsBackEverything(): void
    {
        $con = self::con();
        $con->beginTransaction();
        $first = (new Country())->setCode('a')->setName('x');
        $first->save();
        if (self::adapter() === 'sqlite') {
            $con->exec("CREATE TEMP TRIGGER boom BEFORE INSERT ON country WHEN NEW.code = 'boom'"
                . " BEGIN SELECT RAISE(ROLLBACK, 'boom it is'); END");
            $error = self::caught(ConstraintViolationException::class, fn () => (new Country())->setCode('boom')->setName('x')->save());
            self::assertSame('boom it is', $error->getDatabaseMessage());
            self::assertTrue($con->isAborted());
            $error = self::caught(AbortedTransactionException::class, fn () => (new Country())->setCode('b')->setName('x')->save());
            self::assertSame(
                'The transaction on "bookstore" cannot go on because the server rolled it back: boom it is. Call rollBack(), '
                    . 'then begin again.',
                $error->getMessage(),
            );
        } else {
            // Somebody ended the transaction behind our back; the savepoint is gone with it.
            $con->beginTransaction();
            $con->getPdo()->exec('ROLLBACK');
            $con->rollBack();
            self::assertTrue($con->isAborted());
            $error = self::caught(AbortedTransactionException::class, fn () => (new Country())->setCode('b')->setName('x')->save());
            self::assertMatchesRegularExpression(
                '/because (its savepoint is gone: |the server rolled it back: SAVEPOINT orm_1 does not exist)/',
                $error->getMessage(),
            );
        }
        $con->rollBack();
        self::assertFalse($con->isAborted());
        self::assertTrue($first->isNew());
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
        self::assertSame(1, $first->save());
    }

    public function testACommitThatFails(): void
    {
        $con = self::con();
        (new Account())->setId(1)->save();
        $calls = new ArrayObject();
        $entry = (new Entry())->setAccountId(99);
        $con->beginTransaction();
        $con->onCommit(static function () use ($calls): void {
            $calls[] = 'commit';
        });
        $con->onRollback(static function () use ($calls): void {
            $calls[] = 'rollback';
        });
        if (self::adapter() === 'pgsql') {
            $entry->save();
            $error = self::caught(ForeignKeyViolationException::class, fn () => $con->commit());
            self::assertSame('COMMIT', $error->getSql());
        } else {
            if (self::adapter() === 'sqlite') {
                $con->exec('PRAGMA defer_foreign_keys = ON');
                $entry->save();
            }
            self::caught(ForeignKeyViolationException::class, fn () => $entry->isNew() ? $entry->save() : $con->commit());
            if ($con->inTransaction()) {
                $con->rollBack();
            }
        }
        self::assertFalse($con->inTransaction());
        self::assertSame(['rollback'], $calls->getArrayCopy());
        self::assertTrue($entry->isNew());
        self::assertNull($entry->getId());
        self::assertSame('0', self::database()->value('SELECT count(*) FROM entry'));
        self::assertSame(1, $entry->setAccountId(1)->save());
        self::assertSame('1', self::database()->value('SELECT account_id FROM entry'));
    }
}
