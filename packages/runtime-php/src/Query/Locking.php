<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/** Rows that stay locked until the end of the transaction. */
trait Locking
{
    /**
     * Nobody else may change or lock the rows. The query then reads from the connection for writing.
     *
     * @param list<string> $tables names of this table or of joins; none for all tables of the query
     */
    public function lockForUpdate(array $tables = [], bool $noWait = false): static
    {
        return $this->lock(true, $tables, $noWait);
    }

    /**
     * Nobody else may change the rows.
     *
     * @param list<string> $tables
     */
    public function lockForShare(array $tables = [], bool $noWait = false): static
    {
        return $this->lock(false, $tables, $noWait);
    }

    public function withoutLock(): static
    {
        if ($this->parts !== null) {
            $this->parts->lock = null;
        }

        return $this;
    }

    /**
     * The connection of a name that this query runs on: the one for writing when rows are locked. Null for its own.
     *
     * @internal
     */
    final public function connectionNamed(?string $name): ?ConnectionWrapper
    {
        if ($name === null) {
            return null;
        }

        return $this->parts?->lock === null
            ? Orm::$read[$name] ?? Orm::readConnection($name)
            : Orm::$write[$name] ?? Orm::writeConnection($name);
    }

    /**
     * @param list<string> $tables
     */
    private function lock(bool $exclusive, array $tables, bool $noWait): static
    {
        $parts = $this->parts();
        $references = [];
        foreach ($tables as $name) {
            $source = ColumnNames::source($name, $parts->root, $parts->joins) ?? throw $this->unknownJoin($name);
            $references[] = $source->reference();
        }
        $parts->lock = [$exclusive, $references, $noWait];

        return $this;
    }

    /**
     * The tables to name where the caller named none: PostgreSQL locks neither what an outer join may have left empty
     * nor a subquery with groups.
     *
     * @return list<string>
     */
    private function lockedTables(AdapterInterface $adapter, QueryParts $parts, bool $paged): array
    {
        $tables = [$parts->root->reference()];
        if ($adapter->getName() !== 'pgsql') {
            return $paged ? $tables : [];
        }
        $outer = $paged;
        foreach ($parts->joins as $join) {
            if ($join->type === Criteria::INNER_JOIN) {
                $tables[] = $join->source->reference();
            } else {
                $outer = true;
            }
        }

        return $outer ? $tables : [];
    }
}
