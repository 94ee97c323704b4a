<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Closure;
use LogicException;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Write\RowPart;
use Orm\Runtime\Write\Turn;

/**
 * The part that lists take when a row is saved. Positions are resolved here, under the lock, and not when they were asked for.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait SortableSaving
{
    use SortableTarget;

    protected function rowHasEdits(): bool
    {
        return $this->rankMask !== 0 || $this->isModified();
    }

    protected function insertTurn(ConnectionWrapper $con): Turn
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $isRaw = $this->listCall === null && $this->wasSet($plan->rank);
        if ($isRaw || ($this->listCall[0] ?? '') === 'remove') {
            return new Turn(null, fn (): RowPart => $this->enterUnranked($con, $isRaw));
        }
        $scope = $this->besideScope() ?? new ListScope($plan, $this->listScope());
        $known = $this->listCall === null && $con->frame !== null ? $con->locks()->known($scope) : null;
        if ($known !== null) {
            // One of several children of one object: the lock is held, and the last row was put there a moment ago.
            return new Turn(null, fn (): RowPart => $this->enterLast($con, $scope, $known + 1));
        }

        return new Turn([$scope], fn (array $lists): RowPart => $this->enter($con, self::listIn($lists, 0)));
    }

    protected function updateTurn(ConnectionWrapper $con): Turn
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $scopeChanged = $this->changesScope();
        if (!$scopeChanged && $this->listCall === null) {
            return new Turn(null, fn (): RowPart => $this->stay($con, $plan));
        }
        if ($scopeChanged) {
            $this->refuseFixedScope($plan);
        }
        $list = RankedList::of(static::TABLE_MAP);
        $remembered = new ListScope($plan, $this->listScope());
        // Whether the row is gone is for the read under the lock to say: this one may have asked a replica that is behind.
        $now = $list->place($con, $remembered, $this->rowKey())->scope ?? $remembered;
        $target = $this->besideScope() ?? $this->targetScope($now);

        return new Turn(
            [$now, $target],
            fn (array $lists): RowPart => $this->changeList($con, $list, self::listIn($lists, 0), self::listIn($lists, 1)),
        );
    }

    /**
     * @param list<Lockable> $lists
     */
    private static function listIn(array $lists, int $at): ListScope
    {
        $list = $lists[$at] ?? null;

        return $list instanceof ListScope ? $list : throw new LogicException('A turn of a list was given other locks.');
    }

    /** The row is written without a place of ours: out of all lists, or with a rank that was set by hand. */
    private function enterUnranked(ConnectionWrapper $con, bool $isRaw): RowPart
    {
        if (!$isRaw) {
            return $this->placed($con, null);
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame, true);
            $con->frame->holds = true;
        }

        return new RowPart();
    }

    /** A row behind the last one of a list whose end is known. */
    private function enterLast(ConnectionWrapper $con, ListScope $scope, int $rank): RowPart
    {
        return $this->placed($con, $rank, after: static function () use ($con, $scope, $rank): void {
            $con->locks()->know($scope, $rank);
            static::postListChange(new ListChange($scope->values, $rank, $rank), $con);
        });
    }

    /** A new row of a list. */
    private function enter(ConnectionWrapper $con, ListScope $scope): RowPart
    {
        $list = RankedList::of(static::TABLE_MAP);
        $beside = $this->placeBeside($con, $list, $scope, $scope);
        $max = $list->max($con, $scope) ?? 0;
        $rank = $this->resolve($list, $max, $beside);
        if ($rank <= $max) {
            $list->open($con, $scope, $rank);
        }
        $call = $this->listCall;
        $after = function () use ($con, $list, $scope, $max, $rank, $call): void {
            $this->tellNeighbour($con, $call, $rank, $scope);
            if ($rank <= $max) {
                $list->changed($con, $scope, $rank, null, [$this]);

                return;
            }
            static::postListChange(new ListChange($scope->values, $rank, $rank), $con);
            if ($con->savesRelated > 0) {
                $con->locks()->know($scope, $rank);
            }
        };

        return $this->placed($con, $rank, $beside === null ? null : $scope, $beside !== null, $after);
    }

    /** A row that keeps its place, or gets a rank that was set by hand. */
    private function stay(ConnectionWrapper $con, ListPlan $plan): RowPart
    {
        if ($con->frame !== null) {
            $con->locks()->touch(new ListScope($plan, $this->listScope()));
            $con->frame->holds = true;
            if ($this->wasSet($plan->rank)) {
                $this->notePlace($con->frame, true);
            }
        }

        return new RowPart();
    }

    /**
     * A row whose place or scope changes.
     *
     * @param ListScope $old the list its row is in
     * @param ListScope $new the list it will be in
     */
    private function changeList(ConnectionWrapper $con, RankedList $list, ListScope $old, ListScope $new): RowPart
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
            return $this->leave($con, $list, $old, $target, $isRaw, $leaves || !$isOneList ? $from : null);
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
        $after = function () use ($con, $list, $old, $new, $from, $to, $max, $call): void {
            $this->tellNeighbour($con, $call, $to, $new);
            $changes = [[$new, $to, $to <= $max ? null : $to]];
            if ($from !== null) {
                $list->closeGap($con, $old, $from);
                \array_unshift($changes, [$old, $from, null]);
            }
            $list->changedBoth($con, $changes, [$this], [$this->rowKey()]);
        };

        return $this->placed($con, $to, $target, $beside !== null, $after);
    }

    /**
     * A row that goes without a place of ours.
     *
     * @param int|null $from the rank that it leaves, if it does
     */
    private function leave(
        ConnectionWrapper $con,
        RankedList $list,
        ListScope $old,
        ListScope $target,
        bool $isRaw,
        ?int $from,
    ): RowPart {
        $after = $from === null ? null : function () use ($con, $list, $old, $from): void {
            $list->closeGap($con, $old, $from);
            $list->changed($con, $old, $from, null, [$this], [$this->rowKey()]);
        };
        if (!$isRaw) {
            return $this->placed($con, null, $target, after: $after);
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame, true);
        }

        return new RowPart(after: $after);
    }

    /** Puts a row of the list elsewhere in it: after a removal that was not saved, or a scope that came back. */
    private function reenter(
        ConnectionWrapper $con,
        RankedList $list,
        Place $place,
        ListScope $target,
        int $max,
        ?int $beside,
    ): RowPart {
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

        return new RowPart(after: $to === $from ? null : function () use ($con, $list, $place, $from, $to): void {
            $list->changed($con, $place->scope, \min($from, $to), \max($from, $to), [$this], [$this->rowKey()]);
        });
    }

    /**
     * A row that is written with its rank.
     *
     * @param ListScope|null         $scope     the list it will be in
     * @param bool                   $isBrought whether that list was chosen by another object, and not by columns that were set
     * @param (Closure(): void)|null $after
     */
    private function placed(
        ConnectionWrapper $con,
        ?int $rank,
        ?ListScope $scope = null,
        bool $isBrought = false,
        ?Closure $after = null,
    ): RowPart {
        $words = $this->modifiedWords();

        return new RowPart(
            fn (): Closure => $this->fillPlace($con, $rank, $scope, $isBrought),
            function () use ($con, $words, $isBrought, $after): void {
                $this->rankMask = 0;
                if ($isBrought && $con->frame !== null) {
                    $this->noteScopeUnset($con->frame, $words);
                }
                if ($after !== null) {
                    $after();
                }
            },
        );
    }

    /**
     * @return Closure(): void what takes it back
     */
    private function fillPlace(ConnectionWrapper $con, ?int $rank, ?ListScope $scope, bool $isBrought): Closure
    {
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

        return function () use ($before, $words): void {
            foreach ($before as $property => $value) {
                $this->$property = $value;
            }
            $this->setModifiedWords($words);
            $this->rankMask = 0;
        };
    }
}
