<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Card;
use Lists\CardQuery;
use Lists\Folder;
use Lists\FolderQuery;
use Lists\ItemQuery;
use Lists\Note;
use Lists\NoteQuery;
use Lists\ProjectQuery;
use Lists\SharedItem;
use Lists\SharedItemQuery;
use Lists\Task;
use Lists\TaskQuery;
use Lists\UniqueTask;
use Lists\UniqueTaskQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\SqlExpression;
use Psr\Log\AbstractLogger;

/** Statements that change many rows of lists at once. */
final class BulkTest extends ListTestCase
{
    public function testDeletingClosesTheGapsOfEveryList(): void
    {
        $one = self::project('a', 'b', 'c', 'd');
        $two = self::project('a', 'x', 'c');
        $three = self::project('y', 'z');
        $kept = TaskQuery::create()->findOneByRank(4, $one->getId());
        self::assertSame(4, TaskQuery::create()->filterByTitle(['a', 'c'])->delete());
        self::assertSame(['b1 d2', 'x1', 'y1 z2'], [self::tasksOf($one), self::tasksOf($two), self::tasksOf($three)]);
        self::assertSame(2, $kept?->getRank(), 'an object in use follows');
        self::assertFalse(self::con()->inTransaction());
    }

    public function testDeletingRowsThatAreInNoList(): void
    {
        $one = self::project('a', 'u', 'b');
        self::unrank('task', 'u', 'position');
        self::database('lists')->rows(self::quoted('UPDATE "task" SET "position" = 2 WHERE "title" = \'b\''));
        self::assertSame(1, TaskQuery::create()->filterByTitle('u')->delete());
        self::assertSame('a1 b2', self::tasksOf($one));
        self::assertSame(0, TaskQuery::create()->filterByTitle('nobody')->delete());
    }

    /** What began before a row came does not see it with a plain read; a statement that writes does. */
    public function testDeletingRowsThatCameMeanwhile(): void
    {
        $con = self::con();
        $one = self::project('a', 'b');
        $con->beginTransaction(self::adapter() === 'mysql' ? 'REPEATABLE READ' : null);
        if (self::adapter() === 'sqlite') {
            // Nobody else can write from here on.
            self::assertSame(0, TaskQuery::create()->filterByTitle('late')->delete());
            $con->commit();

            return;
        }
        self::assertSame(2, TaskQuery::create()->count());
        $other = self::anotherConnection();
        (new Task())->setTitle('late')->setProjectId($one->getId())->insertAtTop()->save($other);
        self::assertSame(1, TaskQuery::create()->filterByTitle('late')->delete());
        $con->commit();
        self::assertSame('a1 b2', self::tasksOf($one));
    }

    public function testDeletingWithALimitAndByAJoin(): void
    {
        self::items('a', 'b', 'c', 'd', 'e');
        self::assertSame(2, ItemQuery::create()->orderByTitle()->offset(1)->limit(2)->delete());
        self::assertSame('a1 d2 e3', self::ranks('item'));
        $one = self::project('a', 'b', 'c');
        $one->setName('one')->save();
        $two = self::project('a', 'b');
        $query = TaskQuery::create()->filterByTitle('b')->useProjectQuery()->filterByName('one')->endUse();
        self::assertSame(1, $query->delete());
        self::assertSame(['a1 c2', 'a1 b2'], [self::tasksOf($one), self::tasksOf($two)]);
        self::assertSame(2, ItemQuery::create('i')->where('i.Title <> ?', 'd')->delete());
        self::assertSame('d1', self::ranks('item'));
    }

    public function testDeletingAll(): void
    {
        $one = self::project('a', 'b');
        self::assertSame(2, TaskQuery::create()->deleteAll());
        self::assertSame('', self::tasksOf($one));
        (new Task())->setTitle('new')->setProject($one)->save();
        self::assertSame('new1', self::tasksOf($one));
    }

    public function testListsOfSeveralColumns(): void
    {
        foreach ([[1, 2], [1, null], [null, null]] as [$board, $column]) {
            foreach (['a', 'b', 'c'] as $title) {
                (new Card())->setBoardId($board)->setColumnId($column)->setTitle($title)->save();
            }
        }
        self::assertSame(3, CardQuery::create()->filterByTitle('a')->delete());
        self::assertSame('b1 b1 b1 c2 c2 c2', self::ranks('card'));
    }

