<?php

// One process of the load: php load.php by-hand|ours|propel PROJECT AUTOLOAD DSN USER PASSWORD SEED OPERATIONS LISTS
//
// Ours and Propel's classes have the same methods, so the same code drives both; each operation begins with the object
// read anew, as a request does. Prints JSON: how many were done, refused (the row is gone, the rank out of range), failed.

declare(strict_types=1);

namespace Bench\PropelLists;

use Closure;
use PDO;
use Throwable;

require __DIR__ . '/by-hand.php';

[, $which, $project, $autoload, $dsn, $user, $password, $seed, $operations, $lists] = $argv;
mt_srand((int) $seed);
$open = static fn (): PDO => new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);

/** @return Closure(string, int, int, int, int): bool what, list, other list, id, rank */
$byHand = static function () use ($open): Closure {
    $hand = new ByHand($open());

    return static function (string $what, int $list, int $other, int $id, int $rank) use ($hand): bool {
        if ($what === 'insertAtRank') {
            return $hand->insertAtRank($list, $rank);
        }
        if ($what === 'insertAtBottom') {
            return $hand->insertAtBottom($list);
        }
        $item = $hand->load($id);
        if ($item === null) {
            return false;
        }

        return match ($what) {
            'moveToRank' => $hand->moveToRank($item, $rank),
            'moveToTop' => $hand->moveToRank($item, 1),
            'moveUp' => $hand->moveBy($item, -1),
            'moveDown' => $hand->moveBy($item, 1),
            'delete' => $hand->delete($item),
            'changeList' => $hand->changeList($item, $other),
        };
    };
};

/** @return Closure(string, int, int, int, int): bool */
$byClasses = static function () use ($project, $autoload, $which): Closure {
    require __DIR__ . '/../php/project.php';
    loadProject($project, $autoload);
    $isPropel = $which === 'propel';

    return static function (string $what, int $list, int $other, int $id, int $rank) use ($isPropel): bool {
        if ($isPropel) {
            Map\ItemTableMap::clearInstancePool();
        } else {
            \Orm\Runtime\Orm::getConnection('lists')->getPool()?->clear();
        }
        try {
            if ($what === 'insertAtRank' || $what === 'insertAtBottom') {
                $item = new Item();
                $item->setTitle('new');
                $item->setListId($list);
                $what === 'insertAtRank' ? $item->insertAtRank($rank) : $item->insertAtBottom();
                $item->save();

                return true;
            }
            $item = ItemQuery::create()->findPk($id);
            if ($item === null) {
                return false;
            }
            match ($what) {
                'moveToRank' => $item->moveToRank($rank),
                'changeList' => $item->setListId($other)->save(),
                default => $item->$what(),
            };

            return true;
        } catch (Throwable $error) {
            $isRefusal = $isPropel
                ? str_contains($error->getMessage(), 'Invalid rank')
                : $error instanceof \Orm\Runtime\Exception\NotInListException
                    || $error instanceof \Orm\Runtime\Exception\RankOutOfRangeException
                    || $error instanceof \Orm\Runtime\Exception\RowGoneException;
            if ($isRefusal) {
                return false;
            }
            throw $error;
        }
    };
};

$operate = $which === 'by-hand' ? $byHand() : $byClasses();
$look = $open();
$report = ['done' => 0, 'refused' => 0, 'failed' => 0, 'errors' => []];
for ($left = (int) $operations; $left > 0; $left--) {
    $list = mt_rand(1, (int) $lists);
    $ids = $look->query("SELECT id FROM item WHERE list_id = $list")->fetchAll(PDO::FETCH_COLUMN);
    $dice = mt_rand(1, 100);
    $what = match (true) {
        $ids === [], $dice > 92 => 'insertAtBottom',
        $dice <= 30 => 'moveToRank',
        $dice <= 40 => 'moveUp',
        $dice <= 50 => 'moveDown',
        $dice <= 55 => 'moveToTop',
        $dice <= 65 => 'changeList',
        $dice <= 80 => 'delete',
        default => 'insertAtRank',
    };
    $id = $ids === [] ? 0 : (int) $ids[array_rand($ids)];
    try {
        $isDone = $operate($what, $list, $list % (int) $lists + 1, $id, mt_rand(1, max(1, count($ids))));
        $report[$isDone ? 'done' : 'refused']++;
    } catch (Throwable $error) {
        $report['failed']++;
        $reason = preg_match('/\b(1213|1205|1020)\b/', $error->getMessage() . $error->getPrevious()?->getMessage(), $match) === 1
            ? "error $match[1] of the database"
            : $error::class . ': ' . substr($error->getMessage(), 0, 160);
        $report['errors'][$reason] = ($report['errors'][$reason] ?? 0) + 1;
    }
}
if ($which === 'ours') {
    $report['retries'] = \Orm\Runtime\Orm::getConnection('lists')->getRetryCount();
}
echo json_encode($report, JSON_THROW_ON_ERROR), "\n";
