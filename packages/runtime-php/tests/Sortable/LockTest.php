<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Item;
use Lists\ItemQuery;
use Lists\Project;
use Lists\ProjectQuery;
use Lists\SharedItem;
use Lists\SharedItemQuery;
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

    /** MySQL shows nowhere that SET TRANSACTION has set a level: what is read under the lock must be new all the same. */
    public function testALevelThatIsSetByHandIsSeen(): void
    {
        if (self::adapter() !== 'mysql') {
            $this->expectNotToPerformAssertions();

            return;
        }
        $con = self::con();
        $other = self::anotherConnection();
        $con->exec('set transaction isolation level repeatable read');
        $con->beginTransaction();
        self::assertSame('UNKNOWN', $con->getIsolation());
        $item = self::item('a');
        self::item('c', $other)->moveToTop($other);
        $item->moveDown();
        $con->commit();
        self::assertNull($con->getIsolation());
        self::assertSame(['c', 'b', 'a'], self::titles(ItemQuery::create()->findList()));
        $con->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        self::item('a')->moveUp();
        self::assertTrue(ItemQuery::checkList()->isRight());
    }

    /** A statement that needs no list may meet a deadlock all the same; the database has undone it then. */
    public function testASaveThatNeedsNoListIsRetriedToo(): void
    {
        $con = self::con();
        $triggers = match (self::adapter()) {
            'mysql' => ["CREATE TRIGGER item_fails BEFORE INSERT ON item FOR EACH ROW BEGIN IF @orm_fails = 1 THEN SET @orm_fails = 0; "
                . "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'; END IF; END", 'SET @orm_fails = 1'],
            'pgsql' => [
                'CREATE SEQUENCE item_fails',
                "CREATE FUNCTION item_fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('item_fails') = 1 THEN "
                    . "RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$",
                'CREATE TRIGGER item_fails BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION item_fails()',
            ],
            default => [],
        };
        $before = $con->getRetryCount();
        try {
            foreach ($triggers as $sql) {
                $con->getPdo()->exec($sql);
            }
            $item = (new Item())->setTitle('u');
            $item->removeFromList();
            $item->save();
        } finally {
            if (self::adapter() === 'mysql') {
                $con->getPdo()->exec('DROP TRIGGER item_fails');
            } elseif (self::adapter() === 'pgsql') {
                $con->getPdo()->exec('DROP FUNCTION item_fails() CASCADE; DROP SEQUENCE item_fails');
            }
        }
        self::assertSame('a1 b2 c3 -u', self::ranks('item'));
        self::assertSame($triggers === [] ? 0 : 1, $con->getRetryCount() - $before);
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

    /** Whether the list itself is held, or a row of it: the message says which list. */
    public function testTheMessageNamesTheList(): void
    {
        [$one, $two] = [(int) self::project('a', 'b')->getId(), (int) self::project('c', 'd')->getId()];
        $con = self::con();
        $other = self::anotherConnection();
        $holdList = function () use ($other, $two): void {
            TaskQuery::create()->findOneByRank(1, $two, $other)?->moveDown($other);
        };
        $holdRow = static function () use ($other, $two): void {
            TaskQuery::create()->filterByProjectId($two)->orderByRank()->lockForUpdate()->find($other);
        };
        $move = static function () use ($con, $two): void {
            TaskQuery::create()->findOneByRank(2, $two, $con)?->moveToTop($con);
        };
        $cases = [
            'the list, an operation of its own' => [$holdList, $move],
            'the list, in a transaction' => [$holdList, static fn () => $con->transaction($move)],
            'one of two lists' => [$holdList, static fn () => $con->transaction(static fn () => TaskQuery::lockLists([$one, $two]))],
            'a row, an operation of its own' => [$holdRow, $move],
            'a row, in a transaction' => [$holdRow, static fn () => $con->transaction($move)],
        ];
        $con->retrySeconds = 0.5;
        foreach ($cases as $case => [$hold, $work]) {
            $other->beginTransaction();
            $hold();
            $error = self::caught(LockTimeoutException::class, $work);
            if (self::adapter() !== 'sqlite' || $case === 'the list, an operation of its own') {
                self::assertStringContainsString("list of \"task\" (project_id = $two)", $error->getMessage(), $case);
            }
            $other->rollBack();
        }
        $con->retrySeconds = 10.0;
    }

    /** A time-out of the server that is shorter than ours is no other error: the list was in use. */
    public function testATimeOutOfTheServer(): void
    {
        (new SharedItem())->setTitle('s')->save();
        (new SharedItem())->setTitle('t')->save();
        [$set, $reset] = match (self::engine()) {
            'sqlite' => ['PRAGMA busy_timeout = 50', 'PRAGMA busy_timeout = 200'],
            'mysql9' => ['SET SESSION max_execution_time = 300', 'SET SESSION max_execution_time = 0'],
            'mariadb' => ['SET SESSION max_statement_time = 0.3', 'SET SESSION max_statement_time = 0'],
            default => ["SET statement_timeout = '300ms'", 'SET statement_timeout = 0'],
        };
        $other = self::anotherConnection();
        $con = self::con();
        $operations = [
            [
                fn () => self::item('a', $other)->moveDown($other),
                fn () => self::item('c')->moveToTop(),
            ],
            [
                fn () => SharedItemQuery::create()->requireOneByTitle('s', $other)->moveDown($other),
                fn () => SharedItemQuery::create()->requireOneByTitle('t')->moveToTop(),
            ],
        ];
        foreach ($operations as [$hold, $operation]) {
            $other->beginTransaction();
            $hold();
            $con->getPdo()->exec($set);
            $begun = \hrtime(true);
            $error = self::caught(LockTimeoutException::class, $operation);
            if (self::adapter() !== 'sqlite') {
                self::assertStringContainsString('is in use', $error->getMessage());
                self::assertGreaterThan(0.9, (\hrtime(true) - $begun) / 1e9, 'the whole time that was asked for');
            }
            self::assertFalse($con->inTransaction());
            $con->getPdo()->exec($reset);
            $other->commit();
            $operation();
        }
    }

    private static function item(string $title, ?ConnectionWrapper $con = null): Item
    {
        return ItemQuery::create()->findOneByTitle($title, $con) ?? throw new LogicException($title);
    }
}
