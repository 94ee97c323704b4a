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
        $plan->finish();

        return $objects;
    }

    /** The number of objects that `find()` would give. */
    public function count(?ConnectionWrapper $con = null): int
    {
        $where = $this->where === [] ? '' : \implode(' AND ', $this->where);
        if (
            $this->parts !== null || $this->limit !== null || $this->offset > 0 || isset($where[4096])
            || $this->isHooked()
        ) {
            [$query, $con] = $this->prepared($con);

            return $query->withComparableRows()->countRows($con);
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $key = "$where\ncount";
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

    /** Whether `find()` would give anything. */
    public function exists(?ConnectionWrapper $con = null): bool
    {
        [$query, $con] = $this->prepared($con);

        return $query->withComparableRows()->hasRows($con);
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
        foreach (\array_diff_key($this->equalities(), \array_flip(static::MAP::GENERATED_POSITIONS)) as $position => $bound) {
            // What is bound is what a row would have.
            [$value] = \array_map(static::reader($position), [$bound]);
            $object->assignAt($position, $value);
        }

        return $object;
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
