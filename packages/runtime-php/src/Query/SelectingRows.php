<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;

/**
 * The one SELECT that says which rows a query has. What counts, changes or deletes them, and what has the query inside
 * another one, builds on it.
 */
trait SelectingRows
{
    /**
     * A SELECT of this query's rows. With a limit, and rows that repeat because of a join, the limit counts rows of this
     * table: a subquery finds their keys first.
     */
    private function selectRows(AdapterInterface $adapter, string $columns, ?int $limit, int $offset): Fragment
    {
        $parts = $this->parts();
        $paged = ($limit !== null || $offset > 0) && $parts->repeatsRows();
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
            $sql = $sql->then('', $this->limitedKeys($adapter, $limit, $offset))->with('', $this->orderSql());
        } else {
            $sql = $paged ? $sql->then('', $this->page($adapter, $limit, $offset)) : $sql;
            $sql = $this->behindFrom($sql, $this->orderSql());
        }
        if (!$paged && !$byKey) {
            $sql = $this->limited($adapter, $sql, $limit, $offset);
        }
        if ($lock !== null) {
            $sql = $sql->with('', $adapter->lockClause($lock[0], $lock[1], $lock[2]));
        }

        return $sql;
    }

    private function limited(AdapterInterface $adapter, Fragment $sql, ?int $limit, int $offset): Fragment
    {
        return $limit === null && $offset === 0
            ? $sql
            : new Fragment($adapter->limit($sql->sql, $limit, $offset, $this->order !== []), $sql->params, $sql->types);
    }

    /**
     * The rows of this query in a SELECT around it: in FROM, in IN or in EXISTS.
     *
     * @param string $columns each under a name of its own where the SELECT stands in FROM
     */
    private function innerRows(AdapterInterface $adapter, string $columns): Fragment
    {
        $inner = clone $this;
        $inner->parts()->lock = null;
        $inner->parts()->comment = '';
        if ($this->limit === null && $this->offset === 0) {
            $inner->order = []; // it means nothing here, and SQL Server refuses it
        }

        return $inner->selectRows($adapter, $columns, $this->limit, $this->offset)->asInner();
    }

    /** This query inside another one, with all that narrows it. */
    private function selectInside(string $columns): Fragment
    {
        $query = $this->scoped(null)->withComparableRows();
        $columns .= $query->distinctColumns() . $query->furtherColumns();

        return $query->innerRows(Orm::getAdapter(static::DATABASE), $columns);
    }

    /**
     * The number of rows.
     *
     * @param string|null $distinct the columns by which rows differ after `distinct()`, each under a name of its own; null for
     *                              those that objects are made of
     */
    private function countRows(ConnectionWrapper $con, ?string $distinct = null): int
    {
        $parts = $this->parts();
        $adapter = $con->adapter;
        $bare = clone $this;
        $bare->order = [];
        if ($parts->repeatsRows()) {
            $sql = $this->innerKeys($adapter)->with('SELECT COUNT(*) FROM (', ') orm_count');
        } elseif (
            $parts->group === [] && $parts->having === null && !$parts->distinct && $parts->columns === []
            && $this->limit === null && $this->offset === 0
        ) {
            $sql = $this->behindFrom($this->from()->with('SELECT COUNT(*)', ''), '');
        } else {
            $columns = $parts->distinct && $distinct !== null
                ? $distinct
                : ($parts->distinct ? $this->rowColumns() : '1 AS orm_c0') . $this->furtherColumns();
            $sql = $bare->innerRows($adapter, $columns)->with('SELECT COUNT(*) FROM (', ') orm_count');
        }
        $number = $this->scalar($con, $sql);

        return \is_numeric($number) ? (int) $number : 0;
    }

    /** Whether there are rows. */
    private function hasRows(ConnectionWrapper $con, ?string $distinct = null): bool
    {
        if ($this->limit === 0) {
            return false;
        }
        $parts = $this->parts();
        if ($this->offset > 0 && ($parts->distinct || $parts->repeatsRows())) {
            return $this->countRows($con, $distinct) > 0;
        }
        $sql = $this->behindFrom($this->from()->with('SELECT 1' . $this->furtherColumns(), ''), '');
        $limited = $con->adapter->limit($sql->sql, 1, $this->offset);

        return $this->scalar($con, new Fragment($limited, $sql->params, $sql->types)) !== null;
    }

    /** The columns of which objects are made, each under a name of its own. */
    private function rowColumns(): string
    {
        $parts = $this->parts();
        $sql = $parts->root->selectList('orm_r');
        $number = 0;
        foreach ($parts->with as $name => $_) {
            $sql .= ', ' . $parts->joins[$name]->source->selectList('orm_j' . $number++ . '_');
        }

        return $sql;
    }

    /** What rows differ by, where a limit behind DISTINCT counts them and only some columns are wanted of them. */
    private function distinctColumns(): string
    {
        return $this->parts()->distinct && ($this->limit !== null || $this->offset > 0) ? ', ' . $this->rowColumns() : '';
    }

    /** The keys of the rows that `find()` gives, each once, under the names orm_k0, orm_k1 and so on. */
    private function innerKeys(AdapterInterface $adapter): Fragment
    {
        $parts = $this->parts();
        $root = $parts->root;
        $limited = $this->limit !== null || $this->offset > 0;
        if ($limited && $parts->repeatsRows()) {
            return $this->pageKeys($adapter, $this->limit, $this->offset);
        }
        $keys = $names = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $keys[] = $root->qualifier . static::MAP::COLUMNS[$position][1] . " AS orm_k$index";
            $names[] = $limited ? "orm_r$position AS orm_k$index" : "orm_k$index";
        }
        // The keys of one table are distinct. MariaDB finds too few of them by DISTINCT (its loose scan of an index takes NOT for
        // less than it is), and without that a limit is what keeps the SELECT apart from the one around it.
        [$select, $end] = static::MAP::ADAPTER === 'mysql' && $parts->joins === [] && $parts->derived === null
            ? ['SELECT ', ' LIMIT 18446744073709551615']
            : ['SELECT DISTINCT ', ''];
        if (!$limited && $parts->columns === []) {
            return $this->behindFrom($this->from()->with($select . \implode(', ', $keys), ''), $end);
        }
        // The very SELECT of find(), so that a limit takes the same rows.
        $columns = $limited ? $this->rowColumns() : \implode(', ', $keys);
        $rows = $this->innerRows($adapter, $columns . $this->furtherColumns());

        return $rows->with($select . \implode(', ', $names) . ' FROM (', ") orm_inner$end");
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
        $query = clone $this;
        $query->parts()->distinct = false;
        $query->parts()->joins = \array_intersect_key($parts->joins, $parts->with);
        $query->where = $query->params = $query->types = [];
        $query->closed = 0;
        $query->or = false;
        $keys = $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $column = $parts->root->qualifier . static::MAP::COLUMNS[$position][1];
            $keys[] = "$column AS orm_k$index";
            $on[] = "orm_rows.orm_k$index = $column";
        }
        $rows = $this->behindFrom($this->from()->with('SELECT ' . \implode(', ', $keys), ''), '');

        return $query->add($rows->with(
            'EXISTS (SELECT 1 FROM (',
            ') orm_rows WHERE ' . \implode(' AND ', $on) . ')',
        ));
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
            $keys[] = "$column AS orm_k$index";
            $on[] = "orm_page.orm_k$index = $column";
        }
        if ($this->parts()->repeatsRows()) {
            $rows = $this->pageKeys($adapter, $limit, $offset);
        } else {
            $all = $this->behindFrom($this->from()->with('SELECT ' . \implode(', ', $keys), ''), $this->orderByExpressions());
            $rows = $this->limited($adapter, $all, $limit, $offset);
        }
        $where = new Fragment($this->where === [] ? ' WHERE ' : $this->whereSql() . ' AND ', $this->params, $this->types);

        return $where->then('EXISTS (SELECT 1 FROM (', $rows, ') orm_page WHERE ' . \implode(' AND ', $on) . ')');
    }

    /** A join with the keys of the rows that a limit leaves. */
    private function page(AdapterInterface $adapter, ?int $limit, int $offset): Fragment
    {
        $root = $this->parts()->root;
        $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $on[] = "orm_page.orm_k$index = " . $root->qualifier . static::MAP::COLUMNS[$position][1];
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
        $keys = $names = $order = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $column = $root->qualifier . static::MAP::COLUMNS[$position][1];
            $keys[] = "$column AS orm_k$index";
            $names[] = "orm_k$index";
            $order[] = $column;
        }
        $list = \implode(', ', $names);
        // Rows that the order does not tell apart come in the order of their keys, whoever asks.
        $over = (clone $this)->orderFurther($this->parts()->group === [] ? $order : [])->orderByExpressions();
        $columns = \implode(', ', $keys) . ', ROW_NUMBER() OVER (' . \ltrim($over) . ') AS rn_orm' . $this->furtherColumns();
        $rows = $this->behindFrom($this->from()->with("SELECT $columns", ''), '');
        $first = $rows->with("SELECT $list FROM (", ") orm_rows GROUP BY $list ORDER BY MIN(rn_orm)");

        return new Fragment($adapter->limit($first->sql, $limit, $offset, true), $first->params, $first->types);
    }
}
