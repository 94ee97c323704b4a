<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Stringable;

/**
 * A piece of SQL and the values of its placeholders. Of a condition it also says what nobody should have to read out of
 * the SQL again.
 *
 * @internal
 */
final class Fragment implements Stringable
{
    /**
     * @param list<scalar|null>       $params
     * @param array<int, int>         $types PDO type by index of the value, where text will not do
     * @param bool                    $open  whether the condition holds for every row, because nothing was asked for
     * @param array<int, scalar|null> $equal the values that columns of the table must have for it to hold, by position
     */
    public function __construct(
        public readonly string $sql,
        public readonly array $params = [],
        public readonly array $types = [],
        public readonly bool $open = false,
        public readonly array $equal = [],
    ) {
    }

    public function __toString(): string
    {
        return $this->sql;
    }

    /** A condition that holds for every row. */
    public static function always(): self
    {
        return new self('1 = 1', open: true);
    }

    /** A condition that holds for no row. */
    public static function never(): self
    {
        return new self('1 = 0');
    }

    /** The other piece behind this one. */
    public function then(string $between, self $next, string $after = ''): self
    {
        $sql = $this->sql . $between . $next->sql . $after;
        if ($next->params === []) {
            return new self($sql, $this->params, $this->types);
        }

        return new self(
            $sql,
            \array_merge($this->params, $next->params),
            self::typesBehind($this->types, \count($this->params), $next->types),
        );
    }

    public function with(string $before, string $after): self
    {
        return new self($before . $this->sql . $after, $this->params, $this->types);
    }

    // Conditions

    public function inParentheses(): self
    {
        return new self("($this->sql)", $this->params, $this->types, $this->open, $this->equal);
    }

    public function and(self $other): self
    {
        $both = $this->then(' AND ', $other);

        return new self($both->sql, $both->params, $both->types, $this->open && $other->open, $other->equal + $this->equal);
    }

    /** In parentheses. */
    public function or(self $other): self
    {
        $either = $this->then(' OR ', $other)->with('(', ')');

        return new self($either->sql, $either->params, $either->types, $this->open || $other->open);
    }

    /**
     * All of some conditions.
     *
     * @param list<self> $conditions
     */
    public static function all(array $conditions): self
    {
        $all = null;
        foreach ($conditions as $condition) {
            $all = $all === null ? $condition : $all->and($condition);
        }

        return $all ?? self::always();
    }

    /**
     * Any of some conditions, in parentheses. They are nested no deeper than they have to be: SQLite does not take a
     * thousand alternatives in a row.
     *
     * @param list<self> $conditions
     */
    public static function any(array $conditions): self
    {
        if ($conditions === []) {
            return self::never();
        }
        while (\count($conditions) > 1) {
            $groups = [];
            foreach (\array_chunk($conditions, 100) as $some) {
                $group = $some[0];
                $open = false;
                foreach ($some as $number => $one) {
                    $group = $number === 0 ? $one : $group->then(' OR ', $one);
                    $open = $open || $one->open;
                }
                $groups[] = new self("($group->sql)", $group->params, $group->types, $open);
            }
            $conditions = $groups;
        }

        return $conditions[0];
    }

    /**
     * @param array<int, int> $types
     * @param array<int, int> $next
     *
     * @return array<int, int>
     */
    public static function typesBehind(array $types, int $count, array $next): array
    {
        foreach ($next as $index => $type) {
            $types[$count + $index] = $type;
        }

        return $types;
    }
}
