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
     * @param bool|null               $holds true: for every row, because nothing was asked for; false: for no row
     * @param array<int, scalar|null> $equal the values that columns of the table must have for it to hold, by position
     * @param bool                    $inner whether there is another query of ours inside
     */
    public function __construct(
        public readonly string $sql,
        public readonly array $params = [],
        public readonly array $types = [],
        public readonly ?bool $holds = null,
        public readonly array $equal = [],
        public readonly bool $inner = false,
    ) {
    }

    public function __toString(): string
    {
        return $this->sql;
    }

    /** A condition that holds for every row. */
    public static function always(): self
    {
        return new self('1 = 1', holds: true);
    }

    /** A condition that holds for no row. */
    public static function never(): self
    {
        return new self('1 = 0', holds: false);
    }

    /** The other piece behind this one. */
    public function then(string $between, self $next, string $after = ''): self
    {
        $none = $next->params === [];

        return new self(
            $this->sql . $between . $next->sql . $after,
            $none ? $this->params : \array_merge($this->params, $next->params),
            $none ? $this->types : self::typesBehind($this->types, \count($this->params), $next->types),
            inner: $this->inner || $next->inner,
        );
    }

    public function with(string $before, string $after): self
    {
        return new self($before . $this->sql . $after, $this->params, $this->types, inner: $this->inner);
    }

    /** A query of ours, to be put into a condition. */
    public function asInner(): self
    {
        return new self($this->sql, $this->params, $this->types, inner: true);
    }

    // Conditions

    /**
     * @param array<int, scalar|null> $equal
     */
    private function meaning(?bool $holds, array $equal = []): self
    {
        return new self($this->sql, $this->params, $this->types, $holds, $equal, $this->inner);
    }

    public function inParentheses(): self
    {
        return $this->with('(', ')')->meaning($this->holds, $this->equal);
    }

    public function and(self $other): self
    {
        $holds = $this->holds === false || $other->holds === false
            ? false
            : ($this->holds === true && $other->holds === true ? true : null);

        return $this->then(' AND ', $other)->meaning($holds, $other->equal + $this->equal);
    }

    /** In parentheses. */
    public function or(self $other): self
    {
        return self::any([$this, $other]);
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
     * Any of some conditions; in parentheses where there are several. They are nested no deeper than they have to be: SQLite
     * does not take a thousand alternatives in a row.
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
                $holds = false;
                foreach ($some as $number => $one) {
                    $group = $number === 0 ? $one : $group->then(' OR ', $one);
                    $holds = $holds === true || $one->holds === true ? true : ($holds === false ? $one->holds : null);
                }
                $groups[] = $group->with('(', ')')->meaning($holds);
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
