<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\ModelQuery;

/**
 * A table of `tests/project/lists-model-schema.xml`, as far as the check has to know it.
 *
 * @phpstan-import-type Scope from Lists
 */
final class Shape
{
    public const DATABASE = 'lists_model';

    /**
     * @param string                                 $name     of the table and, in CamelCase, of the class
     * @param array<string, list<int|string|null>>   $scopes   the values in use by scope column
     * @param array<string, 'number'|'word'|'scope'> $keys     key columns that the story fills; none: the database does
     * @param bool                                   $required the rank is NOT NULL
     */
    private function __construct(
        public readonly string $name,
        public readonly array $scopes = [],
        public readonly array $keys = [],
        public readonly bool $required = false,
        public readonly string $rank = 'sortable_rank',
    ) {
    }

    /** @return list<self> */
    public static function all(): array
    {
        $list = ['list_id' => [1, 2, null]];

        return [
            new self('plain'),
            new self('scoped', $list, rank: 'rank'),
            new self('double', ['user_id' => [1, 2, null], 'team' => ['a', null]]),
            new self('tight', $list),
            new self('tight_plain'),
            new self('headed', $list),
            new self('pair', ['list_id' => [1, 2]], ['shop' => 'word', 'item' => 'number']),
            new self('firm', $list, required: true),
            new self('tight_firm', $list, required: true),
            new self('fixed', ['list_id' => [1, 2]], ['list_id' => 'scope', 'number' => 'number']),
        ];
    }

    public static function of(string $name): self
    {
        foreach (self::all() as $shape) {
            if ($shape->name === $name) {
                return $shape;
            }
        }
        throw new \InvalidArgumentException("there is no table \"$name\"");
    }

    public static function camel(string $name): string
    {
        return \str_replace('_', '', \ucwords($name, '_'));
    }

    /** Whether a scope column is part of the key. */
    public function isFixed(): bool
    {
        return \in_array('scope', $this->keys, true);
    }

    /** @return class-string<ActiveRecord> */
    public function model(): string
    {
        /** @var class-string<ActiveRecord> */
        return 'ListsModel\\' . self::camel($this->name);
    }

    /** @return class-string<ModelQuery<ActiveRecord>> */
    public function query(): string
    {
        /** @var class-string<ModelQuery<ActiveRecord>> */
        return $this->model() . 'Query';
    }

    /** @return class-string<TableMap> */
    public function map(): string
    {
        return $this->model()::TABLE_MAP;
    }

    /** @return list<string> */
    public function keyColumns(): array
    {
        return $this->keys === [] ? ['id'] : \array_keys($this->keys);
    }

    /**
     * The name of a row in the oracle; not a number, which PHP would take for an int as a key of an array.
     *
     * @param list<mixed> $values
     */
    public static function key(array $values): string
    {
        return '#' . \implode('/', \array_map(static fn (mixed $value): string => \is_scalar($value) ? (string) $value : '?', $values));
    }

    /**
     * A key that no row has yet, where there is no database to make it.
     *
     * @param Scope $scope
     */
    public function inventedKey(int $number, array $scope): string
    {
        return self::key($this->keys === [] ? [$number] : \array_values(\array_map(
            static fn (string $kind): int|string|null => match ($kind) {
                'word' => 'w' . $number % 3,
                'scope' => $scope[0],
                default => $number,
            },
            $this->keys,
        )));
    }

    /** Where the instance pool has the object of a row. */
    public function poolKey(string $key): int|string
    {
        $parts = \explode('/', \substr($key, 1));
        if (\count($parts) === 1) {
            return (int) $parts[0];
        }

        return \implode('', \array_map(static fn (string $part): string => \strlen($part) . ':' . $part, $parts));
    }

    /**
     * The key as methods of queries take it.
     *
     * @return int|list<int|string>
     */
    public function keyArgument(string $key): int|array
    {
        $parts = \explode('/', \substr($key, 1));
        if ($this->keys === []) {
            return (int) $parts[0];
        }
        $kinds = \array_values($this->keys);

        return \array_map(
            static fn (string $part, string $kind): int|string => $kind === 'word' ? $part : (int) $part,
            $parts,
            $kinds,
        );
    }

    /**
     * The scope as `setScopeValue` takes it.
     *
     * @param Scope $scope
     *
     * @return int|string|list<int|string|null>|null
     */
    public static function scopeArgument(array $scope): int|string|array|null
    {
        return \count($scope) === 1 ? $scope[0] : $scope;
    }
}
