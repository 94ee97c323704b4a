<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\NotInListException;

/**
 * Where the row of an object is to go: into which list, at which rank, beside which other one.
 *
 * @internal part of SortableSaving
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @phpstan-import-type ListCall from SortableState
 */
trait SortableTarget
{
    /** The list of the row after the save: where it is, with the columns that were set. */
    private function targetScope(ListScope $truth): ListScope
    {
        $values = $truth->values;
        $own = $this->listScope();
        foreach ($truth->plan->scope as $index => $position) {
            if ($this->wasSet($position)) {
                $values[$index] = $own[$index];
            }
        }

        return new ListScope($truth->plan, \array_values($values));
    }

    /** The rank that was asked for, in a list whose highest rank is `$max`. */
    private function resolve(RankedList $list, int $max, ?int $beside): int
    {
        $call = $this->listCall ?? ['bottom'];
        $rank = match ($call[0]) {
            'top' => 1,
            'rank' => $call[1],
            'before' => $beside ?? 1,
            'after' => ($beside ?? $max) + 1,
            default => $max + 1,
        };
        if ($rank > $max + 1) {
            throw $list->outOfRange($rank, $max + 1);
        }

        return $rank;
    }

    /** The list of the object beside which this one is to be inserted, as it is remembered. */
    private function besideScope(): ?ListScope
    {
        $other = $this->listCall[1] ?? null;
        if (!$other instanceof self) {
            return null;
        }
        if ($other->rowIsNew || $other->rowIsDeleted) {
            throw $other->notInList();
        }
        $other->refuseUnsavedPlace('a neighbour');

        return new ListScope(ListPlan::of(static::TABLE_MAP), $other->listScope());
    }

    /** The rank of the object beside which this one is to be inserted; null where there is none. */
    private function placeBeside(ConnectionWrapper $con, RankedList $list, ListScope $old, ListScope $new): ?int
    {
        $other = $this->listCall[1] ?? null;
        if (!$other instanceof self) {
            return null;
        }
        if (!$this->rowIsNew && $this->equals($other)) {
            // They have become one row since.
            throw $this->alreadyInList();
        }
        $place = $list->place($con, $new, $other->rowKey());
        if ($place?->rank === null) {
            throw new NotInListException(\sprintf(
                'The %s beside which this one is to be inserted is in no list.',
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        if (!$place->same) {
            throw new ListMoved($this->rowIsNew ? [$place->scope] : [$old, $place->scope]);
        }

        return $place->rank;
    }

    /**
     * The object beside which this one was inserted may be outside of the pool, and was used nevertheless.
     *
     * @param ListCall|null $call
     */
    private function tellNeighbour(ConnectionWrapper $con, ?array $call, int $rank, ListScope $scope): void
    {
        $other = $call[1] ?? null;
        if ($call !== null && $other instanceof self) {
            $other->acceptPlace($con, $call[0] === 'after' ? $rank - 1 : $rank + 1, $scope);
        }
    }
}
