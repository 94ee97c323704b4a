<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

/**
 * How long an operation may wait: for the lock of its list, and then for rows that others hold.
 *
 * @internal
 */
final class LockWait
{
    /** Seconds to wait for a list while rows or other lists are held. */
    public const HOLDING = 0.2;

    public function __construct(
        /** Seconds to wait for the lock. */
        public readonly float $seconds,
        /** Whether the transaction is ours. */
        public readonly bool $own,
        /** Whether it holds nothing at all yet, so that nobody can be waiting for it. */
        public readonly bool $first = false,
    ) {
    }
}
