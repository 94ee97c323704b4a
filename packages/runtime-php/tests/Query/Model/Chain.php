<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;

/**
 * A plan as a user writes it: a list of calls, to be made or to be shown as PHP.
 *
 * @phpstan-import-type Plan from Meaning
 * @phpstan-type Call array{string, list<mixed>}
 */
final class Chain
{
    /** @var list<Call> */
    private array $calls = [];

    /** @param Plan $plan */
    public function __construct(private readonly array $plan, private readonly bool $isPart = false)
    {
        $this->steps($plan['steps'], Schema::QUERIES[$plan['query']][0], Schema::rootName($plan['query'], $plan['alias']), !$isPart);
    }

    /**
     * The inside of withXQuery().
     *
     * @param list<array<int, mixed>> $steps
     */
    private static function part(string $table, string $own, array $steps): self
    {
        return new self(['query' => Schema::model($table), 'alias' => $own, 'steps' => $steps, 'select' => [], 'values' => false], true);
    }

    public function query(Data $data, ConnectionWrapper $con): ModelQuery
    {
        $class = Schema::NAMESPACE . '\\' . $this->plan['query'] . 'Query';

        return $this->applied($class::{'create'}($this->plan['alias']), $data, $con);
    }

    private function applied(ModelQuery $query, Data $data, ConnectionWrapper $con): ModelQuery
    {
        foreach ($this->calls as [$method, $arguments]) {
            $query = $query->{$method}(...\array_map(static fn (mixed $each): mixed => self::argument($each, $data, $con), $arguments));
        }

        return $query;
    }

    public function code(): string
    {
        $alias = $this->plan['alias'];
        $text = $this->plan['query'] . 'Query::create(' . ($alias === null ? '' : "'$alias'") . ')';
        $depth = 1;
        foreach ($this->calls as [$method, $arguments]) {
            $isEnd = $method === 'endUse' || $method === '_endif' || $method === '_else';
            $depth -= $isEnd ? 1 : 0;
            $text .= "\n" . \str_repeat('    ', $depth) . "->$method(" . \implode(', ', \array_map(self::shown(...), $arguments)) . ')';
            $depth += $method === '_if' || $method === '_else' || \preg_match('/^use.*Query$/', $method) === 1 ? 1 : 0;
        }
        if ($this->plan['values']) {
            $text .= "\n    ->select([" . \implode(', ', \array_map(self::shown(...), $this->plan['select'])) . '])';
        }

        return $text;
    }

    /**
     * @param list<array<int, mixed>> $steps
     */
    private function steps(array $steps, string $table, string $own, bool $isRoot = false): void
    {
        foreach ($steps as $step) {
            $this->step($step, $table, $own, $isRoot);
        }
    }

    private function call(string $method, mixed ...$arguments): void
    {
        $this->calls[] = [$method, \array_values($arguments)];
    }

