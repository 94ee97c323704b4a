<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

/** What `checkList()` found. The ranks of a right list are exactly 1 to n. */
final class ListReport
{
    public function __construct(
        /** @var list<scalar|null> the values of the scope columns */
        public readonly array $scope,
        /** Rows that have a rank. */
        public readonly int $rows,
        /** Different ranks among them. */
        public readonly int $ranks,
        public readonly ?int $lowest,
        public readonly ?int $highest,
    ) {
    }

    public function isRight(): bool
    {
        return $this->rows === 0 || ($this->ranks === $this->rows && $this->lowest === 1 && $this->highest === $this->rows);
    }

    /** Rows beyond the first that share a rank with another one. */
    public function getDuplicates(): int
    {
        return $this->rows - $this->ranks;
    }

    /** What is wrong, as a sentence; empty for a right list. */
    public function describe(): string
    {
        if ($this->isRight()) {
            return '';
        }
        $found = $this->getDuplicates() > 0 ? \sprintf('%d of them twice, ', $this->getDuplicates()) : '';

        return \sprintf(
            '%d rows have ranks from %d to %d, %swhere 1 to %d is right.',
            $this->rows,
            $this->lowest ?? 0,
            $this->highest ?? 0,
            $found,
            $this->rows,
        );
    }
}
