<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;

/**
 * Rows that went, came back after a rollback, or got another key. Collections that may still show them were not told one
 * by one: they look here, and are read again when somebody next asks for them.
 *
 * @internal
 */
final class RowChanges
{
    /** @var array<class-string<TableMap>, int> how often that happened in this process */
    private static array $changes = [];

    /**
     * @param class-string<TableMap> $map
     */
    public static function version(string $map): int
    {
        return self::$changes[$map] ?? 0;
    }

    /**
     * Rows of a table changed, and with them those that the database deletes or cuts off.
     *
     * @param class-string<TableMap> $map
     */
    public static function deleted(ConnectionWrapper $con, string $map): void
    {
        foreach ([$map, ...($map::LINKS === [] ? [] : Link::dependents($map))] as $changed) {
            self::note($changed);
            if ($con->frame !== null) {
                $con->frame->changedRows[$changed] = true;
            }
        }
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function note(string $map): void
    {
        self::$changes[$map] = (self::$changes[$map] ?? 0) + 1;
    }
}
