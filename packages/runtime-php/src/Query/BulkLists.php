<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Relation\Link;
use Orm\Runtime\Relation\OrphanedRows;
use Orm\Runtime\Sortable\ListArguments;
use Orm\Runtime\Sortable\ListPlan;
use Orm\Runtime\Sortable\LiveRows;
use Orm\Runtime\Sortable\RankedList;
use PDO;
use PDOException;

/**
 * Changing and deleting many rows of sortable tables: the lists they are in are locked first, and put in order in the same
 * transaction.
 *
 * @internal part of BulkWriting
 *
 * @phpstan-import-type ListDefinition from TableMap
 */
trait BulkLists
{
    /** More lists at once are refused, so there is no need to read more of them. */
    private const MOST_LISTS = 1000;

    /**
     * @param list<Link> $links to rows of lists that point at those of this query, and fall into another list
     */
    private function deleteListed(ConnectionWrapper $con, array $links): int
    {
        return OrphanedRows::leave(
            $con,
            $links,
            fn (Link $link): array => $this->orphanedLists($con, $link),
            fn (): int => static::MAP::LIST === []
                ? $this->writeRows($con, $this->deleteSql($con))
                : $this->deleteFromLists($con),
        );
    }

    private function deleteFromLists(ConnectionWrapper $con): int
    {
        $list = RankedList::of(static::MAP);
        /** @var list<list<int|string|null>> $touched */
        $touched = [];

        return $list->withLists(
            $con,
            function () use ($con, &$touched): array {
                return $touched = $this->listScopes($con);
            },
            function () use ($con, $list, &$touched): int {
                $rows = $this->execute($con, $this->within($this->deleteSql($con), $touched, true));
                foreach ($touched as $scope) {
                    $list->close($con, $scope);
                }
                $this->forgetForNow($con, true);
                LiveRows::putRight($con, static::MAP);

                return $rows;
            },
            true,
        );
    }

    /**
     * @param array<string, mixed> $values
     */
    private function updateListed(ConnectionWrapper $con, array $values, bool $force): int
    {
        $set = $this->placing($values);
        if ($set === []) {
            return $this->writeRows($con, $this->updateSql($con, $values));
        }
        if (!$force) {
            throw new InvalidQueryException(\sprintf(
                'update() would set %s, which says where a row of %s stands in its list, and the lists would be wrong '
                    . 'afterwards. Change the objects instead, or call reorder(). With true as the third argument, update() '
                    . 'does it and renumbers the lists.',
                \implode(' and ', \array_map(static fn (int $at): string => static::MAP::phpNameAt($at), \array_keys($set))),
                static::MAP::TABLE_PHP_NAME,
            ));
        }
        $list = RankedList::of(static::MAP);
        /** @var array<string, list<int|string|null>> $before */
        $before = [];
        /** @var array<string, list<int|string|null>> $after */
        $after = [];

        return $list->withLists(
            $con,
            function () use ($con, $set, &$before, &$after): array {
                [$before, $after] = $this->scopesAround($con, $set);

                return \array_values($before + $after);
            },
            function () use ($con, $values, $set, $list, &$before, &$after): int {
                $leavesUnranked = ($set[static::MAP::LIST['rank'] ?? -1] ?? null) === null;
                $rows = $this->execute($con, $this->within($this->updateSql($con, $values), $before, $leavesUnranked));
                foreach (\array_values($before + $after) as $scope) {
                    $list->close($con, $scope);
                }
                $this->forgetForNow($con);

                return $rows;
            },
        );
    }

    /**
     * What update() would set of rank and scope.
     *
     * @param array<string, mixed> $values
     *
     * @return array<int, mixed> by position
     */
    private function placing(array $values): array
    {
        $map = static::MAP;
        $list = $map::LIST;
        $source = new Source($map::TABLE_PHP_NAME, static::class, $map, $map::QUOTED . '.');
        $set = [];
        if ($list === []) {
            return $set;
        }
        foreach ($values as $name => $value) {
            [, $position] = ColumnNames::column($name, $source, $source, []);
            if ($position === $list['rank'] || \in_array($position, $list['scope'], true)) {
                $set[$position] = $value;
            }
        }

        return $set;
    }

    /**
     * The lists that have rows of this query.
     *
     * @return list<list<int|string|null>>
     *
     * @internal
     */
    final public function listScopes(ConnectionWrapper $con): array
    {
        return \array_values($this->scopesAround($con, [])[0]);
    }

    /**
     * The lists that have rows of this query, and those that they will be in.
     *
     * @param array<int, mixed> $set what is to be set, by position
     *
     * @return array{array<string, list<int|string|null>>, array<string, list<int|string|null>>}
     */
    private function scopesAround(ConnectionWrapper $con, array $set): array
    {
        $map = static::MAP;
        $list = $map::LIST;
        if ($list === []) {
            return [[], []];
        }
        $before = $after = [];
        foreach ($this->placedRows($con, $list, $set) as $row) {
            $scope = [];
            foreach ($list['scope'] as $index => $position) {
                $scope[] = ListArguments::stored($map, $position, $row[$index] ?? null);
            }
            $before[\serialize($scope)] = $scope;
            $further = \count($scope);
            foreach ($list['scope'] as $index => $position) {
                if (($set[$position] ?? null) instanceof SqlExpression) {
                    $scope[$index] = ListArguments::stored($map, $position, $row[$further++] ?? null);
                } elseif (\array_key_exists($position, $set)) {
                    $scope[$index] = ListArguments::value($map, $position, $set[$position]);
                }
            }
            $after[\serialize($scope)] = \array_values($scope);
        }

        return [$before, $after];
    }

