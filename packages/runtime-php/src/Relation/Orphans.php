<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\RankedList;

/**
 * Rows of lists that lose the row they point at: with ON DELETE SET NULL they fall into another list, where they go to
 * the bottom.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of Cascades
 */
trait Orphans
{
    /**
     * Deletes the row; the rows that point at it get new ranks before that, under the locks of all lists.
     *
     * @param list<Link>      $links  what `Link::orphaning()` has found
     * @param Closure(): void $delete
     */
    private function deleteLeaving(array $links, Closure $delete, ConnectionWrapper $con): void
    {
        foreach ($links as $link) {
            $next = $delete;
            $delete = fn () => $this->moveOrphans($link, $next, $con);
        }
        $delete();
    }

    /**
     * @param Closure(): void $delete
     */
    private function moveOrphans(Link $link, Closure $delete, ConnectionWrapper $con): void
    {
        $list = RankedList::of($link->map);
        /** @var list<array{list<int|string|null>, list<int|string|null>}> $moves */
        $moves = [];
        $list->withLists(
            $con,
            function () use ($link, $con, &$moves): array {
                $moves = $this->orphanedLists($link, $con);

                return \array_merge(...$moves);
            },
            static function () use ($link, $con, $list, $delete, &$moves): void {
                $ends = [];
                foreach ($moves as [$from, $to]) {
                    $id = \serialize($to);
                    $end = $ends[$id] ?? $list->max($con, $to) ?? 0;
                    $ends[$id] = $end + ($list->max($con, $from) ?? 0);
                    $list->plan->write($con, 'append', new ListScope($from), ['delta' => $end]);
                }
                $delete();
                ListOrder::changed($con, $link->map);
            },
        );
    }

    /**
     * The lists of rows that point here, and where each of them falls.
     *
     * @return list<array{list<int|string|null>, list<int|string|null>}>
     */
    private function orphanedLists(Link $link, ConnectionWrapper $con): array
    {
        $map = $link->map;
        $query = new ($map::QUERY_CLASS)();
        if (!$this->pointHere($link, $query)) {
            return [];
        }
        $moves = [];
        $erased = \array_column($link->columns, 1);
        foreach ($query->listScopes($con) as $from) {
            $to = $from;
            foreach ($map::LIST['scope'] ?? [] as $index => $position) {
                if (\in_array($position, $erased, true)) {
                    $to[$index] = null;
                }
            }
            $moves[] = [$from, \array_values($to)];
        }

        return $moves;
    }
}
