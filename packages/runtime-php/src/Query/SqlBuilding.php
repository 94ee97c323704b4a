<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\Sortable\RankOrder;
use PDO;
use PDOStatement;

/** From the parts of a query to SQL. */
trait SqlBuilding
{
    /** The SELECT that `find()` would run; `getParams()` has the values of its placeholders. */
    public function toSql(?ConnectionWrapper $con = null): string
    {
        return $this->selectAll($con)->sql;
    }

    /**
     * The values of the placeholders of `toSql()`, in order.
     *
     * @return list<scalar|null>
     */
    public function getParams(?ConnectionWrapper $con = null): array
    {
        return $this->selectAll($con)->params;
    }

    private function selectAll(?ConnectionWrapper $con): Fragment
    {
        $adapter = $con === null ? Orm::getAdapter(static::DATABASE) : $con->adapter;
        $query = $this->scoped($con)->withComparableRows();

        return $query->selectRows($adapter, (new RowPlan($query->parts()))->columns, $query->limit, $query->offset);
    }

    /** A plain query: the SELECT of the table map and what follows it. */
    private function plainSql(ConnectionWrapper $con, ?int $limit): string
    {
        /** @var string $select */
        $select = static::MAP::SELECT;
        $sql = $select . $this->whereSql() . $this->orderSql();

        return $limit === null && $this->offset === 0
            ? $sql
            : $con->adapter->limit($sql, $limit, $this->offset, $this->order !== []);
    }

    private function whereSql(): string
    {
        return $this->where === [] ? '' : ' WHERE ' . \implode(' AND ', $this->where);
    }

    private function orderSql(): string
    {
        return $this->order === [] ? '' : ' ORDER BY ' . \implode(', ', $this->order);
    }

    /** The order where the SELECT does not have the columns of `withColumn()`: their expressions stand for them. */
    private function orderByExpressions(): string
    {
        $columns = $this->parts()->columns;
        $order = \array_map(static fn (AliasOrder|RankOrder|string $by): string => $by instanceof AliasOrder
            ? $columns[$by->alias] . $by->direction
            : (string) $by, $this->order);

        return $order === [] ? '' : ' ORDER BY ' . \implode(', ', $order);
    }

    /** The columns of `withColumn()` behind others, for a SELECT in which HAVING or the order may name them by alias. */
    private function furtherColumns(): string
    {
        $sql = '';
        foreach ($this->parts()->columns as $alias => $expression) {
            $sql .= ", $expression AS " . $this->quoted($alias);
        }

        return $sql;
    }

    /**
     * ` FROM` with all joins.
     *
     * @param string       $hint   behind the tables whose rows are locked
     * @param list<string> $locked references of these; empty for all
     */
    private function from(string $hint = '', array $locked = []): Fragment
    {
        $parts = $this->parts();
        $root = $parts->root;
        $hinted = static fn (Source $source): string => $locked === [] || \in_array($source->reference(), $locked, true)
            ? $source->sql() . $hint
            : $source->sql();
        $sql = $parts->derived === null
            ? new Fragment(' FROM ' . $hinted($root))
            : $parts->derived->with(' FROM (', ') ' . $root->alias);
        foreach ($parts->joins as $join) {
            $sql = $sql->then(" $join->type " . $hinted($join->source) . ' ON ', $join->on);
        }

        return $sql;
    }

    /** WHERE, GROUP BY, HAVING and the order. */
    private function behindFrom(Fragment $from, string $order): Fragment
    {
        $parts = $this->parts();
        $sql = $from->then('', new Fragment($this->whereSql(), $this->params, $this->types));
        if ($parts->group !== []) {
            $sql = $sql->with('', ' GROUP BY ' . \implode(', ', $parts->group));
        }
        if ($parts->having !== null) {
            $sql = $sql->then(' HAVING ', $parts->having);
        }

        return $sql->with('', $order);
    }

    /** Runs SQL that was built for this query; short ones are kept prepared. */
    private function run(ConnectionWrapper $con, Fragment $sql): PDOStatement
    {
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $statement = isset($sql->sql[4096 + \strlen($map::SELECT)])
            ? $con->prepareOnce($sql->sql)
            : $t->select[$sql->sql] ?? $t->selectStatement($sql->sql, $sql->sql);
        try {
            self::executeTyped($statement, $sql->params, $sql->types);
        } catch (\PDOException $error) {
            throw $con->failed($error, $sql->sql);
        }

        return $statement;
    }

    /**
     * @param list<scalar|null> $params
     * @param array<int, int>   $types
     */
    private static function executeTyped(PDOStatement $statement, array $params, array $types): void
    {
        if ($types === []) {
            $statement->execute($params);

            return;
        }
        foreach ($params as $index => $value) {
            $type = $value === null ? PDO::PARAM_NULL : $types[$index] ?? PDO::PARAM_STR;
            $statement->bindValue($index + 1, $value, $type);
        }
        $statement->execute();
    }

    /** The connection to read from: the one for writing when rows are locked. */
    private function reading(?ConnectionWrapper $con): ConnectionWrapper
    {
        if ($con !== null) {
            return $con;
        }

        return $this->parts?->lock === null
            ? Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE)
            : Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
    }
}
