<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Query\Criteria;

/** What filterByX($value, $comparison) says of a column's value, as docs/php-queries.md has it under "Filters". */
final class ColumnFilter
{
    public static function holds(
        string $type,
        mixed $stored,
        mixed $value,
        ?string $comparison,
        bool $ignoreCase,
        Dialect $dialect,
    ): ?bool {
        if ($type === 'set' || $type === 'array') {
            return self::items($stored, $value, $comparison);
        }
        if ($type === 'decimal') {
            $value = \is_array($value) ? \array_map(self::number(...), $value) : self::number($value);
        }
        if ($comparison === Criteria::BETWEEN || (\is_array($value) && !\array_is_list($value))) {
            return Expression::logic(true, [
                !isset($value['min']) || Expression::compared('>=', $stored, $value['min'], $dialect),
                !isset($value['max']) || Expression::compared('<=', $stored, $value['max'], $dialect),
            ]);
        }
        $comparison ??= \is_array($value) ? Criteria::IN : Criteria::EQUAL;
        if ($value === null) {
            $comparison = ['=' => Criteria::ISNULL, '<>' => Criteria::ISNOTNULL][$comparison] ?? $comparison;
        }

        return match ($comparison) {
            Criteria::ISNULL => $stored === null,
            Criteria::ISNOTNULL => $stored !== null,
            Criteria::IN => self::in($stored, $value, $ignoreCase, $dialect),
            Criteria::NOT_IN => self::notIn($stored, $value, $ignoreCase, $dialect),
            Criteria::LIKE, Criteria::ILIKE => self::like($stored, $value, $ignoreCase || $comparison === Criteria::ILIKE, $dialect),
            Criteria::NOT_LIKE, Criteria::NOT_ILIKE => self::not(
                self::like($stored, $value, $ignoreCase || $comparison === Criteria::NOT_ILIKE, $dialect),
            ),
            Criteria::BINARY_AND => $stored === null ? null : ($stored & $value) !== 0,
            Criteria::BINARY_ALL => $stored === null ? null : ($stored & $value) === $value,
            Criteria::BINARY_NONE => $stored === null ? null : ($stored & $value) === 0,
            default => Expression::compared($comparison, $stored, $value, $dialect, $ignoreCase),
        };
    }

    /** @param list<mixed> $list a null in it finds NULL */
    private static function in(mixed $stored, array $list, bool $ignoreCase, Dialect $dialect): ?bool
    {
        if ($stored === null && \in_array(null, $list, true)) {
            return true;
        }

        return Expression::among($stored, self::withoutNull($list), $dialect, $ignoreCase);
    }

    /** @param list<mixed> $list NULL is never found, be it in the list or not */
    private static function notIn(mixed $stored, array $list, bool $ignoreCase, Dialect $dialect): ?bool
    {
        if ($stored === null && $list !== []) {
            return false;
        }

        return self::not(Expression::among($stored, self::withoutNull($list), $dialect, $ignoreCase));
    }

    /** @param string|list<string> $patterns */
    private static function like(mixed $stored, string|array $patterns, bool $ignoreCase, Dialect $dialect): ?bool
    {
        if ($stored === null) {
            return null;
        }
        foreach ((array) $patterns as $pattern) {
            if ($dialect->like($stored, $pattern, $ignoreCase)) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param list<string>|null $stored
     * @param list<string>|null $items
     */
    private static function items(?array $stored, ?array $items, ?string $comparison): ?bool
    {
        if ($items === null) {
            return ($stored === null) === \in_array($comparison, [null, Criteria::EQUAL, Criteria::ISNULL], true);
        }
        if ($stored === null) {
            return null;
        }

        return match ($comparison ?? Criteria::CONTAINS_ALL) {
            Criteria::CONTAINS_ALL => \array_diff($items, $stored) === [],
            Criteria::CONTAINS_SOME => \array_intersect($items, $stored) !== [],
            Criteria::CONTAINS_NONE => \array_intersect($items, $stored) === [],
        };
    }

    /**
     * @param list<mixed> $list
     *
     * @return list<mixed>
     */
    private static function withoutNull(array $list): array
    {
        return \array_values(\array_filter($list, static fn (mixed $each): bool => $each !== null));
    }

    private static function not(?bool $value): ?bool
    {
        return $value === null ? null : !$value;
    }

    private static function number(mixed $value): ?float
    {
        return $value === null ? null : (float) $value;
    }
}
