<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use Orm\Runtime\Connection\ConnectionWrapper;

/** A connection class as users write them. */
final class CountingConnection extends ConnectionWrapper
{
    public int $begun = 0;

    public function beginTransaction(?string $isolation = null): bool
    {
        ++$this->begun;

        return parent::beginTransaction($isolation);
    }
}
