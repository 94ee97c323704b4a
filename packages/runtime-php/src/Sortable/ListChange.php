<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

/** What `postListChange()` is told: a list, and the ranks between which something is different now. */
final class ListChange
{
    public function __construct(
        /** @var list<scalar|null> the values of the scope columns, as the database has them */
        public readonly array $scope,
        public readonly int $firstRank,
        /** Null for everything from the first rank on. */
        public readonly ?int $lastRank,
    ) {
    }
}
