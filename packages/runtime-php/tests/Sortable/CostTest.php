<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Map\TaskTableMap;
use Lists\Project;
use Lists\Task;
use Lists\TaskQuery;
use Orm\Runtime\Tests\Support\StatementLog;

/**
 * What operations on lists send: every statement, in order, and how many rows it writes. Statements that were planned have
 * the names of the plan; what is sent together is one entry, since it is one round trip.
 */
final class CostTest extends ListTestCase
{
    public function testAMoveIsALockAReadAndOneUpdate(): void
    {
        $list = $this->listOf(10);
        $moves = [
            'moveUp' => [static fn () => $list[4]->moveUp(), 'place', 2],
            'moveDown' => [static fn () => $list[4]->moveDown(), 'placeMax', 2],
            'moveToTop' => [static fn () => $list[7]->moveToTop(), 'place', 8],
            'moveToBottom' => [static fn () => $list[7]->moveToBottom(), 'placeMax', 10],
            'moveToRank, upwards' => [static fn () => $list[7]->moveToRank(4), 'placeMax', 7],
            'moveToRank, downwards' => [static fn () => $list[0]->moveToRank(7), 'placeMax', 7],
        ];
        foreach ($moves as $name => [$move, $read, $rows]) {
            self::assertSame($this->transaction($read, "move $rows"), $this->sent($move), $name);
        }
        self::assertSame(self::ranksOf(10), self::numbers());
    }

    public function testAMoveThatGoesNowhereWritesNothing(): void
    {
        $list = $this->listOf(3);
        self::assertSame($this->transaction('place'), $this->sent(static fn () => $list[0]->moveUp()));
        self::assertSame($this->transaction('placeMax'), $this->sent(static fn () => $list[2]->moveDown()));
        self::assertSame($this->transaction('placeMax'), $this->sent(static fn () => $list[1]->moveToRank(2)));
    }

    /** |a−b|+1 rows, whatever the ranks and however long the list is. */
    public function testAMoveWritesTheRowsBetweenTheRanks(): void
    {
        $list = $this->listOf(30);
        \mt_srand(4);
        for ($round = 0; $round < 40; ++$round) {
            $task = $list[\mt_rand(0, 29)];
            $task->reload();
            [$from, $to] = [(int) $task->getRank(), \mt_rand(1, 30)];
            $written = $from === $to ? [] : ['move ' . (\abs($from - $to) + 1)];
            self::assertSame($this->transaction('placeMax', ...$written), $this->sent(static fn () => $task->moveToRank($to)));
        }
        self::assertSame(self::ranksOf(30), self::numbers());
    }

    public function testASwapReadsBothAndWritesTwoRows(): void
    {
        $list = $this->listOf(10);
        self::assertSame(
            $this->transaction('place', 'place', 'swap 2'),
            $this->sent(static fn () => $list[1]->swapWith($list[8])),
        );
    }

    public function testAnInsertIsAlsoTheInsert(): void
    {
        $list = $this->listOf(10);
        $project = (int) $list[0]->getProjectId();
        $new = static function () use ($project): Task {
            self::con()->getPool()?->clear();

            return (new Task())->setTitle('new')->setProjectId($project);
        };
        $top = $new()->insertAtTop();
        self::assertSame($this->transaction('max', 'open 10', 'INSERT 1'), $this->sent($top->save(...)));
        $middle = $new()->insertAtRank(5);
        self::assertSame($this->transaction('max', 'open 7', 'INSERT 1'), $this->sent($middle->save(...)));
        $bottom = $new()->insertAtBottom();
        self::assertSame($this->transaction('max', 'INSERT 1'), $this->sent($bottom->save(...)));
        self::assertSame($this->transaction('max', 'INSERT 1'), $this->sent($new()->save(...)));
        self::assertSame(self::ranksOf(14), self::numbers());
    }

    public function testADeleteIsAlsoTheDelete(): void
    {
        $list = $this->listOf(10);
        self::assertSame($this->transaction('place', 'DELETE 1', 'close 7'), $this->sent($list[2]->delete(...)));
        self::assertSame(self::ranksOf(9), self::numbers());
    }

    public function testLeavingTheListIsTheUpdateOfTheRowAndTheGap(): void
    {
        $list = $this->listOf(10);
        $list[2]->removeFromList();
        self::assertSame(
            // What the row was in before says which list to lock.
            ['place', ...$this->transaction('placeMax', 'UPDATE 1', 'close 7')],
            $this->sent($list[2]->save(...)),
        );
    }

