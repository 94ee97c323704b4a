<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Map\TableMap;

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

    /** Whether objects were deleted since somebody last looked. */
    public bool $stale = false;

    /** @var list<T> to be deleted, or cut off, by the next save */
    public array $removed = [];

    /** @var list<T>|null the order that the next save gives to a list */
    public ?array $arranged = null;

    /** @var class-string<TableMap>|null the table of the list in whose order the objects are */
    private ?string $list = null;

    /** Which state of the lists the order is of. */
    private int $version = 0;

    /**
     * @param class-string<T> $model
     * @param bool            $complete whether the database was asked, or need not be, so that all are here
     */
    public function __construct(string $model, public bool $complete = false)
    {
        $this->objects = new ObjectCollection([], $model);
    }

    /** Leaves out the objects that were deleted. */
    public function settle(): void
    {
        if ($this->stale) {
            $this->stale = false;
            $this->objects->setData($this->objects->filter(
                static fn (ActiveRecord $object): bool => !$object->isDeleted(),
            )->getData());
        }
    }

    /**
     * The objects are all that the database has, in the order of a list if they are one.
     *
     * @param class-string<TableMap>|null $list
     */
    public function completed(?string $list): void
    {
        $this->complete = true;
        $this->list = $list;
        $this->version = $list === null ? 0 : ListOrder::version($list);
    }

    /** Whether the objects need not be read. */
    public function isCurrent(): bool
    {
        return $this->complete && ($this->list === null || $this->version === ListOrder::version($this->list));
    }

    /** Whether nothing is known: neither what the database has nor what was added or removed here. */
    public function isUnknown(): bool
    {
        return !$this->complete && $this->removed === [] && \count($this->objects) === 0;
    }

    /**
     * An object that a caller gave for this relation.
     *
     * @return T
     */
    public function checked(mixed $object): ActiveRecord
    {
        $model = $this->objects->getModel();

        return $object instanceof $model ? $object : throw new InvalidValueException(\sprintf(
            'Objects of the class %s are needed here, and not a value of type %s.',
            $model,
            \get_debug_type($object),
        ));
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
