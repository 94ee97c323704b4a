<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

/**
 * Where a row is, as the database says.
 *
 * @internal
 */
final class Place
{
    public function __construct(
        /** Null for a row that is in no list. */
        public readonly ?int $rank,
        /** Whether the row belongs to the list that was asked about. */
        public readonly bool $same,
        public readonly ListScope $scope,
        /** The highest rank of the list that was asked about; null if that was not asked, or of an empty list. */
        public readonly ?int $max,
    ) {
    }
}
