<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use RuntimeException;

/**
 * The row is in another list than the one that was locked: the operation starts over with the right ones.
 *
 * @internal
 */
final class ListMoved extends RuntimeException
{
    /**
     * @param list<ListScope> $scopes the lists to lock
     */
    public function __construct(public readonly array $scopes)
    {
        parent::__construct('The row has moved to another list.');
    }
}
