<?php

// Measures generated classes against hand-written PDO in one process: php speed.php PROJECT RUNTIME [rounds] [case…]
// Called by bench/php-speed.mjs. Prints JSON: per case the medians of wall and CPU time of both, and of their ratios.

declare(strict_types=1);

use Bench\Book;
use Bench\BookQuery;
use Orm\Runtime\Orm;

[, $project, $runtime, $rounds] = $argv;
$only = array_slice($argv, 4);
require $runtime . '/vendor/autoload.php';
spl_autoload_register(static function (string $class) use ($project): void {
    $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require $project . '/generated-conf/config.php';

/** What a person who writes SQL by hand would keep of a row. */
final class RawBook
{
    public ?int $id = null;
    public string $title = '';
    public string $isbn = '';
    public int $quantity = 0;
    public ?string $price = null;
    public bool $available = true;
    public ?string $publishedAt = null;
    public ?int $authorId = null;
    public ?string $summary = null;

    /** @param list<mixed> $row */
    public static function of(array $row): self
    {
        $book = new self();
        $book->id = (int) $row[0];
        $book->title = (string) $row[1];
        $book->isbn = (string) $row[2];
        $book->quantity = (int) $row[3];
        // SQLite gives decimals as numbers; the object holds "12.50" on every engine.
        $book->price = $row[4] === null || is_string($row[4]) ? $row[4] : sprintf('%.2F', $row[4]);
        $book->available = (bool) $row[5];
        $book->publishedAt = $row[6] === null ? null : (string) $row[6];
        $book->authorId = $row[7] === null ? null : (int) $row[7];
        $book->summary = $row[8] === null ? null : (string) $row[8];

        return $book;
    }
}

const ROWS = 10000;
const COLUMNS = 'id, title, isbn, quantity, price, available, published_at, author_id, summary';

$con = Orm::getServiceContainer()->getConnection('bench');
$pdo = $con->getPdo();
$driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
if ($driver === 'sqlite') {
    $pdo->exec('PRAGMA journal_mode = WAL');
    $pdo->exec('PRAGMA synchronous = OFF');
} elseif ($driver === 'pgsql') {
    $pdo->exec('SET synchronous_commit = off');
}

$insert = $pdo->prepare(
    'INSERT INTO book (title, isbn, quantity, price, author_id, summary) VALUES (?, ?, ?, ?, ?, ?)'
        . ($driver === 'pgsql' ? ' RETURNING id' : '')
);
$fill = static function () use ($pdo, $insert): void {
    $pdo->exec('DELETE FROM book');
    $pdo->beginTransaction();
    for ($i = 1; $i <= ROWS; ++$i) {
        $insert->execute(["Title $i", "isbn-$i", $i, sprintf('%d.50', $i % 90), $i % 100, "About book $i"]);
    }
    $pdo->commit();
};
$fill();
$first = (int) $pdo->query('SELECT MIN(id) FROM book')->fetchColumn();

$find = $pdo->prepare('SELECT ' . COLUMNS . ' FROM book WHERE id = ?');
$byIsbn = $pdo->prepare('SELECT ' . COLUMNS . ' FROM book WHERE isbn = ? LIMIT 1');
$all = $pdo->prepare('SELECT ' . COLUMNS . ' FROM book');
$update = $pdo->prepare('UPDATE book SET title = ?, quantity = ? WHERE id = ?');
$lastId = static fn (PDOStatement $statement): int => (int) ($driver === 'pgsql'
    ? $statement->fetchColumn()
    : $pdo->lastInsertId());

/** @var array<string, array{raw: callable(int): mixed, ours: callable(int): mixed, per: int, before?: callable(): void}> */
$cases = [];
$cases['findPk'] = [
    'per' => 1000,
    'raw' => static function () use ($find, $first): array {
        $kept = [];
        for ($i = 0; $i < 1000; ++$i) {
            $find->execute([$first + $i]);
            $row = $find->fetch(PDO::FETCH_NUM);
            $find->closeCursor();
            $kept[] = RawBook::of($row);
        }
        return $kept;
    },
    'ours' => static function () use ($first): array {
        $kept = [];
        for ($i = 0; $i < 1000; ++$i) {
            $kept[] = BookQuery::create()->findPk($first + $i);
        }
        return $kept;
    },
];
$cases['filter + findOne'] = [
    'per' => 1000,
    'raw' => static function () use ($byIsbn): array {
        $kept = [];
        for ($i = 1; $i <= 1000; ++$i) {
            $byIsbn->execute(["isbn-$i"]);
            $row = $byIsbn->fetch(PDO::FETCH_NUM);
            $byIsbn->closeCursor();
            $kept[] = RawBook::of($row);
        }
        return $kept;
    },
    'ours' => static function (): array {
        $kept = [];
        for ($i = 1; $i <= 1000; ++$i) {
            $kept[] = BookQuery::create()->filterByIsbn("isbn-$i")->findOne();
        }
        return $kept;
    },
];
$list = static function () use ($all): array {
    $kept = [];
    $all->execute();
    while (($row = $all->fetch(PDO::FETCH_NUM)) !== false) {
        $kept[] = RawBook::of($row);
    }
    return $kept;
};
$cases['list of 10,000'] = [
    'per' => ROWS,
    'raw' => $list,
    'ours' => static fn (): mixed => BookQuery::create()->find(),
];
$cases['insert in one transaction'] = [
    'per' => 1000,
    'raw' => static function (int $round) use ($pdo, $insert, $lastId): array {
        $kept = [];
        $pdo->beginTransaction();
        for ($i = 1; $i <= 1000; ++$i) {
            $book = new RawBook();
            $book->title = "New $round.$i";
            $book->isbn = "new-$i";
            $book->quantity = $i;
            $book->price = '12.50';
            $book->authorId = 7;
            $book->summary = 'Fresh from the press';
            $insert->execute([
                $book->title, $book->isbn, $book->quantity, $book->price, $book->authorId, $book->summary,
            ]);
            $book->id = $lastId($insert);
            $kept[] = $book;
        }
        $pdo->commit();
        return $kept;
    },
    'ours' => static function (int $round) use ($con): array {
        $kept = [];
        $con->beginTransaction();
        for ($i = 1; $i <= 1000; ++$i) {
            $book = new Book();
            $book->setTitle("New $round.$i");
            $book->setIsbn("new-$i");
            $book->setQuantity($i);
            $book->setPrice('12.50');
            $book->setAuthorId(7);
            $book->setSummary('Fresh from the press');
            $book->save();
            $kept[] = $book;
        }
        $con->commit();
        return $kept;
    },
];
// Objects that the update case holds: read when it begins, so that no other case finds them in the pool.
$books = $raws = [];
$cases['update in one transaction'] = [
    'per' => 1000,
    'before' => static function () use ($find, $first, &$books, &$raws): void {
        for ($i = 0; $i < 1000; ++$i) {
            $books[] = BookQuery::create()->findPk($first + $i);
            $find->execute([$first + $i]);
            $raws[] = RawBook::of($find->fetch(PDO::FETCH_NUM));
            $find->closeCursor();
        }
    },
    'raw' => static function (int $round) use ($pdo, $update, &$raws): void {
        $pdo->beginTransaction();
        foreach ($raws as $book) {
            $book->title = "Raw $round";
            $book->quantity = $round;
            $update->execute([$book->title, $book->quantity, $book->id]);
        }
        $pdo->commit();
    },
    'ours' => static function (int $round) use ($con, &$books): void {
        $con->beginTransaction();
        foreach ($books as $book) {
            $book->setTitle("Ours $round");
            $book->setQuantity($round + 100000);
            $book->save();
        }
        $con->commit();
    },
];
$cases['save() of one row alone, against BEGIN + INSERT + COMMIT'] = [
    'per' => 300,
    'raw' => static function (int $round) use ($pdo, $insert, $lastId): array {
        $kept = [];
        for ($i = 1; $i <= 300; ++$i) {
            $book = new RawBook();
            $book->title = "Alone $round.$i";
            $book->isbn = "alone-$i";
            $book->quantity = $i;
            $book->price = '12.50';
            $book->authorId = 7;
            $book->summary = 'Fresh from the press';
            $pdo->beginTransaction();
            $insert->execute([
                $book->title, $book->isbn, $book->quantity, $book->price, $book->authorId, $book->summary,
            ]);
            $book->id = $lastId($insert);
            $pdo->commit();
            $kept[] = $book;
        }
        return $kept;
    },
    'ours' => static function (int $round): array {
        $kept = [];
        for ($i = 1; $i <= 300; ++$i) {
            $book = new Book();
            $book->setTitle("Alone $round.$i");
            $book->setIsbn("alone-$i");
            $book->setQuantity($i);
            $book->setPrice('12.50');
            $book->setAuthorId(7);
            $book->setSummary('Fresh from the press');
            $book->save();
            $kept[] = $book;
        }
        return $kept;
    },
];

/** @return array{float, float} wall and CPU in microseconds */
$measure = static function (callable $work, int $round): array {
    gc_collect_cycles();
    $usage = getrusage();
    $begun = hrtime(true);
    $kept = $work($round);
    $wall = (hrtime(true) - $begun) / 1000;
    $after = getrusage();
    $cpu = ($after['ru_utime.tv_sec'] - $usage['ru_utime.tv_sec']) * 1e6
        + $after['ru_utime.tv_usec'] - $usage['ru_utime.tv_usec']
        + ($after['ru_stime.tv_sec'] - $usage['ru_stime.tv_sec']) * 1e6
        + $after['ru_stime.tv_usec'] - $usage['ru_stime.tv_usec'];
    unset($kept);

    return [$wall, $cpu];
};
$median = static function (array $values): float {
    sort($values);

    return $values[intdiv(count($values), 2)];
};

$results = [];
foreach ($cases as $name => $case) {
    if ($only !== [] && !in_array($name, $only, true)) {
        continue;
    }
    ($case['before'] ?? static fn () => null)();
    $times = ['raw' => [[], []], 'ours' => [[], []]];
    // Statements reach their steady state before anything is counted.
    for ($round = -2; $round < (int) $rounds; ++$round) {
        foreach ($round % 2 === 0 ? ['raw', 'ours'] : ['ours', 'raw'] as $side) {
            [$wall, $cpu] = $measure($case[$side], $round + 5);
            if ($round >= 0) {
                $times[$side][0][] = $wall / $case['per'];
                $times[$side][1][] = $cpu / $case['per'];
            }
        }
        if (str_starts_with($name, 'insert') || str_starts_with($name, 'save')) {
            $pdo->exec('DELETE FROM book WHERE id > ' . ($first + ROWS - 1));
        }
    }
    $ratio = static fn (int $of): float => $median(array_map(
        static fn (float $ours, float $raw): float => $raw > 0 ? $ours / $raw : 1.0,
        $times['ours'][$of],
        $times['raw'][$of],
    ));
    $books = $raws = [];
    $results[$name] = [
        'rawWall' => $median($times['raw'][0]),
        'oursWall' => $median($times['ours'][0]),
        'wall' => $ratio(0),
        'cpu' => $ratio(1),
    ];
}
echo json_encode($results, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR), "\n";
