<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use PDO;

/**
 * Lists of more values than a statement can have placeholders for (65,535 on PostgreSQL, 32,766 on SQLite as it is built
 * by default), and lists of keys of several columns. Where the vendor has a way, a list is one value.
 *
 * @internal
 */
final class ManyValues
{
    /** More keys are not written as alternatives. */
    private const FEW_KEYS = 64;

    /**
     * The rows whose columns have one of several lists of values. A list with a null in it fits none.
     *
     * @param list<int>         $positions
     * @param list<list<mixed>> $keys      values in the order of the positions
     */
    public static function rows(Source $source, array $positions, array $keys, bool $not): Fragment
    {
        $keys = \array_values(\array_filter($keys, static fn (array $key): bool => !\in_array(null, $key, true)));
        if (\count($positions) === 1) {
            $values = \array_column($keys, 0);

            return Comparison::of($source, $positions[0], $values, $not ? Criteria::NOT_IN : Criteria::IN, false);
        }
        if ($keys === []) {
            return $not ? Fragment::always() : Fragment::never();
        }
        $all = (\count($keys) > self::FEW_KEYS ? self::manyKeys($source, $positions, $keys) : null)
            ?? self::alternatives($source, $positions, $keys);

        return $not ? $all->with('NOT (', ')') : $all;
    }

    /**
     * `IN` of many values; null when they can only be written as placeholders.
     *
     * @param non-empty-list<int|string> $params
     * @param bool                       $lower  whether texts are compared without regard to capital letters
     */
    public static function inList(Source $source, int $position, string $column, array $params, bool $not, bool $lower): ?Fragment
    {
        $bytes = $source->map::COLUMNS[$position][2] === PDO::PARAM_LOB;
        if ($source->map::ADAPTER === 'pgsql') {
            $array = self::array($params, $bytes);
            if ($lower) {
                $in = $not ? 'NOT IN' : 'IN';

                return new Fragment("LOWER($column) $in (SELECT LOWER(v) FROM unnest(CAST(? AS text[])) v)", [$array]);
            }

            // The server takes the type of the elements from the column.
            return new Fragment($column . ($not ? ' <> ALL (?)' : ' = ANY (?)'), [$array]);
        }
        if ($source->map::ADAPTER !== 'sqlite') {
            return null;
        }
        $in = $not ? ' NOT IN (' : ' IN (';
        if ($bytes) {
            $literals = \array_map(static fn (int|string $value): string => "X'" . \bin2hex((string) $value) . "'", $params);

            return new Fragment($column . $in . \implode(', ', $literals) . ')');
        }
        $json = \json_encode($params);

        return $json === false ? null : new Fragment(
            ($lower ? "LOWER($column)$in" . 'SELECT LOWER(value)' : "$column{$in}SELECT value") . ' FROM json_each(?))',
            [$json],
        );
    }

    /**
     * @param list<int>                  $positions
     * @param non-empty-list<list<mixed>> $keys
     */
    private static function alternatives(Source $source, array $positions, array $keys): Fragment
    {
        return Fragment::any(\array_map(static fn (array $key): Fragment => Fragment::all(\array_map(
            static fn (int $position, mixed $value): Fragment
                => Comparison::of($source, $position, $value, Criteria::EQUAL, false),
            $positions,
            $key,
        ))->inParentheses(), $keys));
    }

    /**
     * @param list<int>                  $positions
     * @param non-empty-list<list<mixed>> $keys
     */
    private static function manyKeys(Source $source, array $positions, array $keys): ?Fragment
    {
        $columns = $bytes = $values = [];
        foreach ($positions as $index => $position) {
            $columns[] = $source->column($position);
            $bytes[] = $source->map::COLUMNS[$position][2] === PDO::PARAM_LOB;
            $values[] = BoundValue::all($source, $position, \array_column($keys, $index));
        }
        $left = '(' . \implode(', ', $columns) . ') IN (';
        if ($source->map::ADAPTER === 'pgsql') {
            $arrays = $places = [];
            foreach ($values as $index => $list) {
                $arrays[] = self::array($list, $bytes[$index]);
                // An empty list of the column's type tells the server what the other one is.
                $column = $source->map::COLUMNS[$positions[$index]][1];
                $places[] = "COALESCE(?, (SELECT array_agg($column) FROM " . $source->map::QUOTED . ' WHERE FALSE))';
            }

            return new Fragment("{$left}SELECT * FROM unnest(" . \implode(', ', $places) . '))', $arrays);
        }
        if ($source->map::ADAPTER === 'sqlite') {
            $json = \in_array(true, $bytes, true) ? false : \json_encode(\array_map(null, ...$values));
            $items = \array_map(static fn (int $index): string => "json_extract(value, '\$[$index]')", \array_keys($positions));

            return $json === false ? null : new Fragment(
                $left . 'SELECT ' . \implode(', ', $items) . ' FROM json_each(?))',
                [$json],
            );
        }
        if ($source->map::ADAPTER !== 'mysql') {
            return null;
        }
        $params = $types = [];
        foreach (\array_keys($keys) as $number) {
            foreach ($values as $index => $list) {
                $types[] = $source->map::COLUMNS[$positions[$index]][2];
                $params[] = $list[$number];
            }
        }
        $row = '(?' . \str_repeat(', ?', \count($positions) - 1) . ')';

        return new Fragment($left . $row . \str_repeat(", $row", \count($keys) - 1) . ')', $params, $types);
    }

    /**
     * An array of PostgreSQL as text.
     *
     * @param array<int|string|null> $values
     */
    private static function array(array $values, bool $bytes): string
    {
        $items = \array_map(static function (int|string|null $value) use ($bytes): string {
            $text = $bytes ? '\\x' . \bin2hex((string) $value) : (string) $value;

            return '"' . \addcslashes($text, '"\\') . '"';
        }, $values);

        return '{' . \implode(',', $items) . '}';
    }
}
