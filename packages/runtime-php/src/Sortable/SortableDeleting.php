<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Relation\Link;
use Orm\Runtime\Write\RowPart;
use Orm\Runtime\Write\Turn;

/**
 * What deleting does to lists.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait SortableDeleting
{
    /** How many lists are locked at once to delete objects of them. */
    private const LISTS_TOGETHER = 500;

    protected function deleteTurn(ConnectionWrapper $con): Turn
    {
        if ($this->rowIsNew) {
            return new Turn(null, static fn (): RowPart => new RowPart());
        }
        $list = RankedList::of(static::TABLE_MAP);

        return new Turn(
            [new ListScope($list->plan, $this->listScope())],
            fn (array $lists): RowPart => $this->leaveForGood($con, $list, self::listIn($lists, 0)),
        );
    }

    private function leaveForGood(ConnectionWrapper $con, RankedList $list, ListScope $scope): RowPart
    {
        $place = $list->place($con, $scope, $this->rowKey());
        if ($place !== null && !$place->same) {
            throw new ListMoved([$place->scope]);
        }
        if ($con->frame !== null) {
            $this->notePlace($con->frame, true);
        }

        return new RowPart(after: function () use ($con, $list, $scope, $place): void {
            $this->listCall = null;
            if ($place?->rank !== null) {
                $list->closeGap($con, $scope, $place->rank);
                $list->changed($con, $scope, $place->rank, null, [$this]);
            }
        });
    }

    /**
     * Deletes rows as a set: under the locks of all their lists, each of which is renumbered once.
     *
     * @param non-empty-list<ActiveRecord> $objects
     *
     * @return list<ActiveRecord>
     */
    protected static function deleteRows(array $objects, ConnectionWrapper $con): array
    {
        if (\count($objects) === 1 || Link::orphaning(static::TABLE_MAP) !== []) {
            return parent::deleteRows($objects, $con);
        }
        $plan = ListPlan::of(static::TABLE_MAP);
        $deleted = $lists = [];
        foreach ($objects as $object) {
            if ($object instanceof self && !$object->rowIsDeleted) {
                $deleted[\spl_object_id($object)] = $object;
                $lists[(new ListScope($plan, $object->listScope()))->id()][] = $object;
            }
        }
        // In parts, since a statement reaches no more lists than can be locked at once.
        foreach (\array_chunk($lists, self::LISTS_TOGETHER) as $some) {
            self::deleteFromLists(\array_merge(...$some), $con);
        }

        return \array_values($deleted);
    }

    /**
     * @param list<self> $objects
     */
    private static function deleteFromLists(array $objects, ConnectionWrapper $con): void
    {
        $list = RankedList::of(static::TABLE_MAP);
        $keys = \array_map(static fn (self $object): array => $object->rowKey(), $objects);
        /** @var array<string, ListScope> $ranked */
        $ranked = [];
        $list->withLists(
            $con,
            static function () use ($con, $list, $keys, &$ranked): array {
                $ranked = [];
                foreach ($list->plan->rowsOf($con, $keys) as [, $rank, $scope]) {
                    if ($rank !== null) {
                        $ranked[$scope->id()] = $scope;
                    }
                }

                return \array_map(static fn (ListScope $scope): array => $scope->values, \array_values($ranked));
            },
            static function () use ($con, $list, $keys, $objects, &$ranked): void {
                $list->plan->deleteRows($con, $keys);
                foreach ($objects as $object) {
                    if ($con->frame !== null) {
                        $object->notePlace($con->frame, true);
                    }
                    $object->listCall = null;
                    $object->rowWasDeleted($con);
                }
                foreach ($ranked as $scope) {
                    $list->close($con, $scope->values);
                }
            },
        );
    }
}
