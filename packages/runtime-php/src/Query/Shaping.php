<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Sortable\RankOrder;

/** Order, groups, columns and limits. */
trait Shaping
{
    /** Orders by a column, or by the alias of `withColumn()`. */
    public function orderBy(string $column, string $order = Criteria::ASC): static
    {
        $direction = self::direction($order);
        if (isset($this->parts?->columns[$column])) {
            $this->order[] = new AliasOrder($column, $this->quoted($column), $direction);

            return $this;
        }
        [$source, $position] = $this->column($column);
        $this->order[] = $source->column($position) . $direction;
        if ($this->parts !== null) {
            $this->parts->ordered[$source->name] = true;
        }

        return $this;
    }

    /**
     * Orders by a column of this table.
     *
     * @param string $sql the quoted column, with its collation
     *
     * @internal
     */
    final protected function orderColumn(string $sql, string $order): static
    {
        $this->order[] = $this->qualifier . $sql . match ($order) {
            'ASC', 'asc' => ' ASC',
            'DESC', 'desc' => ' DESC',
            default => self::direction($order),
        };

        return $this;
    }

    /**
     * Orders rows of lists by rank, those without one last.
     *
     * @param bool $ranked whether all rows have one
     *
     * @internal
     */
    final protected function orderRanks(string $order, bool $ranked): static
    {
        $descending = self::direction($order) === ' DESC';
        $this->order[] = RankOrder::of(static::MAP, $this->qualifier, $descending, $ranked);

        return $this;
    }

    /** Conditions that seemed to leave only rows with a rank may have become alternatives to others. */
    private function orderAllRanks(): void
    {
        foreach ($this->order as $index => $by) {
            if ($by instanceof RankOrder) {
                $this->order[$index] = $by->ofAllRows();
            }
        }
    }

    /**
     * The order that rows of lists have when nobody asks for another one.
     *
     * @internal
     */
    final public function inDefaultOrder(): static
    {
        $parts = $this->parts;
        $rows = $parts === null || ($parts->group === [] && !$parts->distinct);

        return static::MAP::LIST === [] || $this->order !== [] || !$rows ? $this : $this->orderRanks(Criteria::ASC, false);
    }

    /**
     * Orders by further columns, which only decide between rows that are alike so far.
     *
     * @param list<string> $columns
     */
    private function orderFurther(array $columns): static
    {
        foreach ($columns as $column) {
            // SQL Server refuses a column that is there twice.
            if (\array_intersect(["$column ASC", "$column DESC"], \array_filter($this->order, \is_string(...))) === []) {
                $this->order[] = "$column ASC";
            }
        }

        return $this;
    }

    private static function direction(string $order): string
    {
        return match (\strtoupper(\trim($order, ' '))) {
            'ASC' => ' ASC',
            'DESC' => ' DESC',
            default => throw new InvalidQueryException(\sprintf(
                'The order "%s" is neither "asc" nor "desc".',
                ColumnNames::shown($order),
            )),
        };
    }

    public function clearOrder(): static
    {
        $this->order = [];
        if ($this->parts !== null) {
            $this->parts->ordered = [];
        }

        return $this;
    }

    /**
     * One row per value of a column.
     *
     * @param string|list<string> $columns
     */
    public function groupBy(string|array $columns): static
    {
        foreach ((array) $columns as $column) {
            $expression = $this->parts?->columns[$column] ?? null;
            if ($expression !== null) {
                $this->parts()->group[] = $expression; // not every database can group by an alias
                continue;
            }
            [$source, $position] = $this->column($column);
            $this->groupOf($source, $position, $source->column($position));
        }

        return $this;
    }

    private function groupOf(Source $source, int $position, string $sql): void
    {
        $parts = $this->parts();
        $parts->group[] = $sql;
        if ($source === $parts->root) {
            $parts->grouped[$position] = true;
        }
    }

    /**
     * @internal
     */
    final protected function groupColumn(string $quoted): static
    {
        $this->groupOf($this->source(), self::positionOfQuoted(static::MAP, $quoted), $this->qualifier . $quoted);

        return $this;
    }

    /** Groups by every column of a table: one row per row of it. */
    public function groupByClass(string $name): static
    {
        $parts = $this->parts();
        $source = ColumnNames::source($name, $parts->root, $parts->joins) ?? throw $this->unknownJoin($name);
        // Where the database knows that the key stands for the row, the key is enough, and every column can be read.
        $key = \in_array($source->map::ADAPTER, ['pgsql', 'sqlite'], true) ? $source->map::KEY_POSITIONS : [];
        foreach ($key === [] ? $source->rowPositions() : $key as $position) {
            $this->groupOf($source, $position, $source->qualifier . $source->map::COLUMNS[$position][1]);
        }

        return $this;
    }

