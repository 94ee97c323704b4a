<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Query\Criteria;

/**
 * Makes up a plan: any seed makes the same one.
 *
 * @phpstan-import-type Plan from Meaning
 */
final class Generator
{
    private const WEIGHTS = [
        'Item' => 34, 'Maker' => 12, 'Note' => 9, 'Store' => 4, 'Topic' => 4, 'ItemTopic' => 4, 'Cover' => 4, 'Shelf' => 6, 'Box' => 7,
        'Event' => 4, 'Reading' => 4, 'Recital' => 2, 'Fair' => 2, 'Doc' => 12, 'Line' => 2, 'Task' => 8,
    ];

    private readonly Dice $dice;
    private readonly ExpressionMaker $expressions;
    private readonly ConditionMaker $conditions;
    private readonly Names $names;
    private readonly string $query;
    private readonly string $table;
    private readonly ?string $alias;
    private readonly string $root;

    /** Whether select() reads values of the rows, and what becomes of the rows before. */
    private readonly bool $isValues;
    private readonly bool $isGrouped;
    private readonly bool $isDistinct;

    /** @var non-empty-array<string, string> tables by the names that texts may use */
    private array $sources;

    /** @var list<string> sources of which a row has one at most */
    private array $single;

    /** @var array<string, string> sources that are loaded eagerly, and their relations */
    private array $with = [];
    private bool $hasRight = false;

    public function __construct(private readonly Data $data, int $seed)
    {
        $this->dice = $dice = new Dice("chain $seed");
        $this->query = $dice->weighted(self::WEIGHTS);
        $this->table = Schema::QUERIES[$this->query][0];
        $this->alias = $dice->maybe(10) ? 'x' : null;
        $this->root = Schema::rootName($this->query, $this->alias);
        $this->sources = [$this->root => $this->table];
        $this->single = [$this->root];
        $this->names = new Names([$this->root, Schema::model($this->table)]);
        $this->expressions = new ExpressionMaker($data, $dice);
        $this->isValues = $dice->maybe(20);
        $this->isGrouped = $dice->maybe($this->isValues ? 50 : 12);
        $this->isDistinct = !$this->isGrouped && $dice->maybe($this->isValues ? 35 : 12);
        $this->conditions = new ConditionMaker($data, $dice, $this->expressions, $this->names, !$this->isGrouped && !$this->isDistinct);
    }

    /** @return Plan */
    public function plan(): array
    {
        $dice = $this->dice;
        [$values, $grouped, $distinct] = [$this->isValues, $this->isGrouped, $this->isDistinct];
        $joins = $this->joins(!$values && !$grouped);
        $conditions = $this->wheres();
        [$columns, $aliases] = $this->columns($grouped);
        [$groups, $select] = $values ? $this->selection($grouped, $distinct, $aliases) : [$grouped ? [['groupClass', $this->root]] : [], []];
        $havings = $grouped && $dice->maybe(50) ? [['having', $this->expressions->having($this->sources)]] : [];
        $limits = $this->limits($aliases);
        $orders = $this->orders($values, $grouped, $distinct, $aliases, $select, $limits !== []);
        $rankOrder = null;
        $rest = [
            ...($distinct ? [['distinct']] : []),
            ...($dice->maybe(3) ? [['comment', 'a ? :b */ c']] : []),
            ...($this->table === 'task' && !$values && !$grouped && $dice->maybe(35) ? [$rankOrder = ['orderByRank', $dice->maybe(50)]] : []),
            ...$limits,
        ];
        if (!$values) {
            $select = $this->objectSelection($distinct, $rankOrder === null ? $orders : [$rankOrder, ...$orders], $aliases);
        }
        $steps = [...$joins, ...$dice->shuffled([...\array_map(static fn (array $step): array => [$step], $rest), ...$conditions])];
        $flat = [...$joins, ...\array_merge([], ...\array_slice($steps, \count($joins))), ...$columns, ...$groups, ...$havings, ...$orders];
        if ($dice->maybe($this->table === 'doc' ? 20 : 4)) {
            $flat[] = ['or'];
        }
        $plan = ['query' => $this->query, 'alias' => $this->alias, 'steps' => $flat, 'select' => $select, 'values' => $values];

        return $plan;
    }

