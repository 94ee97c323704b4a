<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\UnsavedPositionException;
use Orm\Runtime\Lock\LockedWork;

/**
 * Moves of an object, which act at once and write ranks only.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait SortableMoving
{
    /** Moves the object to a rank of its list; those in between make room. */
    public function moveToRank(int $rank, ?ConnectionWrapper $con = null): static
    {
        if ($rank < 1) {
            throw new RankOutOfRangeException(\sprintf('There is no rank %d: the first one is 1.', $rank));
        }

        return $this->moveInList($con, true, $rank);
    }

    /** Moves the object one place towards the top; the first one stays. */
    public function moveUp(?ConnectionWrapper $con = null): static
    {
        return $this->moveInList($con, false, null, -1);
    }

    /** Moves the object one place towards the bottom; the last one stays. */
    public function moveDown(?ConnectionWrapper $con = null): static
    {
        return $this->moveInList($con, true, null, 1);
    }

    /** Moves the object to rank 1. */
    public function moveToTop(?ConnectionWrapper $con = null): static
    {
        return $this->moveInList($con, false, 1);
    }

    /** Moves the object to the end of its list. */
    public function moveToBottom(?ConnectionWrapper $con = null): static
    {
        return $this->moveInList($con, true, null, \PHP_INT_MAX >> 1);
    }

    /**
     * @param bool     $withMax whether the highest rank is needed
     * @param int|null $rank    where to; null to go so many steps, as far as the list goes
     */
    private function moveInList(?ConnectionWrapper $con, bool $withMax, ?int $rank, int $steps = 0): static
    {
        $con ??= $this->writeConnection();
        $this->refuseUnsavedPlace('moved');
        $list = RankedList::of(static::TABLE_MAP);
        $here = new ListScope($list->plan, $this->listScope());
        // Typed by the parameter that takes it; onOne() would be one more call.
        LockedWork::run($con, [$here], function (array $scopes) use ($con, $list, $withMax, $rank, $steps): void {
            $scope = $scopes[0];
            $key = $this->rowKey();
            $place = $list->place($con, $scope, $key, $withMax) ?? throw $this->notInList();
            if (!$place->same) {
                throw new ListMoved([$place->scope]);
            }
            $from = $place->rank ?? throw $this->notInList();
            $last = $place->max ?? $from;
            $to = $rank ?? \max(1, \min($last, $from + $steps));
            if ($withMax && $to > $last) {
                throw $list->outOfRange($to, $last);
            }
            if ($to !== $from) {
                $list->move($con, $scope, $key, $from, $to);
            }
            $this->acceptPlace($con, $to, $place->scope);
            if ($to !== $from) {
                $list->changed($con, $scope, \min($from, $to), \max($from, $to), [$this], [$key]);
            }
        });

        return $this;
    }

    /** Exchanges the places of two objects, also between lists. */
    protected function swapInList(ActiveRecord $other, ?ConnectionWrapper $con): static
    {
        $con ??= $this->writeConnection();
        /** @var self $other the generated method says so */
        $this->refuseUnsavedPlace('moved');
        $other->refuseUnsavedPlace('moved');
        if ($this->equals($other)) {
            return $this;
        }
        $list = RankedList::of(static::TABLE_MAP);
        $work = function (ListScope $mine, ListScope $theirs) use ($con, $list, $other): void {
            $here = $list->place($con, $mine, $this->rowKey());
            $there = $list->place($con, $theirs, $other->rowKey());
            if ($here !== null && $there !== null && !($here->same && $there->same)) {
                throw new ListMoved([$here->scope, $there->scope]);
            }
            $from = $here->rank ?? throw $this->notInList();
            $to = $there->rank ?? throw $other->notInList();
            $isOneList = $mine->id() === $theirs->id()
                || (!$list->plan->exact && $list->place($con, $mine, $other->rowKey())?->same === true);
            if ($isOneList) {
                if ($from !== $to) {
                    $list->plan->write($con, 'swap', $mine, [
                        'key' => $this->rowKey(), 'to' => $to, 'to2' => $from, 'key2' => $other->rowKey(),
                    ]);
                }
            } else {
                $this->refuseFixedScope($list->plan);
                if ($list->plan->unique) {
                    $list->plan->write($con, 'park', $theirs, ['key' => $other->rowKey()]);
                }
                $list->settle($con, $there->scope, $this->rowKey(), $to);
                $list->settle($con, $here->scope, $other->rowKey(), $from);
            }
            $this->acceptPlace($con, $to, $isOneList ? $here->scope : $there->scope);
            $other->acceptPlace($con, $from, $isOneList ? $there->scope : $here->scope);
            $rows = [$this->rowKey(), $other->rowKey()];
            if ($isOneList) {
                $list->changed($con, $mine, \min($from, $to), \max($from, $to), [$this, $other], $rows);
            } else {
                $list->changedBoth($con, [[$mine, $from, $from], [$theirs, $to, $to]], [$this, $other], $rows);
            }
        };
        [$mine, $theirs] = [new ListScope($list->plan, $this->listScope()), new ListScope($list->plan, $other->listScope())];
        ListOperation::onTwo($con, $mine, $theirs, $work);

        return $this;
    }

    /** Moves the object right before or behind another one, into the other's list if need be. */
    protected function moveBeside(ActiveRecord $other, bool $after, ?ConnectionWrapper $con): static
    {
        $con ??= $this->writeConnection();
        /** @var self $other the generated method says so */
        $this->refuseUnsavedPlace('moved');
        $other->refuseUnsavedPlace('a neighbour');
        if ($this->equals($other)) {
            return $this;
        }
        $list = RankedList::of(static::TABLE_MAP);
        $work = function (ListScope $mine, ListScope $theirs) use ($con, $list, $other, $after): void {
            $here = $list->place($con, $mine, $this->rowKey());
            $there = $list->place($con, $theirs, $other->rowKey());
            if ($here !== null && $there !== null && !($here->same && $there->same)) {
                throw new ListMoved([$here->scope, $there->scope]);
            }
            $from = $here->rank ?? throw $this->notInList();
            $beside = $there->rank ?? throw $other->notInList();
            $isOneList = $mine->id() === $theirs->id()
                || (!$list->plan->exact && $list->place($con, $mine, $other->rowKey())?->same === true);
            if ($isOneList) {
                $to = $beside + ($after ? 1 : 0) - ($from < $beside ? 1 : 0);
                if ($to !== $from) {
                    $list->move($con, $mine, $this->rowKey(), $from, $to);
                }
                $this->acceptPlace($con, $to, $here->scope);
                $other->acceptPlace($con, $after ? $to - 1 : $to + 1, $there->scope);
                $list->changed($con, $mine, \min($from, $to), \max($from, $to), [$this], [$this->rowKey()]);

                return;
            }
            $this->refuseFixedScope($list->plan);
            $to = $beside + ($after ? 1 : 0);
            $list->open($con, $theirs, $to);
            $list->settle($con, $there->scope, $this->rowKey(), $to);
            $list->closeGap($con, $mine, $from);
            $this->acceptPlace($con, $to, $there->scope);
            $other->acceptPlace($con, $after ? $beside : $beside + 1, $there->scope);
            $list->changedBoth($con, [[$mine, $from, null], [$theirs, $to, null]], [$this], [$this->rowKey()]);
        };
        [$mine, $theirs] = [new ListScope($list->plan, $this->listScope()), new ListScope($list->plan, $other->listScope())];
        ListOperation::onTwo($con, $mine, $theirs, $work);

        return $this;
    }

    private function notInList(): NotInListException
    {
        $name = static::TABLE_MAP::TABLE_PHP_NAME;

        return new NotInListException(match (true) {
            $this->rowIsDeleted => "This $name was deleted, so it is in no list.",
            $this->rowIsNew => "This $name was never saved, so it is in no list yet: save it first.",
            default => "This $name is in no list, or its row is not in the database any more: to put it into its list, call "
                . 'insertAtBottom() or another insert and save it.',
        });
    }

    private function refuseUnsavedPlace(string $deed): void
    {
        if ($this->rowIsNew || $this->rowIsDeleted) {
            throw $this->notInList();
        }
        if (
            $this->listCall !== null
            || ($this->anythingIsSet() && ($this->changesScope() || $this->wasSet(static::TABLE_MAP::LIST['rank'] ?? 0)))
        ) {
            throw new UnsavedPositionException(\sprintf(
                'This %s has a new place or list that is not saved yet, so it cannot be %s: call save() first, or reload().',
                static::TABLE_MAP::TABLE_PHP_NAME,
                $deed,
            ));
        }
    }

    private function refuseFixedScope(ListPlan $plan): void
    {
        if ($plan->fixed) {
            throw new InvalidValueException(\sprintf(
                'A %s cannot go to another list, because its list is part of its primary key: insert a copy there and delete '
                    . 'this one.',
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
    }
}
