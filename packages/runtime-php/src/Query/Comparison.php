<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Orm;
use PDO;
use TypeError;

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
        'IN' => 'IN', 'NOT IN' => 'NOT IN', 'IS NULL' => 'IS NULL', 'IS NOT NULL' => 'IS NOT NULL',
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
        if ($comparison === null) {
            if (\is_array($value)) {
                return isset($value['min']) || isset($value['max']) || self::isEmptyRange($value)
                    ? self::range($source, $position, $column, $value)
                    : self::oneOf($source, $position, $column, $value, false, $ignoreCase);
            }
            $operator = '=';
        } else {
            $operator = self::operator($comparison);
        }

        return match ($operator) {
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
                self::name($source, $position),
            )),
            default => self::single($source, $position, $column, $operator, $value, false),
        };
    }

    /** A condition on a column of type SET: a mask of bits. */
    public static function ofSet(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? 'CONTAINS_ALL' : self::operator($comparison);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment($source->column($position) . ' ' . $operator);
        }
        if ($value === null) {
            return self::of($source, $position, null, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        if ($operator === 'IN' || $operator === 'NOT IN') {
            return self::of($source, $position, $value, $operator, false);
        }
        $mask = self::bound($source, $position, \is_array($value) ? $value : [$value]);
        $column = $source->column($position);

        return match ($operator) {
            'CONTAINS_ALL' => self::masked($source, $column, (int) $mask, '= ' . (int) $mask),
            'CONTAINS_SOME' => self::masked($source, $column, (int) $mask, '<> 0'),
            'CONTAINS_NONE' => self::masked($source, $column, (int) $mask, '= 0'),
            '=', '<>' => new Fragment("$column $operator ?", [$mask]),
            default => throw self::useless($source, $position, $operator),
        };
    }

    /** A condition on a column of type ARRAY: text in the form `| a | b |`. */
    public static function ofList(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? 'CONTAINS_ALL' : self::operator($comparison);
        $column = $source->column($position);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment("$column $operator");
        }
        if ($value === null) {
            return self::of($source, $position, null, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        if ($operator === '=' || $operator === '<>') {
            return new Fragment(
                self::compared($source, $position, $column, $operator, '?'),
                [self::bound($source, $position, \is_array($value) ? $value : [$value])],
            );
        }
        if ($operator === 'LIKE' || $operator === 'NOT LIKE') {
            return self::like($source, $position, $column, $operator, $value, false);
        }
        if (!\str_starts_with($operator, 'CONTAINS')) {
            throw self::useless($source, $position, $operator);
        }
        $params = [];
        $escapes = ['!' => '!!', '%' => '!%', '_' => '!_'];
        if ($source->map::ADAPTER === 'mssql') {
            // A pattern of SQL Server can have sets of characters; others refuse what needs no escape.
            $escapes['['] = '![';
        }
        foreach (\is_array($value) ? $value : [$value] as $item) {
            // The stored form of a list of one is `| item |`: what a list that has the item has in it too.
            $stored = (string) self::bound($source, $position, [$item]);
            $params[] = '%' . \strtr($stored, $escapes) . '%';
        }
        if ($params === []) {
            return new Fragment($operator === 'CONTAINS_SOME' ? '1 = 0' : "$column IS NOT NULL");
        }
        $like = $operator === 'CONTAINS_NONE' ? 'NOT LIKE' : 'LIKE';
        $each = \array_fill(0, \count($params), "$column $like ? ESCAPE '!'");

        return new Fragment(
            '(' . \implode($operator === 'CONTAINS_SOME' ? ' OR ' : ' AND ', $each) . ')',
            $params,
        );
    }

    /** A condition on a column whose values are documents or objects, so that an array is one value and not a list. */
    public static function ofDocument(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? '=' : self::operator($comparison);
        if ($value === null || ($operator !== '=' && $operator !== '<>')) {
            return self::of($source, $position, $value, $operator, false);
        }
        $bound = self::bound($source, $position, $value);
        $column = $source->column($position);
        $document = ($source->query::KINDS[$position] ?? '') === 'document';
        $equal = match ($document ? $source->map::ADAPTER : '') {
            'pgsql' => "CAST($column AS jsonb) = CAST(? AS jsonb)",
            'sqlite' => "json($column) = json(?)",
            // MariaDB keeps documents as text and has no JSON to cast to; MySQL has no JSON_EQUALS.
            'mysql' => "(JSON_CONTAINS($column, ?) AND JSON_CONTAINS(?, $column) AND JSON_LENGTH($column) = JSON_LENGTH(?))",
            'oracle' => "JSON_EQUAL($column, ?)",
            default => self::compared($source, $position, $column, '=', '?'),
        };
        $count = \substr_count($equal, '?');

        return new Fragment(
            $operator === '=' ? $equal : "NOT ($equal)",
            \array_fill(0, $count, $bound),
            self::types($source, $position, $count),
        );
    }

    /** A value of a column in the form in which the database gets it. */
    public static function bound(Source $source, int $position, mixed $value): int|string|null
    {
        return self::boundAll($source, $position, [$value])[0];
    }

    /**
     * Values of a column in the form in which the database gets them; null stays null.
     *
     * @template K of array-key
     *
     * @param array<K, mixed> $values
     *
     * @return array<K, int|string|null>
     */
    private static function boundAll(Source $source, int $position, array $values): array
    {
        $whole = $source->map::COLUMNS[$position][2] === PDO::PARAM_INT;
        $given = [];
        foreach ($values as $key => $value) {
            if ($whole && \is_float($value) && \floor($value) !== $value) {
                throw self::refused($source, $position, $value, null);
            }
            if ($value !== null) {
                $given[$key] = $value;
            }
        }
        try {
            // Through array_map the types are checked as PHP does without strict_types: "5" is a number, "5x" is none.
            $bound = \array_map($source->query::binder($position), $given);
        } catch (TypeError $error) {
            throw self::refused($source, $position, \count($given) === 1 ? \reset($given) : $values, $error);
        }
        $result = [];
        foreach ($values as $key => $value) {
            $one = $bound[$key] ?? null;
            // An empty text that a setter takes for null is nothing to compare with.
            if ($value !== null && !\is_int($one) && !\is_string($one)) {
                throw self::refused($source, $position, $value, null);
            }
            $result[$key] = \is_int($one) || \is_string($one) ? $one : null;
        }

        return $result;
    }

    /**
     * The PDO types of values of a column, where it matters: bytes must not be sent as text, and MySQL compares a list
     * of numbers sent as text inexactly.
     *
     * @return array<int, int>
     */
    public static function types(Source $source, int $position, int $count): array
    {
        $type = $source->map::COLUMNS[$position][2];
        $needed = $type === PDO::PARAM_LOB || ($type === PDO::PARAM_INT && $count > 1 && $source->map::ADAPTER === 'mysql');

        return $needed ? \array_fill(0, $count, $type) : [];
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
                self::name($source, $position),
                $operator,
                $value === null ? 'null: use Criteria::ISNULL or ISNOTNULL' : 'a list',
            ));
        }
        $bound = self::bound($source, $position, $value);
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
            self::types($source, $position, 1),
        );
    }

    /** An empty text is the same as NULL to Oracle. */
    private static function isNull(Source $source, int|string $bound): bool
    {
        return $bound === '' && $source->map::ADAPTER === 'oracle';
    }

    private static function compared(Source $source, int $position, string $column, string $operator, string $place): string
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
        foreach (self::boundAll($source, $position, $values) as $bound) {
            if ($bound !== null && !self::isNull($source, $bound)) {
                $params[] = $bound;
            }
        }
        $null = \count($params) < \count($values);
        if ($params === []) {
            return new Fragment($null ? $column . ($not ? ' IS NOT NULL' : ' IS NULL') : ($not ? '1 = 1' : '1 = 0'));
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
        if ($ignoreCase && \in_array($position, $source->query::TEXTS, true)) {
            $column = "LOWER($column)";
            $place = "LOWER($place)";
        }
        if ($count === 1) {
            return new Fragment(
                self::compared($source, $position, $column, $not ? '<>' : '=', $place),
                $params,
                self::types($source, $position, 1),
            );
        }
        $in = $column . ($not ? ' NOT IN (' : ' IN (');
        if ($count > 256 && $source->map::COLUMNS[$position][2] === PDO::PARAM_INT) {
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
            self::types($source, $position, $count),
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
    private static function isEmptyRange(array $value): bool
    {
        return $value !== [] && \array_diff(\array_keys($value), ['min', 'max']) === [];
    }

    /**
     * @param array<mixed> $range
     */
    private static function range(Source $source, int $position, string $column, array $range): Fragment
    {
        $unknown = \array_diff(\array_keys($range), ['min', 'max']);
        if ($unknown !== []) {
            throw new InvalidQueryException(\sprintf(
                'A range of %s has "min" and "max", and not "%s".',
                self::name($source, $position),
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

        return $fragment ?? new Fragment('1 = 1');
    }

    private static function like(
        Source $source,
        int $position,
        string $column,
        string $operator,
        mixed $value,
        bool $ignoreCase,
    ): Fragment {
        $values = \is_array($value) ? \array_values($value) : [$value];
        $params = [];
        foreach ($values as $pattern) {
            if (!\is_string($pattern) && !\is_int($pattern) && !$pattern instanceof \Stringable) {
                throw new InvalidQueryException(\sprintf(
                    '%s needs a text to compare %s with, and got %s.',
                    $operator,
                    self::name($source, $position),
                    \get_debug_type($pattern),
                ));
            }
            $params[] = $text = (string) $pattern;
            if (\str_contains($text, "\0")) {
                // SQLite and the driver of PostgreSQL would take what stands before it for the whole pattern.
                throw self::refused($source, $position, $text, null);
            }
        }
        if ($params === []) {
            return new Fragment(\str_starts_with($operator, 'NOT') ? '1 = 1' : '1 = 0');
        }
        $not = \str_starts_with($operator, 'NOT');
        if ($source->map::ADAPTER === 'pgsql' && !\in_array($position, $source->query::TEXTS, true)) {
            $column = "CAST($column AS text)"; // the other databases compare the text of a number by themselves
        }
        $sql = $ignoreCase || \str_ends_with($operator, 'ILIKE')
            ? Orm::getAdapter($source->map::DATABASE_NAME)->ignoreCaseLike($column, '?', $not)
            : "$column $operator ?";
        $each = \array_fill(0, \count($params), $sql);

        return new Fragment(
            \count($params) === 1 ? $sql : '(' . \implode($not ? ' AND ' : ' OR ', $each) . ')',
            $params,
        );
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

    private static function masked(Source $source, string $column, int $mask, string $test): Fragment
    {
        $and = $source->map::ADAPTER === 'oracle' ? "BITAND($column, $mask)" : "($column & $mask)";

        return new Fragment("$and $test");
    }

    private static function name(Source $source, int $position): string
    {
        return $source->map::TABLE_PHP_NAME . '.' . $source->map::phpNameAt($position);
    }

    private static function useless(Source $source, int $position, string $operator): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            'The comparison %s does not work on %s with this value.',
            $operator,
            self::name($source, $position),
        ));
    }

    private static function refused(Source $source, int $position, mixed $value, ?TypeError $error): InvalidValueException
    {
        return new InvalidValueException(\sprintf(
            '%s cannot be compared with %s.',
            self::name($source, $position),
            \is_string($value) || \is_float($value)
                ? '"' . ColumnNames::shown((string) $value) . '"'
                : 'a value of type ' . \get_debug_type($value),
        ), 0, $error);
    }
}
