<?php

// Times operations on lists, in one process, the sides in turn: php measure.php SETTINGS, a JSON text with
//   project, runtime        folders
//   sizes                   lengths of lists
//   rounds                  how often each side does its turn, five times as often in short lists; who begins changes
//   sides                   ours, bare, propel; short: ours on a list of 100 rows in another table
//   cases                   operation → how many of them are a turn, by size
// Prints JSON: case → size → side → milliseconds per operation, one per round.

declare(strict_types=1);

namespace Bench\Speed;

use PDO;

require __DIR__ . '/setup.php';
require __DIR__ . '/bare.php';
require __DIR__ . '/../propel-lists/by-hand.php';

/** @var array{project: string, runtime: string, sizes: list<int>, rounds: int, sides: list<string>, cases: array<string, array<int, int>>, dsn: array{string, ?string, ?string}} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$con = load($settings);
require __DIR__ . '/operations.php';
$pdo = $con->getPdo();
$open = static fn (): PDO => new PDO(...[...$settings['dsn'], [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]]);

$makers = [
    'ours' => static fn (): Side => new Ours($con),
    'bare' => static fn (): Side => new Bare(new BareLists($pdo)),
    'propel' => static fn (): Side => new Propel(quietPdo($open())),
    'short' => static fn (): Side => new Ours($con, ShortItemQuery::class),
];
$long = new Lists($pdo);
$short = new Lists($pdo, 'short_item');
$sides = [];
foreach ($settings['sides'] as $name) {
    $sides[$name] = $makers[$name]();
}
if (isset($sides['short'])) {
    $short->fill(100);
}

/** @return \Closure(): void a turn, with everything loaded that an application has loaded before */
$turn = static function (string $case, string $side, int $count, int $size) use ($sides, $long, $short): \Closure {
    $lists = $side === 'short' ? $short : $long;
    $size = $side === 'short' ? 100 : $size;
    $worker = $sides[$side];

    return match ($case) {
        'moveUp' => $worker->moveUp($lists->some($count, 0.3, 0.9)),
        // A tenth of the list, upwards.
        'moveToRank' => $worker->moveToRank($lists->some($count, 0.3, 0.9), static fn (int $rank): int => $rank - \intdiv($size, 10)),
        'moveToTop' => $worker->moveToRank($lists->last(), static fn (int $rank): int => 1),
        'insertAtTop' => $worker->insertAtTop(\range(1, $count)),
        'delete' => $worker->delete($lists->some($count, 0.4, 0.6)),
    };
};

$results = [];
foreach ($settings['sizes'] as $size) {
    $long->fill($size);
    foreach ($settings['cases'] as $case => $counts) {
        $count = $counts[$size] ?? 0;
        if ($count === 0) {
            continue;
        }
        foreach (\array_keys($sides) as $side) {
            // Statements are prepared, and the pages of the table are in memory.
            for ($warm = 0; $warm < 4; ++$warm) {
                $turn($case, $side, \min(2, $count), $size)();
                $long->restore($size);
                if ($size >= 10_000 && $case !== 'moveUp') {
                    break;
                }
            }
        }
        // Short turns are seldom interrupted by what else the machine does.
        $rounds = $settings['rounds'] * ($size <= 1000 ? 5 : 1);
        for ($round = 0; $round < $rounds; ++$round) {
            $order = $round % 2 === 0 ? \array_keys($sides) : \array_reverse(\array_keys($sides));
            foreach ($order as $side) {
                $work = $turn($case, $side, $count, $size);
                $begun = \hrtime(true);
                $work();
                $results[$case][$size][$side][] = (\hrtime(true) - $begun) / 1e6 / $count;
                unset($work);
                $long->restore($size);
            }
        }
        if (!$long->isRight()) {
            throw new \LogicException("The list of $size rows is wrong after $case.");
        }
    }
}
echo \json_encode($results, \JSON_THROW_ON_ERROR);
