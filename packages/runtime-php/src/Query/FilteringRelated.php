<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;

/** Conditions on related objects. */
trait FilteringRelated
{
    /**
     * The rows related to an object, or to any of several, by a relation given by name. Typed methods such as
     * `filterByAuthor()` do the same.
     *
     * @param ActiveRecord|iterable<ActiveRecord>|null $objects null: rows without a related one
     */
    public function filterRelatedTo(
        string $relation,
        ActiveRecord|iterable|null $objects,
        ?string $comparison = null,
    ): static {
        if (!isset(static::MAP::RELATIONS[$relation])) {
            throw self::unknownRelation($this->source(), $relation);
        }

        return $this->filterRelated($relation, $objects, $comparison);
    }

    /**
     * @param ActiveRecord|iterable<ActiveRecord>|null $objects
     *
     * @internal
     */
    final protected function filterRelated(
        string $relation,
        ActiveRecord|iterable|null $objects,
        ?string $comparison = null,
    ): static {
        [$objects, $not] = $this->related($relation, $objects, $comparison);
        [$kind, $other, $pairs, $constants] = static::MAP::RELATIONS[$relation];
        if ($objects === null && $kind !== TableMap::MANY_TO_ONE) {
            $this->useSubquery($other::QUERY_CLASS, $relation, $not ? 'EXISTS' : 'NOT EXISTS')->endUse();

            return $this;
        }
        $source = $this->source();
        $here = $there = [];
        foreach ($pairs as [$local, $foreign]) {
            $here[] = self::positionOfQuoted(static::MAP, $local);
            $there[] = self::positionOfQuoted($other, $foreign);
        }
        if ($objects === null) {
            return $this->add($not
                ? Fragment::all([...self::none($source, $here, true), ...self::constants($source, $constants)])
                : Fragment::any([...self::none($source, $here, false), ...self::otherConstants($source, $constants)]));
        }
        $keys = [];
        foreach ($objects as $object) {
            $object = $this->checked($relation, $other, $object);
            if ($kind === TableMap::MANY_TO_ONE || self::hasConstants($other, $object, $constants)) {
                $keys[] = \array_map($object->valueAt(...), $there);
            }
        }
        $rows = ManyValues::rows($source, $here, $keys, $not);
        if ($rows->holds === true || $kind !== TableMap::MANY_TO_ONE) {
            return $this->add($rows);
        }
        // A row that is not related to these is related to another one; of one column, NOT IN says so itself.
        $filled = $not && \count($here) > 1 ? self::none($source, $here, true) : [];

        return $this->add(Fragment::all([$rows, ...$filled, ...self::constants($source, $constants)]));
    }

    /**
     * The rows that a cross-reference table links with an object, or with any of several.
     *
     * @param class-string<ModelQuery<covariant ActiveRecord>> $class    the query of the cross-reference table
     * @param string                                           $relation from here to that table
     * @param string                                           $target   from there to the objects
     * @param ActiveRecord|iterable<ActiveRecord>|null         $objects  null: rows that are linked with none
     *
     * @internal
     */
    final protected function filterCrossed(
        string $class,
        string $relation,
        string $target,
        ActiveRecord|iterable|null $objects,
        ?string $comparison,
    ): static {
        [$objects, $not] = $this->related($target, $objects, $comparison);
        $query = $this->useSubquery($class, $relation, ($objects === null) === $not ? 'EXISTS' : 'NOT EXISTS');
        if ($objects !== null) {
            $query->filterRelated($target, $objects);
        }
        $query->endUse();

        return $this;
    }

    /**
     * The objects as a list, or null for none at all; and whether the rows are meant that are not related to them.
     *
     * @param ActiveRecord|iterable<ActiveRecord>|null $objects
     *
     * @return array{iterable<ActiveRecord>|null, bool}
     */
    private function related(string $relation, ActiveRecord|iterable|null $objects, ?string $comparison): array
    {
        $operator = $comparison === null ? '=' : Comparison::operator($comparison);

        return match ($operator) {
            '=', 'IN', '<>', 'NOT IN' => [
                $objects instanceof ActiveRecord ? [$objects] : $objects,
                $operator === '<>' || $operator === 'NOT IN',
            ],
            'IS NULL', 'IS NOT NULL' => [null, $operator === 'IS NOT NULL'],
            default => throw new InvalidQueryException(\sprintf(
                'Objects of the relation %s.%s cannot be compared by %s: they are related, or they are not.',
                static::MAP::TABLE_PHP_NAME,
                $relation,
                $operator,
            )),
        };
    }

    /**
     * @param list<int> $positions
     *
     * @return list<Fragment>
     */
    private static function none(Source $source, array $positions, bool $not): array
    {
        return \array_map(
            static fn (int $position): Fragment => new Fragment($source->column($position) . ($not ? ' IS NOT NULL' : ' IS NULL')),
            $positions,
        );
    }

    /**
     * That columns have the constants of a relation.
     *
     * @param list<array{string, scalar}> $constants
     *
     * @return list<Fragment>
     */
    private static function constants(Source $source, array $constants): array
    {
        return \array_map(static fn (array $constant): Fragment => Comparison::of(
            $source,
            self::positionOfQuoted($source->map, $constant[0]),
            $constant[1],
            Criteria::EQUAL,
            false,
        ), $constants);
    }

    /**
     * That they have others, or none.
     *
     * @param list<array{string, scalar}> $constants
     *
     * @return list<Fragment>
     */
    private static function otherConstants(Source $source, array $constants): array
    {
        $others = [];
        foreach ($constants as [$quoted, $value]) {
            $position = self::positionOfQuoted($source->map, $quoted);
            $others[] = Comparison::of($source, $position, $value, Criteria::NOT_EQUAL, false);
            $others[] = Comparison::of($source, $position, null, Criteria::ISNULL, false);
        }

        return $others;
    }

    /**
     * Whether an object points at this table, and not with the same key at another one.
     *
     * @param class-string<TableMap>      $map
     * @param list<array{string, scalar}> $constants
     */
    private static function hasConstants(string $map, ActiveRecord $object, array $constants): bool
    {
        $source = new Source($map::TABLE_PHP_NAME, $map::QUERY_CLASS, $map, '');
        foreach ($constants as [$quoted, $constant]) {
            $position = self::positionOfQuoted($map, $quoted);
            $value = $object->valueAt($position);
            if ($value === null || BoundValue::of($source, $position, $value) !== BoundValue::of($source, $position, $constant)) {
                return false;
            }
        }

        return true;
    }

    /**
     * @param class-string<TableMap> $map
     */
    private function checked(string $relation, string $map, mixed $object): ActiveRecord
    {
        if (!$object instanceof ActiveRecord || $object::TABLE_MAP !== $map) {
            throw new InvalidQueryException(\sprintf(
                'The relation %s.%s leads to %s, and not to %s.',
                static::MAP::TABLE_PHP_NAME,
                $relation,
                $map::TABLE_PHP_NAME,
                \get_debug_type($object),
            ));
        }

        return $object;
    }

    /**
     * @param class-string<TableMap> $map
     */
    private static function positionOfQuoted(string $map, string $quoted): int
    {
        foreach ($map::COLUMNS as $position => $column) {
            if ($column[1] === $quoted) {
                return $position;
            }
        }
        throw new InvalidQueryException(\sprintf('Table "%s" has no column %s.', $map::TABLE_NAME, $quoted));
    }
}
