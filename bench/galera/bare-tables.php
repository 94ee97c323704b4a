<?php

// The tables of bare.php, with so many lists of so many rows: php bare-tables.php URL DATABASE LISTS ROWS

declare(strict_types=1);

[, $url, $database, $lists, $rows] = $argv;
$at = parse_url($url);
$pdo = new PDO("mysql:host={$at['host']};port={$at['port']};dbname=$database", $at['user'], $at['pass'], [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
$pdo->exec('CREATE TABLE item (id INTEGER AUTO_INCREMENT PRIMARY KEY, list_id INTEGER NOT NULL, place INTEGER, KEY (list_id, place))');
$pdo->exec('CREATE TABLE item_list (list VARCHAR(64) PRIMARY KEY, version BIGINT NOT NULL)');
$values = [];
for ($list = 1; $list <= (int) $lists; $list++) {
    for ($place = 1; $place <= (int) $rows; $place++) {
        $values[] = "($list, $place)";
    }
}
$pdo->exec('INSERT INTO item (list_id, place) VALUES ' . implode(', ', $values));
echo "{}\n";
