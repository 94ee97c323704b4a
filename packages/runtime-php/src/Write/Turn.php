<?php

declare(strict_types=1);

namespace Orm\Runtime\Write;

use Closure;
use Orm\Runtime\Lock\Lockable;

/**
 * How a behavior takes part in the write of one row.
 *
 * @internal
 */
final class Turn
{
    /**
     * @param list<Lockable>|null              $locks  what it needs to have locked; null where the row is all that is written
     * @param Closure(list<Lockable>): RowPart $before reads and writes under the locks, before the row is written. It may run more
     *                                                 than once, and throws `OtherLocks` where it needs others
     */
    public function __construct(public ?array $locks, public readonly Closure $before)
    {
    }
}
