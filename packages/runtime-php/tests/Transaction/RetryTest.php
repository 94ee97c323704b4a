<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Transaction;

use Bookstore\Account;
use Bookstore\AccountQuery;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** What a second attempt of `transaction()` sees of the first one. */
final class RetryTest extends ModelTestCase
{
    public function testWhatIsReadInsideIsReadAnewAlsoWhenItIsInUseOutside(): void
    {
        $outside = (new Account())->setId(1)->setBalance(10);
        $outside->save();
        foreach ([true, false] as $saves) {
            $attempts = 0;
            self::con()->transaction(static function () use (&$attempts, $saves): void {
                $account = AccountQuery::create()->requirePk(1);
                $account->setBalance($account->getBalance() + 1);
                if (++$attempts === 1) {
                    // An UPDATE that fails leaves the edit unsaved; one before the conflict is undone.
                    $saves && $account->save();
                    throw new DeadlockException('as if the server had said so');
                }
                $account->save();
            });
            self::assertSame(2, $attempts);
            self::assertSame($saves ? '11' : '12', self::database()->value('SELECT balance FROM account WHERE id = 1'));
        }
        self::assertSame(1, $outside->getId());
    }

    public function testWhatWasSetOutsideIsSavedByTheSecondAttempt(): void
    {
        $account = (new Account())->setId(1);
        $account->save();
        $account->setBalance(5);
        $attempts = 0;
        self::con()->transaction(static function () use (&$attempts, $account): void {
            $account->save();
            if (++$attempts === 1) {
                throw new DeadlockException('as if the server had said so');
            }
        });
        self::assertSame(2, $attempts);
        self::assertSame('5', self::database()->value('SELECT balance FROM account WHERE id = 1'));
    }
}
