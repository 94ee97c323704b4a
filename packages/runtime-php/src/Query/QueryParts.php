<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Map\TableMap;

/**
 * What few queries have: joins, grouping, columns of their own. A query without it takes the short way.
 *
 * @internal
 */
final class QueryParts
{
    /** @var array<string, Join> by name */
    public array $joins = [];

    /** @var array<string, true> names of the joins whose rows become objects */
    public array $with = [];

    /** @var array<string, string> SQL of further columns by alias */
    public array $columns = [];

    /** @var list<string> */
    public array $group = [];

    /** @var array<int, true> positions of columns of the table itself that are grouped by */
    public array $grouped = [];

    public ?Fragment $having = null;
    public bool $distinct = false;

    /** @var array{bool, list<string>, bool}|null exclusive, tables, without waiting */
    public ?array $lock = null;

    public string $comment = '';

    /** @var array<string, Fragment> conditions that wait for combine() */
    public array $conditions = [];

    /** A subquery that stands in FROM instead of the table; it holds when it has all rows of it. */
    public ?Fragment $derived = null;

    /** Whether each row of that subquery is one of the table. */
    public bool $derivedIsTold = true;

    /** @var array<string, true> names of the joins by whose columns the rows are ordered */
    public array $ordered = [];

    /** @var list<string> references that the queries around this one use */
    public array $taken = [];

    public function __construct(public Source $root)
    {
    }

    /** Whether several rows of the result make one object, because a to-many relation is loaded eagerly. */
    public function repeatsRows(): bool
    {
        if ($this->root->map::KEY_POSITIONS === []) {
            return false; // nothing tells the rows apart, so that each becomes an object
        }
        foreach ($this->with as $name => $_) {
            for ($join = $this->joins[$name] ?? null; $join !== null; $join = $this->joins[$join->from->name] ?? null) {
                if ($join->kind === TableMap::ONE_TO_MANY) {
                    return true;
                }
            }
        }

        return false;
    }

    /** Whether there are rows of the result without one of the table: those of a right join. */
    public function hasRowsOfOthers(): bool
    {
        foreach ($this->joins as $join) {
            if ($join->type === Criteria::RIGHT_JOIN) {
                return true;
            }
        }

        return false;
    }

    /** Whether a join leaves out rows of the table. One to a row that every row has to have does not. */
    public function joinsRestrict(): bool
    {
        $always = [$this->root->name => true];
        foreach ($this->joins as $join) {
            if ($join->type === Criteria::LEFT_JOIN) {
                continue;
            }
            if ($join->type !== Criteria::INNER_JOIN || !$join->complete || !isset($always[$join->from->name])) {
                return true;
            }
            $always[$join->source->name] = true;
        }

        return false;
    }

    /** Whether each row of the result is one of the table, and says which. */
    public function tellsRows(): bool
    {
        $keys = $this->root->map::KEY_POSITIONS;
        if ($keys === [] || !$this->derivedIsTold) {
            return false;
        }
        if ($this->group === []) {
            return $this->having === null;
        }

        return \array_diff($keys, \array_keys($this->grouped)) === [];
    }

    /** Whether there is nothing but the table: conditions can be put on it in any statement. */
    public function isBare(): bool
    {
        return $this->joins === [] && $this->columns === [] && $this->group === [] && $this->having === null
            && $this->derived === null && (!$this->distinct || $this->root->map::KEY_POSITIONS !== []);
    }
}
