<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Query\Criteria;

/**
 * Says what a plan finds, from arrays of rows, as docs/php-queries.md and docs/php-relations.md describe it. It shares
 * nothing with the runtime.
 *
 * @phpstan-import-type Tuple from Expression
 * @phpstan-import-type Plan from Meaning
 */
final class Oracle
{
    public function __construct(public readonly Data $data, public readonly Dialect $dialect)
    {
    }

    /**
     * The objects of find().
     *
     * @param Plan $plan
     */
    public function objects(array $plan): Answer
    {
        $meaning = new Meaning($plan, $this->data, $this->dialect);
        $rows = [];
        foreach ($this->sorted($meaning) as ['tuple' => $tuple, 'group' => $group, 'keys' => $keys]) {
            $root = $tuple[$meaning->root];
            if ($root === null) {
                continue; // of a RIGHT JOIN: a row without an object
            }
            $row = ['id' => Schema::identity($meaning->table, $root), 'keys' => $keys, 'values' => [], 'one' => [], 'many' => []];
            foreach ($meaning->columns as $name => $expr) {
                $row['values'][$name] = Expression::value($expr, $tuple, $this->dialect, $group);
            }
            foreach ($meaning->with as $source => ['parent' => $parent, 'relation' => $relation]) {
                $related = $tuple[$source] === null ? null : Schema::identity($meaning->sources[$source], $tuple[$source]);
                if (!$meaning->isSingle($source)) {
                    $row['many'][$source] = $related === null ? [] : [$related => true];
                } else {
                    $row['one'][$source] = $related;
                }
            }
            $rows[] = $row;
        }
        if ($meaning->distinct) {
            $rows = self::unique($rows, static fn (array $row): array => [$row['id'], $row['values'], $row['one'], $row['many']]);
        }
        if ($meaning->readsMany()) {
            $rows = self::gathered($rows);
        }

        return Answer::of($rows, $meaning, static fn (array $row): array => [$row['id'], $row['values'], $row['one']]);
    }

    /**
     * The rows of the objects.
     *
     * @param Plan $plan
     *
     * @return list<array<string, mixed>>
     */
    public function rowsOf(array $plan): array
    {
        [$table] = Schema::QUERIES[$plan['query']];
        $rows = [];
        foreach ($this->data->rows[$table] as $row) {
            $rows[Schema::identity($table, $row)] = $row;
        }

        return \array_map(static fn (array $found): array => $rows[$found['id']], $this->objects($plan)->rows);
    }

    /**
     * The rows of select($names)->find().
     *
     * @param Plan $plan
     */
    public function values(array $plan): Answer
    {
        $meaning = new Meaning($plan, $this->data, $this->dialect);
        $selected = [];
        foreach ($plan['select'] as $name) {
            $selected[$name] = self::named($name, $meaning);
        }
        self::assertPossible($selected, $meaning);
        $rows = [];
        foreach ($this->sorted($meaning) as ['tuple' => $tuple, 'group' => $group, 'keys' => $keys]) {
            $values = [];
            foreach ($selected as $name => $expr) {
                $values[$name] = Expression::value($expr, $tuple, $this->dialect, $group);
            }
            $rows[] = ['id' => '', 'keys' => $keys, 'values' => $values, 'one' => [], 'many' => []];
        }
        if ($meaning->distinct) {
            $rows = self::unique($rows, static fn (array $row): array => $row['values']);
        }

        return Answer::of($rows, $meaning, static fn (array $row): array => $row['values']);
    }

    /**
     * What SQL itself refuses: columns of a group's rows, an order by what DISTINCT has left out.
     *
     * @param array<string, array<int, mixed>> $selected
     */
    private static function assertPossible(array $selected, Meaning $meaning): void
    {
        $orders = \array_column($meaning->orders, 'expr');
        $key = ['col', $meaning->root, Schema::key($meaning->table)[0]];
        if ($meaning->grouped && !\in_array($key, $meaning->groups, true)) {
            foreach ([...\array_values($selected), ...$orders, ...$meaning->havings] as $expr) {
                if (!Expression::sumsUp($expr) && !\in_array($expr, $meaning->groups, true)) {
                    throw new Undetermined('a column that the rows of a group do not share');
                }
            }
        }
        foreach ($meaning->distinct ? $orders : [] as $expr) {
            if (!\in_array($expr, $selected, true)) {
                throw new Undetermined('an order by what is not selected');
            }
        }
    }

    /**
     * The rows of the joins for which the conditions hold.
     *
     * @return list<Tuple>
     */
    public function tuples(Meaning $meaning): array
    {
        $tuples = \array_map(static fn (array $row): array => [$meaning->root => $row], $this->data->rows[$meaning->table]);
        foreach ($meaning->joins as $join) {
            $tuples = $this->joined($tuples, $join, $meaning);
        }

        return \array_values(\array_filter($tuples, $meaning->holds(...)));
    }

