<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** Which names of sources are taken in a query. */
final class Names
{
    private int $last = 0;

    /** @param list<string> $taken */
    public function __construct(private array $taken)
    {
    }

    /** @return string|null the alias that a further use of the relation needs; null: none */
    public function take(string $relation, bool $wanted = false): ?string
    {
        if (!$wanted && !\in_array($relation, $this->taken, true)) {
            $this->taken[] = $relation;

            return null;
        }

        return 'j' . ++$this->last;
    }
}
