<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use ArrayAccess;
use Countable;
use IteratorAggregate;
use JsonSerializable;
use Orm\Runtime\Exception\OrmException;

/**
 * A list of what a query found.
 *
 * @template V
 *
 * @implements ArrayAccess<int, V>
 * @implements IteratorAggregate<int, V>
 */
class Collection implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable
{
    /** @var array<int, V> */
    protected array $data;

    /**
     * How often items got other places. What was appended, or taken out without moving the others, does not count.
     *
     * @internal
     */
    public int $moves = 0;

    /**
     * @param array<int, V> $data
     */
    public function __construct(array $data = [])
    {
        $this->data = $data;
    }

    /** @return array<int, V> */
    public function getData(): array
    {
        return $this->data;
    }

    /** @return array<int|string, V> */
    public function getArrayCopy(): array
    {
        return $this->data;
    }

    /** @param array<int, V> $data */
    public function setData(array $data): void
    {
        ++$this->moves;
        $this->data = $data;
    }

    public function count(): int
    {
        return \count($this->data);
    }

    public function isEmpty(): bool
    {
        return $this->data === [];
    }

    /** @return CollectionIterator<V> */
    public function getIterator(): CollectionIterator
    {
        return new CollectionIterator($this->data);
    }

    /** @return V|null */
    public function getFirst(): mixed
    {
        return $this->data === [] ? null : $this->data[\array_key_first($this->data)];
    }

    /** @return V|null */
    public function getLast(): mixed
    {
        return $this->data === [] ? null : $this->data[\array_key_last($this->data)];
    }

    /** @return V */
    public function get(int $key): mixed
    {
        return \array_key_exists($key, $this->data)
            ? $this->data[$key]
            : throw new OrmException(\sprintf('The collection has nothing at %d; it has %d items.', $key, \count($this->data)));
    }

    /** @param V $value */
    public function set(int $key, mixed $value): void
    {
        ++$this->moves;
        $this->data[$key] = $value;
    }

    /** @param V $value */
    public function append(mixed $value): void
    {
        $this->data[] = $value;
    }

    /** @param V $value */
    public function push(mixed $value): int
    {
        $this->data[] = $value;

        return \count($this->data);
    }

    /** @param V $value */
    public function prepend(mixed $value): int
    {
        ++$this->moves;

        return \array_unshift($this->data, $value);
    }

    /** @return V|null */
    public function pop(): mixed
    {
        ++$this->moves;

        return \array_pop($this->data);
    }

    /** @return V|null */
    public function shift(): mixed
    {
        ++$this->moves;

        return \array_shift($this->data);
    }

    /** Takes an item out; the others keep their places. */
    public function remove(int $key): void
    {
        $this->get($key);
        unset($this->data[$key]);
    }

    public function clear(): void
    {
        ++$this->moves;
        $this->data = [];
    }

    public function contains(mixed $element): bool
    {
        return $this->search($element) !== false;
    }

    /** The place of an item, or false. */
    public function search(mixed $element): int|false
    {
        return \array_search($element, $this->data, true);
    }

    /**
     * What this collection has and the other has not.
     *
     * @param self<V> $collection
     *
     * @return static
     */
    public function diff(self $collection): static
    {
        $diff = clone $this;
        $diff->data = \array_values(\array_filter(
            $this->data,
            static fn (mixed $element): bool => !$collection->contains($element),
        ));

        return $diff;
    }

    /**
     * The items that a function keeps.
     *
     * @param callable(V): bool $keep
     *
     * @return static
     */
    public function filter(callable $keep): static
    {
        $kept = clone $this;
        $kept->data = \array_values(\array_filter($this->data, $keep));

        return $kept;
    }

    /**
     * What a function makes of the items.
     *
     * @template R
     *
     * @param callable(V): R $function
     *
     * @return list<R>
     */
    public function map(callable $function): array
    {
        return \array_map($function, \array_values($this->data));
    }

    /** @return array<int|string, mixed> */
    public function toArray(): array
    {
        return $this->data;
    }

    public function toJson(): string
    {
        return \json_encode(
            $this->jsonSerialize(),
            \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE
                | \JSON_PRESERVE_ZERO_FRACTION,
        );
    }

    /** @return array<int|string, mixed> */
    public function jsonSerialize(): array
    {
        return $this->toArray();
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->data[$offset]);
    }

    /** @return V|null */
    public function offsetGet(mixed $offset): mixed
    {
        return $this->data[$offset] ?? null;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        if ($offset === null) {
            $this->append($value);
        } else {
            $this->set($offset, $value);
        }
    }

    public function offsetUnset(mixed $offset): void
    {
        unset($this->data[$offset]);
    }
}
