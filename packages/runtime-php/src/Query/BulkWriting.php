<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\ReadOnlyException;
use Orm\Runtime\Exception\UnknownColumnException;
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
        $this->refuseUsed();
        $this->refuseReadOnly();
        $con ??= Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
        $query = clone $this;

        return $this->atomically($con, static function () use ($query, $values, $con, $force): int {
            $replaced = $query->preUpdate($values, $con);
            if ($replaced !== null) {
                return $replaced;
            }
            $found = $query->scoped($con)->withComparableRows();
            $rows = static::MAP::LIST === []
                ? $found->writeRows($con, $found->updateSql($con, $values))
                : $found->updateListed($con, $values, $force);
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
        if (!$this->restricts()) {
            throw new InvalidQueryException(\sprintf(
                'delete() needs a condition that leaves rows out. To delete all rows of %s, call deleteAll().',
                static::MAP::TABLE_PHP_NAME,
            ));
        }

        return $this->doDelete($con);
    }

    /**
     * Deletes all rows of the table that a query without conditions finds: of a subclass all of its kind, and only what
     * `preSelect()` lets be found.
     *
     * @return int the number of rows
     */
    public function deleteAll(?ConnectionWrapper $con = null): int
    {
        return (new static())->doDelete($con);
    }

    private function doDelete(?ConnectionWrapper $con): int
    {
        $this->refuseUsed();
        $this->refuseReadOnly();
        $con ??= Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
        $query = clone $this;

        return $this->atomically($con, static function () use ($query, $con): int {
            $replaced = $query->preDelete($con);
            if ($replaced !== null) {
                return $replaced;
            }
            $links = static::MAP::LINKS === [] ? [] : Link::orphaning(static::MAP);
            $found = $query->scoped($con)->withComparableRows();
            $rows = static::MAP::LIST === [] && $links === []
                ? $found->writeRows($con, $found->deleteSql($con))
                : $found->deleteListed($con, $links);
            $query->postDelete($rows, $con);

            return $rows;
        });
    }

    private function refuseReadOnly(): void
    {
        if (static::MAP::READ_ONLY) {
            throw new ReadOnlyException(\sprintf('The table "%s" is read-only in the schema.', static::MAP::TABLE_NAME));
        }
    }

    private function deleteSql(ConnectionWrapper $con): Fragment
    {
        // MySQL deletes one row after the other, with everything that ON DELETE says: where rows point at rows of the same
        // table, that can change a row before its turn has come. It has to know all of them before.
        $byKey = static::MAP::ADAPTER === 'mysql' && static::MAP::KEY_POSITIONS !== [] && self::pointsAtItself();

        return $this->chosen($con, 'DELETE FROM ' . static::MAP::QUOTED, $byKey);
    }

    private static function pointsAtItself(): bool
    {
        foreach (static::MAP::RELATIONS as [, $other]) {
            if ($other === static::MAP) {
                return true;
            }
        }

        return false;
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
            if (\in_array($position, $map::GENERATED_POSITIONS, true)) {
                throw UnknownColumnException::generated($map, $position);
            }
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
    private function chosen(ConnectionWrapper $con, Fragment|string $statement, bool $byKey = false): Fragment
    {
        $statement = \is_string($statement) ? new Fragment($statement) : $statement;
        if (!$byKey && $this->isPlain()) {
            return $statement->then('', new Fragment($this->whereSql(), $this->params, $this->types));
        }
        $map = static::MAP;
        $this->refuseUnknownRows();
        if ($this->holds() === false) {
            // MySQL drops what can have no rows so early that it misses the SELECT of its own around it.
            return $statement->then(' WHERE ', Fragment::never());
        }
        $rows = $this->innerKeys($con->adapter);
        // A SELECT of its own around it keeps MySQL from merging it with the table that is written, which it would refuse.
        if (\count($map::KEY_POSITIONS) === 1) {
            $column = $map::QUOTED . '.' . $map::COLUMNS[$map::KEY_POSITIONS[0]][1];

            return $statement->then(" WHERE $column IN (SELECT orm_k0 FROM (", $rows, ') orm_rows)');
        }
        $on = [];
        foreach ($map::KEY_POSITIONS as $index => $position) {
            $on[] = "orm_rows.orm_k$index = " . $map::QUOTED . '.' . $map::COLUMNS[$position][1];
        }

        return $statement->then(
            ' WHERE EXISTS (SELECT 1 FROM (',
            $rows,
            ') orm_rows WHERE ' . \implode(' AND ', $on) . ')',
        );
    }

    /** What cannot say which rows it means must not change any. */
    private function refuseUnknownRows(): void
    {
        if (static::MAP::KEY_POSITIONS === []) {
            throw new InvalidQueryException(\sprintf(
                '%s has no primary key, so only a query with conditions of its own can change rows of it.',
                static::MAP::TABLE_PHP_NAME,
            ));
        }
        if (!$this->parts()->tellsRows()) {
            throw new InvalidQueryException(\sprintf(
                'The groups of this query do not say which rows of %1$s they are about, so it cannot change them: group by the '
                    . 'primary key too, as groupByClass("%1$s") does.',
                static::MAP::TABLE_PHP_NAME,
            ));
        }
    }

    /** Whether the query is nothing but conditions on the table. */
    private function isPlain(): bool
    {
        $parts = $this->parts;
        // MySQL does not write a table that a subquery of the statement reads, unless that stands in FROM.
        $reads = static::MAP::ADAPTER === 'mysql' && static::MAP::KEY_POSITIONS !== [] && $this->hasInner();

        return $this->limit === null && $this->offset === 0 && !$reads
            && ($parts === null || ($parts->isBare() && $parts->root->alias === ''));
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
