<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use Throwable;

/**
 * What a query answers, beside the short way of `find()` and `findOne()`.
 *
 * @template T of ActiveRecord
 */
trait Finding
{
    /** @return ObjectCollection<T> */
    private function findWhole(?ConnectionWrapper $con): ObjectCollection
    {
        [$query, $con] = $this->prepared($con);
        /** @var list<T> $objects */
        $objects = $query->withComparableRows()->fetchObjects($con, $query->limit);
        /** @var class-string<T> $model */
        $model = static::MODEL;

        return new ObjectCollection($objects, $model);
    }

    /** @return T|null */
    private function findOneWhole(?ConnectionWrapper $con): ?ActiveRecord
    {
        [$query, $con] = $this->prepared($con);
        /** @var list<T> $objects */
        $objects = $query->withComparableRows()->fetchObjects($con, $query->limit === 0 ? 0 : 1);

        return $objects[0] ?? null;
    }

    /**
     * The query to run and the connection to run it on; a copy where preSelect() may change it.
     *
     * @return array{static, ConnectionWrapper}
     */
    private function prepared(?ConnectionWrapper $con): array
    {
        if ($this->user !== null) {
            throw new InvalidQueryException('This query is part of another one: call endUse() before running it.');
        }
        $con = $this->reading($con);
        $query = $this;
        if (self::$hooked[static::class] ?? self::detectHook()) {
            $query = clone $this;
            $query->preSelect($con);
        }

        return [$query, $con];
    }

    /** @return list<ActiveRecord> */
    private function fetchObjects(ConnectionWrapper $con, ?int $limit): array
    {
        $plan = new RowPlan($this->parts());
        $plan->begin($con);
        $statement = $this->run($con, $this->selectRows($con->adapter, $plan->columns, $limit, $this->offset));
        $objects = [];
        try {
            while (($row = $statement->fetch(PDO::FETCH_NUM)) !== false) {
                /** @var list<scalar|resource|null> $row */
                $object = $plan->object($row);
                if ($object !== null) {
                    $objects[] = $object;
                }
            }
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        } catch (Throwable $error) {
            // A value of a row that PHP cannot show: the rows behind it must not keep the database locked.
            $statement->closeCursor();
            throw $error;
        }
        $plan->finish($this->order);

        return $objects;
    }

