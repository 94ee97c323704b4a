<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Relation\EqualKeys;
use Orm\Runtime\Relation\Link;

/**
 * Objects of one table.
 *
 * @template T of ActiveRecord
 *
 * @extends Collection<T>
 */
class ObjectCollection extends Collection
{
    /** @var class-string<T> */
    private string $model;

    /**
     * @param array<int, T>   $data
     * @param class-string<T> $model
     */
    final public function __construct(array $data = [], string $model = ActiveRecord::class)
    {
        parent::__construct($data);
        $this->model = $model;
    }

    /** @return class-string<T> */
    public function getModel(): string
    {
        return $this->model;
    }

    /** @param class-string<T> $model */
    public function setModel(string $model): void
    {
        $this->model = $model;
    }

    /** Saves all objects in one transaction; returns the number of rows written. */
    public function save(?ConnectionWrapper $con = null): int
    {
        return $this->atomically($con, function (ConnectionWrapper $con): int {
            $rows = 0;
            foreach ($this->data as $object) {
                $rows += $object->save($con);
            }

            return $rows;
        });
    }

    /**
     * Deletes all objects in one transaction. Objects of sortable tables go as a set: each list is renumbered once.
     * preDelete() of all is called first, postDelete() of all last.
     */
    public function delete(?ConnectionWrapper $con = null): void
    {
        $this->atomically(
            $con,
            fn (ConnectionWrapper $con): int => ActiveRecord::deleteTogether(\array_values($this->data), $con),
        );
    }

    /**
     * @param callable(ConnectionWrapper): int $work
     */
    private function atomically(?ConnectionWrapper $con, callable $work): int
    {
        if ($this->data === []) {
            return 0;
        }
        if ($con === null) {
            $name = $this->origin() ?? $this->tableMap()::DATABASE_NAME;
            $con = Orm::$write[$name] ?? Orm::writeConnection($name);
        }
        if ($con->inTransaction()) {
            return $work($con);
        }

        return $con->transaction($work);
    }

    /**
     * The primary keys.
     *
     * @return list<mixed>
     */
    public function getPrimaryKeys(): array
    {
        return $this->map(static fn (ActiveRecord $object): mixed => $object->getPrimaryKey());
    }

    public function search(mixed $element): int|false
    {
        $place = parent::search($element);
        if ($place === false && $element instanceof ActiveRecord) {
            foreach ($this->data as $key => $object) {
                if ($object->equals($element)) {
                    return $key;
                }
            }
        }

        return $place;
    }

    /**
     * Takes an object out.
     *
     * @param T $object
     */
    public function removeObject(ActiveRecord $object): void
    {
        $place = $this->search($object);
        if ($place !== false) {
            unset($this->data[$place]);
            $this->setData(\array_values($this->data));
        }
    }

    /**
     * The objects as arrays, by the value of a column if one is given.
     *
     * @param TableMap::TYPE_* $keyType
     *
     * @return array<int|string, array<int|string, mixed>>
     */
    public function toArray(
        ?string $keyColumn = null,
        bool $usePrefix = false,
        string $keyType = TableMap::TYPE_PHPNAME,
        bool $includeLazyLoadColumns = true,
    ): array {
        $arrays = [];
        foreach ($this->data as $index => $object) {
            $key = $keyColumn === null ? $index : self::key($this->valueOf($object, $keyColumn));
            $key = $usePrefix ? $this->tableMap()::TABLE_PHP_NAME . '_' . $key : $key;
            $arrays[$key] = $object->toArray($keyType, $includeLazyLoadColumns);
        }

        return $arrays;
    }

    /**
     * As toArray(), with bytes in base64.
     *
     * @return list<array<int|string, mixed>>
     */
    public function jsonSerialize(): array
    {
        return $this->map(static fn (ActiveRecord $object): array => $object->jsonSerialize());
    }

    /**
     * Values of one column by values of another: for the options of a form.
     *
     * @param string|null $keyColumn   the primary key when null
     * @param string|null $valueColumn the text of the object when null
     *
     * @return array<int|string, mixed>
     */
    public function toKeyValue(?string $keyColumn = null, ?string $valueColumn = null): array
    {
        $values = [];
        foreach ($this->data as $object) {
            $key = self::key($keyColumn === null ? $object->getPrimaryKey() : $this->valueOf($object, $keyColumn));
            $values[$key] = $valueColumn === null
                ? ($object instanceof \Stringable ? (string) $object : $object->toJson())
                : $this->valueOf($object, $valueColumn);
        }

        return $values;
    }

    /**
     * The objects by the value of a column; by the primary key when none is given.
     *
     * @return array<int|string, T>
     */
    public function toKeyIndex(?string $keyColumn = null): array
    {
        $objects = [];
        foreach ($this->data as $object) {
            $key = self::key($keyColumn === null ? $object->getPrimaryKey() : $this->valueOf($object, $keyColumn));
            $objects[$key] = $object;
        }

        return $objects;
    }

    /**
     * The objects: by their place or, as with toKeyIndex(), by the value of a column; with `$usePrefix`, "Book_" stands before it.
     *
     * @return array<int|string, T>
     */
    public function getArrayCopy(?string $keyColumn = null, bool $usePrefix = false): array
    {
        $objects = $keyColumn === null ? $this->data : $this->toKeyIndex($keyColumn);
        if (!$usePrefix) {
            return $objects;
        }
        $prefix = $this->tableMap()::TABLE_PHP_NAME . '_';

        return \array_combine(\array_map(static fn (int|string $key): string => $prefix . $key, \array_keys($objects)), $objects);
    }

