<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Map\TableMap;

/**
 * The objects at the other end of a relation, as far as they are known. Of a relation to many it is the one record of what
 * was read, added and removed; of a many-to-many relation it is a view of the rows between.
 *
 * @template T of ActiveRecord
 *
 * @internal
 */
final class RelatedObjects
{
    /** @use RemovedObjects<T> */
    use RemovedObjects;

    /** @var ObjectCollection<T> */
    public readonly ObjectCollection $objects;

    /** @var list<T>|null the order that the next save gives to a list */
    public ?array $arranged = null;

    /** Whether objects were deleted, or taken out, since somebody last looked. */
    private bool $stale = false;

    /** Whether an object was here that points elsewhere now. */
    private bool $left = false;

    /** Whether there is room for one, which is here, so that nobody asked the database who was here before. */
    private bool $presumed = false;

    /** @var class-string<TableMap>|null the table of the list in whose order the objects are */
    private ?string $list = null;

    /** @var list<int> which state of the tables and lists the objects are of */
    private array $versions = [];

    /** @var class-string<TableMap>|null of a view that was read: the table between */
    private ?string $between = null;

    /** @var self<covariant ActiveRecord>|null of a view that was made: the rows between */
    private ?self $rows = null;

    /** @var list<int> the state they had */
    private array $state = [];

    /** @var array<string, RowIndex<T>> */
    private array $indexes = [];

    /** @var array<string, array{int, int}> up to which place the objects were given by `unasked()` */
    private array $asked = [];

    /**
     * @param class-string<T> $model
     * @param bool            $complete whether the database was asked, or need not be, so that all are here
     */
    public function __construct(string $model, public bool $complete = false)
    {
        $this->objects = new ObjectCollection([], $model);
    }

    /**
     * @return array<string, mixed>
     */
    public function __serialize(): array
    {
        return [
            'objects' => $this->objects,
            'removed' => $this->takenAway(),
            'arranged' => $this->arranged,
            'complete' => $this->complete && !$this->presumed,
            'list' => $this->list,
        ];
    }

    /**
     * @param array{objects: ObjectCollection<T>, removed: list<T>, arranged: list<T>|null, complete: bool, list: class-string<TableMap>|null} $state
     */
    public function __unserialize(array $state): void
    {
        $this->objects = $state['objects'];
        $this->arranged = $state['arranged'];
        $this->complete = $state['complete'];
        $this->list = $state['list'];
        $this->stale = true;
        $this->versions = $this->currentVersions();
        foreach ($state['removed'] as $object) {
            $this->remove($object);
        }
    }

    // What is here

    /**
     * The objects are all that the database has, in the order of a list if they are one.
     *
     * @param class-string<TableMap>|null $list
     * @param class-string<TableMap>|null $between
     */
    public function completed(?string $list, ?string $between = null): void
    {
        $this->complete = true;
        $this->presumed = false;
        $this->list = $list;
        $this->between = $between;
        $this->versions = $this->currentVersions();
    }

    /** There is room for one only, and it has come: the rest need not be read, even if the row of another one is still there. */
    public function occupied(bool $isAsked): void
    {
        $presumed = !$isAsked && ($this->presumed || !$this->isCurrent());
        $this->completed(null);
        $this->presumed = $presumed;
    }

    /** Whether the database may still have another object in the place of the one that is here. */
    public function hasUnknownPredecessor(): bool
    {
        return $this->presumed;
    }

    /** Whether the objects need not be read. */
    public function isCurrent(): bool
    {
        return $this->complete && $this->versions === $this->currentVersions();
    }

    /** Whether nothing is known: neither what the database has nor what was added, removed or moved away here. */
    public function isUnknown(): bool
    {
        return !$this->complete && !$this->left && !$this->hasRemoved() && $this->objects->isEmpty();
    }

    /** An object points elsewhere now, which need not be saved yet. */
    public function leave(ActiveRecord $object): void
    {
        $this->drop($object);
        $this->takeBack($object);
        $this->left = true;
    }

    /** An object that is here was deleted; taking each out of a long list at once would take its time. */
    public function objectWasDeleted(): void
    {
        $this->stale = true;
    }