    /** The number of objects that `find()` would give. */
    public function count(?ConnectionWrapper $con = null): int
    {
        if (
            $this->parts !== null || $this->limit !== null || $this->offset > 0 || isset($this->where[4096])
            || $this->isHooked()
        ) {
            [$query, $con] = $this->prepared($con);
            $number = $query->scalar($con, $query->withComparableRows()->countSql($con));

            return \is_numeric($number) ? (int) $number : 0;
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $key = "$this->where\ncount";
        $statement = $t->select[$key]
            ?? $t->selectStatement('SELECT COUNT(*) FROM ' . $map::QUOTED . $this->whereSql(), $key);
        try {
            self::executeTyped($statement, $this->params, $this->types);
            $number = $statement->fetchColumn();
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }

        return \is_numeric($number) ? (int) $number : 0;
    }

    private function countSql(ConnectionWrapper $con): Fragment
    {
        $parts = $this->parts();
        $limited = $this->limit !== null || $this->offset > 0;
        $plain = $parts->group === [] && $parts->having === null && !$parts->distinct;
        if ($parts->repeatsRows() && $plain) {
            $keys = [];
            foreach (static::MAP::KEY_POSITIONS as $index => $position) {
                $keys[] = $parts->root->qualifier . static::MAP::COLUMNS[$position][1] . " AS k$index";
            }
            $rows = $this->behindFrom($this->from()->with('SELECT DISTINCT ' . \implode(', ', $keys), ''), '');
        } elseif ($plain && !$limited) {
            return $this->behindFrom($this->from()->with('SELECT COUNT(*)', ''), '');
        } else {
            $columns = $parts->columns === [] && !$parts->distinct ? '1 AS c0' : $this->countedColumns();
            $rows = $this->behindFrom(
                $this->from()->with('SELECT ' . ($parts->distinct ? 'DISTINCT ' : '') . $columns, ''),
                '',
            );
        }
        if ($limited) {
            $rows = new Fragment($con->adapter->limit($rows->sql, $this->limit, $this->offset), $rows->params, $rows->types);
        }

        return $rows->with('SELECT COUNT(*) FROM (', ') orm_count');
    }

    /** The columns of a subquery that counts, each under a name of its own. */
    private function countedColumns(): string
    {
        $parts = $this->parts();
        $sql = '';
        $number = 0;
        if ($parts->distinct || $parts->having === null) {
            $sources = [$parts->root];
            foreach ($parts->with as $name => $_) {
                $sources[] = $parts->joins[$name]->source;
            }
            foreach ($parts->distinct ? $sources : [] as $source) {
                foreach ($source->rowPositions() as $position) {
                    $sql .= ', ' . $source->qualifier . $source->map::COLUMNS[$position][1] . ' AS c' . $number++;
                }
            }
        }
        // HAVING and GROUP BY may name them by alias.
        foreach ($parts->columns as $alias => $expression) {
            $sql .= ", $expression AS " . $this->quoted($alias);
        }

        return \substr($sql, 2);
    }

    /** Whether `find()` would give anything. */
    public function exists(?ConnectionWrapper $con = null): bool
    {
        [$query, $con] = $this->prepared($con);
        if ($query->limit === 0) {
            return false;
        }
        $parts = $query->parts();
        $columns = '1';
        foreach ($parts->columns as $alias => $expression) {
            $columns .= ", $expression AS " . $query->quoted($alias);
        }
        if ($parts->repeatsRows() && $query->offset > 0) {
            return $query->count($con) > 0;
        }
        $sql = $query->behindFrom($query->from()->with("SELECT $columns", ''), '');
        $limited = $con->adapter->limit($sql->sql, 1, $query->offset);

        return $query->scalar($con, new Fragment($limited, $sql->params, $sql->types)) !== null;
    }

    private function scalar(ConnectionWrapper $con, Fragment $sql): mixed
    {
        $statement = $this->run($con, $sql);
        try {
            /** @var list<scalar|resource|null>|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $sql->sql);
        }

        return $row === false ? null : $row[0] ?? null;
    }

    /**
     * One page of the result, and what a list of pages needs to know.
     *
     * @return Pager<T>
     */
    public function paginate(int $page = 1, int $maxPerPage = 10, ?ConnectionWrapper $con = null): Pager
    {
        /** @var Pager<T> */
        return new Pager(clone $this, $page, $maxPerPage, $con);
    }

    /**
     * The first row; when there is none, a new object with the values that the conditions ask for. It is not saved.
     *
     * @return T
     */
    public function findOneOrCreate(?ConnectionWrapper $con = null): ActiveRecord
    {
        if ($this->parts !== null && $this->parts->joins !== []) {
            throw new InvalidQueryException('findOneOrCreate() works on queries without joins.');
        }
        $found = $this->findOne($con);
        if ($found !== null) {
            return $found;
        }
        $class = static::MODEL;
        /** @var T $object */
        $object = new $class();
        foreach ($this->equalities() as $position => $value) {
            $object->setByPosition($position, $value);
        }

        return $object;
    }

    /**
     * The values that the conditions ask for by `=`.
     *
     * @return array<int, mixed>
     */
    private function equalities(): array
    {
        $values = [];
        $index = 0;
        foreach (\explode(' AND ', \substr($this->where, 5)) as $condition) {
            // Without the names of columns, in which anything may stand.
            $count = \substr_count((string) \preg_replace('/"[^"]*"|`[^`]*`|\[[^\]]*\]/', '', $condition), '?');
            foreach (static::MAP::COLUMNS as $position => $column) {
                $left = $this->source()->column($position);
                if ($condition === "$left = $column[3]" && $count === 1) {
                    // What is bound is what a row would have.
                    [$values[$position]] = \array_map(static::reader($position), [$this->params[$index]]);
                }
            }
            $index += $count;
        }

        return $values;
    }

    /**
     * @return ObjectCollection<T>
     */
    public function findBy(string $column, mixed $value, ?ConnectionWrapper $con = null): ObjectCollection
    {
        return (clone $this)->filterBy($column, $value)->find($con);
    }

    /**
     * @param array<string, mixed> $conditions
     *
     * @return ObjectCollection<T>
     */
    public function findByArray(array $conditions, ?ConnectionWrapper $con = null): ObjectCollection
    {
        return (clone $this)->filterByArray($conditions)->find($con);
    }

    /** @return T|null */
    public function findOneBy(string $column, mixed $value, ?ConnectionWrapper $con = null): ?ActiveRecord
    {
        return (clone $this)->filterBy($column, $value)->findOne($con);
    }

    /**
     * @param array<string, mixed> $conditions
     *
     * @return T|null
     */
    public function findOneByArray(array $conditions, ?ConnectionWrapper $con = null): ?ActiveRecord
    {
        return (clone $this)->filterByArray($conditions)->findOne($con);
    }

    /**
     * @return T
     *
     * @throws EntityNotFoundException
     */
    public function requireOneBy(string $column, mixed $value, ?ConnectionWrapper $con = null): ActiveRecord
    {
        return $this->findOneBy($column, $value, $con)
            ?? throw self::notFound($column . ' = ' . (\is_scalar($value)
                ? ColumnNames::shown(\var_export($value, true))
                : \get_debug_type($value)));
    }

    /**
     * @param array<string, mixed> $conditions
     *
     * @return T
     *
     * @throws EntityNotFoundException
     */
    public function requireOneByArray(array $conditions, ?ConnectionWrapper $con = null): ActiveRecord
    {
        return $this->findOneByArray($conditions, $con) ?? throw self::notFound(\implode(', ', \array_keys($conditions)));
    }
}
