<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** Stands in a plan for the object of a row. */
final class Reference implements \Stringable
{
    public function __construct(public readonly string $table, public readonly string $key)
    {
    }

    public function __toString(): string
    {
        return '$' . $this->table . \strtr($this->key, '/', '_');
    }
}
