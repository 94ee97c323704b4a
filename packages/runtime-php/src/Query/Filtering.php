<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;

/** Conditions on columns. */
trait Filtering
{
    /** The next condition is an alternative to the one before it. */
    public function _or(): static
    {
        $this->or = true;

        return $this;
    }

    /** The next condition has to hold too; it is so unless `_or()` says otherwise. */
    public function _and(): static
    {
        $this->or = false;

        return $this;
    }

    /** Texts are compared without regard to capital letters from here on. */
    public function setIgnoreCase(bool $ignoreCase = true): static
    {
        $this->ignoreCase = $ignoreCase;

        return $this;
    }

    public function isIgnoreCase(): bool
    {
        return $this->ignoreCase;
    }

    /**
     * A condition on a column given by name. Typed methods such as `filterByTitle()` do the same.
     *
     * @param mixed $value a value, a list, `['min' => …, 'max' => …]` or null
     */
    public function filterBy(string $column, mixed $value, ?string $comparison = null): static
    {
        [$source, $position] = $this->column($column);

        return $this->add(match ($source->query::KINDS[$position] ?? '') {
            'set' => StructuredComparison::ofSet($source, $position, $value, $comparison),
            'list' => StructuredComparison::ofList($source, $position, $value, $comparison),
            'array' => StructuredComparison::ofArray($source, $position, $value, $comparison),
            'document', 'object' => StructuredComparison::ofDocument($source, $position, $value, $comparison),
            'geometry' => StructuredComparison::ofGeometry($source, $position, $value, $comparison),
            default => Comparison::of($source, $position, $value, $comparison, $this->ignoreCase),
        });
    }

    /**
     * Conditions on several columns.
     *
     * @param array<string, mixed> $conditions value by name of the column
     */
    public function filterByArray(array $conditions): static
    {
        foreach ($conditions as $column => $value) {
            $this->filterBy($column, $value);
        }

        return $this;
    }

    /**
     * The short way of an equal sign: `$sql` is the column, `=` and the placeholder.
     *
     * @internal
     */
    final protected function whereEqual(string $sql, int|string $value): static
    {
        if ($this->or) {
            return $this->add(new Fragment($this->qualifier . $sql, [$value]));
        }
        $this->where[] = $this->qualifier . $sql;
        $this->params[] = $value;

        return $this;
    }

    /**
     * @internal
     */
    final protected function filterColumn(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(Comparison::of($this->source(), $position, $value, $comparison, $this->ignoreCase));
    }

    /**
     * Conditions that belong together: `_or()` before or after them means all of them. Texts are compared as the column
     * compares them.
     *
     * @param list<array{int, mixed, string}> $conditions position, value, comparison
     *
     * @internal
     */
    final protected function filterColumns(array $conditions): static
    {
        return $conditions === [] ? $this : $this->add($this->allColumns($conditions));
    }

    /**
     * Conditions that leave the rows of one list.
     *
     * @param list<array{int, mixed, string}> $conditions
     *
     * @internal
     */
    final protected function filterToList(array $conditions): static
    {
        return $conditions === [] ? $this : $this->add($this->list = $this->allColumns($conditions));
    }

    /**
     * Whether all rows are of one list: its condition is not only an alternative to others.
     *
     * @internal
     */
    final protected function isOfOneList(): bool
    {
        return $this->list !== null && \in_array($this->list, $this->where, true);
    }

    /**
     * @param list<array{int, mixed, string}> $conditions
     */
    private function allColumns(array $conditions): Fragment
    {
        return Fragment::all(\array_map(
            fn (array $each): Fragment => Comparison::of($this->source(), $each[0], $each[1], $each[2], false),
            $conditions,
        ));
    }

