<?php

// Whether somebody still holds a lock of a list: php free.php SETTINGS PROCESS. Takes the lock of every list as any other
// client would, and tells how long the longest took; on PostgreSQL also how many advisory locks there are. Prints JSON.

declare(strict_types=1);

namespace Bench\Lists;

require __DIR__ . '/project.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$con = openProject($settings, (int) $argv[2]);
// The server notices that a client is gone when it next hears of it; a waiting one first waits to the end.
$locks = 0;
for ($tries = 0; $con->adapter->getName() === 'pgsql' && $tries < 120; ++$tries) {
    $sql = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    $locks = (int) $con->query($sql)->fetchColumn();
    if ($locks === 0) {
        break;
    }
    \usleep(100_000);
}
$longest = 0;
$taken = 0;
foreach ($settings['tables'] as $table => ['lists' => $lists]) {
    $query = __NAMESPACE__ . '\\' . \ucfirst($table) . 'Query';
    foreach ($lists as $scope) {
        $begun = \hrtime(true);
        $con->beginTransaction();
        $scope === [] ? $query::lockLists() : $query::lockLists([\count($scope) === 1 ? $scope[0] : $scope]);
        $con->rollBack();
        $longest = \max($longest, (\hrtime(true) - $begun) / 1e6);
        ++$taken;
    }
}
echo \json_encode(['taken' => $taken, 'longest lock' => \round($longest), 'advisory' => $locks], \JSON_THROW_ON_ERROR);
