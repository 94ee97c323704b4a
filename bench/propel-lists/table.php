<?php

// The table under load: php table.php DSN USER PASSWORD fill LISTS ROWS | check LISTS
// `fill` begins anew with lists that are right; `check` prints, per list, what is wrong with it. JSON.

declare(strict_types=1);

[, $dsn, $user, $password, $action, $lists] = $argv;
$pdo = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
if ($action === 'fill') {
    $pdo->exec('TRUNCATE TABLE item');
    $add = $pdo->prepare('INSERT INTO item (title, list_id, sortable_rank) VALUES (?, ?, ?)');
    $pdo->beginTransaction();
    for ($list = 1; $list <= (int) $lists; $list++) {
        for ($rank = 1; $rank <= (int) $argv[6]; $rank++) {
            $add->execute(["item $rank of $list", $list, $rank]);
        }
    }
    $pdo->commit();
    echo "{}\n";
    exit;
}

$report = [];
for ($list = 1; $list <= (int) $lists; $list++) {
    $found = $pdo->query("SELECT sortable_rank FROM item WHERE list_id = $list ORDER BY sortable_rank")->fetchAll(PDO::FETCH_COLUMN);
    $ranks = array_map('intval', array_filter($found, 'is_numeric'));
    $distinct = array_unique($ranks);
    $highest = $ranks === [] ? 0 : max($ranks);
    $report[] = [
        'rows' => count($found),
        'unranked' => count($found) - count($ranks),
        'duplicates' => count($ranks) - count($distinct),
        'gaps' => count(array_diff(range(1, max(1, $highest)), $distinct)),
        'below' => count(array_filter($ranks, static fn (int $rank): bool => $rank < 1)),
        'isRight' => $ranks === ($ranks === [] ? [] : range(1, count($ranks))) && count($ranks) === count($found),
    ];
}
echo json_encode($report, JSON_THROW_ON_ERROR), "\n";
