<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

use RuntimeException;

/**
 * Under the locks it turned out that others are needed: the work starts over with those.
 *
 * @internal
 */
abstract class OtherLocks extends RuntimeException
{
    /**
     * @param list<Lockable> $locks what to lock
     */
    public function __construct(public array $locks)
    {
        parent::__construct('Other locks are needed.');
    }

    /** What others did meanwhile, for a message. */
    abstract public function meanwhile(): string;

    /** What others do again and again, for a message. */
    abstract public function again(): string;
}
