<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Lock\OtherLocks;

/**
 * The row is in another list than the one that was locked: the operation starts over with the right ones.
 *
 * @internal
 */
final class ListMoved extends OtherLocks
{
    /**
     * @param non-empty-list<ListScope> $scopes the lists to lock
     */
    public function __construct(private readonly array $scopes)
    {
        parent::__construct($scopes);
    }

    public function meanwhile(): string
    {
        return \sprintf('The row of "%s" was moved to another list meanwhile', $this->scopes[0]->table());
    }

    public function again(): string
    {
        return \sprintf('The row of "%s" is moved from list to list', $this->scopes[0]->table());
    }
}
