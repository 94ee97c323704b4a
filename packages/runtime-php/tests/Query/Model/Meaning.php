<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Closure;
use Orm\Runtime\Query\Criteria;

/**
 * What the steps of a plan ask for, read once from first to last: sources, conditions, order, limit.
 *
 * @phpstan-import-type Tuple from Expression
 * @phpstan-type Plan array{query: string, alias: string|null, steps: list<array<int, mixed>>, select: list<string>, values: bool}
 */
final class Meaning
{
    /** @var array<string, string> tables by the name under which the query knows them; the first is its own */
    public array $sources = [];

    /** @var list<array{name: string, parent: string, relation: string, type: string, on: list<array<int, mixed>>}> */
    public array $joins = [];

    /** @var array<string, array{parent: string, relation: string}> sources that are loaded eagerly */
    public array $with = [];

    /** @var array<string, array<int, mixed>> expressions by the name of the further column */
    public array $columns = [];

    /** @var list<array<int, mixed>> columns; the whole class stands for its key */
    public array $groups = [];
    public bool $grouped = false;

    /** @var list<array<int, mixed>> */
    public array $havings = [];

    /** @var list<array{expr: array<int, mixed>, desc: bool, nullsLast: bool}> */
    public array $orders = [];

    public ?int $limit = null;
    public int $offset = 0;
    public bool $distinct = false;
    public bool $commented = false;

    /** Whether anything was asked that can leave out rows, and whether something did that in a way that is open to debate. */
    public bool $restricted = false;
    public bool $vague = false;

    public readonly string $root;
    public readonly string $table;
    private bool $ignoreCase = false;

    /** Whether expressions sum up rows. */
    private bool $sums = false;

    private readonly Relating $relating;

    /** @var list<list<Closure(Tuple): ?bool>> alternatives within, all of them without */
    private array $conditions = [];

    /** @param Plan $plan */
    public function __construct(array $plan, Data $data, private readonly Dialect $dialect)
    {
        $this->relating = new Relating($data, $dialect);
        [$this->table, $keys] = Schema::QUERIES[$plan['query']];
        $this->root = Schema::rootName($plan['query'], $plan['alias']);
        $this->sources[$this->root] = $this->table;
        $this->read($plan['steps'], $this->root, $this->conditions);
        if ($this->sums && !$this->grouped) {
            if (!$plan['values']) {
                throw new Undetermined('sums of objects');
            }
            $this->grouped = true; // one group of all rows, even of none
        }
        $always = [];
        if ($keys !== null) {
            $always[] = fn (array $tuple): bool => \in_array($tuple[$this->root]['Kind'] ?? null, $keys, true);
        }
        if ($this->table === 'doc') {
            $always[] = fn (array $tuple): bool => ($tuple[$this->root]['Tenant'] ?? null) === Schema::TENANT;
        }
        foreach ($always as $condition) {
            $this->conditions[] = [$condition];
        }
    }

    /** @param Tuple $tuple */
    public function holds(array $tuple): bool
    {
        return self::all($this->conditions, $tuple) === true;
    }

    /** Whether a source is reached by relations that lead to one row at most. */
    public function isSingle(string $source): bool
    {
        foreach ($this->joins as $join) {
            if ($join['name'] === $source) {
                $relation = Schema::relations($this->sources[$join['parent']])[$join['relation']];

                return !$relation['many'] && $this->isSingle($join['parent']);
            }
        }

        return $source === $this->root;
    }

    /** Whether related objects are loaded eagerly of which a row can have several. */
    public function readsMany(): bool
    {
        foreach (\array_keys($this->with) as $source) {
            if (!$this->isSingle($source)) {
                return true;
            }
        }

        return false;
    }

    /** Whether rows are loaded eagerly of which preSelect() may hide some. */
    public function readsHidden(): bool
    {
        return \in_array('doc', \array_intersect_key($this->sources, $this->with), true);
    }