    /**
     * What a name in select() stands for: a further column, a column of a source, or of the table itself.
     *
     * @return array<int, mixed>
     */
    public static function named(string $name, Meaning $meaning): array
    {
        if (isset($meaning->columns[$name])) {
            return $meaning->columns[$name];
        }
        $parts = \explode('.', $name);

        return \count($parts) === 2 ? ['col', ...$parts] : ['col', $meaning->root, $name];
    }

    /**
     * @param list<Tuple>                                                                                          $tuples
     * @param array{name: string, parent: string, relation: string, type: string, on: list<array<int, mixed>>} $join
     *
     * @return list<Tuple>
     */
    private function joined(array $tuples, array $join, Meaning $meaning): array
    {
        ['name' => $name, 'parent' => $parent, 'relation' => $relation, 'type' => $type, 'on' => $on] = $join;
        $known = Schema::relations($meaning->sources[$parent])[$relation];
        $rows = $this->data->visible($known['table']);
        $result = [];
        $matched = [];
        foreach ($tuples as $tuple) {
            $found = false;
            foreach ($tuple[$parent] === null ? [] : $rows as $number => $row) {
                if (!Relating::isRelated($tuple[$parent], $row, $known['keys'])) {
                    continue;
                }
                $longer = [...$tuple, $name => $row];
                foreach ($on as $expr) {
                    if (Expression::value($expr, $longer, $this->dialect) !== true) {
                        continue 2;
                    }
                }
                $result[] = $longer;
                $matched[$number] = $found = true;
            }
            if (!$found && $type === Criteria::LEFT_JOIN) {
                $result[] = [...$tuple, $name => null];
            }
        }
        if ($type === Criteria::RIGHT_JOIN) {
            $nothing = \array_map(static fn (): ?array => null, $tuples[0] ?? [$meaning->root => null]);
            foreach (\array_diff_key($rows, $matched) as $row) {
                $result[] = [...$nothing, $name => $row];
            }
        }

        return $result;
    }

    /**
     * Groups, HAVING and ORDER BY.
     *
     * @return list<array{tuple: Tuple, group: list<Tuple>|null, keys: list<mixed>}>
     */
    private function sorted(Meaning $meaning): array
    {
        $rows = [];
        foreach ($this->grouped($meaning) as ['tuple' => $tuple, 'group' => $group]) {
            foreach ($meaning->havings as $having) {
                if (Expression::value($having, $tuple, $this->dialect, $group) !== true) {
                    continue 2;
                }
            }
            $keys = [];
            foreach ($meaning->orders as $order) {
                $keys[] = Expression::value($order['expr'], $tuple, $this->dialect, $group);
            }
            $rows[] = ['tuple' => $tuple, 'group' => $group, 'keys' => $keys];
        }
        \usort($rows, function (array $one, array $other) use ($meaning): int {
            foreach ($meaning->orders as $index => ['desc' => $desc, 'nullsLast' => $nullsLast]) {
                [$a, $b] = [$one['keys'][$index], $other['keys'][$index]];
                if ($nullsLast && ($a === null) !== ($b === null)) {
                    return $a === null ? 1 : -1;
                }
                $result = $this->dialect->order($a, $b) * ($desc ? -1 : 1);
                if ($result !== 0) {
                    return $result;
                }
            }

            return 0;
        });

        return $rows;
    }

    /** @return list<array{tuple: Tuple, group: list<Tuple>|null}> */
    private function grouped(Meaning $meaning): array
    {
        $tuples = $this->tuples($meaning);
        if (!$meaning->grouped) {
            return \array_map(static fn (array $tuple): array => ['tuple' => $tuple, 'group' => null], $tuples);
        }
        if ($meaning->groups === []) {
            $none = \array_map(static fn (): ?array => null, $meaning->sources);

            return [['tuple' => $tuples[0] ?? $none, 'group' => $tuples]];
        }
        $groups = [];
        foreach ($tuples as $tuple) {
            $key = [];
            foreach ($meaning->groups as $expr) {
                $key[] = Expression::value($expr, $tuple, $this->dialect);
            }
            $groups[\json_encode($key)][] = $tuple;
        }

        return \array_values(\array_map(static fn (array $group): array => ['tuple' => $group[0], 'group' => $group], $groups));
    }

    /**
     * @template Row of array
     *
     * @param list<Row>             $rows
     * @param \Closure(Row): array $what
     *
     * @return list<Row>
     */
    private static function unique(array $rows, \Closure $what): array
    {
        $unique = [];
        foreach ($rows as $row) {
            $unique[\serialize($what($row))] ??= $row;
        }

        return \array_values($unique);
    }

    /**
     * One object for the rows of a join, where it first appears, with all that was loaded eagerly.
     *
     * @param list<array<string, mixed>> $rows
     *
     * @return list<array<string, mixed>>
     */
    private static function gathered(array $rows): array
    {
        $objects = [];
        foreach ($rows as $row) {
            if (!isset($objects[$row['id']])) {
                $objects[$row['id']] = $row;
                continue;
            }
            foreach ($row['many'] as $source => $related) {
                $objects[$row['id']]['many'][$source] += $related;
            }
        }

        return \array_values($objects);
    }
}
