<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\RankedList;

/**
 * Rows of lists that lose the row they point at: with ON DELETE SET NULL they fall into another list, and go to its
 * bottom. They get their new ranks before the database takes their scope away, under the locks of all lists.
 *
 * @internal
 */
final class OrphanedRows
{
    /**
     * Deletes rows that others point at.
     *
     * @template R
     *
     * @param list<Link>                                 $links what `Link::orphaning()` has found
     * @param Closure(Link): list<list<int|string|null>> $find  the lists of the rows that will fall
     * @param Closure(): R                               $delete
     * @param class-string<TableMap>|null                $one   the table, when it is one row that is deleted
     *
     * @return R
     */
    public static function leave(
        ConnectionWrapper $con,
        array $links,
        Closure $find,
        Closure $delete,
        ?string $one = null,
    ): mixed {
        $link = \array_pop($links);

        return $link === null ? $delete() : self::move(
            $con,
            $link,
            static fn (): array => $find($link),
            static fn (): mixed => self::leave($con, $links, $find, $delete, $one),
            $one !== null && $link->isList() && Link::waysTo($link->map, $one) === 1,
        );
    }

    /**
     * @template R
     *
     * @param Closure(): list<list<int|string|null>> $find
     * @param Closure(): R                           $delete
     * @param bool                                   $known  whether nothing but these lists changes in the table
     *
     * @return R
     */
    private static function move(ConnectionWrapper $con, Link $link, Closure $find, Closure $delete, bool $known): mixed
    {
        $list = RankedList::of($link->map);
        /** @var list<array{list<int|string|null>, list<int|string|null>}> $falls */
        $falls = [];

        return $list->withLists(
            $con,
            static function () use ($link, $find, &$falls): array {
                $falls = [];
                foreach ($find() as $scope) {
                    $falls[] = [$scope, self::without($link, $scope)];
                }

                return \array_merge(...$falls);
            },
            static function () use ($con, $link, $list, $delete, $known, &$falls): mixed {
                $ends = [];
                foreach ($falls as [$from, $to]) {
                    $id = \serialize($to);
                    $end = $ends[$id] ?? $list->max($con, $to) ?? 0;
                    $ends[$id] = $end + ($list->max($con, $from) ?? 0);
                    if ($end > 0) {
                        $list->plan->write($con, 'append', new ListScope($list->plan, $from), ['delta' => $end]);
                    }
                }
                // Deleting empties the pool; objects in use are to know where their rows are.
                $pool = $con->getPool()?->table($link->map);
                $refs = $pool->refs ?? [];
                $result = $delete();
                if ($pool !== null) {
                    $pool->refs += $refs;
                }
                foreach ($falls as [$from, $to]) {
                    $list->changed($con, new ListScope($list->plan, $from), 1, null);
                    $list->changed($con, new ListScope($list->plan, $to), 1, null);
                }
                if (!$known || $falls === []) {
                    $pool?->clear();
                }

                return $result;
            },
        );
    }

    /**
     * The list that rows of another one are in when they point nowhere.
     *
     * @param list<int|string|null> $scope
     *
     * @return list<int|string|null>
     */
    private static function without(Link $link, array $scope): array
    {
        $cleared = \array_column($link->columns, 1);
        foreach ($link->map::LIST['scope'] ?? [] as $index => $position) {
            if (\in_array($position, $cleared, true)) {
                $scope[$index] = null;
            }
        }

        return \array_values($scope);
    }
}
