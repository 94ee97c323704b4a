<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
use PDO;

/**
 * Conditions on one column, as SQL with bound values.
 *
 * @internal
 */
final class Comparison
{
    private const OPERATORS = [
        '=' => '=', '<>' => '<>', '!=' => '<>', '>' => '>', '<' => '<', '>=' => '>=', '<=' => '<=',
        'LIKE' => 'LIKE', 'NOT LIKE' => 'NOT LIKE', 'ILIKE' => 'ILIKE', 'NOT ILIKE' => 'NOT ILIKE',
        'BETWEEN' => 'BETWEEN', 'IN' => 'IN', 'NOT IN' => 'NOT IN', 'IS NULL' => 'IS NULL', 'IS NOT NULL' => 'IS NOT NULL',
        'CONTAINS_ALL' => 'CONTAINS_ALL', 'CONTAINS_SOME' => 'CONTAINS_SOME', 'CONTAINS_NONE' => 'CONTAINS_NONE',
        '&' => '&', 'BINARY_ALL' => 'BINARY_ALL', 'BINARY_NONE' => 'BINARY_NONE',
    ];

    /** Longer lists are not filled up to a power of two. */
    private const PADDED = 1024;

    /** More values Oracle refuses in one list, so that this is a length that lists are filled up to. */
    private const ORACLE_LIST = 512;

    /** The operator that a caller gave, in its one spelling. */
    public static function operator(string $comparison): string
    {
        $name = \strtoupper(\trim((string) \preg_replace('/\s+/', ' ', $comparison), ' '));

        return self::OPERATORS[$name] ?? throw new InvalidQueryException(\sprintf(
            'There is no comparison "%s". Use a constant of Criteria: %s. For SQL of your own there is where().',
            ColumnNames::shown($comparison),
            \implode(', ', \array_unique(self::OPERATORS)),
        ));
    }

    public static function of(Source $source, int $position, mixed $value, ?string $comparison, bool $ignoreCase): Fragment
    {
        $column = $source->column($position);
        if (\is_iterable($value) && !\is_array($value)) {
            $value = \iterator_to_array($value, false);
        }
        $operator = $comparison === null ? '=' : self::operator($comparison);
        if (\is_array($value) && self::looksLikeRange($value)) {
            // An array out of a request chooses its keys: it must not turn a question for one text into one for many.
            if ($comparison === null && \in_array($position, $source->query::RANGES, true)) {
                $operator = 'BETWEEN';
            } elseif ($operator !== 'BETWEEN') {
                throw self::noRange($source, $position, $value);
            }
        }

        return match ($operator) {
            'BETWEEN' => self::range($source, $position, $column, $value),
            'IS NULL', 'IS NOT NULL' => new Fragment("$column $operator"),
            'IN', 'NOT IN' => self::oneOf(
                $source,
                $position,
                $column,
                \is_array($value) ? $value : [$value],
                $operator === 'NOT IN',
                $ignoreCase,
            ),
            '=', '<>' => match (true) {
                $value === null => new Fragment($column . ($operator === '=' ? ' IS NULL' : ' IS NOT NULL')),
                \is_array($value) => self::oneOf($source, $position, $column, $value, $operator === '<>', $ignoreCase),
                default => self::single($source, $position, $column, $operator, $value, $ignoreCase),
            },
            'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE' => self::like($source, $position, $column, $operator, $value, $ignoreCase),
            '&', 'BINARY_ALL', 'BINARY_NONE' => self::bits($source, $position, $column, $operator, $value),
            'CONTAINS_ALL', 'CONTAINS_SOME', 'CONTAINS_NONE' => throw new InvalidQueryException(\sprintf(
                '%s works on columns of type ARRAY and SET, and %s is neither.',
                $operator,
                BoundValue::name($source, $position),
            )),
            default => self::single($source, $position, $column, $operator, $value, false),
        };
    }

    private static function single(
        Source $source,
        int $position,
        string $column,
        string $operator,
        mixed $value,
        bool $ignoreCase,
    ): Fragment {
        if ($value === null || \is_array($value)) {
            throw new InvalidQueryException(\sprintf(
                '%s cannot be compared by %s with %s.',
                BoundValue::name($source, $position),
                $operator,
                $value === null ? 'null: use Criteria::ISNULL or ISNOTNULL' : 'a list',
            ));
        }
        $bound = BoundValue::of($source, $position, $value);
        if ($bound === null || self::isNull($source, $bound)) {
            return new Fragment($column . ($operator === '<>' ? ' IS NOT NULL' : ' IS NULL'));
        }
        $place = $source->map::COLUMNS[$position][3];
        if ($ignoreCase && \in_array($position, $source->query::TEXTS, true)) {
            return new Fragment(self::compared($source, $position, "LOWER($column)", $operator, "LOWER($place)"), [$bound]);
        }

        return new Fragment(
            self::compared($source, $position, $column, $operator, $place),
            [$bound],
            BoundValue::types($source, $position, 1),
            equal: $operator === '=' ? [$position => $bound] : [],
        );
    }

