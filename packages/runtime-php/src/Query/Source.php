<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;

/**
 * A table in the FROM of a query.
 *
 * @internal
 */
final class Source
{
    /**
     * @param string                               $name      how callers name it: an alias, a relation or the table's PHP name
     * @param class-string<ModelQuery<covariant ActiveRecord>> $query
     * @param class-string<TableMap>               $map
     * @param string                               $qualifier what stands before a column, with the dot
     * @param string                               $alias     quoted; empty for none
     */
    public function __construct(
        public readonly string $name,
        public readonly string $query,
        public readonly string $map,
        public readonly string $qualifier,
        public readonly string $alias = '',
    ) {
    }

    /** What stands in FROM. */
    public function sql(): string
    {
        return $this->alias === '' ? $this->map::QUOTED : $this->map::QUOTED . ' ' . $this->alias;
    }

    /** The table as a lock clause names it. */
    public function reference(): string
    {
        return $this->alias === '' ? $this->map::QUOTED : $this->alias;
    }

    /** A column to compare or order by. */
    public function column(int $position): string
    {
        return $this->qualifier . $this->map::COLUMNS[$position][1] . ($this->query::COLLATIONS[$position] ?? '');
    }

    /**
     * Positions of the columns that a row has: all but lazy ones.
     *
     * @return list<int>
     */
    public function rowPositions(): array
    {
        return \array_values(\array_diff(\array_keys($this->map::COLUMNS), $this->map::LAZY_POSITIONS));
    }

    /**
     * The columns of a row for a SELECT.
     *
     * @param string $prefix of names to give them; empty for none
     */
    public function selectList(string $prefix = ''): string
    {
        $sql = '';
        foreach ($this->rowPositions() as $position) {
            $sql .= ', ' . $this->qualifier . $this->map::COLUMNS[$position][1] . ($prefix === '' ? '' : " AS $prefix$position");
        }

        return \substr($sql, 2);
    }
}
