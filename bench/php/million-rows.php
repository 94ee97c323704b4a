<?php

// Iterates over many rows in one process and tells how much its memory grew:
//   php million-rows.php PROJECT RUNTIME fill ROWS
//   php million-rows.php PROJECT RUNTIME key|order|transaction|find ROWS
// Called by bench/million-rows.mjs. Prints JSON.

declare(strict_types=1);

use Bench\BookQuery;
use Orm\Runtime\Orm;

[, $project, $runtime, $way, $rows] = $argv;
$rows = (int) $rows;
require $runtime . '/vendor/autoload.php';
spl_autoload_register(static function (string $class) use ($project): void {
    $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require $project . '/generated-conf/config.php';

/** Kilobytes of a line of /proc/self/status. */
function status(string $name): int
{
    preg_match("/^$name:\\s+(\\d+) kB/m", (string) file_get_contents('/proc/self/status'), $match);

    return (int) $match[1];
}

$con = Orm::getConnection('bench');
if ($way === 'fill') {
    $columns = 'title, isbn, quantity, price, available, published_at, author_id, summary';
    $con->transaction(static function () use ($con, $columns, $rows): void {
        $con->exec("INSERT INTO book ($columns) VALUES ('A book with a title of some length', '978-3-16-148410-0', 3, 12.5, "
            . "'1', '2020-02-02 10:11:12', 7, 'What a bookseller would say about it, in a sentence or two that nobody reads')");
        for ($made = 1; $made < $rows; $made *= 2) {
            $con->exec("INSERT INTO book ($columns) SELECT $columns FROM book" . ($made * 2 > $rows ? ' LIMIT ' . $rows - $made : ''));
        }
        $con->exec('UPDATE book SET quantity = id');
    });
    echo json_encode(['rows' => BookQuery::create()->count()]);
    exit;
}

// Everything is loaded and every buffer has its size before it counts.
foreach (BookQuery::create()->limit(3000)->iterate() as $book) {
    $book->getPublishedAt();
}
unset($book);
gc_collect_cycles();
$before = status('VmRSS');
$begun = hrtime(true);
$query = BookQuery::create();
if ($way !== 'key') {
    $query->orderByQuantity('DESC');
}
if ($way === 'transaction') {
    $con->beginTransaction();
}
$count = $sum = 0;
$most = $before;
foreach ($way === 'find' ? $query->find() : $query->iterate() as $book) {
    ++$count;
    $sum += $book->getQuantity();
    if ($count % 1000 === 0) {
        $most = max($most, status('VmRSS'));
    }
}
if ($way === 'transaction') {
    $con->commit();
}
echo json_encode([
    'rows' => $count,
    'sum' => $sum,
    'seconds' => round((hrtime(true) - $begun) / 1e9, 1),
    'before' => $before,
    // The high-water mark also knows what was there between two looks.
    'growth' => max($most, status('VmHWM')) - $before,
]);