    /** An empty text is the same as NULL to Oracle. */
    private static function isNull(Source $source, int|string $bound): bool
    {
        return $bound === '' && $source->map::ADAPTER === 'oracle';
    }

    public static function compared(Source $source, int $position, string $column, string $operator, string $place): string
    {
        return \in_array($position, $source->query::LARGE, true)
            ? "DBMS_LOB.COMPARE($column, $place) $operator 0"
            : "$column $operator $place";
    }

    /**
     * @param array<mixed> $values
     */
    private static function oneOf(
        Source $source,
        int $position,
        string $column,
        array $values,
        bool $not,
        bool $ignoreCase,
    ): Fragment {
        $params = [];
        foreach (BoundValue::all($source, $position, $values) as $bound) {
            if ($bound !== null && !self::isNull($source, $bound)) {
                $params[] = $bound;
            }
        }
        $null = \count($params) < \count($values);
        if ($params === []) {
            return match (true) {
                $null => new Fragment($column . ($not ? ' IS NOT NULL' : ' IS NULL')),
                $not => Fragment::always(),
                default => Fragment::never(),
            };
        }
        $fragment = self::inList($source, $position, $column, $params, $not, $ignoreCase);
        if ($null) {
            return $fragment->with('(', $not ? " AND $column IS NOT NULL)" : " OR $column IS NULL)");
        }

        return $fragment;
    }

    /**
     * @param non-empty-list<int|string> $params
     */
    private static function inList(
        Source $source,
        int $position,
        string $column,
        array $params,
        bool $not,
        bool $ignoreCase,
    ): Fragment {
        $count = \count($params);
        if ($source->map::ADAPTER === 'oracle' && $count > self::listSize($source, $position)) {
            return self::manyLists($source, $position, $column, $params, $not, $ignoreCase);
        }
        $place = $source->map::COLUMNS[$position][3];
        $lower = $ignoreCase && \in_array($position, $source->query::TEXTS, true);
        $whole = $source->map::COLUMNS[$position][2] === PDO::PARAM_INT;
        $many = $count <= self::PADDED || $whole
            ? null
            : ManyValues::inList($source, $position, $column, $params, $not, $lower);
        if ($many !== null) {
            return $many;
        }
        if ($lower) {
            $column = "LOWER($column)";
            $place = "LOWER($place)";
        }
        if ($count === 1) {
            return new Fragment(
                self::compared($source, $position, $column, $not ? '<>' : '=', $place),
                $params,
                BoundValue::types($source, $position, 1),
                equal: $not || $lower ? [] : [$position => $params[0]],
            );
        }
        $in = $column . ($not ? ' NOT IN (' : ' IN (');
        if ($count > 256 && $whole) {
            // Numbers can stand in the text, where no limit of parameters counts.
            return new Fragment($in . \implode(', ', \array_map(\intval(...), $params)) . ')');
        }
        if ($count <= self::PADDED) {
            // Few different lengths mean few different statements to prepare.
            for ($size = 2; $size < $count; $size *= 2) {
            }
            $params = \array_pad($params, $size, $params[$count - 1]);
            $count = $size;
        }

        return new Fragment(
            $in . $place . \str_repeat(", $place", $count - 1) . ')',
            $params,
            BoundValue::types($source, $position, $count),
        );
    }

    /**
     * Lists that Oracle takes: of not more than a thousand values, and of one where the column has no `=`.
     *
     * @param non-empty-list<int|string> $params
     */
    private static function manyLists(
        Source $source,
        int $position,
        string $column,
        array $params,
        bool $not,
        bool $ignoreCase,
    ): Fragment {
        $all = null;
        foreach (\array_chunk($params, self::listSize($source, $position)) as $part) {
            $next = self::inList($source, $position, $column, $part, $not, $ignoreCase);
            $all = $all === null ? $next : $all->then($not ? ' AND ' : ' OR ', $next);
        }

        return $all->with('(', ')');
    }

    /** @return int<1, max> */
    private static function listSize(Source $source, int $position): int
    {
        return \in_array($position, $source->query::LARGE, true) ? 1 : self::ORACLE_LIST;
    }

    /**
     * @param array<mixed> $value
     */
    public static function looksLikeRange(array $value): bool
    {
        return \array_intersect(\array_map(self::lowerKey(...), \array_keys($value)), ['min', 'max', 'from', 'to']) !== [];
    }

