<?php

// Which isolation levels of a caller a list refuses: php refusal.php SETTINGS PROCESS. Prints JSON.

declare(strict_types=1);

namespace Bench\Lists;

use Orm\Runtime\Exception\IsolationLevelException;

require __DIR__ . '/project.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$con = openProject($settings, (int) $argv[2]);
$journal = Journal::$current = new Journal(1, "{$settings['folder']}/acknowledged-1.jsonl");
$isPgsql = $con->adapter->getName() === 'pgsql';
$refused = $worked = $unexpected = [];
foreach (['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'] as $level) {
    foreach (['card' => CardQuery::class, 'song' => SongQuery::class] as $table => $query) {
        $name = $level . ($table === 'song' ? ' with header table' : '');
        $expected = $isPgsql && $level !== 'READ COMMITTED' && $table === 'card';
        $object = $query::retrieveByRank(3, 1);
        $con->beginTransaction($level);
        $journal->add(new Entry([$table, 'up', $object->getCode()]));
        try {
            $object->moveUp();
            $con->commit();
            $worked[] = $name;
            if ($expected) {
                $unexpected["$name was not refused"] = 1;
            }
        } catch (IsolationLevelException $error) {
            $con->rollBack();
            $refused[] = $name;
            if (!$expected) {
                $unexpected["$name was refused: {$error->getMessage()}"] = 1;
            }
            if ($object->getRank() !== 3) {
                $unexpected["$name: the refused object says rank {$object->getRank()}"] = 1;
            }
        }
        // The session is as it was before.
        $journal->own = new Entry([$table, 'down', $object->getCode()]);
        $object->moveDown();
        $journal->own = null;
    }
}
echo \json_encode(['refused' => $refused, 'worked' => $worked, 'unexpected' => $unexpected], \JSON_THROW_ON_ERROR);