    public function testDeletingInATransactionThatIsRolledBack(): void
    {
        $one = self::project('a', 'b', 'c');
        $last = TaskQuery::create()->findOneByRank(3, $one->getId());
        self::con()->beginTransaction();
        TaskQuery::create()->filterByTitle('a')->delete();
        self::assertSame(2, $last?->getRank());
        self::con()->rollBack();
        self::assertSame('a1 b2 c3', self::tasksOf($one));
        self::assertSame(3, $last?->getRank());
    }

    public function testHooksBelongToIt(): void
    {
        self::items('a', 'b', 'c');
        $query = new class () extends ItemQuery {
            /** @var list<mixed> */
            public static array $log = [];

            protected function preDelete(ConnectionWrapper $con): ?int
            {
                self::$log[] = $con->inTransaction();
                $this->filterByTitle('b', '<>');

                return null;
            }

            protected function postDelete(int $affectedRows, ConnectionWrapper $con): void
            {
                self::$log[] = [$affectedRows, $con->inTransaction()];
            }
        };
        self::assertSame(1, $query->filterByTitle(['a', 'b'])->delete());
        self::assertSame([true, [1, true]], $query::$log);
        self::assertSame('b1 c2', self::ranks('item'));
        $veto = new class () extends ItemQuery {
            protected function preDelete(ConnectionWrapper $con): ?int
            {
                return -1;
            }
        };
        self::assertSame(-1, $veto->deleteAll());
        self::assertSame('b1 c2', self::ranks('item'));
    }

    public function testTooManyListsAtOnceAreRefused(): void
    {
        self::con()->transaction(static function (): void {
            for ($board = 1; $board <= 1001; ++$board) {
                self::con()->query(self::quoted('INSERT INTO "card" ("board_id", "sortable_rank") VALUES (?, 1)'), [$board]);
            }
        });
        $error = self::caught(InvalidQueryException::class, static fn () => CardQuery::create()->deleteAll());
        self::assertStringContainsString('1001 lists', $error->getMessage());
        self::assertSame(1001, CardQuery::create()->count());
        self::assertSame(1000, CardQuery::create()->filterByBoardId(7, '<>')->delete());
        self::assertSame(1, CardQuery::create()->deleteAll());
    }

    /** Others may change rows of lists that are not locked: the statement starts over with those lists too. */
    public function testRowsThatCameToFitMeanwhile(): void
    {
        $one = self::project('a', 'b');
        $two = self::project('c', 'd');
        $other = self::anotherSession();
        $logger = new class ($other, self::quoted('UPDATE "task" SET "title" = \'a\' WHERE "title" = \'c\'')) extends AbstractLogger {
            private int $looks = 0;

            public function __construct(private readonly \PDO $other, private readonly string $sql)
            {
            }

            /**
             * @param mixed              $level
             * @param string|\Stringable $message
             * @param array<mixed>       $context
             */
            public function log($level, $message, array $context = []): void
            {
                $sql = $context['sql'] ?? '';
                if (\is_string($sql) && \str_starts_with($sql, 'SELECT DISTINCT') && ++$this->looks === 2) {
                    try {
                        $this->other->exec($this->sql);
                    } catch (\PDOException) {
                        // SQLite has one lock, and nobody writes meanwhile.
                    }
                }
            }
        };
        self::con()->setQueryLog($logger);
        $alone = self::adapter() === 'sqlite';
        self::assertSame($alone ? 1 : 2, TaskQuery::create()->filterByTitle('a')->delete());
        self::con()->setQueryLog(null);
        self::assertSame('b1', self::tasksOf($one));
        self::assertSame($alone ? 'c1 d2' : 'd1', self::tasksOf($two));
    }

    public function testOtherTablesAreDeletedFromAsBefore(): void
    {
        self::project('a');
        $sql = self::sqlOf(static fn () => ProjectQuery::create()->filterByName('nobody')->delete());
        self::assertSame([self::quoted('DELETE FROM "project" WHERE "project"."name" = ?')], $sql);
        self::assertSame(1, ProjectQuery::create()->deleteAll());
        self::assertSame('', self::ranks('task', 'position'));
    }

