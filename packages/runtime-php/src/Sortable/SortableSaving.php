<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\NotInListException;
use Throwable;

/**
 * What saving does to lists. Positions are resolved here, under the lock, and not when they were asked for.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @phpstan-import-type ListCall from SortableState
 */
trait SortableSaving
{
    /** Inserts the row; its rank is a part of it. */
    abstract protected function insertRow(ConnectionWrapper $con): int;

    /** Updates the modified columns of the row, and the rank where an operation asks for it. */
    abstract protected function updateRow(ConnectionWrapper $con): int;

    protected function doInsert(ConnectionWrapper $con): int
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $isRaw = $this->listCall === null && $this->wasSet($plan->rank);
        if ($isRaw || ($this->listCall[0] ?? '') === 'remove') {
            return $this->insertUnranked($con, $isRaw);
        }
        $scope = $this->besideScope() ?? new ListScope($this->listScope());
        $locks = $con->lists();
        $known = $this->listCall === null && $con->frame !== null ? $locks->knownMax($plan, $scope) : null;
        if ($known !== null) {
            // One of several children of one object: the lock is held, and the last row was put there a moment ago.
            $rows = $this->writeRow($con, $known + 1, true);
            $locks->rememberMax($plan, $scope, $known + 1);
            static::postListChange(new ListChange($scope->values, $known + 1, $known + 1), $con);

            return $rows;
        }
        $list = RankedList::of(static::TABLE_MAP);