    /** All objects of the list that are alive at once, and only if there are any. */
    public function testOtherObjectsAreRefreshedInOneStatement(): void
    {
        $list = $this->listOf(10);
        $alive = [];
        foreach ([1, 2, 3, 8] as $index) {
            $alive[$index] = TaskQuery::create()->findPk((int) $list[$index]->getId());
        }
        $sent = $this->sent(static fn () => $list[6]->moveToTop());
        self::assertSame($this->transaction('place', 'move 7', 'rows 4'), $sent);
        self::assertSame([3, 4, 5, 9], \array_map(static fn (?Task $task): ?int => $task?->getRank(), \array_values($alive)));

        $many = TaskQuery::create()->find()->getData();
        $sent = $this->sent(static fn () => $many[0]->moveDown());
        self::assertSame($this->transaction('placeMax', 'move 2', 'rows 9'), $sent);
    }

    public function testAHundredLiveObjectsAreRefreshedInOneStatement(): void
    {
        $project = $this->projectWith(100);
        $all = TaskQuery::create()->filterByProjectId($project)->find()->getData();
        $sent = $this->sent(static fn () => $all[50]->moveUp());
        self::assertSame($this->transaction('place', 'move 2', 'rowsOf'), $sent);
    }

    public function testChildrenOfANewParentAreLockedAndCountedOnce(): void
    {
        $project = new Project();
        for ($number = 1; $number <= 4; ++$number) {
            $project->addTask((new Task())->setTitle("$number"));
        }
        $sent = $this->sent($project->save(...));
        self::assertSame(match (self::adapter()) {
            'pgsql' => [
                'BEGIN ISOLATION LEVEL READ COMMITTED', 'INSERT 1', 'SAVEPOINT', 'lock', 'maxLocked', 'INSERT 1',
                'wait for rows', 'RELEASE SAVEPOINT', 'INSERT 1', 'INSERT 1', 'INSERT 1', 'COMMIT',
            ],
            'mysql' => [
                'START TRANSACTION', 'INSERT 1', 'SAVEPOINT', 'wait for rows', 'lock', 'max', 'INSERT 1', 'RELEASE SAVEPOINT',
                'INSERT 1', 'INSERT 1', 'INSERT 1', 'COMMIT', 'release',
            ],
            default => [
                'BEGIN IMMEDIATE', 'INSERT 1', 'SAVEPOINT', 'max', 'INSERT 1', 'RELEASE SAVEPOINT', 'INSERT 1', 'INSERT 1',
                'INSERT 1', 'COMMIT',
            ],
        }, $sent);
        self::assertSame('11 22 33 44', self::tasksOf($project));
    }

    public function testInATransactionOfTheCallerThereIsASavepointInstead(): void
    {
        $list = $this->listOf(10);
        $con = self::con();
        $con->beginTransaction();
        $first = $this->sent(static fn () => $list[4]->moveUp());
        $second = $this->sent(static fn () => $list[6]->moveUp());
        $con->commit();
        $expected = match (self::adapter()) {
            'pgsql' => ['SAVEPOINT', 'lock', 'placeLocked', 'move 2', 'wait for rows', 'RELEASE SAVEPOINT'],
            'mysql' => ['SAVEPOINT', 'wait for rows', 'lock', 'place', 'move 2', 'RELEASE SAVEPOINT'],
            default => ['SAVEPOINT', 'place', 'move 2', 'RELEASE SAVEPOINT'],
        };
        self::assertSame($expected, $first);
        self::assertSame($expected, $second);
    }

    public function testReorderIsOneUpdate(): void
    {
        $project = $this->projectWith(500);
        $ids = TaskQuery::create()->filterByProjectId($project)->orderByRank()->find()->getPrimaryKeys();
        self::con()->getPool()?->clear();
        $order = [];
        foreach (\array_reverse(\array_values($ids)) as $index => $id) {
            $order[$id] = $index + 1;
        }
        $sent = $this->sent(static fn () => TaskQuery::reorder($order));
        $before = self::adapter() === 'pgsql' ? 'rowsOfLocked' : 'rowsOf';
        self::assertSame([$before, ...$this->transaction('rowsOf', 'check', 'reorder 500')], $sent);
        self::assertSame(self::ranksOf(500), self::numbers());
    }

