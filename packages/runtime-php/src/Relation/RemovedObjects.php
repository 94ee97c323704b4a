<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * The objects that were taken out of a relation and wait for the next save.
 *
 * @template T of ActiveRecord
 *
 * @internal
 */
trait RemovedObjects
{
    /** @var ObjectCollection<T>|null to be deleted, or cut off, by the next save */
    private ?ObjectCollection $removed = null;

    /** @var array<int, list<array{ActiveRecord, self<T>}>> by id of a removed row between: where it waits */
    private array $ends = [];

    public function hasRemoved(): bool
    {
        return $this->removed !== null && !$this->removed->isEmpty();
    }

    public function isRemoved(ActiveRecord $object): bool
    {
        return $this->removed !== null && $this->placeOf($this->removed, $object) !== null;
    }

    /** The object that waits for its removal: the given one, or another one of its row. */
    public function removedOf(ActiveRecord $object): ?ActiveRecord
    {
        $place = $this->removed === null ? null : $this->placeOf($this->removed, $object);

        return $place === null ? null : $this->removed[$place];
    }

    /**
     * @param T                                  $object
     * @param list<array{ActiveRecord, self<T>}> $ends   where a row between waits; they stay in memory with it
     */
    public function remove(ActiveRecord $object, array $ends = []): void
    {
        $this->removed ??= new ObjectCollection([], $this->objects->getModel());
        if (!$this->isRemoved($object)) {
            $this->removed->append($object);
            $this->ends[\spl_object_id($object)] = $ends;
        }
    }

    /** The object does not wait for its removal any more. */
    public function takeBack(ActiveRecord $object): void
    {
        if ($this->removed !== null) {
            $place = $this->placeOf($this->removed, $object);
            if ($place !== null) {
                unset($this->ends[\spl_object_id($this->removed[$place] ?? $object)]);
                $this->removed->remove($place);
            }
        }
    }

    /**
     * The objects that waited for their removal, which is done now, at all ends of a row between.
     *
     * @return list<array{T, list<array{ActiveRecord, self<T>}>}>
     */
    public function takeRemoved(): array
    {
        $removed = [];
        foreach ($this->takenAway() as $object) {
            $removed[] = [$object, $ends = $this->ends[\spl_object_id($object)] ?? []];
            foreach ($ends as [, $related]) {
                $related->takeBack($object);
            }
        }
        $this->removed?->clear();
        $this->ends = [];

        return $removed;
    }

    /**
     * Their removal was undone: they wait again.
     *
     * @param list<array{T, list<array{ActiveRecord, self<T>}>}> $removed
     */
    public function putBackRemoved(array $removed): void
    {
        foreach ([...$removed, ...$this->takeRemoved()] as [$object, $ends]) {
            $this->remove($object, $ends);
            foreach ($ends as [, $related]) {
                $related->remove($object, $ends);
            }
        }
    }

    /** @return list<T> */
    private function takenAway(): array
    {
        return \array_values($this->removed?->getData() ?? []);
    }
}