        return ListOperation::onOne($con, $plan, $scope, function (ListScope $scope) use ($con, $list): int {
            $beside = $this->placeBeside($con, $list, $scope, $scope);
            $max = $list->max($con, $scope) ?? 0;
            $rank = $this->resolve($list, $max, $beside);
            if ($rank <= $max) {
                $list->open($con, $scope, $rank);
            }
            $call = $this->listCall;
            $rows = $this->writeRow($con, $rank, true, $beside === null ? null : $scope, $beside !== null);
            $this->tellNeighbour($con, $call, $rank, $scope);
            if ($rank <= $max) {
                $list->changed($con, $scope, $rank, null, [$this]);
            } else {
                static::postListChange(new ListChange($scope->values, $rank, $rank), $con);
                if ($con->savesRelated > 0) {
                    $con->lists()->rememberMax($list->plan, $scope, $rank);
                }
            }

            return $rows;
        });
    }

    protected function doUpdate(ConnectionWrapper $con): int
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $scopeChanged = $this->changesScope();
        if (!$scopeChanged && $this->listCall === null) {
            if ($con->frame !== null) {
                $con->lists()->touch($plan, new ListScope($this->listScope()));
                $con->frame->holds = true;
                if ($this->wasSet($plan->rank)) {
                    $this->notePlace($con->frame, true);
                }
            }

            return $this->updateRow($con);
        }
        if ($scopeChanged) {
            $this->refuseFixedScope($plan);
        }
        $list = RankedList::of(static::TABLE_MAP);
        $remembered = new ListScope($this->listScope());
        // Whether the row is gone is for the read under the lock to say: this one may have asked a replica that is behind.
        $now = $list->place($con, $remembered, $this->rowKey())->scope ?? $remembered;
        $target = $this->besideScope() ?? $this->targetScope($now);

        $work = fn (ListScope $old, ListScope $new): int => $this->changeList($con, $list, $old, $new);

        return ListOperation::onTwo($con, $plan, $now, $target, $work);
    }

    /**
     * Saves an object whose place or scope changes.
     *
     * @param ListScope $old the list its row is in
     * @param ListScope $new the list it will be in
     */
    private function changeList(ConnectionWrapper $con, RankedList $list, ListScope $old, ListScope $new): int
    {
        $isOneList = $old->id() === $new->id();
        $beside = $this->placeBeside($con, $list, $old, $new);
        $place = $list->place($con, $old, $this->rowKey(), $isOneList) ?? throw $this->rowIsGone();
        $target = $beside === null ? $this->targetScope($place->scope) : $new;
        if (!$place->same || $target->id() !== $new->id()) {
            throw new ListMoved([$place->scope, $target]);
        }
        if (!$isOneList && !$list->plan->exact) {
            $isOneList = $list->place($con, $new, $this->rowKey())?->same === true;
        }
        if (!$isOneList) {
            $this->refuseFixedScope($list->plan);
        }
        $from = $place->rank;
        $leaves = ($this->listCall[0] ?? '') === 'remove';
        $isRaw = $this->listCall === null && $this->wasSet($list->plan->rank);
        if ($leaves || $isRaw || ($this->listCall === null && $from === null)) {
            if ($isRaw && $con->frame !== null) {
                $this->notePlace($con->frame, true);
            }
            $rows = $isRaw ? $this->updateRow($con) : $this->writeRow($con, null, false, $target);
            if ($from !== null && ($leaves || !$isOneList)) {
                $list->closeGap($con, $old, $from);
                $list->changed($con, $old, $from, null, [$this], [$this->rowKey()]);
            }

            return $rows;
        }
        if ($isOneList && $from !== null) {
            return $this->reenter($con, $list, $place, $target, $place->max ?? $list->max($con, $old) ?? $from, $beside);
        }
        $max = ($isOneList ? $place->max : null) ?? $list->max($con, $new) ?? 0;
        $to = $this->resolve($list, $max, $beside);
        if ($to <= $max) {
            $list->open($con, $new, $to);
        }
        $call = $this->listCall;
        $rows = $this->writeRow($con, $to, false, $target, $beside !== null);
        $this->tellNeighbour($con, $call, $to, $new);
        $changes = [[$new, $to, $to <= $max ? null : $to]];
        if ($from !== null) {
            $list->closeGap($con, $old, $from);
            \array_unshift($changes, [$old, $from, null]);
        }
        $list->changedBoth($con, $changes, [$this], [$this->rowKey()]);

        return $rows;
    }

    /** Puts a row of the list elsewhere in it: after a removal that was not saved, or a scope that came back. */
    private function reenter(
        ConnectionWrapper $con,
        RankedList $list,
        Place $place,
        ListScope $target,
        int $max,
        ?int $beside,
    ): int {
        $from = $to = (int) $place->rank;
        if ($this->listCall !== null) {
            // The others are one fewer than the list has rows.
            $to = $this->resolve($list, $max - 1, $beside === null || $beside < $from ? $beside : $beside - 1);
        }
        if ($to !== $from) {
            $list->move($con, $place->scope, $this->rowKey(), $from, $to);
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame, true);
        }
        if ($beside !== null) {
            // The other one's list is its own: a scope that was set does not count, unless a rollback brings it back.
            foreach ($list->plan->scope as $position) {
                if ($con->frame !== null && $this->wasSet($position)) {
                    $this->noteSet($con->frame, $position);
                }
                $this->forgetEdit($position);
            }
        }
        $this->tellNeighbour($con, $this->listCall, $to, $place->scope);
        $this->listCall = null;
        // A rank that was set by hand is overridden by the place that was asked for.
        $this->forgetEdit($list->plan->rank);
        $this->acceptPlace($con, $to, $beside === null ? $target : $place->scope);
        $rows = $this->isModified() ? $this->updateRow($con) : 1;
        if ($to !== $from) {
            $list->changed($con, $place->scope, \min($from, $to), \max($from, $to), [$this], [$this->rowKey()]);
        }

        return $rows;
    }

    /** The list of the row after the save: where it is, with the columns that were set. */
    private function targetScope(ListScope $truth): ListScope
    {
        $values = $truth->values;
        $own = $this->listScope();
        foreach (ListPlan::of(static::TABLE_MAP)->scope as $index => $position) {
            if ($this->wasSet($position)) {
                $values[$index] = $own[$index];
            }
        }

        return new ListScope(\array_values($values));
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

        return new ListScope($other->listScope());
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

    /** Writes the row without a place of ours: out of all lists, or with a rank that was set by hand. */
    private function insertUnranked(ConnectionWrapper $con, bool $isRaw): int
    {
        if ($isRaw && $con->frame !== null) {
            $this->notePlace($con->frame, true);
            $con->frame->holds = true;
        }

        return $isRaw ? $this->insertRow($con) : $this->writeRow($con, null, true);
    }

    /**
     * Writes the row with its rank.
     *
     * @param ListScope|null $scope     the list it will be in
     * @param bool           $isBrought whether that list was chosen by another object, and not by columns that were set
     */
    private function writeRow(
        ConnectionWrapper $con,
        ?int $rank,
        bool $insert,
        ?ListScope $scope = null,
        bool $isBrought = false,
    ): int {
        $plan = ListPlan::of(static::TABLE_MAP);
        $properties = static::TABLE_MAP::PROPERTIES;
        $words = $this->modifiedWords();
        $before = ['listCall' => $this->listCall];
        foreach ([$plan->rank, ...$plan->scope] as $position) {
            $before[$properties[$position]] = $this->{$properties[$position]};
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame, true);
            $con->frame->changedLists[static::TABLE_MAP] = $con->frame->holds = true;
        }
        try {
            if ($scope !== null) {
                $this->takePlace($rank, $scope->values);
                foreach ($plan->scope as $position) {
                    if ($isBrought) {
                        $this->markModified($position);
                    } elseif ($this->wasSet($position)) {
                        $this->{$properties[$position]} = $before[$properties[$position]];
                    }
                }
            }
            $this->{$plan->rankProperty} = $rank;
            $this->forgetEdit($plan->rank);
            $this->listCall = null;
            $this->rankMask = 1 << $plan->rank % 62;
            $rows = $insert ? $this->insertRow($con) : $this->updateRow($con);
            if ($isBrought && $con->frame !== null) {
                $this->noteScopeUnset($con->frame, $words);
            }

            return $rows;
        } catch (Throwable $error) {
            foreach ($before as $property => $value) {
                $this->$property = $value;
            }
            $this->setModifiedWords($words);
            throw $error;
        } finally {
            $this->rankMask = 0;
        }
    }
}