    /**
     * @param list<array<int, mixed>>            $steps
     * @param list<list<Closure(Tuple): ?bool>> $conditions
     */
    private function read(array $steps, string $own, array &$conditions): void
    {
        $or = false;
        $firm = []; // whether each of the conditions leaves out rows
        foreach (self::taken($steps) as $step) {
            if ($step[0] === 'or') {
                $or = true;
                continue;
            }
            [$restricted, $this->restricted] = [$this->restricted, false];
            $condition = $this->condition($step, $own);
            if ($condition === null) {
                $this->restricted = $this->restricted || $restricted;
                continue;
            }
            if ($or && $conditions !== []) {
                $conditions[\count($conditions) - 1][] = $condition;
                $firm[] = \array_pop($firm) && $this->restricted;
            } else {
                $conditions[] = [$condition];
                $firm[] = $this->restricted;
            }
            $this->restricted = $restricted;
            $or = false;
        }
        $this->restricted = $this->restricted || \in_array(true, $firm, true);
        $this->vague = $this->vague || \in_array(false, $firm, true);
    }

    /**
     * The steps without _if() and what it leaves out.
     *
     * @param list<array<int, mixed>> $steps
     *
     * @return iterable<array<int, mixed>>
     */
    private static function taken(array $steps): iterable
    {
        foreach ($steps as $step) {
            if ($step[0] === 'branch') {
                yield from self::taken($step[1] ? $step[2] : $step[3]);
            } else {
                yield $step;
            }
        }
    }

    /**
     * Notes what a step asks for; a condition is returned.
     *
     * @param array<int, mixed> $step
     *
     * @return (Closure(Tuple): ?bool)|null
     */
    private function condition(array $step, string $own): ?Closure
    {
        $table = $this->sources[$own];
        switch ($step[0]) {
            case 'filter':
                [, $column, $value, $comparison] = $step;
                $source = $step[5] ?? $own;
                $this->known(['col', $source, $column]);
                $this->restrict($value === [] && $comparison === Criteria::NOT_IN);
                $type = Schema::columns($this->sources[$source])[$column]['type'];
                $ignore = $this->ignoreCase;

                return fn (array $tuple): ?bool => ColumnFilter::holds(
                    $type,
                    $tuple[$source][$column] ?? null,
                    $value,
                    $comparison,
                    $ignore,
                    $this->dialect,
                );
            case 'where':
                $this->restrict();

                $this->known($step[1]);

                return fn (array $tuple): ?bool => Expression::value($step[1], $tuple, $this->dialect);
            case 'combine':
                $this->restrict();

                $this->known($step[2]);

                return fn (array $tuple): ?bool => Expression::value([$step[1], ...$step[2]], $tuple, $this->dialect);
            case 'prune':
                $this->restrict();

                return fn (array $tuple): ?bool => $tuple[$own] === null ? null : Schema::identity($table, $tuple[$own]) !== $step[1];
            case 'related':
                // Not to be related with objects that are related with nothing leaves no row out.
                $this->restrict($step[2] !== null && $step[3] === Criteria::NOT_EQUAL);

                return $this->relating->related($own, $table, $step[1], $step[2], $step[3]);
            case 'cross':
                $this->restrict();

                return $this->relating->crossed($own, $table, $step[1], $step[2], $step[3]);
            case 'use':
                return $this->used($step, $own);
            case 'exists':
                // That there is none of what nothing can be, leaves no row out either.
                $this->restrict($step[2]);

                return $this->relating->exists($own, $table, $step[1], $step[2], $step[4]);
            case 'whereExists':
                $this->restrict();

                return $this->relating->existsFreely($step[1], $step[2], $step[3]);
            case 'inList':
                $this->restrict();

                return fn (array $tuple): bool => ($tuple[$own]['Position'] ?? null) !== null && $tuple[$own]['MakerId'] === $step[1];
            case 'filterByRank':
                $this->restrict();

                return static fn (array $tuple): bool => ($tuple[$own]['Position'] ?? null) === $step[1]
                    && (\count($step) < 3 || $tuple[$own]['MakerId'] === $step[2]);
            default:
                $this->shape($step, $own);

                return null;
        }
    }

