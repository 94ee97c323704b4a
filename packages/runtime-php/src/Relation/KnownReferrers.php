<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\ModelQuery;

/**
 * The record of the objects that point at this one: which are known, and which the database adds.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait KnownReferrers
{
    /** Hears that an object points here now. */
    private function takeChild(string $relation, ActiveRecord $child, bool $pointedHere): void
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $related = $this->relatedOf($link);
        $related->takeBack($child);
        if ($link->kind === TableMap::ONE_TO_ONE) {
            foreach ($related->objects->getData() as $other) {
                if ($other->rowIsDeleted || $other->isSameRow($child)) {
                    $related->drop($other); // It is gone, or another object of the row that comes now.
                } else {
                    $this->detachChild($relation, $other);
                }
            }
            $pointedHere = true;
            $related->occupied($this->rowIsNew);
        }
        if (!$pointedHere || !$related->has($child)) {
            $related->objects->append($child);
        }
        $this->linked = true;
    }

    /** Hears that an object does not point here any more. */
    private function forgetChild(string $relation, ActiveRecord $child): void
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $related = $this->relatedOf($link);
        $related->leave($child);
        if ($link->kind === TableMap::ONE_TO_ONE && !$child->rowIsNew) {
            // Its row points here until it is saved, and there is room for one only.
            $related->remove($child);
            $this->linked = true;
        }
    }

    /**
     * @return RelatedObjects<ActiveRecord>
     */
    private function relatedOf(Link $link): RelatedObjects
    {
        $related = $this->{$link->property};
        if (!$related instanceof RelatedObjects) {
            $related = new RelatedObjects($link->map::OM_CLASS);
            $this->{$link->property} = $related;
        }

        /** @var RelatedObjects<ActiveRecord> */
        return $related;
    }

    /**
     * Adds what the database has to what is known already: the rows first, then the objects that are not saved yet.
     * Objects that were removed here, or moved to somebody else, stay away.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param array<int, T>     $found
     */
    private function mergeChildren(Link $turned, RelatedObjects $related, array $found): void
    {
        if (self::isTaken($turned, $related, $found)) {
            $related->occupied(false);

            return;
        }
        $all = [];
        foreach ($found as $child) {
            if ($child->parentOf($turned) !== $this) {
                if ($related->isRemoved($child)) {
                    continue;
                }
                if ($child->isReferenceModified($turned) && !$child->pointsAt($turned, $this)) {
                    continue;
                }
                $child->{$turned->property} = $this;
                $child->linked = true;
                $child->noteEqualKeys($turned->name);
            }
            $all[$child->identity()] = $child;
        }
        $all = \array_replace($all, self::byIdentity($related->objects->getData()));
        $related->objects->setData(\array_values(self::arranged($related, $all)));
        $link = $turned->turned();
        $related->completed($link->isList() ? $link->map : null);
        $this->linked = true;
    }

    /**
     * Whether there is room for one, an object that is not saved yet has it, and the row of another one is still there.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param array<int, T>     $found
     */
    private static function isTaken(Link $turned, RelatedObjects $related, array $found): bool
    {
        $unsaved = $turned->turned()->kind === TableMap::ONE_TO_ONE ? $related->objects->getFirst() : null;
        if ($unsaved === null || (!$unsaved->rowIsNew && !$unsaved->isReferenceModified($turned))) {
            return false;
        }

        return \array_diff_key(self::byIdentity($found), [$unsaved->identity() => true]) !== [];
    }

    /**
     * Forgets saved objects that the database does not find here any more.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param array<int, T>     $found
     */
    private function dropStrangers(Link $turned, RelatedObjects $related, array $found): void
    {
        $known = self::byIdentity($found);
        $related->objects->setData(\array_values(\array_filter(
            $related->objects->getData(),
            static fn (ActiveRecord $child): bool => $child->rowIsNew || isset($known[$child->identity()])
                || $child->isReferenceModified($turned),
        )));
    }

    /**
     * The query for the rows that point here; null when none can, because a column they point at is null.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>|null $related
     * @param ModelQuery<T>|null     $query
     *
     * @return ModelQuery<T>|null
     */
    private function childQuery(Link $link, ?RelatedObjects $related, ?ModelQuery $query): ?ModelQuery
    {
        if ($query === null) {
            /** @var ModelQuery<T> $query */
            $query = new ($link->map::QUERY_CLASS)();
        } else {
            $query = clone $query;
        }

        return $this->pointHere($link, $query) ? $query : null;
    }

    /**
     * Limits a query of the other table to the rows that point here.
     *
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    private function pointHere(Link $link, ModelQuery $query): bool
    {
        foreach ($link->columns as [$here, $there]) {
            $value = $this->valueAt($here);
            if ($value === null) {
                return false;
            }
            $query->filterBy($link->map::PHP_NAMES[$there], $value);
        }
        foreach ($link->turned()->constants as [$there, $value]) {
            $query->filterBy($link->map::PHP_NAMES[$there], $value);
        }

        return true;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param array<int, T> $objects
     *
     * @return array<string, T>
     */
    private static function byIdentity(array $objects): array
    {
        $all = [];
        foreach ($objects as $object) {
            $all[$object->identity()] = $object;
        }

        return $all;
    }

    private function isSameRow(ActiveRecord $object): bool
    {
        return $object === $this || ($object::class === static::class && $object->identity() === $this->identity());
    }

    /** The same for two objects of one row. */
    private function identity(): string
    {
        return $this->rowIdentity() ?? 'object ' . \spl_object_id($this);
    }
}
