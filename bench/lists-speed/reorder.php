<?php

// Turns a list of so many rows around with reorder(), and with an UPDATE per row: php reorder.php SETTINGS ROWS ROUNDS.
// Prints JSON: milliseconds of both, and the statements that reorder() sends.

declare(strict_types=1);

namespace Bench\Speed;

use PDO;
use Psr\Log\AbstractLogger;

require __DIR__ . '/setup.php';

/** @var array{project: string, runtime: string} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$con = load($settings);
$pdo = $con->getPdo();
$lists = new Lists($pdo);
$rows = (int) $argv[2];
$lists->fill($rows);
$turned = static function () use ($pdo): array {
    $ids = $pdo->query('SELECT id FROM item WHERE list_id = ' . Lists::LIST . ' ORDER BY sortable_rank DESC')->fetchAll(PDO::FETCH_COLUMN);

    return \array_combine($ids, \range(1, \count($ids)));
};
$log = new class extends AbstractLogger {
    /** @var list<string> */
    public array $sql = [];

    public function log($level, string|\Stringable $message, array $context = []): void
    {
        $this->sql[] = (string) \strtok((string) $context['sql'], ' ');
    }
};
$con->setQueryLog($log);
ItemQuery::reorder($turned());
$con->setQueryLog(null);
$one = $pdo->prepare('UPDATE item SET sortable_rank = ? WHERE id = ?');
$sides = [
    'reorder' => static fn (array $order): bool => ItemQuery::reorder($order),
    'updates' => static function (array $order) use ($pdo, $one): void {
        $pdo->beginTransaction();
        foreach ($order as $id => $rank) {
            $one->execute([$rank, $id]);
        }
        $pdo->commit();
    },
];
$times = [];
for ($round = 0; $round < (int) $argv[3]; ++$round) {
    foreach ($sides as $name => $work) {
        $order = $turned();
        $begun = \hrtime(true);
        $work($order);
        $times[$name][] = (\hrtime(true) - $begun) / 1e6;
        $lists->restore($rows);
    }
}
if (!$lists->isRight()) {
    throw new \LogicException('The list is wrong after reorder().');
}
echo \json_encode(['times' => $times, 'statements' => $log->sql], \JSON_THROW_ON_ERROR);
