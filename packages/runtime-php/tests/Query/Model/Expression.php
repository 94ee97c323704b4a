<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/**
 * SQL expressions as data: the text that a user would write, and what it means for a row in SQL's logic of three values.
 *
 *   [col, source, column] [lit, value] [val, value] [list, values]        [cmp, operator, a, b] [and|or, …] [not, a]
 *   [null|notnull, a] [in|notin, a, list] [between, a, b, c] [like, a, b]  [+|-|*, a, b] [coalesce, a, b] [case, condition, a, b]
 *   [length|upper|lower, a] [count, a|null, distinct] [sum|min|max, a]
 *   [outer, source, column, name of the source in SQL]: a column of the query around
 *
 * @phpstan-type Expr array<int, mixed>
 * @phpstan-type Tuple array<string, array<string, mixed>|null>
 */
final class Expression
{
    /**
     * @param Expr        $expr
     * @param list<mixed> $values receives what stands for each `?`
     */
    public static function text(array $expr, array &$values): string
    {
        $part = static function (array $each) use (&$values): string {
            return self::text($each, $values);
        };
        $kind = $expr[0];
        switch ($kind) {
            case 'col':
                return "$expr[1].$expr[2]";
            case 'outer':
                return "$expr[3]." . Schema::sqlName($expr[2]);
            case 'lit':
                return \is_string($expr[1]) ? "'" . \str_replace("'", "''", $expr[1]) . "'" : (string) $expr[1];
            case 'val':
            case 'list':
                $values[] = $expr[1];
                return '?';
            case 'cmp':
                return $part($expr[2]) . " $expr[1] " . $part($expr[3]);
            case 'and':
            case 'or':
                return '(' . \implode(' ' . \strtoupper($kind) . ' ', \array_map($part, \array_slice($expr, 1))) . ')';
            case 'not':
                return 'NOT (' . $part($expr[1]) . ')';
            case 'null':
                return $part($expr[1]) . ' IS NULL';
            case 'notnull':
                return $part($expr[1]) . ' IS NOT NULL';
            case 'in':
                return $part($expr[1]) . ' IN ' . $part($expr[2]);
            case 'notin':
                return $part($expr[1]) . ' NOT IN ' . $part($expr[2]);
            case 'between':
                return $part($expr[1]) . ' BETWEEN ' . $part($expr[2]) . ' AND ' . $part($expr[3]);
            case 'like':
                return $part($expr[1]) . ' LIKE ' . $part($expr[2]);
            case '+':
            case '-':
            case '*':
                return '(' . $part($expr[1]) . " $kind " . $part($expr[2]) . ')';
            case 'coalesce':
                return 'COALESCE(' . $part($expr[1]) . ', ' . $part($expr[2]) . ')';
            case 'case':
                return 'CASE WHEN ' . $part($expr[1]) . ' THEN ' . $part($expr[2]) . ' ELSE ' . $part($expr[3]) . ' END';
            case 'count':
                return $expr[1] === null ? 'COUNT(*)' : 'COUNT(' . ($expr[2] ? 'DISTINCT ' : '') . $part($expr[1]) . ')';
            default:
                return \strtoupper($kind) . '(' . $part($expr[1]) . ')';
        }
    }

