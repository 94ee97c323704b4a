<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\NotInListException;
use Throwable;

/**
 * What saving and deleting do to lists. Positions are resolved here, under the lock, and not when they were asked for.
 *
 * @phpstan-require-extends ActiveRecord
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
        $isRaw = $this->listCall === null && $this->isEdited($plan->rank);
        if ($isRaw || ($this->listCall[0] ?? '') === 'remove') {
            return $this->writeUnranked($con, true, $isRaw);
        }
        $scope = $this->besideScope() ?? new ListScope($this->listScope());
        $locks = $con->lists();
        $known = $this->listCall === null && $con->frame !== null ? $locks->knownMax($plan, $scope) : null;
        if ($known !== null) {
            // One of several children of one object: the lock is held, and the last row was put there a moment ago.
            $rows = $this->writeRow($con, $known + 1, true);
            $locks->rememberMax($plan, $scope, $known + 1);

            return $rows;
        }
        $list = RankedList::of(static::TABLE_MAP);

        return ListOperation::run($con, $plan, [$scope], function (array $scopes) use ($con, $list): int {
            $scope = $scopes[0];
            $beside = $this->placeBeside($con, $list, $scope);
            $max = $list->max($con, $scope) ?? 0;
            $rank = $this->resolve($list, $max, $beside);
            if ($rank <= $max) {
                $list->open($con, $scope, $rank);
            }
            $rows = $this->writeRow($con, $rank, true, $beside === null ? null : $scope);
            if ($rank <= $max) {
                $list->changed($con, $scope, $rank, null, $this);
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
        $scopeChanged = $this->isScopeModified();
        if (!$scopeChanged && $this->listCall === null) {
            if ($con->frame !== null) {
                $con->lists()->touch($plan, new ListScope($this->listScope()));
            }

            return $this->updateRow($con);
        }
        if ($scopeChanged) {
            $this->refuseFixedScope($plan);
        }
        $list = RankedList::of(static::TABLE_MAP);
        $target = $this->besideScope() ?? new ListScope($this->listScope());
        $now = $list->place($con, $target, $this->rowKey()) ?? throw $this->rowIsGone();
        if ($now->rank === null && ($this->listCall[0] ?? 'remove') === 'remove') {
            // In no list before and after.
            return $this->writeUnranked($con, false, $this->listCall === null && $this->isEdited($plan->rank));
        }
        $scopes = $now->same ? [$target] : [$now->scope, $target];

        return ListOperation::run($con, $plan, $scopes, fn (array $scopes): int => $this->changeList($con, $list, $scopes));
    }

    protected function doDelete(ConnectionWrapper $con): void
    {
        if ($this->rowIsNew) {
            parent::doDelete($con);

            return;
        }
        $list = RankedList::of(static::TABLE_MAP);
        $scope = new ListScope($this->listScope());
        ListOperation::run($con, $list->plan, [$scope], function (array $scopes) use ($con, $list): void {
            $place = $list->place($con, $scopes[0], $this->rowKey());
            if ($place !== null && !$place->same) {
                throw new ListMoved([$place->scope]);
            }
            if ($con->frame !== null) {
                $this->notePlace($con->frame);
            }
            parent::doDelete($con);
            $this->listCall = null;
            if ($place?->rank !== null) {
                $list->closeGap($con, $scopes[0], $place->rank);
                $list->changed($con, $scopes[0], $place->rank, null, $this);
            }
        });
    }

    /**
     * Saves an object whose place or scope changes. The last of the lists is the one it will be in.
     *
     * @param list<ListScope> $scopes
     */
    private function changeList(ConnectionWrapper $con, RankedList $list, array $scopes): int
    {
        $plan = $list->plan;
        [$old, $new] = [$scopes[0], $scopes[\count($scopes) - 1]];
        $beside = $this->placeBeside($con, $list, $new);
        $place = $list->place($con, $old, $this->rowKey(), $old === $new) ?? throw $this->rowIsGone();
        if (!$place->same) {
            throw new ListMoved([$place->scope, $new]);
        }
        $isOneList = $old === $new
            || (!$plan->exact && $list->place($con, $new, $this->rowKey())?->same === true);
        $leaves = ($this->listCall[0] ?? '') === 'remove';
        $from = $place->rank;
        if ($leaves || ($this->listCall === null && $this->isEdited($plan->rank))) {
            $rows = $this->writeUnranked($con, false, !$leaves);
            if ($from !== null && ($leaves || !$isOneList)) {
                $list->closeGap($con, $old, $from);
                $list->changed($con, $old, $from, null, $this);
            }

            return $rows;
        }
        if ($this->listCall === null && $from === null) {
            // It got a rank or lost it since it was looked up; without one it stays outside.
            return $this->writeUnranked($con, false, false);
        }
        if ($isOneList && $from !== null) {
            return $this->reenter($con, $list, $old, $from, $place->max ?? $list->max($con, $old) ?? $from, $beside);
        }
        $max = ($isOneList ? $place->max : null) ?? $list->max($con, $new) ?? 0;
        $to = $this->resolve($list, $max, $beside);
        if ($to <= $max) {
            $list->open($con, $new, $to);
        }
        $rows = $this->writeRow($con, $to, false, $beside === null ? null : $new);
        if ($from !== null) {
            $list->closeGap($con, $old, $from);
            $list->changed($con, $old, $from, null, $this);
        }
        $list->changed($con, $new, $to, $to <= $max ? null : $to, $this);

        return $rows;
    }

    /** Puts a row of the list elsewhere in it: after a removal that was not saved, or a scope that came back. */
    private function reenter(
        ConnectionWrapper $con,
        RankedList $list,
        ListScope $scope,
        int $from,
        int $max,
        ?int $beside,
    ): int {
        if ($this->listCall === null) {
            $to = $from;
        } else {
            // The others are one fewer than the list has rows.
            $to = $this->resolve($list, $max - 1, $beside === null || $beside < $from ? $beside : $beside - 1);
        }
        if ($to !== $from) {
            $list->move($con, $scope, $this->rowKey(), $from, $to);
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame);
        }
        $this->listCall = null;
        $rows = $this->isModified() ? $this->updateRow($con) : 1;
        $this->{$list->plan->rankProperty} = $to;
        if ($to !== $from) {
            $list->changed($con, $scope, \min($from, $to), \max($from, $to), $this);
        }

        return $rows;
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
            throw $other->isInNoList();
        }
        $other->refuseUnsavedPlace('a neighbour');

        return new ListScope($other->listScope());
    }

    /** The rank of the object beside which this one is to be inserted; null where there is none. */
    private function placeBeside(ConnectionWrapper $con, RankedList $list, ListScope $scope): ?int
    {
        $other = $this->listCall[1] ?? null;
        if (!$other instanceof self) {
            return null;
        }
        $place = $list->place($con, $scope, $other->rowKey());
        if ($place?->rank === null) {
            throw new NotInListException(\sprintf(
                'The %s beside which this one is to be inserted is in no list.',
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        if (!$place->same) {
            $other->acceptPlace($con, $place->rank, $place->scope);
            throw new ListMoved([$place->scope]);
        }

        return $place->rank;
    }

    /** Writes the row without a place of ours: out of all lists, or with a rank that was set by hand. */
    private function writeUnranked(ConnectionWrapper $con, bool $insert, bool $isRaw): int
    {
        if ($isRaw) {
            $call = $this->listCall;
            if ($con->frame !== null && $call !== null) {
                $this->notePlace($con->frame);
            }
            $rows = $insert ? $this->insertRow($con) : $this->updateRow($con);
            $this->listCall = null;

            return $rows;
        }

        return $this->writeRow($con, null, $insert);
    }

    /** Writes the row with its rank, and with the scope of a list that it was brought to. */
    private function writeRow(ConnectionWrapper $con, ?int $rank, bool $insert, ?ListScope $scope = null): int
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $rankProperty = $plan->rankProperty;
        $before = [$this->$rankProperty, $this->listCall, $this->modifiedWords()];
        $values = $scope === null ? [] : $this->listScope();
        if ($con->frame !== null) {
            $this->notePlace($con->frame);
        }
        if ($this->isEdited($plan->rank)) {
            $this->forgetEdit($plan->rank);
        }
        try {
            if ($scope !== null && $scope->values !== $values) {
                $this->takePlace($rank, $scope->values);
                foreach ($plan->scope as $position) {
                    $this->markModified($position);
                }
            }
            $this->$rankProperty = $rank;
            $this->listCall = null;
            $this->rankMask = 1 << $plan->rank % 62;

            return $insert ? $this->insertRow($con) : $this->updateRow($con);
        } catch (Throwable $error) {
            if ($scope !== null && $scope->values !== $values) {
                $this->takePlace($rank, $values);
            }
            [$this->$rankProperty, $this->listCall, $words] = $before;
            $this->setModifiedWords($words);
            throw $error;
        } finally {
            $this->rankMask = 0;
        }
    }
}
