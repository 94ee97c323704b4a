<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use Throwable;

/** Values of some columns instead of objects: what Selection needs of its query. */
trait SelectingValues
{
    /**
     * Values of some columns, for Selection.
     *
     * @param list<string> $names
     *
     * @return iterable<array<string, mixed>>
     *
     * @internal
     */
    final public function selectValues(array $names, ?ConnectionWrapper $con, ?int $limit): iterable
    {
        [$query, $con] = $this->prepared($con, false);
        [$columns, $readers] = $query->selectedColumns($names);
        $sql = $query->selectRows($con->adapter, $columns, $limit, $query->offset);
        $statement = $query->run($con, $sql);
        $rows = [];
        try {
            while (($row = $statement->fetch(PDO::FETCH_NUM)) !== false) {
                /** @var list<scalar|resource|null> $row */
                $values = [];
                $index = 0;
                foreach ($readers as $name => $reader) {
                    $value = $row[$index++];
                    $values[$name] = $value === null || $reader === null ? $value : $reader($value);
                }
                $rows[] = $values;
            }
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        } catch (Throwable $error) {
            // A value of a row that PHP cannot show: the rows behind it must not keep the database locked.
            $statement->closeCursor();
            throw $error;
        }

        return $rows;
    }

    /**
     * The SELECT of some columns, for Selection.
     *
     * @param list<string> $names
     *
     * @internal
     */
    final public function selectSql(array $names, ?ConnectionWrapper $con): Fragment
    {
        $adapter = $con === null ? Orm::getAdapter(static::DATABASE) : $con->adapter;
        $query = $this->scoped($con, false);

        return $query->selectRows($adapter, $query->selectedColumns($names)[0], $query->limit, $query->offset);
    }

    /**
     * The number of rows that some columns have, for Selection.
     *
     * @param list<string> $names
     *
     * @internal
     */
    final public function countValues(array $names, ?ConnectionWrapper $con): int
    {
        [$query, $con] = $this->prepared($con, false);

        return $query->countRows($con, $query->namedValues($names));
    }

    /**
     * Whether there are such rows, for Selection.
     *
     * @param list<string> $names
     *
     * @internal
     */
    final public function hasValues(array $names, ?ConnectionWrapper $con): bool
    {
        [$query, $con] = $this->prepared($con, false);

        return $query->hasRows($con, $query->namedValues($names));
    }

    /**
     * @param list<string> $names
     *
     * @return array{string, array<string, \Closure|null>} the list after SELECT, and what reads each value
     */
    private function selectedColumns(array $names): array
    {
        $sql = '';
        $readers = [];
        foreach ($names as $name) {
            if (isset($this->parts?->columns[$name])) {
                $sql .= ', ' . $this->parts->columns[$name] . ' AS ' . $this->quoted($name);
                $readers[$name] = null;
                continue;
            }
            [$source, $position] = $this->column($name);
            $sql .= ', ' . $source->qualifier . $source->map::COLUMNS[$position][1];
            if ($source->map::ADAPTER === 'oracle') {
                // Rows with two columns of one name cannot be limited there.
                $sql .= ' AS c' . \count($readers);
            }
            $readers[$name] = $source->query::reader($position);
        }

        return [\substr($sql, 2) . $this->furtherColumnsBut($names), $readers];
    }

    /**
     * The columns of `withColumn()` that are not among these: order and HAVING may name them by alias. With DISTINCT there are
     * none: rows would differ by what nobody reads.
     *
     * @param list<string> $names
     */
    private function furtherColumnsBut(array $names): string
    {
        if ($this->parts->distinct ?? false) {
            foreach ($this->order as $by) {
                if ($by instanceof AliasOrder && !\in_array($by->alias, $names, true)) {
                    throw new InvalidQueryException(\sprintf(
                        'Distinct rows cannot be ordered by "%s", which is not read: add it to select().',
                        $by->alias,
                    ));
                }
            }

            return '';
        }
        $sql = '';
        foreach ($this->parts->columns ?? [] as $alias => $expression) {
            $sql .= \in_array($alias, $names, true) ? '' : ", $expression AS " . $this->quoted($alias);
        }

        return $sql;
    }

    /**
     * The columns, each under a name of its own.
     *
     * @param list<string> $names
     */
    private function namedValues(array $names): string
    {
        $sql = '';
        foreach ($names as $index => $name) {
            if (isset($this->parts?->columns[$name])) {
                $sql .= ', ' . $this->parts->columns[$name] . ' AS ' . $this->quoted($name);
                continue;
            }
            [$source, $position] = $this->column($name);
            $sql .= ', ' . $source->qualifier . $source->map::COLUMNS[$position][1] . " AS orm_c$index";
        }

        return \substr($sql, 2);
    }

    /**
     * A part of the rows of this query, for Pager: in an order that is the same for all parts, so that each row is in one.
     *
     * @param list<string>|null $names the values that are read; null for objects
     *
     * @internal
     */
    final public function part(int $first, int $size, ?array $names = null): static
    {
        $query = clone $this;
        $parts = $query->parts();
        $query->offset = $this->offset + $first;
        $query->limit = $this->limit === null ? $size : \max(0, \min($size, $this->limit - $first));
        if ($parts->group !== []) {
            return $query->orderFurther($parts->group);
        }
        $values = [];
        foreach ($names ?? [] as $name) {
            if (!isset($parts->columns[$name])) {
                [$source, $position] = $query->column($name);
                $values[] = $source->qualifier . $source->map::COLUMNS[$position][1];
            }
        }
        if ($names !== null && ($parts->distinct || $values === [])) {
            // There are no keys to order by: the rows are distinct, or may be sums of all.
            foreach (\array_intersect($names, \array_keys($parts->columns)) as $alias) {
                $query->orderBy($alias);
            }

            return $query->orderFurther($values);
        }
        $columns = [];
        $joined = $names === null ? [] : \array_map(static fn (Join $join): Source => $join->source, $parts->joins);
        foreach ([$parts->root, ...\array_values($joined)] as $source) {
            foreach ($source->map::KEY_POSITIONS as $position) {
                $columns[] = $source->qualifier . $source->map::COLUMNS[$position][1];
            }
        }

        return $query->orderFurther($columns);
    }
}
