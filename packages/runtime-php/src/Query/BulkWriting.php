<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Relation\Link;

/** Changing and deleting many rows with one statement. Objects' own hooks are not called. */
trait BulkWriting
{
    use BulkLists;

    /** @var array<class-string, bool> whether a class has hooks of its own, which then belong to the same transaction */
    private static array $writeHooks = [];

    /**
     * Sets columns of all rows of the query.
     *
     * @param array<string, mixed> $values by name of the column; an SqlExpression is worked out by the database
     * @param bool                 $force  also columns that say where a row stands in a sortable list; the lists are
     *                                     renumbered then
     *
     * @return int the number of rows
     */
    public function update(array $values, ?ConnectionWrapper $con = null, bool $force = false): int
    {
        $con ??= Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
        $query = clone $this;

        return $this->atomically($con, static function () use ($query, $values, $con, $force): int {
            $replaced = $query->preUpdate($values, $con);
            if ($replaced !== null) {
                return $replaced;
            }
            $rows = static::MAP::LIST === []
                ? $query->writeRows($con, $query->updateSql($con, $values))
                : $query->updateListed($con, $values, $force);
            $query->postUpdate($rows, $con);

            return $rows;
        });
    }

    /**
     * Deletes the rows of the query, which must have a condition.
     *
     * @return int the number of rows
     */
    public function delete(?ConnectionWrapper $con = null): int
    {
        $own = \count(static::CLASS_KEYS) === 0 ? $this->where !== '' : $this->last >= 0;
        if (!$own && $this->limit === null && ($this->parts === null || $this->parts->joins === [])) {
            throw new InvalidQueryException(\sprintf(
                'delete() needs a condition. To delete all rows of %s, call deleteAll().',
                static::MAP::TABLE_PHP_NAME,
            ));
        }

        return $this->doDelete($con);
    }

    /**
     * Deletes all rows of the table (of a subclass: all of its kind).
     *
     * @return int the number of rows
     */
    public function deleteAll(?ConnectionWrapper $con = null): int
    {
        return (new static())->doDelete($con);
    }

    private function doDelete(?ConnectionWrapper $con): int
    {
        $con ??= Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
        $query = clone $this;

        return $this->atomically($con, static function () use ($query, $con): int {
            $replaced = $query->preDelete($con);
            if ($replaced !== null) {
                return $replaced;
            }
            $links = static::MAP::LINKS === [] ? [] : Link::orphaning(static::MAP);
            $rows = static::MAP::LIST === [] && $links === []
                ? $query->writeRows($con, $query->deleteSql($con))
                : $query->deleteListed($con, $links);
            $query->postDelete($rows, $con);

            return $rows;
        });
    }

    private function deleteSql(ConnectionWrapper $con): Fragment
    {
        return $this->chosen($con, 'DELETE FROM ' . static::MAP::QUOTED);
    }

    /**
     * @param array<string, mixed> $values
     */
    private function updateSql(ConnectionWrapper $con, array $values): Fragment
    {
        if ($values === []) {
            throw new InvalidQueryException('update() needs the columns to set.');
        }
        $map = static::MAP;
        $source = new Source($map::TABLE_PHP_NAME, static::class, $map, $map::QUOTED . '.');
        $sql = null;
        foreach ($values as $name => $value) {
            [, $position] = ColumnNames::column($name, $source, $source, []);
            [, $quoted, , $place] = $map::COLUMNS[$position];
            $next = match (true) {
                $value instanceof SqlExpression => SqlClause::of($value->sql, $source, $source, [], $value->values, [], [$source, $position]),
                default => new Fragment(
                    $place,
                    [BoundValue::assigned($source, $position, $value)],
                    BoundValue::types($source, $position, 1),
                ),
            };
            $next = $next->with("$quoted = ", '');
            $sql = $sql === null ? $next->with('UPDATE ' . $map::QUOTED . ' SET ', '') : $sql->then(', ', $next);
        }

        return $this->chosen($con, $sql);
    }

