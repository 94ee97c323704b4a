<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\TableStatements;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Relation\Link;
use Orm\Runtime\Relation\ListOrder;

/**
 * Which columns a query reads, and how its rows become objects that hang together.
 *
 * @internal
 */
final class RowPlan
{
    /** The list after SELECT. */
    public readonly string $columns;

    /** @var list<Block> the table itself first */
    private array $blocks = [];

    /** @var array<string, int> index in the row by alias of withColumn() */
    private array $virtual = [];

    /** @var array<class-string<TableMap>, array<int|string, ActiveRecord>> the objects of this result by table and key */
    private array $objects = [];

    /** @var array<int|string, true> keys of the objects that are the result, and not only loaded eagerly */
    private array $found = [];

    /** @var array<int, array<int|string, array<int|string, ActiveRecord>>> by block, key of the parent, own key */
    private array $lists = [];

    /** @var array<int, array<int|string, ActiveRecord>> by block: the parents of to-many relations by key */
    private array $parents = [];

    /** @var array<int, TableStatements> */
    private array $tables = [];

    /** Whether several rows make one object, because a to-many relation is loaded eagerly. */
    private readonly bool $repeats;

    /** @var array<string, true> names of the joins by whose columns the rows are ordered */
    private readonly array $ordered;

    /** Rows of a table without a key, which are all different. */
    private int $rows = 0;

    public function __construct(QueryParts $parts)
    {
        $sql = $parts->root->selectList();
        $this->blocks[] = new Block($parts->root, 0, null, '', 0);
        $at = $this->blocks[0]->length;
        $index = [$parts->root->name => 0];
        $joined = 0;
        foreach ($parts->with as $name => $_) {
            $join = $parts->joins[$name];
            // Oracle refuses to limit rows in which two columns have one name.
            $sql .= ', ' . $join->source->selectList($join->source->map::ADAPTER === 'oracle' ? 't' . ++$joined . '_' : '');
        }
        foreach ($parts->with as $name => $_) {
            $join = $parts->joins[$name];
            $index[$name] = \count($this->blocks);
            $this->blocks[] = $block = new Block($join->source, $at, $join->from->name, $join->relation, $join->kind);
            $at += $block->length;
        }
        foreach ($this->blocks as $block) {
            $block->parent = $block->from === null ? -1 : ($index[$block->from] ?? 0);
        }
        foreach ($parts->columns as $alias => $expression) {
            $quote = match ($parts->root->map::ADAPTER) {
                'mysql' => "`$alias`",
                'mssql' => "[$alias]",
                default => "\"$alias\"",
            };
            $sql .= ", $expression AS $quote";
            $this->virtual[$alias] = $at++;
        }
        $this->columns = $sql;
        $this->repeats = $parts->repeatsRows();
        $this->ordered = $parts->ordered;
    }

    public function begin(ConnectionWrapper $con): void
    {
        foreach ($this->blocks as $number => $block) {
            $map = $block->source->map;
            $this->tables[$number] = $con->tables[$map] ?? $con->table($map);
        }
    }

    /**
     * The object of a row, or null when the row belongs to an object that an earlier row made.
     *
     * @param list<scalar|resource|null> $row
     */
    public function object(array $row): ?ActiveRecord
    {
        if (\count($this->blocks) === 1) {
            $object = ($this->blocks[0]->model)::fromRow($row, $this->tables[0]);
        } else {
            $object = $this->linked($row);
        }
        if ($object !== null) {
            foreach ($this->virtual as $alias => $index) {
                $object->setVirtualColumn($alias, $row[$index]);
            }
        }

        return $object;
    }

    /**
     * @param list<scalar|resource|null> $row
     */
    private function linked(array $row): ?ActiveRecord
    {
        $made = $keys = [];
        $result = null;
        foreach ($this->blocks as $number => $block) {
            $key = $number === 0 && !$block->hasKey ? 'row ' . ++$this->rows : $block->key($row);
            $keys[$number] = $key;
            $map = $block->source->map;
            $object = $key === null ? null : ($this->objects[$map][$key] ?? null);
            if ($key !== null && $object === null) {
                $part = \array_slice($row, $block->offset, $block->length);
                $object = ($block->model)::fromRow($part, $this->tables[$number]);
                if ($block->hasKey) {
                    $this->objects[$map][$key] = $object;
                }
            }
            if ($number === 0 && $key !== null && (!$this->repeats || !isset($this->found[$key]))) {
                $this->found[$key] = true;
                $result = $object;
            }
            $made[$number] = $object;
            $parent = $made[$block->parent] ?? null;
            $parentKey = $keys[$block->parent] ?? null;
            if ($block->parent < 0 || $parent === null || $parentKey === null) {
                continue;
            }
            if ($block->kind === TableMap::ONE_TO_MANY) {
                $this->parents[$number][$parentKey] = $parent;
                if ($object !== null) {
                    $this->lists[$number][$parentKey][$key] = $object;
                }
            } else {
                $parent->attachRelated($block->relation, $object);
            }
        }

        return $result;
    }

    /** Lets go of the objects so far; only where no row can belong to one of them. */
    public function forget(): void
    {
        $this->objects = $this->found = [];
    }

    /**
     * Hands the objects of to-many relations to the objects they belong to, once all rows were read. Those of a list are
     * in the order of their ranks, unless the query orders by another column of them.
     */
    public function finish(): void
    {
        foreach ($this->parents as $number => $parents) {
            $relation = $this->blocks[$number]->relation;
            $source = $this->blocks[$number]->source;
            $from = $this->blocks[$this->blocks[$number]->parent]->source;
            $sorts = Link::of($from->map, $relation)->isList() && !isset($this->ordered[$source->name]);
            foreach ($parents as $key => $parent) {
                $list = \array_values($this->lists[$number][$key] ?? []);
                $parent->attachRelatedList($relation, $sorts ? ListOrder::sorted($list, $source->map) : $list);
            }
        }
    }
}
