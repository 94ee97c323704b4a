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
        return self::find($object, $this->objects->getData()) !== null;
    }

    public function drop(ActiveRecord $object): void
    {
        $data = $this->objects->getData();
        $at = self::find($object, $data);
        if ($at !== null) {
            unset($data[$at]);
            $this->objects->setData(\array_values($data));
        }
    }

    public function isRemoved(ActiveRecord $object): bool
    {
        return self::find($object, $this->removed) !== null;
    }

    /** Whether the object was waiting for its removal; it does so no more. */
    public function takeBack(ActiveRecord $object): bool
    {
        $at = self::find($object, $this->removed);
        if ($at === null) {
            return false;
        }
        $rest = $this->removed;
        unset($rest[$at]);
        $this->removed = \array_values($rest);

        return true;
    }

    /**
     * The place of the object, or of another one of the same row: there can be several without an instance pool.
     *
     * @param array<int, ActiveRecord> $objects
     */
    private static function find(ActiveRecord $object, array $objects): ?int
    {
        $at = \array_search($object, $objects, true);
        if ($at !== false) {
            return $at;
        }
        if (!$object->isNew()) {
            foreach ($objects as $at => $each) {
                if (!$each->isNew() && $each->equals($object)) {
                    return $at;
                }
            }
        }

        return null;
    }
}
