<?php

// Cuts connections of a database now and then: php cut.php SETTINGS PROCESS, with `cuts` and `pause` (milliseconds).
// Prints JSON: how many were cut.

declare(strict_types=1);

/** @var array<string, mixed> $settings */
$settings = json_decode((string) file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$pdo = new PDO($settings['dsn'], $settings['user'] ?? null, $settings['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
mt_srand($settings['seed']);
$isPgsql = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql';
$others = $isPgsql
    ? 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    : 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()';
$cut = 0;
usleep((int) (1e6 * max(0, $settings['begin'] + 0.3 - microtime(true))));
for ($try = 0; $cut < $settings['cuts'] && $try < 50 * $settings['cuts']; ++$try) {
    usleep(1000 * mt_rand(1, 2 * $settings['pause']));
    $ids = $pdo->query($others)->fetchAll(PDO::FETCH_COLUMN);
    if ($ids === []) {
        continue;
    }
    $id = (int) $ids[array_rand($ids)];
    try {
        $isPgsql ? $pdo->query("SELECT pg_terminate_backend($id)")->fetchAll() : $pdo->exec("KILL CONNECTION $id");
        ++$cut;
    } catch (PDOException) {
        // gone by itself
    }
}
echo json_encode(['cut' => $cut], JSON_THROW_ON_ERROR);
