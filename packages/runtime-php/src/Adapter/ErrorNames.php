<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/** The names that a database gives in an error. */
final class ErrorNames
{
    /** The column, where it is exactly one. */
    public readonly ?string $column;

    /** @param list<string> $columns */
    public function __construct(
        public readonly ?string $constraint = null,
        public readonly ?string $table = null,
        public readonly array $columns = [],
    ) {
        $this->column = \count($columns) === 1 ? $columns[0] : null;
    }
}
