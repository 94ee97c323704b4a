<?php

// List operations on a table without header table, on one node: php refusal.php PROJECT RUNTIME NODE
// Prints JSON: what each of them was answered with.

declare(strict_types=1);

use Bench\Galera\Plain;
use Bench\Galera\PlainQuery;

[, $project, $runtime, $node] = $argv;
$con = (require __DIR__ . '/project.php')($project, $runtime, (int) $node);
// Rows that are there already, as on the day when a server becomes a cluster.
$con->exec('DELETE FROM plain');
$con->exec("INSERT INTO plain (title, sortable_rank) VALUES ('a', 1), ('b', 2), ('c', 3)");
$first = static fn (): Plain => PlainQuery::create()->findOneByTitle('a') ?? throw new RuntimeException('no row');
$calls = [
    'save' => static fn () => (new Plain())->setTitle('new')->save(),
    'insertAtTop' => static fn () => (new Plain())->setTitle('new')->insertAtTop()->save(),
    'moveToBottom' => static fn () => $first()->moveToBottom(),
    'delete' => static fn () => $first()->delete(),
    'removeFromList' => static fn () => $first()->removeFromList()->save(),
    'reorder' => static fn () => PlainQuery::reorder(array_combine(
        array_map(static fn (Plain $each): int => (int) $each->getId(), PlainQuery::create()->orderByTitle()->find()->getData()),
        [3, 2, 1],
    )),
    'swapWith' => static fn () => $first()->swapWith(PlainQuery::create()->findOneByTitle('b') ?? $first()),
    'delete through a query' => static fn () => PlainQuery::create()->filterByTitle('a')->delete(),
    'repairList' => static fn () => PlainQuery::repairList(),
    'in a transaction of the caller' => static fn () => $con->transaction(static fn () => $first()->moveDown()),
];
$answers = [];
foreach ($calls as $name => $call) {
    try {
        $call();
        $answers[$name] = 'done';
    } catch (Throwable $error) {
        $answers[$name] = $error::class . ': ' . $error->getMessage();
    }
}
$rows = $con->query('SELECT title, sortable_rank FROM plain ORDER BY title')->fetchAll(PDO::FETCH_KEY_PAIR);
// What asks for no place in a list works as ever.
$first()->setTitle('still a')->save();
$read = PlainQuery::create()->orderByRank()->findOne()?->getTitle();
echo json_encode(['answers' => $answers, 'rows' => $rows, 'read' => $read], JSON_THROW_ON_ERROR), "\n";
