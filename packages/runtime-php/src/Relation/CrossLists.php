<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use DateTimeInterface;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Sortable\ListArguments;
use Orm\Runtime\Sortable\RankedList;

/**
 * Many-to-many relations whose cross-reference table is sortable: `setTracks([…])` says in which order they are.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of CrossReferences
 */
trait CrossLists
{
    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param list<T>           $order
     */
    private function arrangeTargets(RelatedObjects $related, array $order): void
    {
        $related->arranged = $order;
        $all = [];
        foreach ($related->objects->getData() as $target) {
            $all[$target->identity()] = $target;
        }
        $related->objects->setData(\array_values(self::arranged($related, $all)));
        $this->linked = true;
    }

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
     * Gives the rows that link this object with others the ranks that were asked for. Rows that somebody else has added
     * come behind them.
     *
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function saveArranged(CrossLink $cross, RelatedObjects $related, ConnectionWrapper $con): void
    {
        $order = $related->arranged;
        if ($order === null) {
            return;
        }
        $list = RankedList::of($cross->down->map);
        $scope = $this->scopeBelow($cross->down);
        $list->withLists($con, static fn (): array => [$scope], function () use ($cross, $con, $list, $order): void {
            $rows = $this->listedRows($cross, $con);
            $places = [];
            foreach ($order as $place => $target) {
                $places[self::linkText($target, \array_column($cross->on->columns, 1))] ??= $place;
            }
            $wanted = $rows;
            \usort($wanted, static function (ActiveRecord $one, ActiveRecord $other) use ($cross, $places): int {
                $here = \array_column($cross->on->columns, 0);
                $last = \PHP_INT_MAX;

                return ($places[self::linkText($one, $here)] ?? $last) <=> ($places[self::linkText($other, $here)] ?? $last);
            });
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
     * The rows that link this object with others, as they are in the list now.
     *
     * @return list<ActiveRecord>
     */
    private function listedRows(CrossLink $cross, ConnectionWrapper $con): array
    {
        $map = $cross->down->map;
        $query = new ($map::QUERY_CLASS)();
        $query->filterBy($map::PHP_NAMES[$map::LIST['rank'] ?? -1], null, Criteria::ISNOTNULL)->inDefaultOrder();

        return $this->pointHere($cross->down, $query) ? \array_values($query->find($con)->getData()) : [];
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
            $values[$there] = $this->getByPosition($here);
        }

        return ListArguments::scope($link->map, \array_map(
            static fn (int $position): mixed => $values[$position] ?? null,
            $link->map::LIST['scope'] ?? [],
        ));
    }

    /**
     * Values that link an object with another, as text.
     *
     * @param list<int> $positions
     */
    private static function linkText(ActiveRecord $object, array $positions): string
    {
        $texts = [];
        foreach ($positions as $position) {
            $value = $object->getByPosition($position);
            $texts[] = $value instanceof DateTimeInterface ? $value->format('Y-m-d H:i:s.u') : self::textOf($value);
        }

        return (string) \json_encode($texts);
    }
}