    private static function lowerKey(int|string $key): string
    {
        return \strtolower((string) $key);
    }

    /**
     * @param array<mixed> $value
     */
    public static function noRange(Source $source, int $position, array $value): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            'An array for %s is a list of values here, and its key "%s" looks like a range. For a range of numbers, days or'
                . ' times leave the comparison out; for one of others give "min" and "max" with Criteria::BETWEEN.',
            BoundValue::name($source, $position),
            ColumnNames::shown((string) \array_key_first(\array_filter(
                $value,
                static fn (int|string $key): bool => self::looksLikeRange([$key => null]),
                \ARRAY_FILTER_USE_KEY,
            ))),
        ));
    }

    private static function range(Source $source, int $position, string $column, mixed $range): Fragment
    {
        $unknown = \is_array($range) ? \array_diff(\array_keys($range), ['min', 'max']) : ['' => \get_debug_type($range)];
        if ($unknown !== [] || $range === []) {
            throw new InvalidQueryException(\sprintf(
                'A range of %s has "min" and "max", and not "%s".',
                BoundValue::name($source, $position),
                ColumnNames::shown((string) \reset($unknown)),
            ));
        }
        $fragment = null;
        foreach (['min' => '>=', 'max' => '<='] as $end => $operator) {
            if (($range[$end] ?? null) !== null) {
                $next = self::single($source, $position, $column, $operator, $range[$end], false);
                $fragment = $fragment === null ? $next : $fragment->then(' AND ', $next)->with('(', ')');
            }
        }

        return $fragment ?? Fragment::always();
    }

    public static function like(
        Source $source,
        int $position,
        string $column,
        string $operator,
        mixed $value,
        bool $ignoreCase,
    ): Fragment {
        $not = \str_starts_with($operator, 'NOT');
        if ($source->map::ADAPTER === 'pgsql' && !\in_array($position, $source->query::TEXTS, true)) {
            $column = "CAST($column AS text)"; // the other databases compare the text of a number by themselves
        }
        $column = self::unpadded($source, $position, $column);
        $all = null;
        foreach (\is_array($value) ? $value : [$value] as $each) {
            $pattern = LikePattern::of(self::text($source, $position, $operator, $each), $source->map::ADAPTER);
            $sql = $ignoreCase || \str_ends_with($operator, 'ILIKE')
                ? Orm::getAdapter($source->map::DATABASE_NAME)->ignoreCaseLike($column, '?', $not)
                : "$column $operator ?";
            $next = new Fragment($sql . $pattern->sql, [$pattern->text]);
            $all = $all === null ? $next : $all->then($not ? ' AND ' : ' OR ', $next);
        }
        if ($all === null) {
            return $not ? Fragment::always() : Fragment::never();
        }

        return \count($all->params) === 1 ? $all : $all->with('(', ')');
    }

    /** A column to compare with a pattern: blanks that fill it up are no part of the value. */
    public static function unpadded(Source $source, int $position, string $column): string
    {
        return \in_array($position, $source->query::PADDED, true) ? "RTRIM($column)" : $column;
    }

    /** A pattern, which need not be a value of the column. */
    private static function text(Source $source, int $position, string $operator, mixed $pattern): string
    {
        if (!\is_string($pattern) && !\is_int($pattern) && !$pattern instanceof \Stringable) {
            throw new InvalidQueryException(\sprintf(
                '%s needs a text to compare %s with, and got %s.',
                $operator,
                BoundValue::name($source, $position),
                \get_debug_type($pattern),
            ));
        }
        $text = (string) $pattern;
        if (\str_contains($text, "\0")) {
            // SQLite and the driver of PostgreSQL would take what stands before it for the whole pattern.
            throw BoundValue::refused($source, $position, $text);
        }

        return $text;
    }

    private static function bits(Source $source, int $position, string $column, string $operator, mixed $value): Fragment
    {
        $mask = \filter_var($value, \FILTER_VALIDATE_INT);
        if ($mask === false) {
            throw self::useless($source, $position, $operator);
        }

        return self::masked($source, $column, $mask, match ($operator) {
            '&' => '<> 0',
            'BINARY_ALL' => "= $mask",
            default => '= 0',
        });
    }

    /**
     * @param bool $open whether nothing was asked for
     */
    public static function masked(Source $source, string $column, int $mask, string $test, bool $open = false): Fragment
    {
        $and = $source->map::ADAPTER === 'oracle' ? "BITAND($column, $mask)" : "($column & $mask)";

        return new Fragment("$and $test", holds: $open ? true : null);
    }

    public static function useless(Source $source, int $position, string $operator): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            'The comparison %s does not work on %s with this value.',
            $operator,
            BoundValue::name($source, $position),
        ));
    }
}
