<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Query\Criteria;

/** Makes up the steps that are conditions. */
final class ConditionMaker
{
    private const ORDERED = ['>', '<', '>=', '<='];

    private readonly Values $values;

    public function __construct(
        private readonly Data $data,
        private readonly Dice $dice,
        private readonly ExpressionMaker $expressions,
        private readonly Names $names,
        private readonly bool $mayOrder,
    ) {
        $this->values = new Values($data, $dice);
    }

    /**
     * @param array<string, string> $sources whose columns where() may name; the first is the query's own
     * @param int                   $depth   how many more relations may be followed
     * @param bool                  $firm    whether there always is a row of the query's own table
     *
     * @return array<int, mixed>
     */
    public function step(string $table, array $sources, int $depth, bool $firm = true, bool $isRoot = false): array
    {
        $dice = $this->dice;
        $relations = $this->relations($table);
        $cross = Schema::CROSS[$table] ?? [];
        $kind = $dice->weighted([
            'filter' => 50,
            'where' => $sources === [] ? 0 : 22,
            'combine' => $sources === [] ? 0 : 6,
            'related' => $firm && $relations !== [] ? 12 : 0,
            'cross' => $firm && $cross !== [] ? 4 : 0,
            'use' => $depth > 0 && $relations !== [] ? 12 : 0,
            'exists' => $depth > 0 && $relations !== [] ? 12 : 0,
            'whereExists' => $isRoot && $relations !== [] ? 2 : 0,
            'prune' => $isRoot ? 2 : 0,
            'branch' => $depth > 0 ? 3 : 0,
            'list' => $table === 'task' ? 20 : 0,
        ]);
        switch ($kind) {
            case 'where':
                return ['where', $this->expressions->condition($sources)];
            case 'combine':
                return ['combine', $dice->pick(['or', 'and']), [$this->expressions->condition($sources, 1), $this->expressions->condition($sources, 1)]];
            case 'related':
                return $this->related($table, $dice->pick(\array_keys($relations)));
            case 'cross':
                $name = $dice->pick(\array_keys($cross));

                return ['cross', $name, $dice->maybe(25) ? null : $this->refs($cross[$name][0]), $dice->maybe(30) ? Criteria::NOT_EQUAL : null, $dice->maybe(50)];
            case 'use':
                return $this->used($relations, $depth);
            case 'exists':
                $relation = $dice->pick(\array_keys($relations));

                $kind = $dice->pick(['exists', 'in']);
                $there = $relations[$relation]['table'];
                $steps = $this->inner($there, $table, $depth - 1);
                if ($kind === 'in' && $dice->maybe(15)) {
                    \array_push($steps, ...$this->firstFew($there));
                }

                return ['exists', $relation, $dice->maybe(40), $kind, $steps];
            case 'whereExists':
                return $this->existsFreely($table, $sources, $relations);
            case 'prune':
                $ref = $this->refs($table, 1)[0] ?? null;

                return $ref === null ? $this->filter($table, $isRoot) : ['prune', $ref];
            case 'branch':
                $one = [$this->step($table, $sources, 0, $firm, $isRoot)];
                $other = $dice->maybe(50) ? [$this->step($table, $sources, 0, $firm, $isRoot)] : [];

                return ['branch', $other === [] || $dice->maybe(50), $one, $other];
            case 'list':
                $list = $dice->maybe(30) ? null : $this->values->of('task', 'MakerId');

                return match ($dice->number(1, 3)) {
                    1 => ['inList', $list],
                    2 => ['filterByRank', $dice->number(1, 3), $list],
                    default => ['filterByRank', $dice->number(1, 3)],
                };
            default:
                return $this->filter($table, $isRoot, \array_slice($sources, 1));
        }
    }

    /**
     * @return array<string, array{table: string, keys: array<string, string>, many: bool, required: bool, own: bool}> those whose
     *     target has rows
     */
    public function relations(string $table): array
    {
        return \array_filter(
            Schema::relations($table),
            fn (array $relation): bool => $this->data->visible($relation['table']) !== [],
        );
    }