    public function testAnUpdateThatWouldPlaceRowsIsRefused(): void
    {
        $one = self::project('a', 'b');
        $error = self::caught(
            InvalidQueryException::class,
            static fn () => TaskQuery::create()->update(['Position' => 1, 'Title' => 'x', 'task.project_id' => 2]),
        );
        self::assertStringStartsWith('update() would set Position and ProjectId, which says where', $error->getMessage());
        self::assertSame('a1 b2', self::tasksOf($one));
        self::assertSame(2, TaskQuery::create()->update(['Title' => 'x']));
        self::assertSame('x1 x2', self::tasksOf($one));
    }

    public function testAForcedUpdateRenumbersListsBeforeAndAfter(): void
    {
        $one = self::project('a', 'b', 'c');
        $two = self::project('d', 'e');
        $kept = TaskQuery::create()->findOneByRank(3, $one->getId());
        $rows = TaskQuery::create()->filterByTitle(['a', 'b'])->update(['ProjectId' => $two->getId()], null, true);
        self::assertSame(2, $rows);
        self::assertSame('c1', self::tasksOf($one));
        self::assertSame(1, $kept?->getRank());
        self::assertTrue(TaskQuery::checkList($two->getId())->isRight());
        self::assertSame(4, TaskQuery::getMaxRank($two->getId()));
        TaskQuery::create()->filterByTitle('d')->update(['Position' => new SqlExpression('Task.Position + 10')], force: true);
        self::assertSame('d4', \substr(self::tasksOf($two), -2));
        TaskQuery::create()->filterByTitle('d')->update(['Position' => null], force: true);
        self::assertSame('-d', \substr(self::tasksOf($two), -2));
        self::assertTrue(TaskQuery::checkList($two->getId())->isRight());
        TaskQuery::create()->filterByTitle('d')->update(['Position' => -5], force: true);
        self::assertSame('d1', \substr(self::tasksOf($two), 0, 2));
    }

    public function testAForcedUpdateByExpression(): void
    {
        foreach ([1, 2] as $board) {
            foreach (['a', 'b'] as $title) {
                (new Card())->setBoardId($board)->setTitle($title)->save();
            }
        }
        $set = ['BoardId' => new SqlExpression('Card.BoardId + ?', [1]), 'ColumnId' => 7];
        self::assertSame(2, CardQuery::create()->filterByTitle('a')->update($set, null, true));
        foreach ([[1, null], [2, null], [2, 7], [3, 7]] as [$board, $column]) {
            self::assertSame(1, CardQuery::getMaxRank($board, $column), "$board");
            self::assertSame(1, CardQuery::countList($board, $column));
        }
    }

    public function testUniqueRanksAndTheRowPerList(): void
    {
        $project = self::project();
        foreach (['a', 'b', 'c', 'd', 'e'] as $title) {
            (new UniqueTask())->setProject($project)->setTitle($title)->save();
            (new SharedItem())->setShelfId(1)->setTitle($title)->save();
        }
        self::assertSame(3, UniqueTaskQuery::create()->filterByTitle(['a', 'c', 'd'])->delete());
        self::assertSame('b1 e2', self::ranks('unique_task'));
        self::assertSame(3, SharedItemQuery::create()->filterByTitle(['a', 'c', 'd'])->delete());
        self::assertSame('b1 e2', self::ranks('shared_item'));
    }

    public function testParentsDeletedAtOnceLeaveTheirRowsAtTheBottom(): void
    {
        $folders = [];
        foreach (['p', 'q', 'r'] as $name) {
            $folders[$name] = (new Folder())->setName($name);
            $folders[$name]->save();
        }
        foreach ([['p', 'a'], ['p', 'b'], ['q', 'c'], ['r', 'd'], [null, 'e']] as [$name, $title]) {
            (new Note())->setTitle($title)->setFolderId($name === null ? null : $folders[$name]->getId())->save();
        }
        $kept = NoteQuery::create()->findOneByTitle('b');
        self::assertSame(2, FolderQuery::create()->filterByName(['p', 'q'])->delete());
        self::assertTrue(NoteQuery::checkList(null)->isRight());
        self::assertSame(['e', 4], [NoteQuery::retrieveByRank(1)?->getTitle(), NoteQuery::getMaxRank()]);
        self::assertSame(1, NoteQuery::getMaxRank($folders['r']->getId()));
        self::assertNull($kept?->getFolderId());
        self::assertSame(NoteQuery::create()->findOneByTitle('b')?->getRank(), $kept?->getRank());
        self::assertSame(1, FolderQuery::create()->deleteAll());
        self::assertSame('d5', \substr(self::ranks('note'), -2));
    }
}
