<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Countable;
use IteratorAggregate;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Traversable;

/**
 * One page of a result, and what a list of pages needs to know. Rows are counted and read when they are first asked for.
 *
 * @template V
 *
 * @implements IteratorAggregate<int, V>
 */
final class Pager implements IteratorAggregate, Countable
{
    private ?int $total = null;

    /** @var Collection<V>|null */
    private ?Collection $results = null;

    /**
     * @param ModelQuery<covariant ActiveRecord>|Selection<V> $query
     *
     * @internal
     */
    public function __construct(
        private readonly ModelQuery|Selection $query,
        private readonly int $page,
        private readonly int $maxPerPage,
        private readonly ?ConnectionWrapper $con = null,
    ) {
        if ($maxPerPage < 1) {
            throw new InvalidQueryException("A page cannot have $maxPerPage rows: give at least 1.");
        }
    }

    /** @return Collection<V> */
    public function getResults(): Collection
    {
        if ($this->results === null) {
            /** @var Collection<V> $results */
            $results = $this->query->part(($this->getPage() - 1) * $this->maxPerPage, $this->maxPerPage)->find($this->con);
            $this->results = $results;
        }

        return $this->results;
    }

    /**
     * The query whose results are paged.
     *
     * @return ModelQuery<covariant ActiveRecord>|Selection<V>
     */
    public function getQuery(): ModelQuery|Selection
    {
        return $this->query;
    }

    /** The number of rows on all pages. */
    public function getNbResults(): int
    {
        return $this->total ??= $this->query->count($this->con);
    }

    public function haveToPaginate(): bool
    {
        return $this->getNbResults() > $this->maxPerPage;
    }

    public function getMaxPerPage(): int
    {
        return $this->maxPerPage;
    }

    /** The page, between the first and the last one. */
    public function getPage(): int
    {
        return $this->page <= 1 ? 1 : \min($this->page, $this->getLastPage());
    }

    public function getFirstPage(): int
    {
        return 1;
    }

    public function getLastPage(): int
    {
        return \intdiv(\max(0, $this->getNbResults() - 1), $this->maxPerPage) + 1;
    }

    public function getNextPage(): int
    {
        return \min($this->getPage() + 1, $this->getLastPage());
    }

    public function getPreviousPage(): int
    {
        return \max($this->getPage() - 1, 1);
    }

    public function isFirstPage(): bool
    {
        return $this->getPage() === 1;
    }

    public function isLastPage(): bool
    {
        return $this->getPage() === $this->getLastPage();
    }

    /** The number of the first row of this page, from 1; 0 when there are none. */
    public function getFirstIndex(): int
    {
        return $this->getNbResults() === 0 ? 0 : ($this->getPage() - 1) * $this->maxPerPage + 1;
    }

    public function getLastIndex(): int
    {
        return \min($this->getPage() * $this->maxPerPage, $this->getNbResults());
    }

    /**
     * The numbers of pages around this one.
     *
     * @return list<int>
     */
    public function getLinks(int $nbLinks = 5): array
    {
        $first = \max(1, \min($this->getPage() - \intdiv($nbLinks, 2), $this->getLastPage() - $nbLinks + 1));
        $last = \min($this->getLastPage(), $first + $nbLinks - 1);

        return $last < $first ? [] : \range($first, $last);
    }

    public function isEmpty(): bool
    {
        return \count($this->getResults()) === 0;
    }

    /** The number of rows on this page. */
    public function count(): int
    {
        return \count($this->getResults());
    }

    public function getIterator(): Traversable
    {
        return $this->getResults()->getIterator();
    }
}
