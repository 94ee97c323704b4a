<?php

// Makes or removes a database on a server: php scripts/php/database.php create|drop NAME, the server in SERVER_URL.

declare(strict_types=1);

[, $action, $name] = $argv;
$url = parse_url((string) getenv('SERVER_URL'));
$isPgsql = $url['scheme'] !== 'mysql';
$database = ltrim($url['path'], '/');
try {
    $pdo = new PDO(
        ($isPgsql ? 'pgsql' : 'mysql') . ":host={$url['host']};port={$url['port']};dbname=$database",
        rawurldecode($url['user']),
        rawurldecode($url['pass'] ?? ''),
        [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]
    );
    $pdo->exec(match ($action) {
        'create' => "CREATE DATABASE $name",
        'drop' => "DROP DATABASE IF EXISTS $name" . ($isPgsql ? ' WITH (FORCE)' : ''),
    });
} catch (PDOException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
