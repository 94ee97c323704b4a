<?php

// Times the deletion of many members of a list: php deletes.php SETTINGS, a JSON text with project, runtime, dsn and rounds.
// Prints JSON: case → side → seconds, one per round. The sides of a case take turns.

declare(strict_types=1);

namespace Bench\Speed;

require __DIR__ . '/setup.php';
require __DIR__ . '/bare.php';

/** @var array{project: string, runtime: string, rounds: int} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$con = load($settings);
$lists = new Lists($con->getPdo());
$bare = new BareLists($con->getPdo());

/** @return list<int> ids in order of rank */
$ids = static fn (int $rows): array => \array_map(\intval(...), \array_values($con->getPdo()->query(
    'SELECT id FROM item WHERE list_id = ' . Lists::LIST . " AND sortable_rank <= $rows ORDER BY sortable_rank",
)->fetchAll(\PDO::FETCH_COLUMN)));

/** @return \Closure(): void */
$collection = static function (int $rows) use ($lists): \Closure {
    $lists->fill($rows);
    $items = ItemQuery::create()->inList(Lists::LIST)->orderByRank()->find();

    return static fn () => $items->delete();
};
$tracks = static function (int $rows): \Closure {
    $playlist = new Playlist();
    for ($number = 0; $number < $rows; ++$number) {
        $playlist->addTrack((new Track())->setTitle("track $number"));
    }
    $playlist->save();

    return static fn () => $playlist->setTracks([])->save();
};
$children = static function (int $rows): \Closure {
    $playlist = new Playlist();
    for ($number = 0; $number < $rows; ++$number) {
        $playlist->addChild(new Child());
    }
    $playlist->save();

    return static fn () => $playlist->setChildren([]);
};
$loop = static function (int $rows, bool $inUse = false) use ($lists, $con): \Closure {
    $lists->fill($rows);
    $items = ItemQuery::create()->inList(Lists::LIST)->orderByRank()->find();
    if (!$inUse) {
        // As when each is read by a request of its own: nobody is to be told of the new ranks.
        $con->getPool()?->clear();
    }

    return static function () use ($items): void {
        foreach ($items as $item) {
            $item->delete();
        }
    };
};
$loopInUse = static fn (int $rows): \Closure => $loop($rows, true);
$bareLoop = static function (int $rows) use ($lists, $bare, $ids): \Closure {
    $lists->fill($rows);
    $all = $ids($rows);

    return static function () use ($bare, $all): void {
        foreach ($all as $id) {
            $bare->delete($id, Lists::LIST);
        }
    };
};

/** @var array<string, array<string, array{\Closure(int): (\Closure(): void), int}>> $cases */
$cases = [
    'find()->delete()' => ['100' => [$collection, 100], '800' => [$collection, 800]],
    'setTracks([])->save()' => ['100' => [$tracks, 100], '800' => [$tracks, 800]],
    'setChildren([])' => ['800' => [$children, 800], '8000' => [$children, 8000]],
    'a loop of delete()' => ['bare' => [$bareLoop, 400], 'ours' => [$loop, 400], 'in use' => [$loopInUse, 400]],
];
$times = [];
foreach ($cases as $name => $sides) {
    // One round that does not count: statements reach their steady state.
    for ($round = -1; $round < $settings['rounds']; ++$round) {
        foreach ($sides as $side => [$prepare, $rows]) {
            $con->getPool()?->clear();
            $work = $prepare($rows);
            \gc_collect_cycles();
            $begun = \hrtime(true);
            $work();
            if ($round >= 0) {
                $times[$name][$side][] = (\hrtime(true) - $begun) / 1e9;
            }
        }
    }
}
echo \json_encode($times, \JSON_THROW_ON_ERROR), "\n";
