<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/** Names that a database gives in the message about a violated constraint. */
final class ViolatedConstraint
{
    public function __construct(
        public readonly ?string $constraint = null,
        public readonly ?string $table = null,
        public readonly ?string $column = null,
    ) {
    }
}
