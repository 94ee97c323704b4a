<?php

/**
 * Every statement that is planned for a table: what saving, changing, finding and deleting a row sends.
 *
 * Reads from its input: [{"map": class, "writable": bool, "columns": {position: [one value, another one]}}]
 */

declare(strict_types=1);

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;

$con = require __DIR__ . '/recording.php';
\assert($con instanceof ConnectionWrapper);
/** @var list<array{map: class-string<TableMap>, writable: bool, columns: array<int, array{mixed, mixed}>}> $tables */
$tables = \json_decode((string) \stream_get_contents(\STDIN), true, 512, \JSON_THROW_ON_ERROR);

foreach ($tables as ['map' => $map, 'writable' => $writable, 'columns' => $columns]) {
    $model = $map::OM_CLASS;
    $name = $map::TABLE_NAME;
    record("$name: select", static fn () => ($map::QUERY_CLASS)::create()->find());
    if (!$writable) {
        continue;
    }
    $row = new $model();
    \assert($row instanceof ActiveRecord);
    record("$name: insert", static function () use ($row, $columns): void {
        foreach ($columns as $position => [$value]) {
            $row->setByPosition($position, $value);
        }
        $row->save();
    });
    foreach ($columns as $position => [$value]) {
        record("$name: insert of $position alone", static function () use ($model, $map, $position, $value): void {
            $one = new $model();
            \assert($one instanceof ActiveRecord);
            // Defaults of the model are columns that were set.
            $one->resetModified();
            $one->setByPosition($position, $value);
            $map::KEY_POSITIONS === [] || !\in_array($position, $map::KEY_POSITIONS, true) ? $one->save() : null;
        });
    }
    record("$name: insert of nothing", static fn () => $con->table($map)->insertStatement(
        \count($map::COLUMNS) > 62 ? \implode(',', \array_fill(0, \intdiv(\count($map::COLUMNS) + 61, 62), '0')) : 0,
    )->execute());
    if ($map::KEY_POSITIONS === []) {
        continue;
    }
    $key = \array_map(static fn (int $position): mixed => $row->getByPosition($position), $map::KEY_POSITIONS);
    record("$name: find", static function () use ($map, $con, $row): void {
        $con->getPool()?->table($map)->clear();
        // The key as it goes to the database.
        $t = $con->table($map);
        foreach ($map::KEY_POSITIONS as $index => $position) {
            $binder = ($map::QUERY_CLASS)::binder($position);
            $t->cells[\count($map::COLUMNS) + $index] = $binder($row->getByPosition($position));
        }
        $t->findStatement()->execute();
    });
    foreach ($map::LAZY_POSITIONS as $position) {
        record("$name: lazy $position", static function () use ($con, $map, $row, $position): void {
            $t = $con->table($map);
            foreach ($map::KEY_POSITIONS as $index => $each) {
                $t->cells[\count($map::COLUMNS) + $index] = (($map::QUERY_CLASS)::binder($each))($row->getByPosition($each));
            }
            $t->columnStatement($position)->execute();
        });
    }
    $rest = \array_diff_key($columns, \array_flip($map::KEY_POSITIONS));
    foreach ($rest as $position => [, $other]) {
        record("$name: update of $position", static function () use ($row, $position, $other): void {
            $row->setByPosition($position, $other);
            $row->save();
        });
    }
    record("$name: update", static function () use ($row, $rest): void {
        foreach ($rest as $position => [$value]) {
            $row->setByPosition($position, $value);
        }
        $row->save();
    });
    record("$name: delete", static fn () => $row->delete());
}
