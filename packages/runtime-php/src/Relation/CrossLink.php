<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/**
 * A many-to-many relation as seen from one of its tables: through the rows of a cross-reference table.
 *
 * @internal
 */
final class CrossLink
{
    /** @var array<class-string<TableMap>, array<string, self>> */
    private static array $known = [];

    /** @var array<class-string<TableMap>, bool> */
    private static array $between = [];

    /**
     * @param string $property holds the related objects
     * @param Link   $down     from this table to the cross-reference table
     * @param Link   $on       from the cross-reference table to the objects
     */
    private function __construct(
        public readonly string $name,
        public readonly string $property,
        public readonly Link $down,
        public readonly Link $on,
    ) {
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function of(string $map, string $name): self
    {
        return self::all($map)[$name] ?? throw new OrmException(\sprintf(
            '%s has no many-to-many relation "%s". Run "orm model:build" after a change of the schema.',
            $map::TABLE_PHP_NAME,
            $name,
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
        foreach ($map::CROSS_LINKS as $name => [$property, $down, $on]) {
            $link = Link::of($map, $down);
            $links[$name] = new self($name, $property, $link, Link::of($link->map, $on));
        }

        return self::$known[$map] = $links;
    }

    /**
     * Whether rows of a table link others.
     *
     * @param class-string<TableMap> $map
     */
    public static function isBetween(string $map): bool
    {
        if (!isset(self::$between[$map])) {
            self::$between[$map] = false;
            foreach (Link::all($map) as $link) {
                foreach ($link->kind === TableMap::MANY_TO_ONE ? self::all($link->map) : [] as $cross) {
                    self::$between[$map] = self::$between[$map] || $cross->down->map === $map;
                }
            }
        }

        return self::$between[$map];
    }

    /** Whether the rows of the cross-reference table are a list, so that the objects behind them are in order. */
    public function isList(): bool
    {
        return $this->down->isList();
    }

    /** Whether two objects cannot be linked twice. */
    public function isUnique(): bool
    {
        $key = $this->down->map::KEY_POSITIONS;

        return $key !== [] && \array_diff(
            $key,
            \array_column($this->down->columns, 1),
            \array_column($this->on->columns, 0),
        ) === [];
    }
}