    /**
     * @param array<int, mixed> $step
     */
    private function step(array $step, string $table, string $own, bool $isRoot): void
    {
        switch ($step[0]) {
            case 'filter':
                [, $column, $value, $comparison, $style] = $step;
                $rest = $comparison === null ? [] : [$comparison];
                match ($style) {
                    'name' => $this->call('filterBy', (isset($step[5]) ? "$step[5]." : '') . $column, $value, ...$rest),
                    'object' => $this->call("filterBy$column", self::moments($value), ...$rest),
                    'array' => $this->call('filterByArray', [$column => $value]),
                    default => $this->call("filterBy$column", $value, ...$rest),
                };
                break;
            case 'or':
                $this->call('_or');
                break;
            case 'where':
            case 'having':
                $this->clause($step[0], [], $step[1]);
                break;
            case 'combine':
                foreach ($step[2] as $number => $expr) {
                    $this->clause('condition', ["c$number"], $expr);
                }
                $names = \array_map(static fn (int $number): string => "c$number", \array_keys($step[2]));
                $this->call('combine', $names, $step[1] === 'or' ? Criteria::LOGICAL_OR : Criteria::LOGICAL_AND);
                break;
            case 'prune':
                $this->call('prune', new Reference($table, $step[1]));
                break;
            case 'related':
            case 'cross':
                [, $relation, $refs, $comparison, $many] = $step;
                $there = $step[0] === 'cross' ? Schema::CROSS[$table][$relation][0] : Schema::relations($table)[$relation]['table'];
                $this->call("filterBy$relation", self::references($there, $refs, $many), ...($comparison === null ? [] : [$comparison]));
                break;
            case 'use':
                $this->used($step, $table);
                break;
            case 'exists':
                [, $relation, $not, $kind, $steps] = $step;
                $this->call($kind === 'in' ? 'use' . ($not ? 'NotIn' : 'In') . "{$relation}Query" : "use$relation" . ($not ? 'NotExistsQuery' : 'ExistsQuery'));
                $there = Schema::relations($table)[$relation]['table'];
                $this->steps($steps, $there, Schema::model($there));
                $this->call('endUse');
                break;
            case 'whereExists':
                $inner = ['query' => Schema::model($step[1]), 'alias' => null, 'steps' => [['where', $step[3]]], 'select' => [], 'values' => false];
                $this->call($step[2] ? 'whereNotExists' : 'whereExists', new self($inner));
                break;
            case 'branch':
                $this->call('_if', $step[1]);
                $this->steps($step[2], $table, $own, $isRoot);
                if ($step[3] !== []) {
                    $this->call('_else');
                    $this->steps($step[3], $table, $own, $isRoot);
                }
                $this->call('_endif');
                break;
            case 'inList':
            case 'filterByRank':
                $this->call($step[0], ...\array_slice($step, 1));
                break;
            default:
                $this->shape($step, $own, $isRoot);
        }
    }

    /**
     * @param array<int, mixed> $step
     */
    private function shape(array $step, string $own, bool $isRoot): void
    {
        switch ($step[0]) {
            case 'join':
                $this->join($step, $own);
                break;
            case 'with':
                $this->call('with', $step[1]);
                break;
            case 'column':
                $values = [];
                $this->call('withColumn', Expression::text($step[1], $values), $step[2]);
                break;
            case 'groupClass':
                $this->call('groupByClass', $step[1]);
                break;
            case 'group':
                [, [, $source, $column]] = $step;
                $source === $own && $isRoot ? $this->call("groupBy$column") : $this->call('groupBy', "$source.$column");
                break;
            case 'order':
                [, $what, $desc, $short] = $step;
                $direction = $desc ? [Criteria::DESC] : [];
                if ($what[0] === 'alias') {
                    $this->call('orderBy', $what[1], ...$direction);
                } elseif ($short && $what[1] === $own) {
                    $this->call("orderBy$what[2]", ...$direction);
                } else {
                    $this->call('orderBy', "$what[1].$what[2]", ...$direction);
                }
                break;
            case 'orderByRank':
                $this->call('orderByRank', $step[1] ? 'desc' : 'asc');
                break;
            case 'limit':
            case 'offset':
                $this->call($step[0], $step[1]);
                break;
            case 'comment':
                $this->call('setComment', $step[1]);
                break;
            case 'distinct':
                $this->call('distinct');
                break;
            case 'ignoreCase':
                $this->call('setIgnoreCase');
                break;
            default:
                throw new \LogicException("there is no step $step[0]");
        }
    }

    /**
     * @param list<string>      $before
     * @param array<int, mixed> $expr
     */
    private function clause(string $method, array $before, array $expr): void
    {
        $values = [];
        $text = Expression::text($expr, $values);
        $arguments = match (true) {
            $values === [] => [],
            \count($values) === 1 => [$values[0]],
            default => [$values],
        };
        $this->call($method, ...$before, ...[$text], ...$arguments);
    }

