<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\SharedBoard;
use Lists\SharedItem;
use Lists\SharedItemQuery;
use Lists\SharedNote;
use Lists\SharedNoteQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\TransactionException;

/**
 * A server of MySQL group replication with several primaries, which breaks down on savepoints: here one that has not joined
 * its group, but says what it is. Other servers take savepoints.
 */
final class GroupReplicationTest extends ListTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        foreach (['a', 'b', 'c'] as $title) {
            (new SharedItem())->setTitle($title)->save();
        }
        if (self::engine() === 'mysql9') {
            $pdo = self::database('lists')->pdo;
            $pdo->exec("INSTALL PLUGIN group_replication SONAME 'group_replication.so'");
            $pdo->exec("SET GLOBAL group_replication_group_name = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'");
            $pdo->exec('SET GLOBAL group_replication_single_primary_mode = OFF');
        }
    }

    protected function tearDown(): void
    {
        if (self::engine() === 'mysql9') {
            self::database('lists')->pdo->exec('UNINSTALL PLUGIN group_replication');
        }
        parent::tearDown();
    }

    public function testOperationsOfTheirOwnSendNoSavepoint(): void
    {
        $con = self::anotherConnection();
        $sent = self::sqlOf(function () use ($con): void {
            self::item('c', $con)->moveToTop($con);
            (new SharedItem())->setTitle('d')->insertAtRank(2)->save($con);
            self::item('a', $con)->delete($con);
            SharedItemQuery::create()->filterByTitle('b')->delete($con);
            $board = new SharedBoard();
            foreach (['x', 'y', 'z'] as $title) {
                $board->addSharedNote((new SharedNote())->setTitle($title));
            }
            // Several lists and rows in one transaction of ours.
            $board->save($con);
            $board->setSharedNotes([])->save($con);
        }, $con);
        self::assertSame('c1 d2', self::ranks('shared_item'));
        $savepoints = \preg_grep('/^SAVEPOINT/', $sent);
        if (self::engine() === 'mysql9') {
            self::assertSame([], $savepoints);
        } else {
            self::assertNotSame([], $savepoints, 'others have them, so that this test would see one');
        }
    }

    public function testInsideATransactionOfTheCaller(): void
    {
        $con = self::anotherConnection();
        $operations = [
            fn () => self::item('c', $con)->moveToTop($con),
            fn () => (new SharedItem())->setTitle('d')->save($con),
            fn () => SharedItemQuery::create()->filterByTitle('b')->delete($con),
        ];
        foreach ($operations as $operation) {
            $con->beginTransaction();
            if (self::engine() === 'mysql9') {
                $error = self::caught(TransactionException::class, $operation);
                self::assertStringContainsString('group replication', $error->getMessage());
                self::assertFalse($con->isAborted(), 'nothing was done yet');
            } else {
                $operation();
            }
            $con->rollBack();
        }
        self::assertSame('a1 b2 c3', self::ranks('shared_item'));
    }

    /** A part that fails cannot be undone alone, so that nothing of the whole is committed, whoever catches the error. */
    public function testNothingOfWorkOfOursStaysWhenAPartOfItFails(): void
    {
        $con = self::anotherConnection();
        $board = new SharedBoard();
        $board->addSharedNote((new SharedNote())->setTitle('x')->insertAtRank(7));
        self::caught(RankOutOfRangeException::class, fn () => $board->save($con));
        self::assertFalse($con->inTransaction());
        self::assertSame(0, SharedNoteQuery::create()->count($con));
        self::assertSame('0', self::database('lists')->value(self::quoted('SELECT count(*) FROM "shared_board"')));
    }

    private static function item(string $title, ConnectionWrapper $con): SharedItem
    {
        return SharedItemQuery::create()->requireOneByTitle($title, $con);
    }
}
