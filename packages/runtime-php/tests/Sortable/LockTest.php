<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Item;
use Lists\ItemQuery;
use Lists\Project;
use Lists\ProjectQuery;
use Lists\SharedItem;
use Lists\TaskQuery;
use LogicException;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\IsolationLevelException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Orm;

/** Who waits for whom, how long, and what is left behind. */
final class LockTest extends ListTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        self::items('a', 'b', 'c');
        Orm::getServiceContainer()->setListLockTimeout(1.0);
        if (self::adapter() === 'sqlite') {
            self::con()->getPdo()->exec('PRAGMA busy_timeout = 200');
        }
    }

    protected function tearDown(): void
    {
        Orm::getServiceContainer()->setListLockTimeout(10.0);
        if (self::adapter() === 'sqlite') {
            self::con()->getPdo()->exec('PRAGMA busy_timeout = 60000');
        }
        parent::tearDown();
    }

    public function testAListInUseIsWaitedForAndThenGivenUp(): void
    {
        $other = self::anotherConnection();
        $other->beginTransaction();
        self::item('a', $other)->moveDown($other);
        $item = self::item('c');
        try {
            $item->moveUp();
            self::fail('the list was locked');
        } catch (LockTimeoutException $error) {
            if (self::adapter() !== 'sqlite') {
                self::assertStringContainsString('The list of "item" is in use by others', $error->getMessage());
            }
        }
        self::assertFalse(self::con()->inTransaction());
        $other->commit();
        $item->moveUp();
        self::assertSame(['b', 'c', 'a'], self::titles(ItemQuery::create()->findList()));
    }

    public function testWhoHoldsSomethingWaitsBrieflyAndKeepsIt(): void
    {
        $other = self::anotherConnection();
        $other->beginTransaction();
        self::item('a', $other)->moveDown($other);
        $con = self::con();
        if (self::adapter() === 'sqlite') {
            // There the transaction itself is the lock, and nobody else can hold anything.
            try {
                $con->beginTransaction();
                self::fail('somebody writes');
            } catch (LockTimeoutException) {
                $other->commit();
            }
            self::assertFalse($con->inTransaction());

            return;
        }
        Orm::getServiceContainer()->setListLockTimeout(30.0);
        $con->beginTransaction();
        (new Project())->save();
        $begun = \hrtime(true);
        try {
            self::item('c')->moveUp();
            self::fail('the list was locked');
        } catch (ConflictException $error) {
            self::assertStringContainsString('lockLists()', $error->getMessage());
        }
        self::assertLessThan(10, (\hrtime(true) - $begun) / 1e9);
        $con->commit();
        $other->commit();
        self::assertSame(1, ProjectQuery::create()->count());
        self::assertSame(['b', 'a', 'c'], self::titles(ItemQuery::create()->findList()));
    }

    public function testTheLockIsGivenBackHoweverTheTransactionEnds(): void
    {
        $con = self::con();
        $other = self::anotherConnection();
        $con->beginTransaction();
        self::item('a')->moveDown();
        $con->rollBack();
        self::item('a', $other)->moveDown($other);
        $con->beginTransaction();
        self::item('a')->moveUp();
        $con->commit();
        self::item('c', $other)->moveToTop($other);
        $con->beginTransaction();
        try {
            self::item('a')->moveToRank(9);
        } catch (RankOutOfRangeException) {
            // Nothing was done, so nothing is held.
        }
        if (self::adapter() !== 'sqlite') {
            self::item('c', $other)->moveDown($other);
        }
        $con->commit();
        self::assertTrue(ItemQuery::checkList()->isRight());
    }

    public function testTheCallersTimeOutsComeBack(): void
    {
        $con = self::con();
        [$set, $show] = match (self::adapter()) {
            'pgsql' => ["SET lock_timeout = '7s'", 'SHOW lock_timeout'],
            'mysql' => ['SET SESSION innodb_lock_wait_timeout = 33', 'SELECT @@SESSION.innodb_lock_wait_timeout'],
            default => ['PRAGMA busy_timeout = 321', 'PRAGMA busy_timeout'],
        };
        $con->query($set);
        $before = $con->query($show)->fetchColumn();
        self::item('a')->moveDown();
        self::assertSame($before, $con->query($show)->fetchColumn(), 'after an operation of its own');
        $con->beginTransaction();
        self::item('a')->moveDown();
        self::assertSame($before, $con->query($show)->fetchColumn(), 'inside a transaction');
        $con->commit();
        self::assertSame($before, $con->query($show)->fetchColumn(), 'after a transaction');
        $con->close();
    }

    public function testAnIsolationLevelThatCannotKeepTheListIsRefused(): void
    {
        $con = self::con();
        (new SharedItem())->setTitle('s')->save();
        foreach (['REPEATABLE READ', 'SERIALIZABLE'] as $level) {
            $con->beginTransaction($level);
            $refused = null;
            try {
                self::item('a')->moveToBottom();
            } catch (IsolationLevelException $error) {
                $refused = $error->getMessage();
            }
            if (self::adapter() === 'pgsql') {
                self::assertStringContainsString("in a transaction at $level", (string) $refused);
                self::assertStringContainsString('header_table', (string) $refused);
            } else {
                self::assertNull($refused);
            }
            // With a header table it can.
            (new SharedItem())->setTitle('t')->insertAtTop()->save();
            $con->commit();
        }
        self::assertTrue(ItemQuery::checkList()->isRight());
    }

    public function testLocksTakenFirst(): void
    {
        $con = self::con();
        $one = self::project('a', 'b');
        $two = self::project('c', 'd');
        try {
            TaskQuery::lockLists([(int) $one->getId()]);
            self::fail('there is nothing to hold a lock');
        } catch (InvalidQueryException $error) {
            self::assertStringContainsString('beginTransaction()', $error->getMessage());
        }
        $con->beginTransaction();
        TaskQuery::lockLists([(int) $two->getId(), (int) $one->getId()]);
        $other = self::anotherConnection();
        if (self::adapter() === 'sqlite') {
            $other->getPdo()->exec('PRAGMA busy_timeout = 50');
        }
        try {
            TaskQuery::create()->findOneByRank(1, $two->getId(), $other)?->moveDown($other);
            self::fail('the list was locked');
        } catch (LockTimeoutException) {
            $con->commit();
        }
        TaskQuery::create()->findOneByRank(1, $two->getId(), $other)?->moveDown($other);
        self::assertSame(['d', 'c'], self::titles(TaskQuery::create()->findList($two->getId())));
    }

    public function testATransactionBegunOnPdoIsJoinedOrRefused(): void
    {
        $con = self::con();
        $pdo = $con->getPdo();
        $pdo->beginTransaction();
        $item = self::item('c');
        if (self::adapter() === 'mysql') {
            try {
                $item->moveToTop();
                self::fail('nobody would give back the lock');
            } catch (TransactionException $error) {
                self::assertStringContainsString('begin it with beginTransaction() of the connection', $error->getMessage());
            }
            (new Project())->save();
        } else {
            $item->moveToTop();
            self::assertSame(['c', 'a', 'b'], self::titles(ItemQuery::create()->findList()));
        }
        self::assertTrue($pdo->inTransaction(), 'it is not ours to end');
        $con->transaction(static fn (): int => (new Project())->save());
        self::assertTrue($pdo->inTransaction(), 'it is not ours to end');
        $pdo->rollBack();
        self::assertSame(['a', 'b', 'c'], self::titles(ItemQuery::create()->findList()));
        self::assertSame(0, ProjectQuery::create()->count());
    }

    private static function item(string $title, ?ConnectionWrapper $con = null): Item
    {
        return ItemQuery::create()->findOneByTitle($title, $con) ?? throw new LogicException($title);
    }
}
