<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/**
 * A relation as seen from one of its tables. Made of the constants of the table maps, once per process.
 *
 * @internal
 */
final class Link
{
    /** What the database may do to rows when the one they point at is deleted. */
    private const CHANGING = ['CASCADE', 'SET NULL', 'SET DEFAULT'];

    /** @var array<class-string<TableMap>, array<string, self>> */
    private static array $known = [];

    /** @var array<class-string<TableMap>, list<string>> */
    private static array $properties = [];

    /** @var array<class-string<TableMap>, list<class-string<TableMap>>> */
    private static array $dependents = [];

    /** @var array<class-string<TableMap>, list<self>> */
    private static array $orphaning = [];

    private ?bool $list = null;

    /**
     * @param TableMap::MANY_TO_ONE|TableMap::ONE_TO_MANY|TableMap::ONE_TO_ONE $kind
     * @param class-string<TableMap>                                           $map       the other table
     * @param string                                                           $property  holds the related object or objects
     * @param list<array{int, int}>                                            $columns   positions here and there
     * @param list<array{int, mixed}>                                          $constants positions and values, in the table of the key
     * @param string                                                           $opposite  the name of the relation there
     * @param bool                                                             $required  whether a row cannot be without the other one
     * @param list<int>                                                        $cleared    positions that are null when there is no other one
     * @param string                                                           $onDelete  what the database does with the rows of the key
     */
    private function __construct(
        public readonly string $name,
        public readonly int $kind,
        public readonly string $map,
        public readonly string $property,
        public readonly array $columns,
        public readonly array $constants,
        public readonly string $opposite,
        public readonly bool $required,
        public readonly array $cleared,
        public readonly string $onDelete,
    ) {
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function of(string $map, string $relation): self
    {
        return self::all($map)[$relation] ?? throw new OrmException(\sprintf(
            '%s has no relation "%s". Run "orm model:build" after a change of the schema.',
            $map::TABLE_PHP_NAME,
            Excerpt::of($relation),
        ));
    }

    /**
     * @param class-string<TableMap> $map
     *
     * @return array<string, self>
     */
    public static function all(string $map): array
    {
        if (isset(self::$known[$map])) {
            return self::$known[$map];
        }
        $links = [];
        foreach ($map::LINKS as $name => [$property, $columns, $constants, $required, $cleared, $onDelete]) {
            [$kind, $other, , , , $opposite] = $map::RELATIONS[$name];
            $links[$name] = new self(
                $name,
                $kind,
                $other,
                $property,
                $columns,
                $constants,
                $opposite,
                $required,
                $cleared,
                $onDelete,
            );
        }

        return self::$known[$map] = $links;
    }

    /**
     * The properties that hold related objects, those of many-to-many relations included.
     *
     * @param class-string<TableMap> $map
     *
     * @return list<string>
     */
    public static function properties(string $map): array
    {
        return self::$properties[$map] ??= [
            ...\array_column($map::LINKS, 0),
            ...\array_column($map::CROSS_LINKS, 0),
        ];
    }

    /**
     * The tables whose rows the database deletes or changes when a row of this table is deleted.
     *
     * @param class-string<TableMap> $map
     *
     * @return list<class-string<TableMap>>
     */
    public static function dependents(string $map): array
    {
        if (isset(self::$dependents[$map])) {
            return self::$dependents[$map];
        }
        $found = [];
        $open = [$map];
        while ($open !== []) {
            foreach (self::all(\array_pop($open)) as $link) {
                if ($link->kind === TableMap::MANY_TO_ONE || isset($found[$link->map])) {
                    continue;
                }
                if (\in_array($link->onDelete, self::CHANGING, true)) {
                    $found[$link->map] = true;
                    if ($link->onDelete === 'CASCADE') {
                        $open[] = $link->map;
                    }
                }
            }
        }

        return self::$dependents[$map] = \array_keys($found);
    }

    /**
     * In how many ways deleting a row of one table can change rows of another.
     *
     * @param class-string<TableMap> $changed
     * @param class-string<TableMap> $deleted
     */
    public static function waysTo(string $changed, string $deleted): int
    {
        $ways = 0;
        $seen = [$deleted => true];
        $open = [$deleted];
        while ($open !== []) {
            foreach (self::all(\array_pop($open)) as $link) {
                if ($link->kind === TableMap::MANY_TO_ONE || !\in_array($link->onDelete, self::CHANGING, true)) {
                    continue;
                }
                $ways += $link->map === $changed ? 1 : 0;
                if ($link->onDelete === 'CASCADE' && !isset($seen[$link->map])) {
                    $seen[$link->map] = true;
                    $open[] = $link->map;
                }
            }
        }

        return $ways;
    }

    /**
     * Relations whose rows fall into another list when a row of this table is deleted, because the database sets a scope
     * of theirs to NULL.
     *
     * @param class-string<TableMap> $map
     *
     * @return list<self>
     */
    public static function orphaning(string $map): array
    {
        return self::$orphaning[$map] ??= \array_values(\array_filter(
            self::all($map),
            static fn (self $link): bool => $link->kind !== TableMap::MANY_TO_ONE && $link->onDelete === 'SET NULL'
                && \array_intersect($link->map::LIST['scope'] ?? [], \array_column($link->columns, 1)) !== [],
        ));
    }

    /** The same relation as seen from the other table. */
    public function turned(): self
    {
        return self::of($this->map, $this->opposite);
    }

    /** Whether a child that is taken away from its parent has to be deleted, because it cannot be without one. */
    public function deletesRemoved(): bool
    {
        return $this->required || $this->onDelete === 'CASCADE';
    }

    /** Whether the objects at the other end are one list of a sortable table: the key is its scope. */
    public function isList(): bool
    {
        return $this->list ??= $this->kind === TableMap::ONE_TO_MANY && $this->map::LIST !== [] && self::isSame(
            $this->map::LIST['scope'],
            [...\array_column($this->columns, 1), ...\array_column($this->turned()->constants, 0)],
        );
    }

    /**
     * @param list<int> $some
     * @param list<int> $others
     */
    private static function isSame(array $some, array $others): bool
    {
        \sort($some);
        \sort($others);

        return $some === $others;
    }

    /** Whether a column of this table belongs to the key. */
    public function uses(int $position): bool
    {
        foreach ($this->columns as [$here]) {
            if ($here === $position) {
                return true;
            }
        }
        foreach ($this->constants as [$here]) {
            if ($here === $position) {
                return true;
            }
        }

        return false;
    }
}
