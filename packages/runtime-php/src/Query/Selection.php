<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use ArrayIterator;
use IteratorAggregate;
use JsonSerializable;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\EntityNotFoundException;

/**
 * A query that reads values instead of objects: what `select()` returns. Values have the types that getters have; those
 * of `withColumn()` are as the driver gives them.
 *
 * @template V
 *
 * @implements IteratorAggregate<int, V>
 */
final class Selection implements IteratorAggregate, JsonSerializable
{
    /** @var list<string> */
    private readonly array $names;

    private readonly bool $single;

    /**
     * @param ModelQuery<covariant ActiveRecord> $query
     * @param string|list<string>                $columns
     *
     * @internal
     */
    public function __construct(private ModelQuery $query, string|array $columns)
    {
        $this->single = \is_string($columns);
        $this->names = $columns === [] ? $query::MAP::PHP_NAMES : \array_values(\array_unique((array) $columns));
    }

    public function __clone()
    {
        $this->query = clone $this->query;
    }

    /**
     * @return Collection<V>
     */
    public function find(?ConnectionWrapper $con = null): Collection
    {
        return new Collection($this->values($con, $this->query->getLimit()));
    }

    /**
     * What `foreach` runs through: the values of `find()`.
     *
     * @return ArrayIterator<int, V>
     */
    public function getIterator(): ArrayIterator
    {
        return $this->find()->getIterator();
    }

    /**
     * What `json_encode()` makes of a selection: the values of `find()`.
     *
     * @return array<int|string, mixed>
     */
    public function jsonSerialize(): array
    {
        return $this->find()->jsonSerialize();
    }

    /**
     * @return V|null
     */
    public function findOne(?ConnectionWrapper $con = null): mixed
    {
        return $this->values($con, $this->query->getLimit() === 0 ? 0 : 1)[0] ?? null;
    }

    /**
     * @return V
     *
     * @throws EntityNotFoundException
     */
    public function requireOne(?ConnectionWrapper $con = null): mixed
    {
        $values = $this->values($con, $this->query->getLimit() === 0 ? 0 : 1);
        if ($values === []) {
            throw new EntityNotFoundException(\sprintf('No %s was found.', $this->query::MAP::TABLE_PHP_NAME));
        }

        return $values[0];
    }

    /**
     * One page of the values.
     *
     * @return Pager<V>
     */
    public function paginate(int $page = 1, int $maxPerPage = 10, ?ConnectionWrapper $con = null): Pager
    {
        return new Pager(clone $this, $page, $maxPerPage, $con);
    }

    public function count(?ConnectionWrapper $con = null): int
    {
        return $this->query->countValues($this->names, $con);
    }

    public function exists(?ConnectionWrapper $con = null): bool
    {
        return $this->query->hasValues($this->names, $con);
    }

    public function toSql(?ConnectionWrapper $con = null): string
    {
        return $this->query->selectSql($this->names, $con)->sql;
    }

    /**
     * @return list<scalar|null>
     */
    public function getParams(?ConnectionWrapper $con = null): array
    {
        return $this->query->selectSql($this->names, $con)->params;
    }

    // The rest of the chain

    /** @return $this */
    public function where(string $clause, mixed ...$value): self
    {
        $this->query->where($clause, ...$value);

        return $this;
    }

    /** @return $this */
    public function filterBy(string $column, mixed $value, ?string $comparison = null): self
    {
        $this->query->filterBy($column, $value, $comparison);

        return $this;
    }

    /** @return $this */
    public function having(string $clause, mixed ...$value): self
    {
        $this->query->having($clause, ...$value);

        return $this;
    }

    /**
     * @param string|list<string> $columns
     *
     * @return $this
     */
    public function groupBy(string|array $columns): self
    {
        $this->query->groupBy($columns);

        return $this;
    }

    /** @return $this */
    public function orderBy(string $column, string $order = Criteria::ASC): self
    {
        $this->query->orderBy($column, $order);

        return $this;
    }

    /** @return $this */
    public function distinct(bool $distinct = true): self
    {
        $this->query->distinct($distinct);

        return $this;
    }

    /** @return $this */
    public function limit(int $limit): self
    {
        $this->query->limit($limit);

        return $this;
    }

    /** @return $this */
    public function offset(int $offset): self
    {
        $this->query->offset($offset);

        return $this;
    }

    /**
     * A part of the rows, for Pager.
     *
     * @return self<V>
     *
     * @internal
     */
    public function part(int $first, int $size): self
    {
        $part = clone $this;
        $part->query = $this->query->part($first, $size, $this->names);

        return $part;
    }

    /** @return list<V> */
    private function values(?ConnectionWrapper $con, ?int $limit): array
    {
        $values = [];
        foreach ($this->query->selectValues($this->names, $con, $limit) as $row) {
            $values[] = $this->single ? $row[$this->names[0]] : $row;
        }

        /** @var list<V> */
        return $values;
    }
}
