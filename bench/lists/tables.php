<?php

// Makes the table of the journal, and fills lists: php tables.php SETTINGS, a JSON file with
//   dsn, user, password     the database
//   tables                  name → { scope: [columns], rank: column, lists: [scopes to fill], extra: {column: value} }
//   rows                    how many rows a list gets
//   create                  true for tables that no schema has made (for bare PDO): one integer scope column, with index

declare(strict_types=1);

/** @var array<string, mixed> $settings */
$settings = json_decode((string) file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$pdo = new PDO($settings['dsn'], $settings['user'] ?? null, $settings['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
$vendor = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
$id = match ($vendor) {
    'pgsql' => 'id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    'mysql' => 'id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
    default => 'id INTEGER PRIMARY KEY AUTOINCREMENT',
};
$text = $vendor === 'mysql' ? 'MEDIUMTEXT' : 'TEXT';
if ($vendor === 'sqlite') {
    $pdo->exec('PRAGMA journal_mode = WAL');
}
$pdo->exec("CREATE TABLE journal ($id, at BIGINT NOT NULL, process INTEGER NOT NULL, number INTEGER NOT NULL, entries $text NOT NULL)");
foreach ($settings['tables'] as $name => $table) {
    if ($settings['create'] ?? false) {
        $pdo->exec("CREATE TABLE $name ($id, code VARCHAR(40) NOT NULL, {$table['scope'][0]} INTEGER, {$table['rank']} INTEGER)");
        $pdo->exec("CREATE INDEX {$name}_list ON $name ({$table['scope'][0]}, {$table['rank']})");
    }
    $columns = ['code', $table['rank'], ...$table['scope']];
    $insert = $pdo->prepare(sprintf(
        'INSERT INTO %s (%s) VALUES (%s)',
        $name,
        implode(', ', $columns),
        implode(', ', array_fill(0, count($columns), '?')),
    ));
    $pdo->beginTransaction();
    foreach ($table['lists'] as $number => $scope) {
        for ($rank = 1; $rank <= $settings['rows']; ++$rank) {
            $insert->execute(["$name-$number-$rank", $rank, ...$scope]);
        }
    }
    $pdo->commit();
}