    /**
     * A transaction of ours around what it does.
     *
     * @return list<string>
     */
    private function transaction(string ...$work): array
    {
        return match (self::adapter()) {
            'pgsql' => ['BEGIN ISOLATION LEVEL READ COMMITTED', 'lock', ...\array_map(self::underLock(...), \array_values($work)), 'COMMIT'],
            'mysql' => ['START TRANSACTION', 'lock', ...\array_values($work), 'COMMIT', 'release'],
            default => ['BEGIN IMMEDIATE', ...\array_values($work), 'COMMIT'],
        };
    }

    /** On PostgreSQL every read under the lock has the form that no proxy sends to a replica. */
    private static function underLock(string $name): string
    {
        return self::adapter() === 'pgsql' ? (string) \preg_replace('/^(?:place|placeMax|max|check|rowsOf)$/D', '$0Locked', $name) : $name;
    }

    /**
     * What is sent, in short: the name of a planned statement or the verb, and how many rows were written.
     *
     * @param callable(): mixed $work
     *
     * @return list<string>
     */
    private function sent(callable $work): array
    {
        // What is asked of a new session, once, is not the cost of an operation.
        self::con()->locks();

        return \array_map(self::short(...), StatementLog::of(self::con(), $work));
    }

    /**
     * @param array{string, int|null} $statement
     */
    private static function short(array $statement): string
    {
        [$sql, $rows] = $statement;
        foreach (TaskTableMap::LIST['statements'] as $name => $steps) {
            foreach ($steps as [$parts]) {
                if (\implode(TaskTableMap::LIST['conditions'][0][0], $parts) === $sql) {
                    $isCounted = \in_array($name, ['move', 'open', 'close', 'swap', 'reorder'], true);

                    return $isCounted ? "$name {$rows}" : $name;
                }
            }
        }
        if (\str_starts_with($sql, TaskTableMap::LIST['rows'])) {
            self::assertStringContainsString(TaskTableMap::LIST['underLock'][0], $sql);

            return 'rows ' . \substr_count($sql, '?');
        }
        $verb = (string) \strtok($sql, ' ');

        return match (true) {
            \in_array($verb, ['INSERT', 'UPDATE', 'DELETE'], true) => "$verb $rows",
            // One round trip, in which the session also gets another time-out for rows, or its own one back.
            \preg_match('/^START TRANSACTION;SET [^;]*innodb_lock_wait_timeout = [^;]*$/D', $sql) === 1 => 'START TRANSACTION',
            \preg_match("/^DO RELEASE_LOCK\('\w+'\)(?:;SET SESSION innodb_lock_wait_timeout = [^;]*)?$/D", $sql) === 1 => 'release',
            \preg_match('/^SET [^;]*(?:innodb_lock_wait_timeout|lock_timeout) = [^;]*$/D', $sql) === 1 => 'wait for rows',
            \str_starts_with($sql, 'RELEASE SAVEPOINT ') => 'RELEASE SAVEPOINT',
            $verb === 'SAVEPOINT' => 'SAVEPOINT',
            default => $sql,
        };
    }

    /**
     * The objects of a new list in order of rank, none of which the pool knows.
     *
     * @return list<Task>
     */
    private function listOf(int $rows): array
    {
        $this->projectWith($rows);
        $tasks = \array_values(TaskQuery::create()->orderByRank()->find()->getData());
        self::con()->getPool()?->clear();

        return $tasks;
    }

    private function projectWith(int $rows): int
    {
        $project = new Project();
        $project->save();
        $id = (int) $project->getId();
        $pdo = self::database('lists')->pdo;
        $pdo->beginTransaction();
        $insert = $pdo->prepare(self::quoted('INSERT INTO "task" ("title", "project_id", "position") VALUES (?, ?, ?)'));
        for ($rank = 1; $rank <= $rows; ++$rank) {
            $insert->execute(["$rank", $id, $rank]);
        }
        $pdo->commit();
        // A session that is new asks about the server once; a statement is then sent as it is.
        $any = TaskQuery::create()->findOne();
        $any?->moveToRank((int) $any->getRank());
        self::con()->getPool()?->clear();

        return $id;
    }

    /** The ranks of all rows, in order. */
    private static function numbers(): string
    {
        $rows = self::database('lists')->rows(self::quoted('SELECT "position" FROM "task" ORDER BY "position"'));

        return \implode(' ', \array_map(static fn (array $row): string => (string) $row['position'], $rows));
    }

    private static function ranksOf(int $rows): string
    {
        return \implode(' ', \range(1, $rows));
    }
}