    /**
     * @param array<string, string> $joined sources whose columns filterBy() may name
     *
     * @return array<int, mixed>
     */
    private function filter(string $table, bool $isRoot, array $joined = []): array
    {
        $dice = $this->dice;
        $source = null;
        if ($joined !== [] && $dice->maybe(15)) {
            $source = $dice->pick(\array_keys($joined));
            $table = $joined[$source];
        }
        $columns = \array_diff(\array_keys(Schema::columns($table)), $isRoot && $source === null ? ['Mark'] : ['Mark', 'Code']);
        $column = $dice->pick($columns);
        ['type' => $type, 'null' => $null] = Schema::columns($table)[$column];
        [$value, $comparison] = $null && $dice->maybe(15)
            ? $dice->pick([[null, null], [null, Criteria::ISNULL], [null, Criteria::ISNOTNULL], [null, Criteria::NOT_EQUAL]])
            : $this->wish($table, $column, $type, $null);
        $style = $dice->maybe(75) ? 'method' : ($comparison === null && $dice->maybe(30) ? 'array' : 'name');

        if ($source !== null) {
            return ['filter', $column, $value, $comparison, 'name', $source];
        }

        return ['filter', $column, $value, $comparison, $type === 'date' && $dice->maybe(30) ? 'object' : $style];
    }

    /** @return array{mixed, string|null} */
    private function wish(string $table, string $column, string $type, bool $null): array
    {
        $dice = $this->dice;
        $value = $this->values->of($table, $column);
        if ($type === 'set' || $type === 'array') {
            $value = $value === [] ? [$dice->pick(Schema::COLORS)] : $value;

            return [$value, $dice->pick([null, Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME, Criteria::CONTAINS_NONE])];
        }
        if ($type === 'bool') {
            return [$value, $dice->pick([null, Criteria::EQUAL, Criteria::NOT_EQUAL])];
        }
        if ($dice->maybe(25)) {
            $list = $this->values->several($table, $column);
            if ($null && $dice->maybe(25)) {
                $list[] = null;
            }

            return $dice->maybe(8) ? [[], null] : [$list, $dice->pick([null, Criteria::IN, Criteria::NOT_IN])];
        }
        if ($type === 'text' && $dice->maybe(40)) {
            $pattern = $this->values->pattern($value);
            $patterns = $dice->maybe(25) ? [$pattern, $this->values->pattern($this->values->of($table, $column))] : $pattern;

            return [$patterns, $dice->pick([Criteria::LIKE, Criteria::NOT_LIKE, Criteria::ILIKE, Criteria::NOT_ILIKE])];
        }
        if ($column === 'Bits' && $dice->maybe(60)) {
            return [$dice->number(1, 7), $dice->pick([Criteria::BINARY_AND, Criteria::BINARY_ALL, Criteria::BINARY_NONE])];
        }
        // Capital letters have their place in an order by the database's own rules.
        $isOrdered = $column !== 'Code' && $type !== 'enum';
        if ($isOrdered && $dice->maybe(35)) {
            $other = $this->values->of($table, $column);

            $range = $dice->pick([['min' => $value], ['max' => $value], ['min' => $value, 'max' => $other]]);

            return [$range, $type === 'text' || $dice->maybe(30) ? Criteria::BETWEEN : null];
        }
        $comparisons = [null, Criteria::EQUAL, Criteria::NOT_EQUAL, ...($isOrdered ? self::ORDERED : [])];

        return [$value, $dice->pick($comparisons)];
    }

    /** @return array<int, mixed> */
    private function related(string $table, string $relation): array
    {
        $known = Schema::relations($table)[$relation];
        $dice = $this->dice;
        if ($dice->maybe(35)) {
            return ['related', $relation, null, $dice->pick([null, Criteria::NOT_EQUAL]), false];
        }

        return ['related', $relation, $this->refs($known['table']), $dice->maybe(25) ? Criteria::NOT_EQUAL : null, $dice->maybe(50)];
    }

