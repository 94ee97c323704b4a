<?php

// Requests of one application whose replica is behind: php replica.php SETTINGS. Settings are those of bench/lists/worker.php.
// Prints JSON: what did not read what it had written.

declare(strict_types=1);

namespace Bench\Lists;

use Orm\Runtime\Orm;

require __DIR__ . '/../lists/project.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$con = openProject($settings, 0);
$wrong = [];
$note = static function (string $what, bool $isRight) use (&$wrong): void {
    if (!$isRight) {
        $wrong[] = "read your writes: $what";
    }
};
$primary = new \PDO($settings['dsn'], $settings['user'], $settings['password'], [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);

/** Codes of list 1 in their order: what a page would show, and what is true. */
$page = static fn (string $query): string => \implode(' ', \array_map(
    static fn (object $one): string => $one->getCode(),
    \iterator_to_array($query::retrieveList(1), false),
));
$truth = static fn (string $table, string $scope): string => (string) $primary
    ->query("SELECT string_agg(code, ' ' ORDER BY sortable_rank) FROM $table WHERE $scope = 1 AND sortable_rank IS NOT NULL")
    ->fetchColumn();

foreach ([[CardQuery::class, 'card', 'board_id'], [SongQuery::class, 'song', 'album']] as [$query, $table, $scope]) {
    $behind = static fn (): bool => $page($query) !== $truth($table, $scope);

    // Somebody else, in a process of its own, moves a row to the top. The replica does not know yet.
    $last = $query::create()->findOneByRank($query::countList(1), 1);
    Orm::endRequest();
    $primary->exec("UPDATE $table SET sortable_rank = sortable_rank % (SELECT COUNT(sortable_rank) FROM $table WHERE $scope = 1) + 1 WHERE $scope = 1");
    $con->getPool()?->clear();
    $note("the replica of $table is not behind, so that nothing is proven", $behind());

    // A request moves it there too: nothing is left to do, and the page after it shows what is true.
    $same = $query::create()->findOneByCode($last->getCode());
    $same->moveToTop();
    $note("$table: the page after a move that had nothing to do", $page($query) === $truth($table, $scope));
    $note("$table: the object after it says rank {$same->getRank()}", $same->getRank() === 1);
    $note("$table: the object after it says that it is not the first", $same->isFirst());
    Orm::endRequest();

    // Looking after a list is done where it is true, too.
    $con->getPool()?->clear();
    $note("the replica of $table is no longer behind, so that nothing is proven", $behind());
    Orm::endRequest();
    $primary->exec("UPDATE $table SET sortable_rank = sortable_rank + 1 WHERE $scope = 1 AND sortable_rank > 3");
    $note("$table: checkList() looks at the replica", !$query::checkList(1)->isRight());
    Orm::endRequest();
    $query::repairList(1);
    $note("$table: the page after repairList()", $page($query) === $truth($table, $scope));
    Orm::endRequest();

    // A plain change.
    $one = $query::create()->findOneByRank(2, 1);
    $one->moveToBottom();
    $note("$table: the page after a move", $page($query) === $truth($table, $scope));
    Orm::endRequest();
    $con->transaction(static fn () => $query::create()->findOneByRank(1, 1)->moveToBottom());
    $note("$table: the page after a transaction", $page($query) === $truth($table, $scope));
    Orm::endRequest();
}
echo \json_encode(['wrong' => $wrong], \JSON_THROW_ON_ERROR);
