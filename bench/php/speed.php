<?php

// Measures generated classes, ours and Propel's, against hand-written PDO in one process, rounds interleaved:
//   php speed.php PROJECT RUNTIME ROUNDS POOL PROPEL-PROJECT|- PROPEL-AUTOLOAD|- [case…]
// Called by bench/php-speed.mjs. POOL is 1 or 0: whether Propel keeps its instance pool (ours is a setting of the
// project). Prints JSON: per case the medians of wall and CPU time of the sides, and of their ratios to PDO.

declare(strict_types=1);

use Orm\Runtime\Orm;

[, $project, $runtime, $rounds, $pool, $propelProject, $propelAutoload] = $argv;
$only = array_slice($argv, 7);
require __DIR__ . '/project.php';
loadProject($project, $runtime . '/vendor/autoload.php');

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
$settle = static function (object $connection) use ($driver): void {
    if ($driver === 'sqlite') {
        $connection->exec('PRAGMA journal_mode = WAL');
        $connection->exec('PRAGMA synchronous = OFF');
    } elseif ($driver === 'pgsql') {
        $connection->exec('SET synchronous_commit = off');
    }
};
$settle($pdo);

/** The classes measured, by side; both generators give them the same methods. @var array<string, array{string, string, object}> */
$classes = ['ours' => ['Bench\Book', 'Bench\BookQuery', $con]];
if ($propelProject !== '-') {
    loadProject($propelProject, $propelAutoload);
    $propelCon = \Propel\Runtime\Propel::getConnection('bench');
    $settle($propelCon);
    if ($pool === '0') {
        \Propel\Runtime\Propel::disableInstancePooling();
    }
    $classes['propel'] = ['PropelBench\Book', 'PropelBench\BookQuery', $propelCon];
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

/**
 * `classes` makes the callable of a side from its Book, its BookQuery and its connection.
 *
 * @var array<string, array{raw: callable(int): mixed, classes: callable(string, string, object): callable, per: int}> $cases
 */
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
    'classes' => static fn (string $book, string $query): callable => static function () use ($query, $first): array {
        $kept = [];
        for ($i = 0; $i < 1000; ++$i) {
            $kept[] = $query::create()->findPk($first + $i);
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
    'classes' => static fn (string $book, string $query): callable => static function () use ($query): array {
        $kept = [];
        for ($i = 1; $i <= 1000; ++$i) {
            $kept[] = $query::create()->filterByIsbn("isbn-$i")->findOne();
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
    'classes' => static fn (string $book, string $query): callable => static fn (): mixed => $query::create()->find(),
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
    'classes' => static fn (string $class, string $query, object $con): callable => static function (int $round) use (
        $class,
        $con
    ): array {
        $kept = [];
        $con->beginTransaction();
        for ($i = 1; $i <= 1000; ++$i) {
            $book = new $class();
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
$raws = [];
$cases['update in one transaction'] = [
    'per' => 1000,
    'before' => static function () use ($find, $first, &$raws): void {
        for ($i = 0; $i < 1000; ++$i) {
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
    'classes' => static function (string $class, string $query, object $con) use ($first): callable {
        $books = [];
        for ($i = 0; $i < 1000; ++$i) {
            $books[] = $query::create()->findPk($first + $i);
        }

        return static function (int $round) use ($class, $con, $books): void {
            $con->beginTransaction();
            foreach ($books as $book) {
                $book->setTitle("$class $round");
                $book->setQuantity($round + 100000);
                $book->save();
            }
            $con->commit();
        };
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
    'classes' => static fn (string $class): callable => static function (int $round) use ($class): array {
        $kept = [];
        for ($i = 1; $i <= 300; ++$i) {
            $book = new $class();
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
    $sides = ['raw' => $case['raw']];
    foreach ($classes as $side => $of) {
        $sides[$side] = $case['classes'](...$of);
    }
    $times = array_fill_keys(array_keys($sides), [[], []]);
    // Statements reach their steady state before anything is counted.
    for ($round = -2; $round < (int) $rounds; ++$round) {
        foreach ($round % 2 === 0 ? $sides : array_reverse($sides, true) as $side => $work) {
            // Propel's pool holds what it has read until it is told to forget; ours forgets what nobody uses.
            if ($side === 'propel') {
                \PropelBench\Map\BookTableMap::clearInstancePool();
            }
            [$wall, $cpu] = $measure($work, $round + 5);
            if ($round >= 0) {
                $times[$side][0][] = $wall / $case['per'];
                $times[$side][1][] = $cpu / $case['per'];
            }
        }
        if (str_starts_with($name, 'insert') || str_starts_with($name, 'save')) {
            $pdo->exec('DELETE FROM book WHERE id > ' . ($first + ROWS - 1));
        }
    }
    $ratio = static fn (string $side, int $of): float => $median(array_map(
        static fn (float $its, float $raw): float => $raw > 0 ? $its / $raw : 1.0,
        $times[$side][$of],
        $times['raw'][$of],
    ));
    $raws = [];
    $results[$name] = ['raw' => ['wallTime' => $median($times['raw'][0])]];
    foreach (array_keys($classes) as $side) {
        $results[$name][$side] = ['wall' => $ratio($side, 0), 'cpu' => $ratio($side, 1)];
    }
}
echo json_encode($results, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR), "\n";