    /** @return list<string> */
    private function refs(string $table, ?int $count = null): array
    {
        $refs = [];
        $rows = $this->data->visible($table);
        for ($left = $count ?? $this->dice->number(1, 3); $left > 0 && $rows !== []; --$left) {
            $refs[] = Schema::identity($table, $this->dice->pick($rows));
        }

        return \array_values(\array_unique($refs));
    }

    /**
     * @param array<string, array{table: string, keys: array<string, string>, many: bool, required: bool, own: bool}> $relations
     *
     * @return array<int, mixed>
     */
    private function used(array $relations, int $depth): array
    {
        $dice = $this->dice;
        $relation = $dice->pick(\array_keys($relations));
        $type = $dice->pick([null, null, Criteria::INNER_JOIN, Criteria::LEFT_JOIN]);
        $alias = $this->names->take($relation);
        $own = $alias ?? $relation;
        $there = $relations[$relation]['table'];
        $firm = $type === Criteria::INNER_JOIN || ($type === null && $relations[$relation]['required']);
        $steps = $this->several($there, [$own => $there], $depth - 1, $firm);
        if ($this->mayOrder && $dice->maybe(10)) {
            $steps[] = ['order', ['col', $own, $this->expressions->column($there, ['int'])], $dice->maybe(50), true];
        }

        return ['use', $relation, $alias, $type, $steps, $dice->maybe(20) ? 'function' : 'use'];
    }

    /**
     * One condition or two, with OR between them now and then.
     *
     * @param array<string, string> $sources
     *
     * @return list<array<int, mixed>>
     */
    private function several(string $table, array $sources, int $depth, bool $firm): array
    {
        $steps = [$this->step($table, $sources, $depth, $firm)];
        if ($this->dice->maybe(40)) {
            if ($this->dice->maybe(40)) {
                $steps[] = ['or'];
            }
            $steps[] = $this->step($table, $sources, $depth, $firm);
        }

        return $steps;
    }

    /**
     * Conditions in a query of its own, whose names are its own.
     *
     * @return list<array<int, mixed>>
     */
    private function inner(string $table, string $around, int $depth): array
    {
        if ($this->dice->maybe(20)) {
            return [];
        }
        $inside = new self($this->data, $this->dice, $this->expressions, new Names([Schema::model($table), Schema::model($around)]), false);

        // What a table that is inside and outside is called inside is nobody's promise.
        return $inside->several($table, $table === $around ? [] : [Schema::model($table) => $table], \min(1, $depth), true);
    }

    /** @return list<array<int, mixed>> */
    private function firstFew(string $table): array
    {
        $steps = [['limit', $this->dice->number(1, 4)]];
        foreach (Schema::key($table) as $column) {
            $steps[] = ['order', ['col', Schema::model($table), $column], $this->dice->maybe(50), true];
        }

        return $steps;
    }

    /**
     * @param array<string, string>                                                                       $sources
     * @param array<string, array{table: string, keys: array<string, string>, many: bool, required: bool, own: bool}> $relations
     *
     * @return array<int, mixed>
     */
    private function existsFreely(string $table, array $sources, array $relations): array
    {
        $there = $relations[$this->dice->pick(\array_keys($relations))]['table'];
        $root = \array_key_first($sources);
        $name = Schema::model($there);
        if ($there === $table || isset($sources[$name])) {
            return $this->filter($table, true);
        }
        $link = [];
        foreach (Schema::relations($table) as $relation) {
            if ($relation['table'] === $there) {
                foreach ($relation['keys'] as $here => $other) {
                    $link[] = ['cmp', '=', ['col', $name, $other], ['outer', $root, $here, $root === 'x' ? $root : $table]];
                }
                break;
            }
        }

        return ['whereExists', $there, $this->dice->maybe(40), ['and', ...$link, $this->expressions->condition([$name => $there], 0)]];
    }
}