    /**
     * @return list<array<int, mixed>>
     */
    private function joins(bool $mayRead): array
    {
        $dice = $this->dice;
        $steps = [];
        $count = $dice->weighted([42, 32, 18, 8]);
        for ($number = 0; $number < $count && !$this->hasRight; ++$number) {
            $parent = $dice->maybe(75) ? $this->root : $dice->pick(\array_keys($this->sources));
            $relations = $this->conditions->relations($this->sources[$parent]);
            if ($relations === []) {
                continue;
            }
            $relation = $dice->pick(\array_keys($relations));
            $type = $dice->pick([null, null, Criteria::LEFT_JOIN, Criteria::INNER_JOIN]);
            if ($number === 0 && $dice->maybe(6)) {
                $type = Criteria::RIGHT_JOIN;
                $this->hasRight = true;
            }
            $alias = $this->names->take($relation, $dice->maybe(15));
            $name = $alias ?? $relation;
            $there = $relations[$relation]['table'];
            $isSingle = !$relations[$relation]['many'] && \in_array($parent, $this->single, true);
            $with = $mayRead && !$this->hasRight && $dice->maybe(40) && ($parent === $this->root || isset($this->with[$parent]))
                && !\in_array("$parent.$relation", $this->with, true);
            $on = $dice->maybe(12) && !($with && $isSingle) && !$this->hasRight
                ? [$this->expressions->condition([$name => $there, $this->root => $this->table], 0)]
                : [];
            $style = $dice->pick(['short', 'word', 'name']);
            if ($style === 'name' || $parent !== $this->root) {
                $type ??= $relations[$relation]['required'] ? Criteria::INNER_JOIN : Criteria::LEFT_JOIN;
            }
            $later = $with && $dice->maybe(20);
            $steps[] = ['join', $parent, $relation, $alias, $type, $with && !$later, $on, $style];
            if ($later) {
                $steps[] = ['with', $name];
            }
            $this->sources[$name] = $there;
            if ($isSingle) {
                $this->single[] = $name;
            }
            if ($with) {
                $this->with[$name] = "$parent.$relation";
            }
        }

        return $steps;
    }

    /**
     * @return list<list<array<int, mixed>>> conditions, each with the _or() before it
     */
    private function wheres(): array
    {
        $dice = $this->dice;
        $conditions = [];
        if ($this->table === 'item' && $dice->maybe(10)) {
            $conditions[] = [['ignoreCase']];
        }
        for ($left = $dice->weighted([14, 35, 28, 15, 8]); $left > 0; --$left) {
            $condition = $this->conditions->step($this->table, $this->sources, 2, !$this->hasRight, true);
            $conditions[] = $conditions !== [] && $dice->maybe(35) ? [['or'], $condition] : [$condition];
        }

        return $conditions;
    }

    /**
     * @return array{list<array<int, mixed>>, list<string>}
     */
    private function columns(bool $grouped): array
    {
        $steps = [];
        $names = [];
        // Rows of a join that are the same object have one value of a further column.
        $sources = $this->isValues ? $this->sources : \array_intersect_key($this->sources, \array_flip($this->single));
        $count = $grouped ? $this->dice->number(0, 2) : $this->dice->weighted([65, 25, 10]);
        for ($number = 0; $number < $count; ++$number) {
            $names[] = $name = 'V' . $number;
            $steps[] = ['column', $grouped ? $this->expressions->aggregate($this->sources) : $this->expressions->plain($sources), $name];
        }

        return [$steps, $names];
    }

    /**
     * @param list<string> $aliases
     *
     * @return array{list<array<int, mixed>>, list<string>} steps that group, and the names to select
     */
    private function selection(bool $grouped, bool $distinct, array $aliases): array
    {
        if ($grouped && $aliases !== [] && $this->dice->maybe(20)) {
            return [[], $aliases]; // sums of all rows
        }
        $groups = [];
        $select = [];
        for ($left = $this->dice->number(1, $grouped ? 2 : 3); $left > 0; --$left) {
            $source = $this->dice->pick(\array_keys($this->sources));
            $types = ['int', 'text', 'date', 'decimal', 'bool', 'enum', ...($grouped || $distinct ? [] : ['set', 'array'])];
            $column = $this->expressions->column($this->sources[$source], $types);
            if ($column === 'Code') {
                continue;
            }
            $name = $source === $this->root ? $column : "$source.$column";
            if (!\in_array($name, $select, true)) {
                $select[] = $name;
                if ($grouped) {
                    $groups[] = ['group', ['col', $source, $column]];
                }
            }
        }
        if ($select === []) {
            $key = Schema::key($this->table)[0];
            $select = [$key];
            $groups = $grouped ? [['group', ['col', $this->root, $key]]] : [];
        }

        return [$groups, [...$select, ...$aliases]];
    }

