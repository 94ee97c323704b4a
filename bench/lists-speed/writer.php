<?php

// One of many writers on one list: php writer.php SETTINGS SIDE SEED, where SETTINGS has project, runtime, dsn and seconds.
// Prints "ready", reads when to begin (in seconds), and moves random rows to random ranks until the time is over. Prints
// JSON: how many moves were made, how often they had to begin again, how many failed.

declare(strict_types=1);

namespace Bench\Speed;

use Bench\PropelLists\ByHand;
use PDO;

require __DIR__ . '/setup.php';
require __DIR__ . '/bare.php';
require __DIR__ . '/../propel-lists/by-hand.php';

/** @var array{project: string, runtime: string, dsn: array{string, ?string, ?string}, seconds: float} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$side = $argv[2];
\mt_srand((int) $argv[3]);
$con = load($settings);
$pdo = $con->getPdo();
$ids = \array_map(\intval(...), $pdo->query('SELECT id FROM item WHERE list_id = ' . Lists::LIST)->fetchAll(PDO::FETCH_COLUMN));
$rows = \count($ids);
$retries = static fn (): int => 0;
if ($side === 'ours') {
    $items = [];
    foreach ($ids as $id) {
        $items[] = ItemQuery::create()->findPk($id);
    }
    // Nobody shows the list in these processes: there are no others to refresh.
    $con->getPool()?->clear();
    $move = static fn (int $index, int $rank): mixed => $items[$index]?->moveToRank($rank);
    $retries = $con->getRetryCount(...);
} elseif ($side === 'bare') {
    $bare = new BareLists($pdo);
    $move = static fn (int $index, int $rank): mixed => $bare->moveToRank($ids[$index], Lists::LIST, $rank);
    $retries = static fn (): int => $bare->retries;
} else {
    $hand = new ByHand(quietPdo(new PDO(...[...$settings['dsn'], [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]])));
    $move = static function (int $index, int $rank) use ($hand, $ids): void {
        $item = $hand->load($ids[$index]);
        if ($item !== null) {
            $hand->moveToRank($item, $rank);
        }
    };
}
// Statements are prepared before it counts.
for ($warm = 0; $warm < 4; ++$warm) {
    try {
        $move(\mt_rand(0, $rows - 1), \mt_rand(1, $rows));
    } catch (\PDOException) {
        // Those without a lock fail at times.
    }
}
$before = $retries();
\fwrite(\STDOUT, "ready\n");
$begin = (float) \fgets(\STDIN);
\usleep(\max(0, (int) (($begin - \microtime(true)) * 1e6)));
$until = $begin + $settings['seconds'];
[$moves, $failed, $longest] = [0, 0, 0.0];
while (($now = \microtime(true)) < $until) {
    try {
        $move(\mt_rand(0, $rows - 1), \mt_rand(1, $rows));
        ++$moves;
    } catch (\PDOException $error) {
        if ($side !== 'propel') {
            throw $error;
        }
        ++$failed;
    }
    $longest = \max($longest, \microtime(true) - $now);
}
echo \json_encode(
    ['moves' => $moves, 'retries' => $retries() - $before, 'failed' => $failed, 'longest' => $longest],
    \JSON_THROW_ON_ERROR,
);
