<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

/**
 * The lock of a list, as it was given.
 *
 * @internal
 */
final class LockAnswer
{
    public function __construct(
        /** What orders locks and releases them; null where the lock has no name. */
        public readonly int|string|null $key,
        /** Whether ranks must be read in the form for reads under the lock, because plain ones may see an older state. */
        public readonly bool $lockingReads = false,
    ) {
    }
}
