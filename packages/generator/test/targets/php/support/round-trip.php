<?php

/*
 * Writes values through PDO as generated code does and reads them back. Arguments: the runtime's autoloader, a file that
 * returns the columns (made by round-trip.test.ts), a JSON text with dsn, user, password, adapter and time zone.
 * Prints JSON: how many values were tried, and what went wrong.
 */

declare(strict_types=1);

use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Value\Decimal;

[, $autoload, $columnsFile, $settings] = $argv;
require $autoload;
$settings = \json_decode($settings, true, 16, \JSON_THROW_ON_ERROR);
\date_default_timezone_set($settings['zone']);
\ini_set('precision', '5');
\ini_set('serialize_precision', '-1');

final class Point
{
    /** @param list<mixed> $more */
    public function __construct(public int $x, public ?string $label, public array $more = [])
    {
    }
}

['table' => $table, 'columns' => $columns, 'ddl' => $ddl] = require $columnsFile;
$adapter = $settings['adapter'];
$pdo = new PDO($settings['dsn'], $settings['user'] ?? null, $settings['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_EMULATE_PREPARES => false,
]);
if ($adapter === 'sqlite') {
    $pdo->sqliteCreateCollation('orm_decimal', Decimal::compare(...));
}
if ($adapter === 'mysql') {
    $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
    $statement = $pdo->query($ddl);
    while ($statement->nextRowset()) {
    }
    $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
} else {
    $pdo->exec($ddl);
}

[$cases, $refused] = (require __DIR__ . '/round-trip-cases.php')($adapter, $columns);

/** Some databases change the order of an object's keys, which JSON allows. */
$plainArray = static function (array $value) use (&$plain): array {
    if (!\array_is_list($value)) {
        \ksort($value, \SORT_STRING);
    }
    return \array_map($plain, $value);
};
/** What a getter gives, in a form that can be compared. */
$plain = static function (mixed $value) use (&$plain, $plainArray): mixed {
    return match (true) {
        $value instanceof DateTimeImmutable => 'time ' . $value->format('U.u'),
        \is_resource($value) => \stream_get_contents($value, -1, 0),
        $value instanceof BackedEnum => $value::class . '::' . $value->value,
        \is_object($value) => \serialize($value),
        \is_array($value) => $plainArray($value),
        // Zero has one value: minus zero is equal to it.
        \is_float($value) => \is_nan($value) ? 'NaN' : ($value === 0.0 ? 0.0 : $value),
        default => $value,
    };
};
$show = static fn(mixed $value): string => \substr(\var_export($value, true), 0, 300);

