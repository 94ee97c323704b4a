<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * The objects at the other end of a relation, as far as they are known.
 *
 * @template T of ActiveRecord
 *
 * @internal
 */
final class RelatedObjects
{
    /** @var ObjectCollection<T> */
    public readonly ObjectCollection $objects;

    /** @var list<T> to be deleted, or cut off, by the next save */
    public array $removed = [];

    /**
     * @param class-string<T> $model
     * @param bool            $complete whether the database was asked, or need not be, so that all are here
     */
    public function __construct(string $model, public bool $complete = false)
    {
        $this->objects = new ObjectCollection([], $model);
    }

    public function setComplete(bool $complete): void
    {
        $this->complete = $complete;
    }

    /** Whether nothing is known: neither what the database has nor what was added or removed here. */
    public function isUnknown(): bool
    {
        return !$this->complete && $this->removed === [] && \count($this->objects) === 0;
    }

    public function has(ActiveRecord $object): bool
    {
        return \in_array($object, $this->objects->getData(), true);
    }

    public function drop(ActiveRecord $object): void
    {
        $rest = [];
        foreach ($this->objects->getData() as $each) {
            if ($each !== $object) {
                $rest[] = $each;
            }
        }
        $this->objects->setData($rest);
    }

    /** Whether the object was waiting for its removal; it does so no more. */
    public function takeBack(ActiveRecord $object): bool
    {
        $at = \array_search($object, $this->removed, true);
        if ($at === false) {
            return false;
        }
        \array_splice($this->removed, $at, 1);

        return true;
    }
}
