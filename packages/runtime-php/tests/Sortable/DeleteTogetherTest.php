<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Card;
use Lists\CardQuery;
use Lists\Task;
use Lists\TaskQuery;
use Lists\UniqueTask;
use Lists\UniqueTaskQuery;
use Orm\Runtime\Exception\ObjectDeletedException;
use Orm\Runtime\Tests\Support\StatementLog;

/** Objects of lists that are deleted together: as a set, and each list is renumbered once. */
final class DeleteTogetherTest extends ListTestCase
{
    public function testEachListIsRenumberedAndObjectsFollow(): void
    {
        $one = self::project('a', 'b', 'c', 'd');
        $two = self::project('a', 'x', 'c');
        $kept = TaskQuery::create()->findOneByRank(4, $one->getId());
        $gone = TaskQuery::create()->filterByTitle(['a', 'c'])->find();
        $gone->delete();
        self::assertSame(['b1 d2', 'x1'], [self::tasksOf($one), self::tasksOf($two)]);
        self::assertSame(2, $kept?->getRank());
        self::assertSame([true, true, true, true], $gone->map(static fn (Task $task): bool => $task->isDeleted()));
        self::assertFalse(self::con()->inTransaction());
    }

    public function testTheNumberOfStatementsDoesNotGrowWithTheList(): void
    {
        $counts = [];
        foreach ([30, 90] as $rows) {
            $project = self::project(...\array_map(strval(...), \range(1, $rows)));
            $tasks = TaskQuery::create()->inList($project->getId())->orderByRank()->find();
            $counts[] = \count(StatementLog::of(self::con(), $tasks->delete(...)));
            self::assertSame('', self::tasksOf($project));
        }
        self::assertSame($counts[0], $counts[1]);
        self::assertLessThan(16, $counts[0]);
    }

    public function testRemovedChildrenAreDeletedAsASet(): void
    {
        $counts = [];
        foreach ([30, 90] as $rows) {
            $project = self::project(...\array_map(strval(...), \range(1, $rows)));
            $project->setTasks([]);
            $counts[] = \count(StatementLog::of(self::con(), $project->save(...)));
            self::assertSame('', self::tasksOf($project));
        }
        self::assertSame($counts[0], $counts[1]);
    }

    public function testARollbackBringsThemBack(): void
    {
        $one = self::project('a', 'b', 'c', 'd');
        $tasks = TaskQuery::create()->orderByRank()->find();
        $con = self::con();
        $con->beginTransaction();
        TaskQuery::create()->filterByTitle(['b', 'c'])->find()->delete();
        self::assertSame([1, 2], [$tasks[0]?->getRank(), $tasks[3]?->getRank()]);
        $con->rollBack();
        self::assertSame('a1 b2 c3 d4', self::tasksOf($one));
        self::assertSame([1, 2, 3, 4], $tasks->map(static fn (Task $task): ?int => $task->getRank()));
        self::assertSame([false, false, false, false], $tasks->map(static fn (Task $task): bool => $task->isDeleted()));
        $tasks->delete();
        self::assertSame('', self::tasksOf($one));
    }

    public function testRowsThatMovedOrWentMeanwhile(): void
    {
        $one = self::project('a', 'b', 'c');
        $two = self::project('x', 'y');
        $tasks = TaskQuery::create()->filterByTitle(['a', 'b', 'c'])->find();
        $rows = self::database('lists');
        $rows->rows(self::quoted('DELETE FROM "task" WHERE "title" = ?'), ['c']);
        $rows->rows(self::quoted('UPDATE "task" SET "project_id" = ?, "position" = 1 WHERE "title" = ?'), [$two->getId(), 'b']);
        $rows->rows(self::quoted('UPDATE "task" SET "position" = 2 WHERE "title" = ?'), ['x']);
        $rows->rows(self::quoted('UPDATE "task" SET "position" = 3 WHERE "title" = ?'), ['y']);
        $tasks->delete();
        self::assertSame(['', 'x1 y2'], [self::tasksOf($one), self::tasksOf($two)]);
    }

    public function testRowsOutsideOfListsAndListsOfSeveralColumns(): void
    {
        $one = self::project('a', 'u', 'b');
        self::unrank('task', 'u', 'position');
        self::database('lists')->rows(self::quoted('UPDATE "task" SET "position" = 2 WHERE "title" = \'b\''));
        TaskQuery::create()->filterByTitle(['a', 'u'])->find()->delete();
        self::assertSame('b1', self::tasksOf($one));
        foreach ([[1, 2], [1, null], [null, null]] as [$board, $column]) {
            foreach (['a', 'b', 'c'] as $title) {
                (new Card())->setBoardId($board)->setColumnId($column)->setTitle($title)->save();
            }
        }
        CardQuery::create()->filterByTitle('b')->find()->delete();
        self::assertSame('a1 a1 a1 c2 c2 c2', self::ranks('card'));
    }

    public function testUniqueRanks(): void
    {
        $project = self::project();
        foreach (['a', 'b', 'c', 'd', 'e'] as $title) {
            (new UniqueTask())->setTitle($title)->setProjectId((int) $project->getId())->save();
        }
        UniqueTaskQuery::create()->filterByTitle(['a', 'c', 'd'])->find()->delete();
        self::assertSame('b1 e2', self::ranks('unique_task'));
    }

    public function testAnObjectThatWasDeletedBeforeIsRefusedAndOneThatIsThereTwiceIsNot(): void
    {
        $one = self::project('a', 'b', 'c');
        $tasks = TaskQuery::create()->orderByRank()->find();
        $tasks[0]?->delete();
        try {
            $tasks->delete();
            self::fail();
        } catch (ObjectDeletedException $error) {
            self::assertSame('This Task was deleted already.', $error->getMessage());
        }
        self::assertSame('b1 c2', self::tasksOf($one));
        $twice = TaskQuery::create()->filterByTitle('b')->find();
        $twice->append($twice[0] ?? new Task());
        $twice->delete();
        self::assertSame('c1', self::tasksOf($one));
    }

    public function testTheListsOfManyObjectsAreLockedInParts(): void
    {
        $pdo = self::database('lists')->pdo;
        $pdo->beginTransaction();
        $insert = $pdo->prepare(self::quoted('INSERT INTO "card" ("title", "board_id", "sortable_rank") VALUES (?, ?, ?)'));
        for ($board = 1; $board <= 520; ++$board) {
            $insert->execute(['a', $board, 1]);
            $insert->execute(['b', $board, 2]);
        }
        $pdo->commit();
        CardQuery::create()->filterByTitle('a')->find()->delete();
        self::assertSame(520, CardQuery::create()->filterByTitle('b')->filterByRank(1)->count());
        self::assertSame(520, CardQuery::create()->count());
    }
}
