<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Closure;
use Orm\Runtime\Query\Criteria;

/** Conditions that look at related rows. */
final class Relating
{
    public function __construct(private readonly Data $data, private readonly Dialect $dialect)
    {
    }

    /**
     * Whether there is a related row for which the steps hold.
     *
     * @param list<array<int, mixed>> $steps
     */
    public function exists(string $own, string $table, string $relation, bool $not, array $steps): Closure
    {
        $known = Schema::relations($table)[$relation];
        $inner = new Oracle($this->data, $this->dialect);
        $plan = ['query' => Schema::model($known['table']), 'alias' => null, 'steps' => $steps, 'select' => [], 'values' => false];
        $meaning = new Meaning($plan, $this->data, $this->dialect);
        $found = $meaning->limit === null
            ? \array_column($inner->tuples($meaning), $plan['query'])
            : $inner->rowsOf($plan);

        return static fn (array $tuple): bool => self::matches($tuple[$own], $found, $known['keys']) !== $not;
    }

    /**
     * Whether there is a row of any table for which an expression over both holds.
     *
     * @param array<int, mixed> $expr
     */
    public function existsFreely(string $table, bool $not, array $expr): Closure
    {
        $name = Schema::model($table);

        return function (array $tuple) use ($table, $not, $expr, $name): bool {
            foreach ($this->data->visible($table) as $row) {
                if (Expression::value($expr, [...$tuple, $name => $row], $this->dialect) === true) {
                    return !$not;
                }
            }

            return $not;
        };
    }

    /**
     * @param list<string>|null $refs identities of the objects; null: rows without a related one
     */
    public function related(string $own, string $table, string $relation, ?array $refs, ?string $comparison): Closure
    {
        $known = Schema::relations($table)[$relation];
        $not = $comparison === Criteria::NOT_EQUAL;
        // A key of the table itself is there or not, whatever can be seen of the row that it leads to.
        $rows = \array_values(\array_filter(
            $known['own'] ? $this->data->rows[$known['table']] : $this->data->visible($known['table']),
            static fn (array $row): bool => $refs === null || \in_array(Schema::identity($known['table'], $row), $refs, true),
        ));
        if ($refs === null) {
            return static fn (array $tuple): ?bool => $tuple[$own] === null
                ? null
                : self::matches($tuple[$own], $rows, $known['keys']) === $not;
        }

        return static function (array $tuple) use ($own, $known, $rows, $not): ?bool {
            foreach (\array_keys($known['keys']) as $column) {
                if (($tuple[$own][$column] ?? null) === null) {
                    return $rows === [] ? $not : null;
                }
            }

            return self::matches($tuple[$own], $rows, $known['keys']) !== $not;
        };
    }

    /**
     * @param list<string>|null $refs identities of the objects; null: rows that are linked with none
     */
    public function crossed(string $own, string $table, string $name, ?array $refs, ?string $comparison): Closure
    {
        $not = ($comparison === Criteria::NOT_EQUAL) !== ($refs === null);
        [$there, $between, $on] = Schema::CROSS[$table][$name];
        $toBetween = Schema::relations($table)[$between];
        $toThere = Schema::relations($toBetween['table'])[$on];
        $wanted = \array_filter(
            $this->data->rows[$there],
            static fn (array $row): bool => $refs === null || \in_array(Schema::identity($there, $row), $refs, true),
        );
        $links = \array_filter(
            $this->data->rows[$toBetween['table']],
            static fn (array $row): bool => self::matches($row, $wanted, $toThere['keys']),
        );

        return static fn (array $tuple): ?bool => $tuple[$own] === null
            ? null
            : self::matches($tuple[$own], $links, $toBetween['keys']) !== $not;
    }

    /**
     * @param array<string, mixed>|null         $row
     * @param iterable<array<string, mixed>|null> $others
     * @param array<string, string>             $keys columns of the row and of the others
     */
    public static function matches(?array $row, iterable $others, array $keys): bool
    {
        foreach ($others as $other) {
            if ($row !== null && $other !== null && self::isRelated($row, $other, $keys)) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param array<string, mixed>  $row
     * @param array<string, mixed>  $other
     * @param array<string, string> $keys
     */
    public static function isRelated(array $row, array $other, array $keys): bool
    {
        foreach ($keys as $here => $there) {
            if ($row[$here] === null || $row[$here] !== $other[$there]) {
                return false;
            }
        }

        return true;
    }
}
