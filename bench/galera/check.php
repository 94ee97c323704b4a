<?php

// Looks at the lists of a table on every node: php check.php DATABASE TABLE SCOPE[,SCOPE…] RANK URL…
// Prints JSON: the rows, the lists, what is wrong with them, and whether all nodes say the same.

declare(strict_types=1);

[, $database, $table, $scope, $rank] = $argv;
$scopes = array_filter(explode(',', $scope));
$answers = [];
foreach (array_slice($argv, 5) as $url) {
    $at = parse_url($url);
    $pdo = new PDO("mysql:host={$at['host']};port={$at['port']};dbname=$database", $at['user'], $at['pass'], [
        PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    ]);
    // A node may be behind; this waits until it has everything that the cluster had when we asked.
    $pdo->exec('SET SESSION wsrep_sync_wait = 1');
    $columns = implode(', ', ['id', $rank, ...$scopes]);
    $answers[] = $pdo->query("SELECT $columns FROM `$table` ORDER BY id")->fetchAll(PDO::FETCH_NUM);
}

$lists = [];
foreach ($answers[0] as $row) {
    if ($row[1] !== null) {
        $lists[json_encode(array_slice($row, 2))][] = (int) $row[1];
    }
}
$wrong = 0;
$duplicates = 0;
$gaps = 0;
$examples = [];
foreach ($lists as $list => $ranks) {
    sort($ranks);
    if ($ranks !== range(1, count($ranks))) {
        $wrong++;
        $examples[] = "$list: " . implode(' ', $ranks);
    }
    $distinct = array_unique($ranks);
    $duplicates += count($ranks) - count($distinct);
    $gaps += max($ranks) - count(array_filter($distinct, static fn (int $each): bool => $each >= 1));
}
echo json_encode([
    'table' => $table,
    'ids' => array_map(static fn (array $row): string => "$table $row[0]", $answers[0]),
    'ranked' => array_sum(array_map('count', $lists)),
    'lists' => count($lists),
    'wrong' => $wrong,
    'duplicates' => $duplicates,
    'gaps' => $gaps,
    'examples' => $examples,
    'same' => count(array_unique(array_map('serialize', $answers))) === 1,
    'nodes' => count($answers),
], JSON_THROW_ON_ERROR), "\n";
