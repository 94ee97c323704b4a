<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * Where objects stand in a collection: by an object, or by the row it stands for, of which there may be several objects.
 * A place it gives may be out of date; whoever asks looks there.
 *
 * @template T of ActiveRecord
 *
 * @internal
 */
final class RowIndex
{
    /** @var array<int|string, list<int>> places by id of an object, and by key of a row */
    private array $places = [];

    /** @var array<int, true> places of objects that had no row yet */
    private array $open = [];

    /** The first place that is not looked at yet. */
    private int $next = 0;

    private int $moves = -1;
    private int $version = -1;

    /**
     * @param ObjectCollection<T>                                $objects
     * @param Closure(T): array{ActiveRecord|null, string|null} $entry   the object and the key that an item is found by
     */
    public function __construct(
        private readonly ObjectCollection $objects,
        private readonly Closure $entry,
    ) {
    }

    /**
     * @return list<int>
     */
    public function places(ActiveRecord $object, ?string $key): array
    {
        $this->update();
        $places = $this->places[\spl_object_id($object)] ?? [];
        if ($key === null) {
            return $places;
        }
        foreach ($this->open as $place => $_) {
            $this->enter($place);
        }

        return [...$places, ...($this->places['k' . $key] ?? [])];
    }

    public function forget(): void
    {
        $this->moves = -1;
    }

    private function update(): void
    {
        $version = RowChanges::version($this->objects->getModel()::TABLE_MAP);
        if ($this->moves !== $this->objects->moves || $this->version !== $version) {
            $this->places = $this->open = [];
            $this->next = 0;
            $this->moves = $this->objects->moves;
            $this->version = $version;
        }
        $last = \array_key_last($this->objects->getData()) ?? -1;
        while ($this->next <= $last) {
            $this->open[$this->next] = true;
            $this->enter($this->next, true);
            ++$this->next;
        }
    }

    private function enter(int $place, bool $first = false): void
    {
        $item = $this->objects->getData()[$place] ?? null;
        [$object, $key] = $item === null ? [null, ''] : ($this->entry)($item);
        if ($first && $object !== null) {
            $this->places[\spl_object_id($object)][] = $place;
        }
        if ($key !== null) {
            unset($this->open[$place]);
            if ($key !== '') {
                $this->places['k' . $key][] = $place;
            }
        }
    }
}
