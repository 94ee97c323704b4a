<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
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

        $query = $this->withComparableRows();

        return $query->selectRows($adapter, (new RowPlan($query->parts()))->columns, $this->limit, $this->offset);
    }

    /**
     * The same query without DISTINCT, where the rows have values that the database cannot compare (JSON of PostgreSQL):
     * a row is then told from others by its key.
     */
    private function withComparableRows(): static
    {
        $parts = $this->parts;
        if ($parts === null || !$parts->distinct || static::MAP::KEY_POSITIONS === []) {
            return $this;
        }
        if ($parts->group !== [] || $parts->having !== null || $parts->columns !== []) {
            return $this;
        }
        $read = [$parts->root];
        foreach ($parts->with as $name => $_) {
            $read[] = $parts->joins[$name]->source;
        }
        foreach ($read as $source) {
            if (!$source->query::COMPARABLE) {
                return $this->distinctByKey($parts);
            }
        }

        return $this;
    }

    private function distinctByKey(QueryParts $parts): static
    {
        $rows = clone $this;
        $rows->limit = null;
        $rows->offset = 0;
        $rows->parts()->distinct = false;
        $query = clone $this;
        $query->parts()->distinct = false;
        $query->parts()->joins = \array_intersect_key($parts->joins, $parts->with);
        $query->where = '';
        $query->params = $query->types = [];
        $query->or = false;
        $keys = $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $column = $parts->root->qualifier . static::MAP::COLUMNS[$position][1];
            $keys[] = "$column AS k$index";
            $on[] = "orm_rows.k$index = $column";
        }
        $query->add($rows->subselect(\implode(', ', $keys))->with(
            'EXISTS (SELECT 1 FROM (',
            ') orm_rows WHERE ' . \implode(' AND ', $on) . ')',
        ));

        return $query;
    }

    /** A plain query: the SELECT of the table map and what follows it. */
    private function plainSql(ConnectionWrapper $con, ?int $limit): string
    {
        /** @var string $select */
        $select = static::MAP::SELECT;
        $sql = $select . $this->whereSql() . $this->order;

        return $limit === null && $this->offset === 0
            ? $sql
            : $con->adapter->limit($sql, $limit, $this->offset, $this->order !== '');
    }

    private function whereSql(): string
    {
        return $this->where === '' ? '' : ' WHERE' . \substr($this->where, 4);
    }

    /**
     * A SELECT of this query's rows. With a limit, and rows that repeat because of a join, the limit counts rows of this
     * table: a subquery finds their keys first.
     */
    private function selectRows(AdapterInterface $adapter, string $columns, ?int $limit, int $offset): Fragment
    {
        $parts = $this->parts();
        $paged = ($limit !== null || $offset > 0) && $parts->repeatsRows() && static::MAP::KEY_POSITIONS !== [];
        $lock = $parts->lock;
        if ($lock !== null && $lock[1] === []) {
            $lock[1] = $this->lockedTables($adapter, $parts, $paged);
        }
        // Oracle locks nothing that stands behind a FETCH or a subquery in FROM.
        $byKey = $lock !== null && $adapter->getName() === 'oracle' && $this->locksByKey($limit !== null || $offset > 0);
        $hint = $lock === null ? '' : $adapter->lockHint($lock[0], $lock[2]);
        $select = 'SELECT ' . ($parts->distinct ? 'DISTINCT ' : '') . $columns;
        if ($parts->comment !== '') {
            $select = "/* $parts->comment */ $select";
        }
        $sql = $this->from($hint, $lock[1] ?? [])->with($select, '');
        if ($byKey) {
            $sql = $sql->then('', $this->limitedKeys($adapter, $limit, $offset))->with('', $this->order);
        } else {
            $sql = $paged ? $sql->then('', $this->page($adapter, $limit, $offset)) : $sql;
            $sql = $this->behindFrom($sql, $this->order);
        }
        if (!$paged && !$byKey && ($limit !== null || $offset > 0)) {
            $limited = $adapter->limit($sql->sql, $limit, $offset, $this->order !== '');
            $sql = new Fragment($limited, $sql->params, $sql->types);
        }
        if ($lock !== null) {
            $sql = $sql->with('', $adapter->lockClause($lock[0], $lock[1], $lock[2]));
        }

        return $sql;
    }

    /** Whether a locked query of Oracle has to find the keys of its rows first; what it cannot lock is refused. */
    private function locksByKey(bool $limited): bool
    {
        $parts = $this->parts();
        $rows = !$parts->distinct && $parts->group === [] && $parts->having === null && $parts->derived === null;
        if (!$rows || ($limited && static::MAP::KEY_POSITIONS === [])) {
            throw new InvalidQueryException(
                'Oracle locks rows of tables only: a query with lockForUpdate() or lockForShare() cannot have distinct(), '
                . 'groups or a subquery in FROM, and a limit only where the table has a primary key.',
            );
        }

        return $limited;
    }

    /** The conditions, and that the key is one of those that a limit leaves. */
    private function limitedKeys(AdapterInterface $adapter, ?int $limit, int $offset): Fragment
    {
        $root = $this->parts()->root;
        $keys = $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $column = $root->qualifier . static::MAP::COLUMNS[$position][1];
            $keys[] = "$column AS k$index";
            $on[] = "orm_page.k$index = $column";
        }
        if ($this->parts()->repeatsRows()) {
            $rows = $this->pageKeys($adapter, $limit, $offset);
        } else {
            $all = $this->behindFrom($this->from()->with('SELECT ' . \implode(', ', $keys), ''), $this->order);
            $rows = new Fragment($adapter->limit($all->sql, $limit, $offset, $this->order !== ''), $all->params, $all->types);
        }
        $where = new Fragment($this->where === '' ? ' WHERE ' : $this->whereSql() . ' AND ', $this->params, $this->types);

        return $where->then('EXISTS (SELECT 1 FROM (', $rows, ') orm_page WHERE ' . \implode(' AND ', $on) . ')');
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

    /** A join with the keys of the rows that a limit leaves. */
    private function page(AdapterInterface $adapter, ?int $limit, int $offset): Fragment
    {
        $root = $this->parts()->root;
        $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $on[] = "orm_page.k$index = " . $root->qualifier . static::MAP::COLUMNS[$position][1];
        }

        return $this->pageKeys($adapter, $limit, $offset)->with(
            ' INNER JOIN (',
            ') orm_page ON ' . \implode(' AND ', $on),
        );
    }

    /** The keys of the rows that a limit leaves, in the order in which they first appear. */
    private function pageKeys(AdapterInterface $adapter, ?int $limit, int $offset): Fragment
    {
        $root = $this->parts()->root;
        $keys = $names = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $keys[] = $root->qualifier . static::MAP::COLUMNS[$position][1] . " AS k$index";
            $names[] = "k$index";
        }
        $list = \implode(', ', $names);
        $order = $this->order === '' ? ' ORDER BY ' . \implode(', ', \array_map(
            static fn (int $position): string => $root->column($position),
            static::MAP::KEY_POSITIONS,
        )) : $this->order;
        $rows = $this->behindFrom(
            $this->from()->with('SELECT ' . \implode(', ', $keys) . ', ROW_NUMBER() OVER (' . \ltrim($order) . ') AS rn', ''),
            '',
        );
        $first = $rows->with("SELECT $list FROM (", ") orm_rows GROUP BY $list ORDER BY MIN(rn)");

        return new Fragment($adapter->limit($first->sql, $limit, $offset, true), $first->params, $first->types);
    }

    /**
     * This query inside another one.
     *
     * @param Fragment|null $link a condition that links it with the query around it
     */
    private function subselect(string $columns, ?Fragment $link = null): Fragment
    {
        $adapter = Orm::getAdapter(static::DATABASE);
        $query = $this;
        if ($link !== null) {
            $query = clone $this;
            $query->where .= ' AND ' . $link->sql;
            $query->types = Fragment::typesBehind($query->types, \count($query->params), $link->types);
            $query->params = \array_merge($query->params, $link->params);
        }
        $limited = $query->limit !== null || $query->offset > 0;
        $distinct = $query->parts()->distinct ? 'DISTINCT ' : '';
        // Without a limit the order means nothing, and SQL Server refuses it.
        $sql = $query->behindFrom($query->from()->with("SELECT $distinct$columns", ''), $limited ? $query->order : '');

        return $limited
            ? new Fragment(
                $adapter->limit($sql->sql, $query->limit, $query->offset, $query->order !== ''),
                $sql->params,
                $sql->types,
            )
            : $sql;
    }

    /** Runs SQL that was built for this query; short ones are kept prepared. */
    private function run(ConnectionWrapper $con, Fragment $sql): PDOStatement
    {
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $statement = isset($this->where[4096])
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
