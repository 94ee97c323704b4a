<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * What an object can tell of its place in a list. The database is asked every time: others may have moved the row.
 *
 * @phpstan-require-extends ActiveRecord
 * @phpstan-require-implements Sortable
 */
trait SortableReading
{
    use SortableState;

    /** Whether the row is the first of its list; false for an object in no list. */
    public function isFirst(?ConnectionWrapper $con = null): bool
    {
        return $this->askPlace($con, false)?->rank === 1;
    }

    /** Whether the row is the last of its list; false for an object in no list. */
    public function isLast(?ConnectionWrapper $con = null): bool
    {
        $place = $this->askPlace($con, true);

        return $place?->rank !== null && $place->rank === $place->max;
    }

    /** Whether the row of this object has a rank, as the database says. */
    public function isInList(?ConnectionWrapper $con = null): bool
    {
        return $this->askPlace($con, false)?->rank !== null;
    }

    public static function postListChange(ListChange $change, ConnectionWrapper $con): void
    {
    }

    /** The object behind or before this one in its list. */
    protected function neighbour(bool $next, ?ConnectionWrapper $con): ?ActiveRecord
    {
        if ($this->rowIsNew || $this->rowIsDeleted) {
            return null;
        }
        $con ??= $this->readConnection();
        $plan = ListPlan::of(static::TABLE_MAP);
        $name = $next ? 'next' : 'previous';
        $key = $this->rowKey();
        $scope = new ListScope($plan, $this->listScope());
        $row = $plan->row($con, $name, $scope, ['key' => $key]);
        if ($row === null && $plan->scope !== []) {
            // There is none, or the row is in another list by now.
            $place = $this->askPlace($con, false);
            if ($place === null || $place->same || $place->rank === null) {
                return null;
            }
            $row = $plan->row($con, $name, $place->scope, ['key' => $key]);
        }

        return $row === null ? null : static::fromRow($row, $con->tables[static::TABLE_MAP] ?? $con->table(static::TABLE_MAP));
    }

    /** Where the row is now; null without one. What was remembered is put right. */
    private function askPlace(?ConnectionWrapper $con, bool $withMax): ?Place
    {
        if ($this->rowIsNew || $this->rowIsDeleted) {
            return null;
        }
        $con ??= $this->readConnection();
        $list = RankedList::of(static::TABLE_MAP);
        $scope = new ListScope($list->plan, $this->listScope());
        $place = $list->place($con, $scope, $this->rowKey(), $withMax);
        if ($place !== null && !$place->same && $withMax) {
            $place = $list->place($con, $place->scope, $this->rowKey(), true);
        }
        if ($place !== null) {
            $this->acceptPlace($con, $place->rank, $place->scope);
        }

        return $place;
    }
}
