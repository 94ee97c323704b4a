<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;

/**
 * Related objects that are kept in the order of a list. Whoever changes ranks says so here, and the objects are read again
 * when somebody next asks for them.
 *
 * @internal
 */
final class ListOrder
{
    /** @var array<class-string<TableMap>, int> how often lists of a table have changed in this process */
    private static array $changes = [];

    /**
     * @param class-string<TableMap> $map
     */
    public static function version(string $map): int
    {
        return self::$changes[$map] ?? 0;
    }

    /**
     * Ranks or scopes of rows have changed.
     *
     * @param class-string<TableMap> $map
     */
    public static function changed(ConnectionWrapper $con, string $map): void
    {
        self::$changes[$map] = (self::$changes[$map] ?? 0) + 1;
        if ($con->frame !== null) {
            $con->frame->changedLists[$map] = true;
        }
    }

    /**
     * They have changed back.
     *
     * @param class-string<TableMap> $map
     */
    public static function undone(string $map): void
    {
        self::$changes[$map] = (self::$changes[$map] ?? 0) + 1;
    }

    /**
     * Objects by rank, those without one last.
     *
     * @template T of ActiveRecord
     *
     * @param list<T>                $objects
     * @param class-string<TableMap> $map
     *
     * @return list<T>
     */
    public static function sorted(array $objects, string $map): array
    {
        $rank = $map::LIST['rank'] ?? -1;
        $last = \PHP_INT_MAX;
        \usort($objects, static fn (ActiveRecord $one, ActiveRecord $other): int
            => ($one->valueAt($rank) ?? $last) <=> ($other->valueAt($rank) ?? $last));

        return $objects;
    }
}
