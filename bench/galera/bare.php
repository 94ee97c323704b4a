<?php

// One writer on one node of a cluster, in bare PDO: php bare.php URL DATABASE PROTOCOL SEED OPERATIONS LISTS
//
// PROTOCOL is `header` (every operation writes the row of its list in a side table, and begins anew on a conflict) or
// `named` (GET_LOCK alone, which a node keeps to itself). It shows that the first is right on a cluster, and that the
// checks of the benchmark see what the second does. Prints JSON.

declare(strict_types=1);

[, $url, $database, $protocol, $seed, $operations, $lists] = $argv;
mt_srand((int) $seed);
$at = parse_url($url);
$pdo = new PDO("mysql:host={$at['host']};port={$at['port']};dbname=$database", $at['user'], $at['pass'], [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_EMULATE_PREPARES => true,
]);
$pdo->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
$report = ['done' => 0, 'inserted' => [], 'deleted' => [], 'retries' => 0, 'refused' => 0, 'conflicts' => 0, 'errors' => []];

$send = static function (string $sql, array $values = []) use ($pdo): PDOStatement {
    $statement = $pdo->prepare($sql);
    $statement->execute($values);

    return $statement;
};

$lock = static function (int $list) use ($protocol, $send): void {
    if ($protocol === 'header') {
        $send('INSERT INTO item_list (list, version) VALUES (?, 1) ON DUPLICATE KEY UPDATE version = version + 1', [$list]);
    } elseif ((int) $send('SELECT GET_LOCK(?, 10)', ["orm_galera_$list"])->fetchColumn() !== 1) {
        throw new RuntimeException('no lock within 10 seconds');
    }
};

/** Sees to it that the row is where it was said to be, under the lock; null when it is not. */
$place = static function (int $id, int $list) use ($send): ?int {
    $row = $send('SELECT place FROM item WHERE id = ? AND list_id = ?', [$id, $list])->fetchColumn();

    return $row === false ? null : (int) $row;
};
$last = static fn (int $list): int
    => (int) $send('SELECT COALESCE(MAX(place), 0) FROM item WHERE list_id = ?', [$list])->fetchColumn();

/** @return array<string, list<string>>|null rows that were added or removed, or null when there was nothing to do it to */
$operate = static function (string $what, int $list, int $other, ?int $id) use ($send, $lock, $place, $last): ?array {
    if ($what === 'insert') {
        $lock($list);
        $to = mt_rand(1, $last($list) + 1);
        $send('UPDATE item SET place = place + 1 WHERE list_id = ? AND place >= ?', [$list, $to]);
        $send('INSERT INTO item (list_id, place) VALUES (?, ?)', [$list, $to]);

        return ['inserted' => ['item ' . $send('SELECT LAST_INSERT_ID()')->fetchColumn()]];
    }
    foreach ($what === 'scope' ? [min($list, $other), max($list, $other)] : [$list] as $each) {
        $lock($each);
    }
    $from = $place($id, $list);
    if ($from === null) {
        return null;
    }
    if ($what === 'move') {
        $to = mt_rand(1, $last($list));
        $send(
            'UPDATE item SET place = CASE WHEN id = ? THEN ? ELSE place + ? END WHERE list_id = ? AND place BETWEEN ? AND ?',
            [$id, $to, $to < $from ? 1 : -1, $list, min($from, $to), max($from, $to)]
        );

        return [];
    }
    if ($what === 'delete') {
        $send('DELETE FROM item WHERE id = ?', [$id]);
    } else {
        $send('UPDATE item SET list_id = ?, place = ? WHERE id = ?', [$other, $last($other) + 1, $id]);
    }
    $send('UPDATE item SET place = place - 1 WHERE list_id = ? AND place > ?', [$list, $from]);

    return $what === 'delete' ? ['deleted' => ["item $id"]] : [];
};

for ($left = (int) $operations; $left > 0; $left--) {
    $dice = mt_rand(1, 100);
    $what = match (true) {
        $dice <= 50 => 'move',
        $dice <= 70 => 'insert',
        $dice <= 88 => 'delete',
        default => 'scope',
    };
    $list = mt_rand(1, (int) $lists);
    $other = $list % (int) $lists + 1;
    $id = $send('SELECT id FROM item WHERE list_id = ? ORDER BY RAND() LIMIT 1', [$list])->fetchColumn();
    if ($id === false) {
        $what = 'insert';
    }
    for ($attempt = 1;; $attempt++) {
        try {
            $pdo->exec('START TRANSACTION');
            $changes = $operate($what, $list, $other, $id === false ? null : (int) $id);
            $pdo->exec('COMMIT');
            if ($changes === null) {
                $report['refused']++;
            } else {
                $report['done']++;
                foreach ($changes as $name => $rows) {
                    $report[$name] = [...$report[$name], ...$rows];
                }
            }
            break;
        } catch (PDOException $error) {
            try {
                $pdo->exec('ROLLBACK');
            } catch (PDOException) {
                // The server has rolled it back already.
            }
            $code = $error->errorInfo[1] ?? 0;
            if (!in_array($code, [1213, 1205, 1020], true) || $attempt === 500) {
                $key = $code . ' ' . substr($error->getMessage(), 0, 120);
                $report['errors'][$key] = ($report['errors'][$key] ?? 0) + 1;
                break;
            }
            $report['retries']++;
            usleep(mt_rand(200, 1000 * min($attempt, 10)));
        } finally {
            if ($protocol === 'named') {
                $pdo->query('SELECT RELEASE_ALL_LOCKS()')->fetchColumn();
            }
        }
    }
}
$report['errors'] = (object) $report['errors'];
echo json_encode($report, JSON_THROW_ON_ERROR), "\n";
