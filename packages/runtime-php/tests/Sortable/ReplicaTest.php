<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\ItemQuery;
use Lists\SharedItem;
use Lists\SharedItemQuery;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\Project;

/** Lists of a primary with a replica, which may be behind: here both are the same database, and what is seen is who is asked. */
final class ReplicaTest extends ListTestCase
{
    private ?StandardServiceContainer $before = null;

    protected function setUp(): void
    {
        parent::setUp();
        self::items('a', 'b', 'c');
        (new SharedItem())->setTitle('s')->save();
        $this->before = Orm::getServiceContainer();
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        $container->setAdapterClass('lists', self::adapter());
        $manager = new ConnectionManagerPrimaryReplica('lists');
        $manager->setWriteConfiguration(\array_filter(Project::connections()['lists']));
        $manager->setReadConfiguration([[]]);
        $container->setConnectionManager($manager);
    }

    protected function tearDown(): void
    {
        if ($this->before !== null) {
            Orm::getServiceContainer()->closeConnections();
            Orm::setServiceContainer($this->before);
        }
        parent::tearDown();
    }

    public function testAMoveWithNothingToDoIsAWriteToWhoReadsNext(): void
    {
        $operations = [
            fn () => ItemQuery::create()->requireOneByTitle('a')->moveToTop(),
            fn () => ItemQuery::create()->requireOneByTitle('c')->moveDown(),
            fn () => SharedItemQuery::create()->requireOneByTitle('s')->moveToTop(),
            fn () => ItemQuery::repairList(),
        ];
        foreach ($operations as $operation) {
            Orm::endRequest();
            self::assertNotSame(Orm::getWriteConnection('lists'), Orm::getReadConnection('lists'));
            $operation();
            self::assertSame(Orm::getWriteConnection('lists'), Orm::getReadConnection('lists'));
        }
    }

    public function testAListIsCheckedOnThePrimaryUnderItsLock(): void
    {
        $replica = Orm::getReadConnection('lists');
        $primary = Orm::getWriteConnection('lists');
        self::assertNotSame($primary, $replica);
        $asked = [];
        $report = null;
        $onPrimary = self::sqlOf(function () use (&$asked, &$report, $replica): void {
            $asked = self::sqlOf(function () use (&$report): void {
                $report = ItemQuery::checkList();
            }, $replica);
        }, $primary);
        self::assertTrue($report?->isRight());
        self::assertSame([], $asked, 'nothing is asked of the replica');
        self::assertStringContainsString('COUNT(DISTINCT', \implode("\n", $onPrimary));

        Orm::getServiceContainer()->setListLockTimeout(0.3);
        $other = self::anotherConnection();
        self::waitShortly($primary);
        $other->beginTransaction();
        ItemQuery::create()->requireOneByTitle('a', $other)->moveDown($other);
        self::caught(LockTimeoutException::class, fn () => ItemQuery::checkList());
        $other->commit();
        self::assertTrue(ItemQuery::checkList()->isRight());
        self::assertFalse($primary->inTransaction());
    }

    /** What a reader asks goes to the replica as before: nothing of it needs a lock. */
    public function testReadingAsksTheReplica(): void
    {
        $replica = Orm::getReadConnection('lists');
        $item = ItemQuery::create()->requireOneByTitle('b');
        self::assertSame(3, ItemQuery::getMaxRank());
        self::assertFalse($item->isFirst());
        self::assertFalse($item->isLast());
        self::assertTrue($item->isInList());
        self::assertSame('c', $item->getNext()?->getTitle());
        self::assertFalse(Orm::getWriteConnection('lists')->isOpen());
        self::assertTrue($replica->isOpen());
    }

    /**
     * A balancer between may send a read to a replica, which says that a row is not there yet. What is read because of a write
     * must be seen to belong to the primary, before the lock too.
     */
    public function testReadsOfAWriteBelongToThePrimary(): void
    {
        $primary = Orm::getWriteConnection('lists');
        $items = ItemQuery::create()->orderByRank()->find($primary);
        $ids = $items->getColumnValues('Id');
        $works = [
            'rows that are not there' => fn () => ItemQuery::create()->filterByTitle(['x', 'y'])->delete(),
            'some rows' => fn () => ItemQuery::create()->filterByTitle('a')->delete(),
            'reorder' => fn () => ItemQuery::reorder(\array_combine(\array_slice($ids, 1), [2, 1])),
            'many rows' => fn () => $items->delete(),
        ];
        foreach ($works as $name => $work) {
            $reads = \array_filter(
                self::sqlOf($work, $primary),
                static fn (string $sql): bool => \preg_match('/^SELECT .* FROM \W?item\b/s', $sql) === 1,
            );
            self::assertNotSame([], $reads, $name);
            foreach ($reads as $sql) {
                self::assertSame(self::adapter() === 'pgsql', \str_contains($sql, 'pg_is_in_recovery()'), "$name: $sql");
            }
        }
        self::assertSame(0, ItemQuery::create()->count($primary));
    }

    private static function waitShortly(ConnectionWrapper $con): void
    {
        if (self::adapter() === 'sqlite') {
            $con->getPdo()->exec('PRAGMA busy_timeout = 100');
        }
    }
}