    /**
     * @param Expr             $expr
     * @param Tuple            $tuple the row
     * @param list<Tuple>|null $group the rows of its group, for what sums up
     *
     * @return int|float|string|bool|list<string>|null
     */
    public static function value(array $expr, array $tuple, Dialect $dialect, ?array $group = null): mixed
    {
        $of = static fn (array $each): mixed => self::value($each, $tuple, $dialect, $group);
        switch ($expr[0]) {
            case 'col':
            case 'outer':
                if (!\array_key_exists($expr[1], $tuple)) {
                    throw new Undetermined("there is no $expr[1]");
                }
                return $tuple[$expr[1]][$expr[2]] ?? null;
            case 'lit':
                return $expr[1];
            case 'val':
                return ($expr[2] ?? null) === 'decimal' ? (float) $expr[1] : $expr[1];
            case 'and':
            case 'or':
                return self::logic($expr[0] === 'and', \array_map($of, \array_slice($expr, 1)));
            case 'not':
                $value = $of($expr[1]);
                return $value === null ? null : !$value;
            case 'null':
                return $of($expr[1]) === null;
            case 'notnull':
                return $of($expr[1]) !== null;
            case 'cmp':
                return self::compared($expr[1], $of($expr[2]), $of($expr[3]), $dialect);
            case 'in':
            case 'notin':
                $found = self::among($of($expr[1]), $expr[2][1], $dialect);
                return $found === null || $expr[0] === 'in' ? $found : !$found;
            case 'between':
                return self::logic(true, [
                    self::compared('>=', $of($expr[1]), $of($expr[2]), $dialect),
                    self::compared('<=', $of($expr[1]), $of($expr[3]), $dialect),
                ]);
            case 'like':
                $text = $of($expr[1]);
                return $text === null ? null : $dialect->like($text, $of($expr[2]), false);
            case 'coalesce':
                return $of($expr[1]) ?? $of($expr[2]);
            case 'case':
                return $of($expr[1]) === true ? $of($expr[2]) : $of($expr[3]);
            case '+':
            case '-':
            case '*':
                return self::calculated($expr[0], $of($expr[1]), $of($expr[2]));
            case 'length':
                $text = $of($expr[1]);
                return $text === null ? null : \strlen($text);
            case 'upper':
            case 'lower':
                $text = $of($expr[1]);
                return $text === null ? null : ($expr[0] === 'upper' ? \strtoupper($text) : \strtolower($text));
            default:
                return self::aggregate($expr, $group ?? throw new Undetermined('there are no groups'), $dialect);
        }
    }

    /** Whether it sums up rows. */
    public static function sumsUp(array $expr): bool
    {
        if (\in_array($expr[0] ?? null, ['count', 'sum', 'min', 'max'], true)) {
            return true;
        }
        foreach ($expr as $part) {
            if (\is_array($part) && self::sumsUp($part)) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param list<string> $found
     *
     * @return list<string> the sources whose columns it reads
     */
    public static function sources(array $expr, array $found = []): array
    {
        if (\in_array($expr[0] ?? null, ['col', 'outer'], true)) {
            return [...$found, $expr[1]];
        }
        foreach ($expr as $part) {
            $found = \is_array($part) ? self::sources($part, $found) : $found;
        }

        return $found;
    }

    /** @param list<bool|null> $values */
    public static function logic(bool $and, array $values): ?bool
    {
        if (\in_array(!$and, $values, true)) {
            return !$and;
        }

        return \in_array(null, $values, true) ? null : $and;
    }

    public static function compared(string $operator, mixed $one, mixed $other, Dialect $dialect, bool $ignoreCase = false): ?bool
    {
        if ($one === null || $other === null) {
            return null;
        }

        return match ($operator) {
            '=' => $dialect->same($one, $other, $ignoreCase),
            '<>' => !$dialect->same($one, $other, $ignoreCase),
            '>' => $dialect->compare($one, $other) > 0,
            '<' => $dialect->compare($one, $other) < 0,
            '>=' => $dialect->compare($one, $other) >= 0,
            '<=' => $dialect->compare($one, $other) <= 0,
        };
    }

    /** @param list<mixed> $list without null */
    public static function among(mixed $value, array $list, Dialect $dialect, bool $ignoreCase = false): ?bool
    {
        if ($value === null) {
            return $list === [] ? false : null;
        }
        foreach ($list as $each) {
            if ($dialect->same($value, $each, $ignoreCase)) {
                return true;
            }
        }

        return false;
    }

    private static function calculated(string $operator, int|float|null $one, int|float|null $other): int|float|null
    {
        if ($one === null || $other === null) {
            return null;
        }

        return match ($operator) {
            '+' => $one + $other,
            '-' => $one - $other,
            '*' => $one * $other,
        };
    }

    /**
     * @param Expr        $expr
     * @param list<Tuple> $group
     */
    private static function aggregate(array $expr, array $group, Dialect $dialect): mixed
    {
        if ($expr[1] === null) {
            return \count($group);
        }
        $values = [];
        foreach ($group as $tuple) {
            $value = self::value($expr[1], $tuple, $dialect);
            if ($value !== null) {
                $values[] = $value;
            }
        }
        if ($expr[0] === 'count') {
            return \count($expr[2] ? \array_unique($values) : $values);
        }
        if ($values === []) {
            return null;
        }
        \usort($values, $dialect->compare(...));

        return match ($expr[0]) {
            'sum' => \array_sum($values),
            'min' => $values[0],
            'max' => $values[\count($values) - 1],
        };
    }
}
