<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;

/** Conditions written as SQL. The SQL is the developer's own; whatever comes from outside goes into the values. */
trait Clauses
{
    /**
     * A condition in SQL: `where('Book.Title LIKE ?', 'War%')`. Names such as `Book.Title` stand for columns. Several
     * placeholders take a list of values; a list for one placeholder becomes `(?, ?, …)`, as in `Book.Id IN ?`.
     *
     * Names of conditions and `and` or `or` are another way to write `combine()`: `where(['cheap', 'old'], 'or')`.
     *
     * @param string|list<string> $clause
     */
    public function where(string|array $clause, mixed $value = null): static
    {
        if (\is_array($clause)) {
            return $this->combine($clause, \is_string($value) ? $value : Criteria::LOGICAL_AND);
        }

        return $this->add($this->clause($clause, \func_num_args() > 1, $value)->with('(', ')'));
    }

    /** A condition that has to hold for groups. */
    public function having(string $clause, mixed $value = null): static
    {
        $parts = $this->parts();
        $next = $this->clause($clause, \func_num_args() > 1, $value)->with('(', ')');
        $parts->having = $parts->having === null ? $next : $parts->having->then(' AND ', $next);

        return $this;
    }

    /** Keeps a condition under a name, for `combine()`. */
    public function condition(string $name, string $clause, mixed $value = null): static
    {
        $condition = $this->clause($clause, \func_num_args() > 2, $value)->with('(', ')');
        $this->parts()->conditions[$name] = $condition;

        return $this;
    }

    /**
     * Joins named conditions, and adds the result to the query, or keeps it under another name.
     *
     * @param list<string> $names
     */
    public function combine(array $names, string $operator = Criteria::LOGICAL_AND, ?string $name = null): static
    {
        $word = self::logicalWord($operator);
        $parts = $this->parts();
        $all = null;
        foreach ($names as $each) {
            $next = $parts->conditions[$each] ?? throw new InvalidQueryException(\sprintf(
                'There is no condition "%s". %s',
                ColumnNames::shown($each),
                ColumnNames::hint($each, \array_map(\strval(...), \array_keys($parts->conditions))),
            ));
            $all = $all === null ? $next : $all->then(" $word ", $next);
        }
        if ($all === null) {
            throw new InvalidQueryException('combine() needs the names of the conditions to combine.');
        }
        foreach ($names as $each) {
            unset($parts->conditions[$each]);
        }
        $all = $all->with('(', ')');
        if ($name !== null) {
            $parts->conditions[$name] = $all;

            return $this;
        }

        return $this->add($all);
    }

    /** `AND` or `OR`. */
    private static function logicalWord(string $operator): string
    {
        $word = \strtoupper(\trim($operator, ' '));
        if ($word !== 'AND' && $word !== 'OR') {
            throw new InvalidQueryException(\sprintf(
                'Conditions are combined with "and" or "or", and not with "%s".',
                ColumnNames::shown($operator),
            ));
        }

        return $word;
    }

    private function clause(string $clause, bool $given, mixed $value): Fragment
    {
        $count = SqlClause::placeholders($clause);
        $own = $this->source();
        $values = match (true) {
            $count === 0 => $given && $value !== null && $value !== [] ? [$value] : [],
            !$given => [],
            $count === 1 => [\is_array($value) && \count($value) === 1 && \array_is_list($value) && !\preg_match('/\bIN\s*\?/i', $clause)
                ? \reset($value)
                : $value],
            \is_array($value) => \array_values($value),
            default => [$value],
        };

        return SqlClause::of(
            $clause,
            $own,
            $this->parts === null ? $own : $this->parts->root,
            $this->parts === null ? [] : $this->parts->joins,
            $values,
            $this->parts === null ? [] : $this->parts->columns,
        );
    }
}