    /**
     * @param array<int, mixed> $step
     */
    private function join(array $step, string $own): void
    {
        [, $parent, $relation, $alias, $type, $with, $on, $style] = $step;
        $word = [Criteria::LEFT_JOIN => 'left', Criteria::INNER_JOIN => 'inner', Criteria::RIGHT_JOIN => 'right'][$type ?? ''] ?? '';
        $verb = $with ? 'JoinWith' : 'Join';
        if ($style === 'name' || $parent !== $own || ($with && $alias !== null)) {
            // join() without a type is INNER; the oracle's plan always says the type then.
            $path = ($parent === $own && $style !== 'name' ? '' : "$parent.") . $relation . ($alias === null ? '' : " $alias");
            $with ? $this->call('joinWith', $path, ...($type === null ? [] : [$type])) : $this->call('join', $path, $type);
        } elseif ($style === 'word' && $word !== '' && $word !== 'right') {
            $this->call($word . $verb . $relation, ...($alias === null ? [] : [$alias]));
        } elseif ($with) {
            $this->call("joinWith$relation", ...($type === null ? [] : [$type]));
        } else {
            $this->call("join$relation", ...($type === null ? ($alias === null ? [] : [$alias]) : [$alias, $type]));
        }
        foreach ($on as $expr) {
            $this->clause('addJoinCondition', [$alias ?? $relation], $expr);
        }
    }

    /**
     * @param array<int, mixed> $step
     */
    private function used(array $step, string $table): void
    {
        [, $relation, $alias, $type, $steps, $style] = $step;
        $there = Schema::relations($table)[$relation]['table'];
        $arguments = $type === null ? ($alias === null ? [] : [$alias]) : [$alias, $type];
        if ($style === 'function') {
            $this->call("with{$relation}Query", self::part($there, $alias ?? $relation, $steps), ...$arguments);

            return;
        }
        $this->call("use{$relation}Query", ...$arguments);
        $this->steps($steps, $there, $alias ?? $relation);
        $this->call('endUse');
    }

    /**
     * @param list<string>|null $refs
     */
    private static function references(string $table, ?array $refs, bool $many): mixed
    {
        if ($refs === null) {
            return null;
        }
        $all = \array_map(static fn (string $ref): Reference => new Reference($table, $ref), $refs);

        return \count($all) === 1 && !$many ? $all[0] : $all;
    }

    /** Texts of days as objects. */
    private static function moments(mixed $value): mixed
    {
        return \is_array($value) ? \array_map(self::moments(...), $value) : ($value === null ? null : new \DateTimeImmutable($value));
    }

    private static function argument(mixed $value, Data $data, ConnectionWrapper $con): mixed
    {
        if ($value instanceof Reference) {
            return $data->object($value->table, $value->key, $con);
        }
        if ($value instanceof self) {
            return $value->isPart
                ? static fn (ModelQuery $query): ModelQuery => $value->applied($query, $data, $con)
                : $value->query($data, $con);
        }

        return \is_array($value) ? \array_map(static fn (mixed $each): mixed => self::argument($each, $data, $con), $value) : $value;
    }

    private static function shown(mixed $value): string
    {
        if ($value instanceof Reference) {
            return "$value";
        }
        if ($value instanceof \DateTimeImmutable) {
            return 'new DateTimeImmutable(' . $value->format("'Y-m-d'") . ')';
        }
        if ($value instanceof self) {
            $code = \str_replace("\n", "\n    ", $value->code());

            return $value->isPart ? 'fn ($query) => $query' . \strstr($code, "\n") : $code;
        }
        if (\is_array($value)) {
            $parts = [];
            foreach ($value as $key => $each) {
                $parts[] = (\is_int($key) ? '' : "'$key' => ") . self::shown($each);
            }

            return '[' . \implode(', ', $parts) . ']';
        }

        return $value === null ? 'null' : \var_export($value, true);
    }
}