$problems = [];
$tried = 0;
$cells = [];
foreach (['native', 'one-shot'] as $mode) {
    $prepare = static function (string $sql) use ($pdo, $mode, $adapter): PDOStatement {
        if ($mode === 'native' || $adapter === 'sqlite') {
            return $pdo->prepare($sql);
        }
        if ($adapter === 'pgsql') {
            return $pdo->prepare($sql, [PDO::PGSQL_ATTR_DISABLE_PREPARES => true]);
        }
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
        try {
            return $pdo->prepare($sql);
        } finally {
            $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
        }
    };
    foreach ($cases as $name => $values) {
        $column = $columns[$name];
        $pdo->exec("DELETE FROM $table");
        $insert = $prepare("INSERT INTO $table (id, {$column['quoted']}) VALUES (?, ?)");
        $cells = ['id' => null, 'value' => null];
        $insert->bindParam(1, $cells['id'], PDO::PARAM_INT);
        $insert->bindParam(2, $cells['value'], $column['pdo']);
        $select = $prepare("SELECT {$column['quoted']} FROM $table WHERE id = ?");
        $select->bindParam(1, $cells['id'], PDO::PARAM_INT);
        $find = $column['comparable']
            ? $prepare("SELECT id FROM $table WHERE {$column['quoted']}{$column['collate']} = ?")
            : null;
        $find?->bindParam(1, $cells['value'], $column['pdo']);
        $id = 0;
        // NULL first, between and last: a cell that was converted in place must not stay converted.
        foreach ([[null, null], ...$values, [null, null]] as [$given, $expected]) {
            $tried++;
            $given = $given instanceof Closure ? $given() : $given;
            $where = "$mode $name " . $show($given);
            try {
                $stored = $given === null ? null : $column['accept']($given);
                $cells['id'] = ++$id;
                $cells['value'] = $stored === null ? null : $column['bind']($stored);
                $insert->execute();
                $cells['id'] = $id;
                $select->execute();
                $row = $select->fetch(PDO::FETCH_NUM);
                $select->closeCursor();
                $fetched = $row[0] === null ? null : $column['fromRow']($row[0]);
                $read = $fetched === null ? null : $column['read']($fetched);
                if ($plain($read) !== $plain($expected)) {
                    $problems[] = "$where: read " . $show($read) . ', expected ' . $show($expected);
                    continue;
                }
                // What was set is what is read, before and after the row was.
                if ($stored !== null && $plain($column['read']($stored)) !== $plain($expected)) {
                    $problems[] = "$where: the object shows " . $show($column['read']($stored));
                }
                if ($column['differs']($fetched, $stored) && $plain($stored) !== 'NaN') {
                    $problems[] = "$where: setting what the row holds ({$show($fetched)}) would change it to {$show($stored)}";
                }
                if ($stored !== null && $column['memoize']) {
                    // The getter keeps what it made: it is a stored form too.
                    $kept = $column['read']($fetched);
                    if ($column['differs']($kept, $stored) || $column['bind']($kept) !== $column['bind']($stored)) {
                        $problems[] = "$where: what the getter keeps is bound as " . $show($column['bind']($kept));
                    }
                }
                if ($find !== null && $stored !== null && !\is_nan(\is_float($stored) ? $stored : 0.0)) {
                    $cells['value'] = $column['bind']($stored);
                    $find->execute();
                    if (!\in_array($id, \array_map(\intval(...), $find->fetchAll(PDO::FETCH_COLUMN)), true)) {
                        $problems[] = "$where: not found by its value";
                    }
                }
            } catch (Throwable $error) {
                $problems[] = "$where: " . $error::class . ' ' . $error->getMessage();
            }
        }
    }
}

foreach ($refused as $name => $values) {
    foreach ($values as $value) {
        $tried++;
        try {
            $stored = $columns[$name]['accept']($value);
            $problems[] = "$name takes " . $show($value) . ' as ' . $show($stored);
        } catch (InvalidValueException $refusal) {
            if (!\str_contains($refusal->getMessage(), "round_trip.$name")) {
                $problems[] = "$name: the message does not name the column: " . $refusal->getMessage();
            }
        } catch (Throwable $error) {
            $problems[] = "$name refuses {$show($value)} with " . $error::class . ': ' . $error->getMessage();
        }
    }
}

// A new object shows the default value that the database gives to a row.
$pdo->exec("DELETE FROM $table");
$pdo->exec("INSERT INTO $table (id) VALUES (1)");
foreach ($columns as $name => $column) {
    if (!\array_key_exists('default', $column)) {
        continue;
    }
    $tried++;
    $row = $pdo->query("SELECT {$column['quoted']} FROM $table")->fetch(PDO::FETCH_NUM);
    $fetched = $column['fromRow']($row[0]);
    if ($fetched !== $column['default'] && $column['differs']($fetched, $column['default'])) {
        $problems[] = "$name: the default is {$show($column['default'])} in PHP and {$show($fetched)} in the row";
    }
    $column['read']($column['default']);
}

// The order of exact decimals is that of numbers.
if (isset($columns['c_exact'])) {
    $pdo->exec("DELETE FROM $table");
    $insert = $pdo->prepare("INSERT INTO $table (id, c_exact) VALUES (?, ?)");
    foreach (['9', '-10', '10', '-9', '0.5', '-0.5', '0', '100'] as $id => $number) {
        $insert->execute([$id, $columns['c_exact']['accept']($number)]);
    }
    $order = $pdo->query("SELECT id FROM $table ORDER BY c_exact{$columns['c_exact']['collate']}")
        ->fetchAll(PDO::FETCH_COLUMN);
    if (\array_map(\intval(...), $order) !== [1, 3, 5, 6, 4, 0, 2, 7]) {
        $problems[] = 'exact decimals are ordered ' . \implode(' ', $order);
    }
}

echo \json_encode(['tried' => $tried, 'problems' => $problems], \JSON_THROW_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE);
