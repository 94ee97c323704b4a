<?php

// Runs queries on a database and prints their rows as JSON: php ask.php, with {dsn, user, password, queries} on stdin.
// Called by bench/real-databases: PDO shares nothing with the drivers of the generator.

declare(strict_types=1);

$request = json_decode((string) stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$pdo = new PDO($request['dsn'], $request['user'] ?? null, $request['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_STRINGIFY_FETCHES => true,
]);
$results = [];
foreach ($request['queries'] as $query) {
    $statement = $pdo->query($query);
    $results[] = $statement->columnCount() > 0 ? $statement->fetchAll(PDO::FETCH_ASSOC) : [];
}
echo json_encode($results, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
