<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\BoundValue;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Query\Source;

/**
 * What callers give to methods of lists, in the form in which the database gets it.
 *
 * @internal
 */
final class ListArguments
{
    /**
     * @param class-string<TableMap> $map
     * @param list<mixed>            $scope values of the scope columns, in order
     *
     * @return list<int|string|null>
     */
    public static function scope(string $map, array $scope): array
    {
        $positions = $map::LIST['scope'] ?? [];
        if (\count($scope) !== \count($positions)) {
            throw new InvalidQueryException(\sprintf(
                'A list of %s is given by %d %s, and not by %d.',
                $map::TABLE_PHP_NAME,
                \count($positions),
                \count($positions) === 1 ? 'value' : 'values',
                \count($scope),
            ));
        }
        $bound = [];
        foreach ($positions as $index => $position) {
            $bound[] = self::value($map, $position, $scope[$index]);
        }

        return $bound;
    }

    /**
     * Several lists: a value each, or the list of values where several columns make the scope.
     *
     * @param class-string<TableMap> $map
     * @param array<mixed>           $scopes
     *
     * @return list<list<int|string|null>>
     */
    public static function scopes(string $map, array $scopes): array
    {
        $bound = [];
        foreach ($scopes as $scope) {
            $bound[] = self::scope($map, \is_array($scope) ? \array_values($scope) : [$scope]);
        }

        return $bound;
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function value(string $map, int $position, mixed $value): int|string|null
    {
        $bound = $value === null ? null : BoundValue::of(self::source($map), $position, $value);

        // An empty text is the same as NULL to Oracle.
        return $bound === '' && $map::ADAPTER === 'oracle' ? null : $bound;
    }

    /**
     * A value of a row that was read.
     *
     * @param class-string<TableMap> $map
     */
    public static function stored(string $map, int $position, mixed $raw): int|string|null
    {
        return $raw === null ? null : self::value($map, $position, $map::QUERY_CLASS::reader($position)($raw));
    }

    /**
     * What `reorder()` takes: ranks by key, or pairs of key and rank.
     *
     * @param class-string<TableMap>          $map
     * @param array<int|string, mixed> $newOrder
     *
     * @return list<array{list<int|string>, int}> keys as the database gets them, and ranks
     */
    public static function pairs(string $map, array $newOrder): array
    {
        $pairs = $seen = [];
        foreach ($newOrder as $key => $rank) {
            if (\is_array($rank)) {
                [$key, $rank] = \count($rank) === 2 ? \array_values($rank) : throw self::noPair($map);
            }
            $rank = \is_int($rank) ? $rank : \filter_var($rank, \FILTER_VALIDATE_INT);
            if ($rank === false) {
                throw self::noPair($map);
            }
            $bound = self::key($map, \is_array($key) ? \array_values($key) : [$key]);
            $text = \implode("\0", \array_map(static fn (int|string $part): string => \strlen((string) $part) . ':' . $part, $bound));
            if (isset($seen[$text])) {
                throw new InvalidQueryException(\sprintf(
                    'The new order names a row of %s twice, so it is not clear which rank it is to have.',
                    $map::TABLE_PHP_NAME,
                ));
            }
            $seen[$text] = true;
            $pairs[] = [$bound, $rank];
        }

        return $pairs;
    }

    /**
     * @param class-string<TableMap> $map
     * @param list<mixed>            $key
     *
     * @return list<int|string>
     */
    private static function key(string $map, array $key): array
    {
        if (\count($key) !== \count($map::KEY_POSITIONS)) {
            throw self::noPair($map);
        }
        $source = self::source($map);
        $bound = [];
        foreach ($map::KEY_POSITIONS as $index => $position) {
            $bound[] = ($key[$index] === null ? null : BoundValue::of($source, $position, $key[$index])) ?? throw self::noPair($map);
        }

        return $bound;
    }

    /**
     * @param class-string<TableMap> $map
     */
    private static function noPair(string $map): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            \count($map::KEY_POSITIONS) === 1
                ? 'reorder() of %s takes an array of ranks by primary key, or a list of pairs [key, rank].'
                : 'reorder() of %s takes a list of pairs [key, rank]; a key is a list of %d values.',
            $map::TABLE_PHP_NAME,
            \count($map::KEY_POSITIONS),
        ));
    }

    /**
     * @param class-string<TableMap> $map
     */
    private static function source(string $map): Source
    {
        /** @var class-string<ModelQuery<covariant ActiveRecord>> $query */
        $query = $map::QUERY_CLASS;

        return new Source($map::TABLE_PHP_NAME, $query, $map, $map::QUOTED . '.');
    }
}
