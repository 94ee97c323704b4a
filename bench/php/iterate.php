<?php

// Iterates over many rows and watches the resident memory: php iterate.php PROJECT RUNTIME ROWS
// Called by bench/php-iterate.mjs. Prints JSON: per way of reading the growth in bytes, the seconds and the rows.

declare(strict_types=1);

use Bench\BookQuery;
use Orm\Runtime\Orm;

[, $project, $runtime, $rows] = $argv;
require $runtime . '/vendor/autoload.php';
spl_autoload_register(static function (string $class) use ($project): void {
    $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require $project . '/generated-conf/config.php';

function resident(): int
{
    $status = (string) file_get_contents('/proc/self/status');

    return preg_match('/^VmRSS:\s+(\d+) kB/m', $status, $match) === 1 ? 1024 * (int) $match[1] : 0;
}

$con = Orm::getConnection('bench');
$con->beginTransaction();
for ($done = 0; $done < (int) $rows; $done += 500) {
    $values = [];
    for ($number = $done; $number < $done + 500; ++$number) {
        // Titles in another order than the ids.
        $title = md5((string) $number);
        $values[] = "('$title', 'isbn $number', $number, 12.50, '2024-01-02 03:04:05', 'A summary of some length')";
    }
    $con->exec('INSERT INTO book (title, isbn, quantity, price, published_at, summary) VALUES ' . implode(', ', $values));
}
$con->commit();

$results = [];
foreach (['by key' => BookQuery::create(), 'by title' => BookQuery::create()->orderByTitle()] as $way => $query) {
    gc_collect_cycles();
    $before = resident();
    $most = $count = 0;
    $begun = hrtime(true);
    foreach ($query->iterate() as $book) {
        if (++$count % 10000 === 0) {
            $most = max($most, resident() - $before);
        }
    }
    $results[$way] = ['rows' => $count, 'growth' => $most, 'seconds' => (hrtime(true) - $begun) / 1e9];
}
echo json_encode($results, JSON_THROW_ON_ERROR), "\n";
