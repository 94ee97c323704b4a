<?php

// List operations in transactions of callers, on a server where they would break the group: php refusal.php SETTINGS.
// Settings are those of bench/lists/worker.php. Prints JSON: what was not refused, or without a reason.

declare(strict_types=1);

namespace Bench\Lists;

use Orm\Runtime\Exception\OrmException;

require __DIR__ . '/../lists/project.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$con = openProject($settings, 0);
$wrong = [];
$refuses = static function (string $what, \Closure $call) use (&$wrong, $con): void {
    try {
        $call();
        $wrong[] = "$what is done, and not refused";
    } catch (OrmException $error) {
        if (!\preg_match('/group replication/i', $error->getMessage())) {
            $wrong[] = "$what is refused, but not for its reason: " . $error->getMessage();
        }
    } finally {
        if ($con->inTransaction()) {
            $con->forceRollBack();
        }
    }
};
$first = static fn (): Song => SongQuery::create()->findOneByRank(1, 1) ?? throw new \RuntimeException('there is no row');
$rows = static fn (): string => \serialize($con->query('SELECT id, album, sortable_rank FROM song ORDER BY id')->fetchAll(\PDO::FETCH_NUM));
$before = $rows();
$song = $first();
$refuses('moveToBottom() in transaction()', static fn () => $con->transaction(static fn () => $song->moveToBottom()));
$refuses('insertAtTop() in transaction()', static fn () => $con->transaction(
    static fn () => (new Song())->setCode('refused')->setAlbum(1)->insertAtTop()->save(),
));
$refuses('delete() in transaction()', static fn () => $con->transaction(static fn () => $song->delete()));
$refuses('moveUp() by hand', static function () use ($con): void {
    $con->beginTransaction();
    SongQuery::create()->findOneByRank(2, 1)?->moveUp();
    $con->commit();
});
$refuses('reorder() by hand', static function () use ($con): void {
    $con->beginTransaction();
    $ids = [];
    foreach (SongQuery::retrieveList(1) as $one) {
        $ids[$one->getId()] = \count($ids) + 1;
    }
    SongQuery::reorder(\array_combine(\array_keys($ids), \array_reverse($ids)));
    $con->commit();
});
if ($rows() !== $before) {
    $wrong[] = 'a transaction of a caller has changed a list';
}
echo \json_encode(['wrong' => $wrong], \JSON_THROW_ON_ERROR);
