<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Stringable;

/**
 * An order by the alias of `withColumn()`. Where the SELECT has no such column, the expression takes its place.
 *
 * @internal
 */
final class AliasOrder implements Stringable
{
    /**
     * @param string $quoted    the alias in SQL
     * @param string $direction with a blank before it
     */
    public function __construct(
        public readonly string $alias,
        private readonly string $quoted,
        public readonly string $direction,
    ) {
    }

    public function __toString(): string
    {
        return $this->quoted . $this->direction;
    }
}
