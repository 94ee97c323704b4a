<?php

// Looks whether lists are right while others work on them, until the file `stop` is there: php observe.php SETTINGS PROCESS.
// Prints JSON.

declare(strict_types=1);

namespace Bench\Lists;

require __DIR__ . '/project.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$con = openProject($settings, (int) $argv[2]);
// Every commit leaves every list right, so whatever one statement sees must be right.
$looks = $wrong = 0;
$example = [];
while (!\is_file($settings['folder'] . '/stop')) {
    foreach ($settings['tables'] as $name => ['scope' => $scope, 'rank' => $rank]) {
        $columns = \implode(', ', $scope);
        $sql = 'SELECT ' . ($columns === '' ? '' : "$columns, ") . "COUNT(*) AS n, COUNT(DISTINCT $rank) AS d, MIN($rank) AS low, MAX($rank) AS high"
            . " FROM $name WHERE $rank IS NOT NULL" . ($columns === '' ? '' : " GROUP BY $columns");
        foreach ($con->query($sql)->fetchAll(\PDO::FETCH_ASSOC) as $row) {
            ++$looks;
            if ((int) $row['n'] > 0 && ((int) $row['n'] !== (int) $row['d'] || (int) $row['low'] !== 1 || (int) $row['high'] !== (int) $row['n'])) {
                ++$wrong;
                $example["wrong in the middle: $name " . \json_encode($row)] = 1;
            }
        }
    }
    \usleep(30_000);
}
echo \json_encode(['looks' => $looks, 'wrong' => $wrong, 'unexpected' => \array_slice($example, 0, 3)], \JSON_THROW_ON_ERROR);
