<?php

// One writer on one node, through the generated classes: php writer.php PROJECT RUNTIME NODE SEED OPERATIONS
//
// About half of the operations are in transactions of their own, the others in transaction(callable) or in transactions
// that are begun by hand, with one to three operations each. Prints JSON: what was committed, refused (the row is gone,
// the rank out of range), given up because of a conflict, and how often the runtime has tried again.

declare(strict_types=1);

use Bench\Galera\Card;
use Bench\Galera\CardQuery;
use Bench\Galera\Task;
use Bench\Galera\TaskQuery;
use Orm\Runtime\Exception\AlreadyInListException;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\RowGoneException;

[, $project, $runtime, $node, $seed, $operations] = $argv;
mt_srand((int) $seed);
$con = (require __DIR__ . '/project.php')($project, $runtime, (int) $node);

/** @return array{string, list<mixed>} table and scope of a list */
$anyList = static fn (): array => mt_rand(0, 1) === 0
    ? ['task', [[1, 2, 3, null][mt_rand(0, 3)]]]
    : ['card', [[1, 'left'], [1, null], [2, 'left'], [2, 'right']][mt_rand(0, 3)]];

$make = static fn (string $table, array $scope): Task|Card => $table === 'task'
    ? (new Task())->setTitle('new')->setListId($scope[0])
    : (new Card())->setTitle('new')->setBoard($scope[0])->setLane($scope[1]);

/** The ids of a list as this node knows them at the moment. */
$idsOf = static function (string $table, array $scope) use ($con): array {
    $columns = $table === 'task' ? ['list_id'] : ['board', 'lane'];
    $conditions = implode(' AND ', array_map(static fn (string $column): string => "$column <=> ?", $columns));

    return $con->query("SELECT id FROM $table WHERE $conditions", $scope)->fetchAll(PDO::FETCH_COLUMN);
};

/** @return array<string, list<string>> rows that were added or removed */
$what = '';
$operate = static function () use ($anyList, $make, $idsOf, &$what): array {
    [$table, $scope] = $anyList();
    $ids = $idsOf($table, $scope);
    $what = $ids === [] ? 'insert' : [
        ...array_fill(0, 8, 'moveToRank'), ...array_fill(0, 5, 'insert'), ...array_fill(0, 5, 'delete'),
        ...array_fill(0, 4, 'scope'), 'moveUp', 'moveUp', 'moveDown', 'moveDown', 'moveToTop', 'moveToBottom', 'swapWith',
        'remove', 'title',
    ][mt_rand(0, 30)];
    $rank = mt_rand(1, count($ids) + 1);
    if ($what === 'insert') {
        $object = $make($table, $scope);
        match (mt_rand(0, 3)) {
            0 => $object->insertAtTop(),
            1 => $object->insertAtBottom(),
            default => $object->insertAtRank($rank),
        };
        $object->save();

        return ['inserted' => ["$table {$object->getId()}"]];
    }
    $find = static fn (int $id): Task|Card|null => $table === 'task'
        ? TaskQuery::create()->findPk($id)
        : CardQuery::create()->findPk($id);
    $object = $find((int) $ids[array_rand($ids)]);
    if ($object === null) {
        throw new RowGoneException('The row was deleted meanwhile.');
    }
    switch ($what) {
        case 'delete':
            $object->delete();

            return ['deleted' => ["$table {$object->getId()}"]];
        case 'scope':
            if ($object instanceof Task) {
                $object->setListId([1, 2, 3, null][mt_rand(0, 3)])->save();
            } else {
                [$board, $lane] = [[1, 'left'], [1, null], [2, 'left'], [2, 'right']][mt_rand(0, 3)];
                $object->setBoard($board)->setLane($lane)->save();
            }
            break;
        case 'moveToRank':
            $object->moveToRank($rank);
            break;
        case 'swapWith':
            $other = $find((int) $ids[array_rand($ids)]);
            if ($object instanceof Task && $other instanceof Task || $object instanceof Card && $other instanceof Card) {
                $object->swapWith($other);
            }
            break;
        case 'remove':
            $object->removeFromList()->save();
            $object->insertAtTop()->save();
            break;
        case 'title':
            $object->setTitle('edited ' . mt_rand())->save();
            break;
        default:
            $object->$what();
    }

    return [];
};

$report = [
    'own' => 0, 'callable' => 0, 'byHand' => 0, 'operations' => 0, 'inserted' => [], 'deleted' => [], 'refused' => 0,
    'retries' => 0, 'conflicts' => ['own' => 0, 'callable' => 0, 'byHand' => 0, 'plain' => 0], 'reasons' => [], 'errors' => [],
];
/** Several operations; one that is refused leaves the others be. */
$several = static function () use ($operate): array {
    $sum = ['operations' => 0, 'inserted' => [], 'deleted' => [], 'refused' => 0];
    for ($left = mt_rand(1, 3); $left > 0; $left--) {
        try {
            foreach ($operate() as $name => $rows) {
                $sum[$name] = [...$sum[$name], ...$rows];
            }
            $sum['operations']++;
        } catch (NotInListException | AlreadyInListException | RankOutOfRangeException | RowGoneException) {
            $sum['refused']++;
        }
    }

    return $sum;
};
while ($report['operations'] < (int) $operations) {
    $dice = mt_rand(1, 100);
    $way = $dice <= 60 ? 'own' : ($dice <= 85 ? 'callable' : 'byHand');
    try {
        if ($way === 'own') {
            $sum = $operate() + ['operations' => 1];
        } elseif ($way === 'callable') {
            $sum = $con->transaction($several);
        } else {
            $con->beginTransaction();
            $sum = $several();
            $con->commit();
        }
        $report[$way]++;
        foreach ($sum as $name => $more) {
            $report[$name] = is_array($more) ? [...$report[$name], ...$more] : $report[$name] + $more;
        }
    } catch (NotInListException | AlreadyInListException | RankOutOfRangeException | RowGoneException) {
        $report['refused']++;
        $report['operations']++;
    } catch (ConflictException $error) {
        // Saving a title is no operation on a list, and nobody begins it again.
        $report['conflicts'][$way === 'own' && $what === 'title' ? 'plain' : $way]++;
        $report['operations']++;
        $reason = "$way, $what: " . substr((string) strrchr($error::class, '\\'), 1);
        $report['reasons'][$reason] = ($report['reasons'][$reason] ?? 0) + 1;
    } catch (Throwable $error) {
        $reason = $error::class . ': ' . substr($error->getMessage(), 0, 300);
        $report['errors'][$reason] = ($report['errors'][$reason] ?? 0) + 1;
        $report['operations']++;
    } finally {
        if ($con->inTransaction()) {
            $con->forceRollBack();
        }
    }
}
$report['retries'] = $con->getRetryCount();
foreach (['reasons', 'errors'] as $name) {
    $report[$name] = (object) $report[$name];
}
echo json_encode($report, JSON_THROW_ON_ERROR), "\n";
