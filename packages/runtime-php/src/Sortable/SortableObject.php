<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\AlreadyInListException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Write\WithTurns;

/**
 * An object of a sortable table. Calls that insert or remove wait for `save()`; calls that move act at once, in a
 * transaction of their own or in a savepoint of yours.
 *
 * @phpstan-require-extends ActiveRecord
 * @phpstan-require-implements Sortable
 */
trait SortableObject
{
    use SortableReading;
    use SortableMoving;
    use SortableSaving;
    use SortableDeleting;
    use WithTurns;

    /** Puts the object at a rank when it is saved; those at and behind it move down. */
    public function insertAtRank(int $rank): static
    {
        if ($rank < 1) {
            throw new RankOutOfRangeException(\sprintf('There is no rank %d: the first one is 1.', $rank));
        }

        return $this->insertLater(['rank', $rank]);
    }

    /** Puts the object at the end of its list when it is saved, as save() does anyway with a new one. */
    public function insertAtBottom(): static
    {
        return $this->insertLater(['bottom']);
    }

    /** Puts the object at rank 1 when it is saved; all others move down. */
    public function insertAtTop(): static
    {
        return $this->insertLater(['top']);
    }

    /** Takes the object out of its list when it is saved; those behind it move up. */
    public function removeFromList(): static
    {
        if (ListPlan::of(static::TABLE_MAP)->required) {
            throw new OrmException(\sprintf(
                'A %s cannot be outside of a list, because its rank column is required: delete it, or remove required="true" '
                    . 'from the column.',
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        $this->listCall = ['remove'];

        return $this;
    }

    protected function insertBeside(ActiveRecord $object, bool $after): static
    {
        if ($this->equals($object)) {
            throw new AlreadyInListException('An object cannot be inserted beside itself.');
        }

        return $this->insertLater([$after ? 'after' : 'before', $object]);
    }

    /**
     * @param array{'rank', int}|array{'top'|'bottom'}|array{'before'|'after', ActiveRecord} $call
     */
    private function insertLater(array $call): static
    {
        $mayEnter = $this->rowIsNew || $this->rowIsDeleted || $this->listCall !== null || $this->changesScope();
        $rank = $this->{ListPlan::of(static::TABLE_MAP)->rankProperty};
        if (!$mayEnter && $rank !== null) {
            // What is remembered may be old; save() decides.
            $con = $this->writeConnection();
            $scope = new ListScope(ListPlan::of(static::TABLE_MAP), $this->listScope());
            if (RankedList::of(static::TABLE_MAP)->place($con, $scope, $this->rowKey())?->rank !== null) {
                throw $this->alreadyInList();
            }
        }
        $this->listCall = $call;

        return $this;
    }

    private function alreadyInList(): AlreadyInListException
    {
        return new AlreadyInListException(\sprintf(
            'This %s is in its list already: to change its place, call moveToRank() or another move; to put it into another '
                . 'list, set the scope first.',
            static::TABLE_MAP::TABLE_PHP_NAME,
        ));
    }
}
