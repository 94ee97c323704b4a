<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * A piece of SQL and the values of its placeholders.
 *
 * @internal
 */
final class Fragment
{
    /**
     * @param list<scalar|null> $params
     * @param array<int, int>   $types PDO type by index of the value, where text will not do
     */
    public function __construct(
        public readonly string $sql,
        public readonly array $params = [],
        public readonly array $types = [],
    ) {
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
