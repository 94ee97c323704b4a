<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Sortable\ListArguments;
use Orm\Runtime\Sortable\RankedList;

/**
 * Relations to many whose rows, or those between, are a list: `setTasks([…])` and `setTracks([…])` say in which order they
 * are.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of CrossReferences
 */
trait CrossLists
{
    /**
     * Objects in the order that was asked for and is not saved yet, further ones behind them.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param array<string, T>  $all by identity
     *
     * @return array<string, T>
     */
    private static function arranged(RelatedObjects $related, array $all): array
    {
        $first = [];
        foreach ($related->arranged ?? [] as $target) {
            $identity = $target->identity();
            if (isset($all[$identity])) {
                $first[$identity] = $all[$identity];
            }
        }

        return $first + $all;
    }

    /**
     * Gives the rows that point here the ranks that were asked for. Rows that somebody else has added come behind them.
     *
     * @param Link|null                    $on      from rows between to the objects that were put into order
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function saveArranged(Link $down, ?Link $on, RelatedObjects $related, ConnectionWrapper $con): void
    {
        $order = $related->arranged;
        if ($order === null) {
            return;
        }
        $list = RankedList::of($down->map);
        $scope = $this->scopeBelow($down);
        $list->withLists($con, static fn (): array => [$scope], function () use ($down, $on, $con, $list, $order): void {
            $rows = $this->listedRows($down, $con);
            $places = [];
            foreach ($order as $place => $object) {
                $key = $on === null ? $object->rowIdentity() : $object->linkKey($on, true);
                $places[$key ?? ''] ??= $place;
            }
            $placeOf = static fn (ActiveRecord $row): int => $places[
                ($on === null ? $row->rowIdentity() : $row->linkKey($on, false)) ?? ''
            ] ?? \PHP_INT_MAX;
            $wanted = $rows;
            \usort($wanted, static fn (ActiveRecord $one, ActiveRecord $other): int => $placeOf($one) <=> $placeOf($other));
            if ($wanted !== $rows) {
                $list->reorder($con, \array_map(
                    static fn (ActiveRecord $row, int $index): array => [$row->rowKey(), $index + 1],
                    $wanted,
                    \array_keys($wanted),
                ));
            }
        });
        $related->arranged = null;
        $con->onRollback(static function () use ($related, $order): void {
            $related->arranged ??= $order;
        });
    }

    /**
     * The rows that point here, as they are in the list now.
     *
     * @return list<ActiveRecord>
     */
    private function listedRows(Link $down, ConnectionWrapper $con): array
    {
        $map = $down->map;
        $query = new ($map::QUERY_CLASS)();
        $query->filterBy($map::PHP_NAMES[$map::LIST['rank'] ?? -1], null, Criteria::ISNOTNULL)->inDefaultOrder();

        return $this->pointHere($down, $query) ? \array_values($query->find($con)->getData()) : [];
    }

    /**
     * The list of the rows that point here.
     *
     * @return list<int|string|null>
     */
    private function scopeBelow(Link $link): array
    {
        $values = \array_column($link->turned()->constants, 1, 0);
        foreach ($link->columns as [$here, $there]) {
            $values[$there] = $this->valueAt($here);
        }

        return ListArguments::scope($link->map, \array_map(
            static fn (int $position): mixed => $values[$position] ?? null,
            $link->map::LIST['scope'] ?? [],
        ));
    }
}