    /**
     * The scopes of the rows of this query that are in a list or will be, and what an SqlExpression makes of them.
     *
     * @param ListDefinition    $list
     * @param array<int, mixed> $set
     *
     * @return list<list<mixed>>
     */
    private function placedRows(ConnectionWrapper $con, array $list, array $set): array
    {
        $map = static::MAP;
        $source = new Source($map::TABLE_PHP_NAME, static::class, $map, $map::QUOTED . '.');
        $columns = \array_map(static fn (int $position): string => $source->qualifier . $map::COLUMNS[$position][1], $list['scope']);
        $sql = new Fragment('SELECT DISTINCT ' . ($columns === [] ? '1' : \implode(', ', $columns)));
        foreach ($list['scope'] as $position) {
            $value = $set[$position] ?? null;
            if ($value instanceof SqlExpression) {
                $sql = $sql->then(', ', SqlClause::of($value->sql, $source, $source, [], $value->values));
            }
        }
        $sql = $this->chosen($con, $sql->with('', ' FROM ' . $map::QUOTED));
        [$onlyHere] = ListPlan::of($map)->deciding($con);
        $conditions = $onlyHere === '' ? [] : [$onlyHere];
        if (!$list['required'] && ($set[$list['rank']] ?? null) === null) {
            $conditions[] = $source->column($list['rank']) . ' IS NOT NULL';
        }
        if ($conditions !== []) {
            $sql = $this->also($sql, new Fragment(\implode(' AND ', $conditions)));
        }

        return $this->fewRows($con, ListPlan::of($map), $sql);
    }

    /**
     * Not more rows than it takes to see that they are too many.
     *
     * @return list<list<mixed>>
     */
    private function fewRows(ConnectionWrapper $con, ListPlan $plan, Fragment $sql): array
    {
        $limited = $con->adapter->limit($sql->sql, self::MOST_LISTS + 1, 0);
        $limited .= $plan->deciding($con)[1];
        $statement = $con->prepareOnce($limited);
        try {
            self::executeTyped($statement, $sql->params, $sql->types);

            /** @var list<list<mixed>> */
            return $statement->fetchAll(PDO::FETCH_NUM);
        } catch (PDOException $error) {
            throw $con->failed($error, $limited);
        }
    }

    /**
     * Only rows of these lists. Others may have come to fit the conditions since the lists were found; theirs are not
     * locked.
     *
     * @param array<list<int|string|null>> $scopes
     * @param bool                         $unranked whether rows that are in no list are changed too
     */
    private function within(Fragment $sql, array $scopes, bool $unranked): Fragment
    {
        $map = static::MAP;
        $list = $map::LIST;
        if ($list === []) {
            return $sql;
        }
        $all = null;
        // In groups: SQLite does not take a thousand alternatives in a row.
        foreach (\array_chunk($scopes, 32) as $some) {
            $group = null;
            foreach ($some as $scope) {
                $one = self::inScope($map, $list, $scope);
                $group = $group === null ? $one->with('(', ')') : $group->then(' OR (', $one, ')');
            }
            $all = $all === null ? $group->with('(', ')') : $all->then(' OR (', $group, ')');
        }
        if ($unranked && !$list['required']) {
            $none = new Fragment($map::COLUMNS[$list['rank']][1] . ' IS NULL');
            $all = $all === null ? $none : $none->then(' OR ', $all);
        }

        return $this->also($sql, ($all ?? new Fragment('1 = 0'))->with('(', ')'));
    }

    /**
     * @param class-string<TableMap>  $map
     * @param ListDefinition          $list
     * @param list<int|string|null>   $scope
     */
    private static function inScope(string $map, array $list, array $scope): Fragment
    {
        $parts = $params = $types = [];
        foreach ($scope as $index => $value) {
            $parts[] = $list['conditions'][$index][$value === null ? 1 : 0];
            if ($value !== null) {
                $types[] = $map::COLUMNS[$list['scope'][$index]][2];
                $params[] = $value;
            }
        }

        return new Fragment($parts === [] ? '1 = 1' : \implode(' AND ', $parts), $params, $types);
    }

    /** A further condition for a statement that `chosen()` made. */
    private function also(Fragment $sql, Fragment $condition): Fragment
    {
        return $sql->then($this->where === [] && $this->isPlain() ? ' WHERE ' : ' AND ', $condition);
    }

    /**
     * The lists of rows that point at those of this query.
     *
     * @return list<list<int|string|null>>
     */
    private function orphanedLists(ConnectionWrapper $con, Link $link): array
    {
        $child = $link->map;
        $list = $child::LIST;
        if ($list === []) {
            return [];
        }
        $own = static::MAP::QUOTED . '.';
        // Under another name: the rows may be of this table too.
        $name = static fn (int $position): string => 'orm_child.' . $child::COLUMNS[$position][1];
        $on = [];
        foreach ($link->columns as [$here, $there]) {
            $on[] = $name($there) . " = $own" . static::MAP::COLUMNS[$here][1];
        }
        $sql = $this->chosen($con, 'SELECT DISTINCT ' . \implode(', ', \array_map($name, $list['scope'])) . ' FROM '
            . static::MAP::QUOTED . ' INNER JOIN ' . $child::QUOTED . ' orm_child ON ' . \implode(' AND ', $on));
        $scopes = [];
        $plan = ListPlan::of($child);
        [$onlyHere] = $plan->deciding($con);
        $ranked = new Fragment($name($list['rank']) . ' IS NOT NULL' . ($onlyHere === '' ? '' : " AND $onlyHere"));
        foreach ($this->fewRows($con, $plan, $this->also($sql, $ranked)) as $row) {
            $scope = [];
            foreach ($list['scope'] as $index => $position) {
                $scope[] = ListArguments::stored($child, $position, $row[$index] ?? null);
            }
            $scopes[] = $scope;
        }

        return $scopes;
    }
}
