<?php

// Objects of the generated classes that a process holds: read at some time before, so that others may have changed their rows
// since. And the names by which classes and columns are called.

declare(strict_types=1);

namespace Bench\Lists;

final class Held
{
    /** @var array<string, list<object>> objects that were read at some time before */
    public array $objects = [];

    /** @var array<string, int> rows of the list that was read last */
    public array $sizes = [];

    /**
     * @param array<string, array{scope: list<string>, rank: string, lists: list<list<int|string|null>>}> $tables
     */
    public function __construct(public readonly array $tables)
    {
    }

    /** @return class-string */
    public static function model(string $table): string
    {
        return __NAMESPACE__ . '\\' . \ucfirst($table);
    }

    /** @return class-string */
    public static function query(string $table): string
    {
        return self::model($table) . 'Query';
    }

    public static function setter(string $column): string
    {
        return 'set' . \str_replace('_', '', \ucwords($column, '_'));
    }

    public static function getter(string $column): string
    {
        return 'get' . \str_replace('_', '', \ucwords($column, '_'));
    }

    /** @return list<int|string|null> */
    public function scopeOf(string $table, object $object): array
    {
        return \array_map(static fn (string $column): mixed => $object->{self::getter($column)}(), $this->tables[$table]['scope']);
    }

    /**
     * Reads a list now and then, so that objects have been held for any length of time.
     *
     * @param list<int|string|null> $scope
     */
    public function read(string $table, array $scope): void
    {
        $objects = [];
        foreach (self::query($table)::create()->findList(...$scope) as $object) {
            $objects[] = $object;
        }
        $this->sizes[$table] = \count($objects);
        \shuffle($objects);
        $this->objects[$table] = \array_slice([...\array_slice($objects, 0, 12), ...$this->objects[$table] ?? []], 0, 24);
    }

    /** Gives up objects whose state is not known any more, and other objects of the same rows: the pool may have given those. */
    public function forget(object ...$objects): void
    {
        $row = static fn (object $one): string => $one::class . ' ' . $one->getCode();
        $rows = \array_map($row, $objects);
        foreach ($this->objects as $table => $held) {
            $this->objects[$table] = \array_values(\array_filter($held, static fn (object $one): bool => !\in_array($row($one), $rows, true)));
        }
    }

    /**
     * @param list<object> $but objects that are used already
     */
    public function pick(string $table, array $but, ?bool $ranked = null): ?object
    {
        $held = $this->objects[$table] ?? [];
        \shuffle($held);
        // Of one row there may be two objects, one of them from before the pool was emptied.
        $codes = \array_map(static fn (object $one): string => $one->getCode(), $but);
        foreach ($held as $object) {
            if (
                !\in_array($object->getCode(), $codes, true) && !$object->isDeleted() && !$object->isNew() && !$object->isModified()
                && ($ranked === null || ($object->getRank() !== null) === $ranked)
            ) {
                return $object;
            }
        }

        return null;
    }

    /** One that was made just now. */
    public function add(string $table, object $object): void
    {
        $this->objects[$table] = \array_slice([$object, ...$this->objects[$table] ?? []], 0, 24);
    }
}
