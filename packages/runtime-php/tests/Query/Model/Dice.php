<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/** Random choices that a seed repeats. */
final class Dice
{
    private readonly Randomizer $random;

    public function __construct(string $seed)
    {
        $this->random = new Randomizer(new Xoshiro256StarStar(\hash('sha256', $seed, true)));
    }

    public function number(int $from, int $to): int
    {
        return $this->random->getInt($from, $to);
    }

    public function maybe(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    /**
     * @template T
     *
     * @param non-empty-array<T> $choices
     *
     * @return T
     */
    public function pick(array $choices): mixed
    {
        $choices = \array_values($choices);

        return $choices[$this->random->getInt(0, \count($choices) - 1)];
    }

    /**
     * @template K of int|string
     *
     * @param array<K, int> $weights
     *
     * @return K
     */
    public function weighted(array $weights): int|string
    {
        $at = $this->random->getInt(1, \array_sum($weights));
        foreach ($weights as $name => $weight) {
            $at -= $weight;
            if ($at <= 0) {
                return $name;
            }
        }
        throw new \LogicException('no weights');
    }

    /**
     * @template T
     *
     * @param list<T> $choices
     *
     * @return list<T> any number of them, in their order
     */
    public function some(array $choices): array
    {
        return \array_values(\array_filter($choices, fn (): bool => $this->maybe(50)));
    }

    /**
     * @template T
     *
     * @param list<T> $items
     *
     * @return list<T>
     */
    public function shuffled(array $items): array
    {
        return \array_values($this->random->shuffleArray($items));
    }

    public function word(): string
    {
        return $this->pick(['a', 'aa', 'ab', 'abc', 'b', 'ba', 'bb', 'c', 'ca']);
    }

    public function day(): string
    {
        return $this->pick(['1999-12-31', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02', '2030-01-01']);
    }
}