    /** Does something that changes rows of the table and tells this collection of it: it need not be read again. */
    public function keepsUpWith(Closure $change): void
    {
        $isCurrent = $this->isCurrent();
        $change();
        if ($isCurrent) {
            $this->versions = $this->currentVersions();
        }
    }

    /** Leaves out the objects that were deleted, and closes gaps. */
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
        return $this->placeOf($this->objects, $object) !== null;
    }

    /** Takes an object out, or another one of its row. */
    public function drop(ActiveRecord $object): void
    {
        $place = $this->placeOf($this->objects, $object);
        if ($place !== null) {
            $this->objects->remove($place);
            $this->stale = true;
            $this->complete = $this->complete && !$this->presumed;
        }
    }

    // Rows between, by what they lead to

    /**
     * The objects here, or of those that wait for their removal, that may lead to another one.
     *
     * @param Closure(T): array{ActiveRecord|null, string|null} $entry
     *
     * @return list<T>
     */
    public function leadingTo(ActiveRecord $target, ?string $key, string $name, Closure $entry, bool $removed = false): array
    {
        $among = $removed ? $this->removed : $this->objects;
        if ($among === null) {
            return [];
        }
        $found = [];
        $index = $this->indexes[$removed ? "removed to $name" : "to $name"] ??= new RowIndex($among, $entry);
        foreach ($index->places($target, $key) as $place) {
            $object = $among[$place];
            if ($object !== null && !\in_array($object, $found, true)) {
                $found[] = $object;
            }
        }

        return $found;
    }

    /**
     * The objects that have come since this was last asked for.
     *
     * @return iterable<T>
     */
    public function unasked(string $name): iterable
    {
        $data = $this->objects->getData();
        [$moves, $next] = $this->asked[$name] ?? [-1, 0];
        $next = $moves === $this->objects->moves ? $next : 0;
        $last = \array_key_last($data) ?? -1;
        $this->asked[$name] = [$this->objects->moves, $last + 1];
        for (; $next <= $last; ++$next) {
            if (isset($data[$next])) {
                yield $data[$next];
            }
        }
    }

    /** Objects here lead to others than before. */
    public function leadElsewhere(): void
    {
        ++$this->objects->moves;
        if ($this->removed !== null) {
            ++$this->removed->moves;
        }
    }

    // A view

    /**
     * Whether this shows the rows between as they are.
     *
     * @param self<covariant ActiveRecord> $rows
     */
    public function shows(self $rows): bool
    {
        return $this->complete && $this->rows === $rows && $this->state === $rows->state();
    }

    /**
     * @param self<covariant ActiveRecord> $rows
     * @param list<T>                      $objects what they lead to
     */
    public function show(self $rows, array $objects): void
    {
        $this->objects->setData($objects);
        $this->complete = true;
        $this->rows = $rows;
        $this->state = $rows->state();
    }

    /** @return list<int> */
    private function state(): array
    {
        $data = $this->objects->getData();

        return [$this->objects->moves, \count($data), \array_key_last($data) ?? -1];
    }

    /**
     * @param ObjectCollection<T> $among
     */
    private function placeOf(ObjectCollection $among, ActiveRecord $object): ?int
    {
        $index = $this->indexes[$among === $this->objects ? 'here' : 'removed'] ??= new RowIndex(
            $among,
            static fn (ActiveRecord $each): array => [$each, $each->rowIdentity()],
        );
        $identity = $object->rowIdentity();
        $same = null;
        foreach ($index->places($object, $identity) as $place) {
            $found = $among[$place];
            if ($found === $object) {
                return $place;
            }
            // One that was deleted is not of the row that has its key now.
            if ($same === null && $identity !== null && $found?->isDeleted() === false && $found->rowIdentity() === $identity) {
                $same = $place;
            }
        }

        return $same;
    }

    /**
     * @return list<int>
     */
    private function currentVersions(): array
    {
        return [
            RowChanges::version($this->objects->getModel()::TABLE_MAP),
            $this->list === null ? 0 : ListOrder::version($this->list),
            $this->between === null ? 0 : RowChanges::version($this->between),
        ];
    }
}
