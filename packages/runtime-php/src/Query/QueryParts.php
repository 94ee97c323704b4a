<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

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

    public ?Fragment $having = null;
    public bool $distinct = false;

    /** @var array{bool, list<string>, bool}|null exclusive, tables, without waiting */
    public ?array $lock = null;

    public string $comment = '';

    /** @var array<string, Fragment> conditions that wait for combine() */
    public array $conditions = [];

    /** A subquery that stands in FROM instead of the table, and its alias. */
    public ?Fragment $derived = null;

    /** @var list<string> references that the queries around this one use */
    public array $taken = [];

    public function __construct(public Source $root)
    {
    }

    /** Whether a row of the table can appear in several rows of the result that belong to one object. */
    public function repeatsRows(): bool
    {
        foreach ($this->with as $name => $_) {
            for ($join = $this->joins[$name] ?? null; $join !== null; $join = $this->joins[$join->from->name] ?? null) {
                if ($join->kind === \Orm\Runtime\Map\TableMap::ONE_TO_MANY) {
                    return true;
                }
            }
        }

        return false;
    }
}