    /**
     * @param array<int, mixed> $step
     */
    private function shape(array $step, string $own): void
    {
        switch ($step[0]) {
            case 'join':
                $this->join($step[1], $step[2], $step[3], $step[4], $step[6]);
                if ($step[5]) {
                    $this->with[$step[3] ?? $step[2]] = ['parent' => $step[1], 'relation' => $step[2]];
                }
                break;
            case 'with':
                foreach ($this->joins as $join) {
                    if ($join['name'] === $step[1]) {
                        $this->with[$step[1]] = ['parent' => $join['parent'], 'relation' => $join['relation']];

                        return;
                    }
                }
                throw new Undetermined("$step[1] is not joined");
            case 'column':
                $this->columns[$step[2]] = $this->known($step[1]);
                break;
            case 'groupClass':
                $this->grouped = true;
                foreach (Schema::key($this->table) as $column) {
                    $this->groups[] = ['col', $this->root, $column];
                }
                break;
            case 'group':
                $this->grouped = true;
                $this->groups[] = $this->known($step[1]);
                break;
            case 'having':
                $this->restrict(true);
                $this->havings[] = $this->known($step[1]);
                break;
            case 'order':
                $expr = $step[1][0] === 'alias'
                    ? $this->columns[$step[1][1]] ??
                throw new Undetermined('there is no ' . $step[1][1])
                    : $this->known($step[1]);
                $this->orders[] = ['expr' => $expr, 'desc' => $step[2], 'nullsLast' => false];
                break;
            case 'orderByRank':
                $this->orders[] = ['expr' => ['col', $own, 'Position'], 'desc' => $step[1], 'nullsLast' => true];
                break;
            case 'limit':
                $this->restrict();
                $this->limit = $step[1];
                break;
            case 'offset':
                $this->restrict(true);
                $this->offset = $step[1];
                break;
            case 'distinct':
                $this->distinct = true;
                break;
            case 'ignoreCase':
                $this->ignoreCase = true;
                break;
            case 'comment':
                $this->commented = true;
                break;
            default:
                throw new \LogicException("there is no step $step[0]");
        }
    }

    /** @param array<int, mixed> $expr */
    private function known(array $expr): array
    {
        foreach (Expression::sources($expr) as $source) {
            if (!isset($this->sources[$source])) {
                throw new Undetermined("there is no $source");
            }
        }
        $this->sums = $this->sums || Expression::sumsUp($expr);

        return $expr;
    }

    private function restrict(bool $vague = false): void
    {
        if ($vague) {
            $this->vague = true;
        } else {
            $this->restricted = true;
        }
    }

    /**
     * @param list<array<int, mixed>> $on
     */
    private function join(string $parent, string $relation, ?string $alias, ?string $type, array $on): void
    {
        $table = $this->sources[$parent] ?? throw new Undetermined("there is no $parent");
        $known = Schema::relations($table)[$relation];
        $name = $alias ?? $relation;
        if (isset($this->sources[$name])) {
            throw new Undetermined("$name is there twice");
        }
        $this->sources[$name] = $known['table'];
        $type ??= $known['required'] ? Criteria::INNER_JOIN : Criteria::LEFT_JOIN;
        if ($type !== Criteria::LEFT_JOIN) {
            $this->restrict(true);
        }
        $this->joins[] = ['name' => $name, 'parent' => $parent, 'relation' => $relation, 'type' => $type, 'on' => $on];
    }

    /**
     * @param array<int, mixed> $step
     */
    private function used(array $step, string $own): ?Closure
    {
        [, $relation, $alias, $type, $steps] = $step;
        $this->join($own, $relation, $alias, $type, []);
        $conditions = [];
        $this->read($steps, $alias ?? $relation, $conditions);

        return $conditions === [] ? null : static fn (array $tuple): ?bool => self::all($conditions, $tuple);
    }

    /**
     * @param list<list<Closure(Tuple): ?bool>> $conditions
     * @param Tuple                             $tuple
     */
    private static function all(array $conditions, array $tuple): ?bool
    {
        return Expression::logic(true, \array_map(
            static fn (array $alternatives): ?bool => Expression::logic(
                false,
                \array_map(static fn (Closure $condition): ?bool => $condition($tuple), $alternatives),
            ),
            $conditions,
        ));
    }
}