    /**
     * Reads an SQL expression as a further column: `withColumn('COUNT(Book.Id)', 'BookCount')`. The object has it as a
     * virtual column. The expression is the developer's own SQL.
     */
    public function withColumn(string $expression, ?string $alias = null): static
    {
        $alias ??= \trim((string) \preg_replace('/\W+/', '_', $expression), '_');
        $this->quoted($alias);
        $own = $this->source();
        $parts = $this->parts();
        $parts->columns[$alias] = SqlClause::of($expression, $own, $parts->root, $parts->joins, [])->sql;

        return $this;
    }

    /**
     * Reads values instead of objects: one column gives a list of its values, several give arrays by name. Call it last;
     * what it returns can order, limit, count and find.
     *
     * @param string|list<string> $columns names of columns and aliases of `withColumn()`; none for all columns
     *
     * @return ($columns is string ? Selection<mixed> : Selection<array<string, mixed>>)
     */
    public function select(string|array $columns = []): Selection
    {
        return new Selection(clone $this, $columns);
    }

    /** Leaves out rows that are the same in all columns read. */
    public function distinct(bool $distinct = true): static
    {
        $this->parts()->distinct = $distinct;

        return $this;
    }

    /** Not more rows than this; -1 for all. With `joinWith()` it counts rows of this table, whatever they are joined with. */
    public function limit(int $limit): static
    {
        if ($limit < -1) {
            throw new InvalidQueryException("A query cannot have the limit $limit: it has to be 0 or more, or -1 for none.");
        }
        $this->limit = $limit === -1 ? null : $limit;

        return $this;
    }

    /** Leaves out the first rows. */
    public function offset(int $offset): static
    {
        if ($offset < 0) {
            throw new InvalidQueryException("A query cannot have the offset $offset: it has to be 0 or more.");
        }
        $this->offset = $offset;

        return $this;
    }

    public function getLimit(): ?int
    {
        return $this->limit;
    }

    public function getOffset(): int
    {
        return $this->offset;
    }

    /** A note that the database sees and logs. */
    public function setComment(?string $comment): static
    {
        // Bytes that are no text would make the database refuse the whole statement.
        $bytes = \preg_match('//u', $comment ?? '') === 1 ? '' : '\x80-\xff';
        $clean = (string) \preg_replace('/[\x00-\x1f\x7f' . $bytes . ']+/', ' ', $comment ?? '');
        // Nothing in it can end the comment, begin another, or look like a placeholder.
        $this->parts()->comment = \trim((string) \preg_replace(['~\*+/|/\*+~', '~[?:]~', '~\*+$~'], [' ', ' ', ''], $clean));

        return $this;
    }

    /** Kept for Propel's users: a query is never changed by running it. */
    public function keepQuery(bool $keep = true): static
    {
        return $this;
    }

    /**
     * Takes over the conditions, joins, order and limit of another query of the same table.
     *
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    public function mergeWith(ModelQuery $query, string $operator = Criteria::LOGICAL_AND): static
    {
        if ($query::MAP !== static::MAP || $query->qualifier !== $this->qualifier) {
            throw new InvalidQueryException('Only queries of the same table and alias can be merged.');
        }
        $word = \strtoupper(\trim($operator, ' '));
        if ($word !== 'AND' && $word !== 'OR') {
            throw new InvalidQueryException(\sprintf(
                'Queries are merged with "and" or "or", and not with "%s".',
                ColumnNames::shown($operator),
            ));
        }
        $conditions = $query->conditions();
        if ($conditions !== null) {
            $this->or = $this->or || $word === 'OR';
            $this->add($conditions);
        }
        $this->order = [...$this->order, ...$query->order];
        $this->limit = $query->limit ?? $this->limit;
        $this->offset = $query->offset === 0 ? $this->offset : $query->offset;
        if ($query->parts !== null) {
            $parts = $this->parts();
            $other = $query->parts;
            $parts->joins += $other->joins;
            $parts->with += $other->with;
            $parts->columns += $other->columns;
            $parts->group = [...$parts->group, ...$other->group];
            $parts->grouped += $other->grouped;
            $parts->ordered += $other->ordered;
            $parts->having = $parts->having === null || $other->having === null
                ? $parts->having ?? $other->having
                : $parts->having->then(' AND ', $other->having);
            $parts->distinct = $parts->distinct || $other->distinct;
            $parts->lock ??= $other->lock;
            $parts->conditions += $other->conditions;
        }

        return $this;
    }

    /**
     * Reads from a subquery of the same table instead of the table: its conditions, order and limit apply first.
     *
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    public function addSelectQuery(ModelQuery $query, string $alias): static
    {
        if ($query::MAP !== static::MAP) {
            throw new InvalidQueryException('A subquery in FROM has to be a query of the same table.');
        }
        $this->setModelAlias($alias);
        $source = $query->source();
        $list = \array_map(
            static fn (array $column): string => $source->qualifier . $column[1],
            static::MAP::COLUMNS,
        );
        $rows = $query->selectInside(\implode(', ', $list));
        $parts = $this->parts();
        $parts->derived = new Fragment($rows->sql, $rows->params, $rows->types, $query->restricts() ? null : true);
        $parts->derivedIsTold = $query->parts()->tellsRows();

        return $this;
    }
}