    /** A statement for the rows of this query: by its conditions, or by keys where it has more than conditions. */
    private function chosen(ConnectionWrapper $con, Fragment|string $statement): Fragment
    {
        $statement = \is_string($statement) ? new Fragment($statement) : $statement;
        if ($this->isPlain()) {
            return $statement->then('', new Fragment($this->whereSql(), $this->params, $this->types));
        }
        $map = static::MAP;
        if ($map::KEY_POSITIONS === []) {
            throw new InvalidQueryException(\sprintf(
                '%s has no primary key, so only a query with conditions of its own can change rows of it.',
                $map::TABLE_PHP_NAME,
            ));
        }
        $root = $this->parts()->root;
        $keys = $on = [];
        foreach ($map::KEY_POSITIONS as $index => $position) {
            $keys[] = $root->qualifier . $map::COLUMNS[$position][1] . " AS k$index";
            $on[] = "orm_rows.k$index = " . $map::QUOTED . '.' . $map::COLUMNS[$position][1];
        }
        // DISTINCT keeps MySQL from merging the subquery with the table that is written, which it would then refuse.
        $rows = $this->limitedRows($con, \implode(', ', $keys));
        if (\count($keys) === 1) {
            $column = $map::QUOTED . '.' . $map::COLUMNS[$map::KEY_POSITIONS[0]][1];

            return $statement->then(" WHERE $column IN (SELECT k0 FROM (", $rows, ') orm_rows)');
        }

        return $statement->then(
            ' WHERE EXISTS (SELECT 1 FROM (',
            $rows,
            ') orm_rows WHERE ' . \implode(' AND ', $on) . ')',
        );
    }

    private function limitedRows(ConnectionWrapper $con, string $keys): Fragment
    {
        if ($this->limit === null && $this->offset === 0) {
            return $this->behindFrom($this->from()->with("SELECT DISTINCT $keys", ''), '');
        }
        $rows = $this->behindFrom($this->from()->with("SELECT $keys", ''), $this->order);

        return new Fragment(
            $con->adapter->limit($rows->sql, $this->limit, $this->offset, $this->order !== ''),
            $rows->params,
            $rows->types,
        );
    }

    /** Whether the query is nothing but conditions on the table. */
    private function isPlain(): bool
    {
        $parts = $this->parts;

        return $this->limit === null && $this->offset === 0 && ($parts === null || (
            $parts->joins === [] && $parts->group === [] && $parts->having === null && $parts->derived === null
            && $parts->root->alias === ''
        ));
    }

    private function writeRows(ConnectionWrapper $con, Fragment $sql): int
    {
        $rows = $this->execute($con, $sql);
        $this->forgetForNow($con);

        return $rows;
    }

    /**
     * @param bool $keepsOwn whether objects of this table are put right in another way
     */
    private function forgetForNow(ConnectionWrapper $con, bool $keepsOwn = false): void
    {
        $this->forgetObjects($con, $keepsOwn);
        $con->onRollback(fn () => $this->forgetObjects($con, $keepsOwn));
    }

    private function execute(ConnectionWrapper $con, Fragment $sql): int
    {
        $statement = $con->prepareOnce($sql->sql);
        try {
            self::executeTyped($statement, $sql->params, $sql->types);
            $rows = $statement->rowCount();
        } catch (\PDOException $error) {
            throw $con->failed($error, $sql->sql);
        }
        $con->noteWrite();

        return $rows;
    }

    /** Objects in the pool may differ from their rows now, and those of tables that cascades reach. */
    private function forgetObjects(ConnectionWrapper $con, bool $keepsOwn = false): void
    {
        $pool = $con->getPool();
        if ($pool === null) {
            return;
        }
        $seen = [];
        $reached = [static::MAP];
        while (($map = \array_pop($reached)) !== null) {
            if (isset($seen[$map])) {
                continue;
            }
            $seen[$map] = true;
            if (!$keepsOwn || $map !== static::MAP) {
                $pool->table($map)->clear();
            }
            foreach ($map::RELATIONS as [$kind, $other]) {
                if ($kind !== TableMap::MANY_TO_ONE) {
                    $reached[] = $other;
                }
            }
        }
    }

    /**
     * @param callable(): int $work
     */
    private function atomically(ConnectionWrapper $con, callable $work): int
    {
        self::$writeHooks[static::class] ??= self::hasWriteHooks();
        if (self::$writeHooks[static::class] && !$con->inTransaction()) {
            return $con->transaction($work);
        }

        return $work();
    }

    private static function hasWriteHooks(): bool
    {
        foreach (['preUpdate', 'postUpdate', 'preDelete', 'postDelete'] as $hook) {
            if ((new \ReflectionMethod(static::class, $hook))->class !== ModelQuery::class) {
                return true;
            }
        }

        return false;
    }
}