    /**
     * Appends a new object for each array, with the values that it has by the names of the columns.
     *
     * @param array<array<int|string, mixed>> $rows
     * @param TableMap::TYPE_*|null           $keyType
     */
    public function fromArray(array $rows, ?string $keyType = null): static
    {
        foreach ($rows as $values) {
            $this->append((new ($this->model)())->fromArray($values, $keyType));
        }

        return $this;
    }

    /**
     * The values of a column; of the primary key when none is given.
     *
     * @return list<mixed>
     */
    public function getColumnValues(?string $column = null): array
    {
        return $this->map(fn (ActiveRecord $object): mixed => $column === null
            ? $object->getPrimaryKey()
            : $this->valueOf($object, $column));
    }

    /**
     * Reads the related objects of all objects with one query, and gives each object its own.
     *
     * @param ModelQuery<covariant ActiveRecord>|null $query conditions and order of the related objects
     *
     * @return ObjectCollection<covariant ActiveRecord> the related objects
     */
    public function populateRelation(
        string $relation,
        ?ModelQuery $query = null,
        ?ConnectionWrapper $con = null,
    ): ObjectCollection {
        $map = $this->tableMap();
        $found = $map::RELATIONS[$relation] ?? throw new InvalidQueryException(\sprintf(
            '%s has no relation "%s"; it has %s.',
            $map::TABLE_PHP_NAME,
            Excerpt::of($relation),
            \implode(', ', \array_keys($map::RELATIONS)),
        ));
        [$kind, $other, , , , $opposite] = $found;
        $query = $query === null ? new ($other::QUERY_CLASS)() : clone $query;
        $link = Link::of($map, $relation);
        if ($link->isList()) {
            $query->inDefaultOrder();
        }
        $con ??= $query->connectionNamed($this->origin());
        $related = $query->filterRelatedTo($opposite, $this->data)->find($con);
        $isChild = $kind === TableMap::MANY_TO_ONE;
        [$children, $parents] = $isChild ? [$this->data, $related->getData()] : [$related->getData(), $this->data];
        $key = $isChild ? $link : $link->turned();
        $keys = self::keys($parents, $key, true);
        $strangers = \array_diff_key($children, \array_intersect(self::keys($children, $key, false), $keys));
        if ($strangers !== [] && EqualKeys::ask($key, $strangers, fn (): ConnectionWrapper => $con ?? $this->reading())) {
            $keys = self::keys($parents, $key, true);
        }
        $lists = [];
        foreach ($isChild ? $keys : self::keys($children, $key, false) as $index => $text) {
            $lists[$text][] = $related[$index];
        }
        foreach ($isChild ? self::keys($children, $key, false) : $keys as $index => $text) {
            /** @var list<ActiveRecord> $own */
            $own = $lists[$text] ?? [];
            if ($kind === TableMap::ONE_TO_MANY) {
                $this->data[$index]->attachRelatedList($relation, $own);
            } else {
                $this->data[$index]->attachRelated($relation, $own[0] ?? null);
            }
        }

        return $related;
    }

    /**
     * The keys by which objects are linked, as texts.
     *
     * @param array<int, ActiveRecord> $objects
     *
     * @return array<int, string>
     */
    private static function keys(array $objects, Link $link, bool $areParents): array
    {
        return \array_map(
            static fn (ActiveRecord $object): string => $object->linkKey($link, $areParents) ?? '',
            $objects,
        );
    }

    private function reading(): ConnectionWrapper
    {
        $name = $this->origin() ?? $this->tableMap()::DATABASE_NAME;

        return Orm::$read[$name] ?? Orm::readConnection($name);
    }

    /** The connection that the objects belong to; null for the one of their class. */
    private function origin(): ?string
    {
        $names = [];
        foreach ($this->data as $object) {
            $names[$object->rowOrigin() ?? ''] = $object->rowOrigin();
        }
        if (\count($names) > 1) {
            throw new OrmException(\sprintf(
                'The objects of this collection belong to several connections (%s): give one, or make a collection of each.',
                \implode(', ', \array_map(fn (?string $name): string => $name ?? $this->tableMap()::DATABASE_NAME, $names)),
            ));
        }

        return $names === [] ? null : \reset($names);
    }

    /** @return class-string<TableMap> */
    private function tableMap(): string
    {
        return $this->model::TABLE_MAP;
    }

    private function valueOf(ActiveRecord $object, string $column): mixed
    {
        return $object->hasVirtualColumn($column)
            ? $object->getVirtualColumn($column)
            : $object->getByPosition($this->tableMap()::positionOf($column));
    }

    /** A value as the key of an array. */
    private static function key(mixed $value): int|string
    {
        return match (true) {
            \is_int($value), \is_string($value) => $value,
            $value === null => '',
            \is_bool($value) => (int) $value,
            \is_float($value) => (string) $value,
            $value instanceof \BackedEnum => $value->value,
            $value instanceof \DateTimeInterface => $value->format('Y-m-d H:i:s.u'),
            $value instanceof \Stringable => (string) $value,
            \is_array($value) => \implode('-', \array_map(self::key(...), $value)),
            default => throw new OrmException(\sprintf('A value of type %s cannot be a key.', \get_debug_type($value))),
        };
    }
}