    /**
     * @internal
     */
    final protected function filterSet(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofSet($this->source(), $position, $value, $comparison));
    }

    /**
     * @internal
     */
    final protected function filterList(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofList($this->source(), $position, $value, $comparison));
    }

    /**
     * @internal
     */
    final protected function filterArray(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofArray($this->source(), $position, $value, $comparison));
    }

    /**
     * @internal
     */
    final protected function filterDocument(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofDocument($this->source(), $position, $value, $comparison));
    }

    /**
     * @internal
     */
    final protected function filterObject(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofDocument($this->source(), $position, $value, $comparison));
    }

    /**
     * @internal
     */
    final protected function filterGeometry(int $position, mixed $value, ?string $comparison): static
    {
        return $this->add(StructuredComparison::ofGeometry($this->source(), $position, $value, $comparison));
    }

    /**
     * The rows of some keys, each a value or the list of values of a composite key.
     *
     * @param iterable<mixed> $keys
     *
     * @internal
     */
    final protected function filterKeys(iterable $keys, bool $not = false): static
    {
        $positions = static::MAP::KEY_POSITIONS;
        $keys = \is_array($keys) ? \array_values($keys) : \iterator_to_array($keys, false);
        $keys = \array_map(\count($positions) === 1
            ? static fn (mixed $key): array => [$key]
            : $this->keyValues(...), $keys);

        return $this->add(ManyValues::rows($this->source(), $positions, $keys, $not));
    }

    /**
     * @return list<mixed>
     */
    private function keyValues(mixed $key): array
    {
        $count = \count(static::MAP::KEY_POSITIONS);
        if (!\is_array($key) || \count($key) !== $count) {
            throw new InvalidQueryException(\sprintf(
                'A key of %s is a list of %d values.',
                static::MAP::TABLE_PHP_NAME,
                $count,
            ));
        }

        return \array_values($key);
    }

    /** Adds a condition: with AND, or as an alternative to the last one after `_or()`. */
    private function add(Fragment $condition): static
    {
        $last = \count($this->where) - 1;
        if ($this->or && $last >= $this->closed) {
            $before = $this->where[$last];
            $before = \is_string($before) ? new Fragment($before, \array_slice($this->params, -1)) : $before;
            \array_pop($this->where);
            $this->where[] = $before->or($condition);
            $this->orderAllRanks();
        } else {
            $this->where[] = $condition;
        }
        $this->or = false;
        if ($condition->types !== []) {
            $this->types = Fragment::typesBehind($this->types, \count($this->params), $condition->types);
        }
        foreach ($condition->params as $value) {
            $this->params[] = $value;
        }

        return $this;
    }

    /**
     * @return array{Source, int}
     */
    private function column(string $name): array
    {
        $own = $this->source();

        return ColumnNames::column($name, $own, $this->parts === null ? $own : $this->parts->root, $this->parts === null ? [] : $this->parts->joins);
    }

    /** Whether the query has conditions of its own. */
    public function hasConditions(): bool
    {
        return \count($this->where) > $this->closed;
    }

    /** All conditions as one; null when there are none. */
    private function conditions(): ?Fragment
    {
        if ($this->where === []) {
            return null;
        }
        $sql = \implode(' AND ', $this->where);
        $sql = \count($this->where) === 1 ? $sql : "($sql)";

        return new Fragment($sql, $this->params, $this->types, $this->holds(), inner: $this->hasInner());
    }

    /** Whether the conditions hold for every row (true) or for none (false), whatever is in it. */
    private function holds(): ?bool
    {
        $holds = true;
        foreach ($this->where as $condition) {
            $one = $condition instanceof Fragment ? $condition->holds : null;
            if ($one === false) {
                return false;
            }
            $holds = $one === true ? $holds : null;
        }

        return $holds;
    }

    /** Whether there is another query inside a condition. */
    private function hasInner(): bool
    {
        foreach ($this->where as $condition) {
            if ($condition instanceof Fragment && $condition->inner) {
                return true;
            }
        }

        return false;
    }

    /**
     * The values that the conditions ask for by `=`, by position.
     *
     * @return array<int, scalar|null>
     */
    private function equalities(): array
    {
        $short = [];
        foreach (static::MAP::COLUMNS as $position => $column) {
            $short["$this->qualifier$column[1] = ?"] = $position;
        }
        $values = [];
        $index = 0;
        foreach ($this->where as $number => $condition) {
            $asked = \is_string($condition) ? [$short[$condition] => $this->params[$index]] : $condition->equal;
            $index += \is_string($condition) ? 1 : \count($condition->params);
            if ($number >= $this->closed) {
                $values = $asked + $values;
            }
        }

        return $values;
    }
}
