<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use ArrayIterator;

/**
 * A loop over a collection that knows where it is: `$loop = $books->getIterator(); foreach ($loop as $book) { … }`.
 *
 * @template V
 *
 * @extends ArrayIterator<int, V>
 */
final class CollectionIterator extends ArrayIterator
{
    /** @var array<int, int>|null place in the collection by key */
    private ?array $positions = null;

    /** The place of the current item, from 0. */
    public function getPosition(): int
    {
        $this->positions ??= \array_flip(\array_keys($this->getArrayCopy()));

        return $this->positions[(int) $this->key()] ?? 0;
    }

    public function isFirst(): bool
    {
        return $this->getPosition() === 0;
    }

    public function isLast(): bool
    {
        return $this->getPosition() === $this->count() - 1;
    }

    /** Whether the place is 1, 3, 5 and so on: the second item is odd. */
    public function isOdd(): bool
    {
        return $this->getPosition() % 2 === 1;
    }

    public function isEven(): bool
    {
        return !$this->isOdd();
    }
}