    /**
     * @param list<array<int, mixed>> $orders
     * @param list<string>            $aliases
     *
     * @return list<string> what select() reads of the rows of objects: with DISTINCT everything that they are ordered by
     */
    private function objectSelection(bool $distinct, array $orders, array $aliases): array
    {
        $names = Schema::key($this->table);
        if ($distinct) {
            foreach ($orders as $order) {
                $names[] = $order[0] === 'orderByRank' ? 'Position' : ($order[1][0] === 'alias' ? $order[1][1] : $order[1][2]);
            }
        } else {
            $names[] = $this->expressions->column($this->table, ['int', 'text', 'decimal', 'date', 'bool', 'enum', 'set', 'array']);
            \array_push($names, ...$aliases);
        }

        return \array_values(\array_unique($names));
    }

    /**
     * @param list<string> $aliases
     * @param list<string> $select
     *
     * @return list<array<int, mixed>>
     */
    private function orders(bool $values, bool $grouped, bool $distinct, array $aliases, array $select, bool $isLimited): array
    {
        $dice = $this->dice;
        $choices = \array_map(static fn (string $name): array => ['alias', $name], $aliases);
        if ($values && ($grouped || $distinct)) {
            foreach (\array_diff($select, $aliases) as $name) {
                $column = $this->selectedColumn($name);
                $choices = [...$choices, ...($this->isOrdered($column) ? [$column] : [])];
            }
        } else {
            $from = $grouped || $distinct ? [$this->root => $this->table] : $this->sources;
            foreach ($from as $source => $table) {
                for ($some = 0; $some < 3; ++$some) {
                    $column = $this->expressions->column($table, ['int', 'text', 'decimal', 'bool', 'date']);
                    $choices[] = ['col', $source, $column === 'Code' ? Schema::key($table)[0] : $column];
                }
            }
        }
        $steps = [];
        for ($left = $dice->number(0, 2); $left > 0 && $choices !== []; --$left) {
            $steps[] = ['order', $dice->pick($choices), $dice->maybe(45), $dice->maybe(70)];
        }

        if ($aliases !== [] && $dice->maybe(50)) {
            \array_unshift($steps, ['order', ['alias', $dice->pick($aliases)], $dice->maybe(45), true]);
        }

        // Rows that the order does not tell apart are the database's to choose from.
        return $isLimited || $dice->maybe(50) ? [...$steps, ...$this->tieBreaks($values, $distinct, $aliases, $select)] : $steps;
    }

    /**
     * @param list<string> $aliases
     * @param list<string> $select
     *
     * @return list<array<int, mixed>> what makes the order total
     */
    private function tieBreaks(bool $values, bool $distinct, array $aliases, array $select): array
    {
        $steps = [];
        foreach ($values ? \array_diff($select, $aliases) : Schema::key($this->table) as $name) {
            $column = $this->selectedColumn($name);
            if ($this->isOrdered($column)) {
                $steps[] = ['order', $column, $this->dice->maybe(30), true];
            }
        }
        foreach ($aliases as $name) {
            $steps[] = ['order', ['alias', $name], $this->dice->maybe(30), true];
        }

        return $steps;
    }

    /**
     * Whether all databases have one order of its values: not of labels, which some store by position.
     *
     * @param array{string, string, string} $column
     */
    private function isOrdered(array $column): bool
    {
        return !\in_array(Schema::columns($this->sources[$column[1]])[$column[2]]['type'], ['set', 'array', 'enum'], true);
    }

    /** @return array{string, string, string} */
    private function selectedColumn(string $name): array
    {
        $parts = \explode('.', $name);

        return \count($parts) === 2 ? ['col', ...$parts] : ['col', $this->root, $name];
    }

    /**
     * More often where rows are counted in another way than they come: objects with several others, DISTINCT, an order by
     * an expression.
     *
     * @param list<string> $aliases
     *
     * @return list<array<int, mixed>>
     */
    private function limits(array $aliases): array
    {
        if ($this->hasRight) {
            return [];
        }
        $isSpecial = $this->isDistinct || $this->isGrouped || \array_diff(\array_keys($this->with), $this->single) !== [] || $aliases !== [];
        $steps = [];
        if ($this->dice->maybe($isSpecial ? 50 : 25)) {
            $steps[] = ['limit', $this->dice->maybe(3) ? 0 : $this->dice->number(1, 6)];
        }
        if ($this->dice->maybe($isSpecial ? 25 : 10)) {
            $steps[] = ['offset', $this->dice->number(1, 3)];
        }

        return $steps;
    }
}
