<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\ModelQuery;

/**
 * The objects that point at this one: `getBooks()`, `addBook()`, and `getAccount()` where there is at most one. An
 * object is among them as long as it points here, whether it is saved or not.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Referrers
{
    use KnownReferrers;

    /**
     * All of them, kept for the next call; or, with a query, those it finds.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>  $related
     * @param ModelQuery<T>|null $query
     *
     * @return ObjectCollection<T>
     */
    final protected function fetchChildren(
        string $relation,
        RelatedObjects $related,
        ?ModelQuery $query,
        ?ConnectionWrapper $con,
    ): ObjectCollection {
        $related->settle();
        if ($query === null && $related->isCurrent()) {
            return $related->objects;
        }
        $link = Link::of(static::TABLE_MAP, $relation);
        $rows = $this->rowIsNew ? null : $this->childQuery($link, $related, $query);
        if ($link->isList()) {
            $rows?->inDefaultOrder();
        }
        $found = $rows?->find($con ?? $rows->connectionNamed($this->connectionName))->getData() ?? [];
        $turned = $link->turned();
        if ($query !== null) {
            foreach ($found as $child) {
                if ($child->parentOf($turned) === null && $child->pointsAt($turned, $this)) {
                    $child->{$turned->property} = $this;
                    $child->linked = true;
                }
            }

            return new ObjectCollection($found, $related->objects->getModel());
        }
        $this->dropStrangers($turned, $related, $found);
        $this->mergeChildren($turned, $related, $found);

        return $related->objects;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     *
     * @return T|null
     */
    final protected function fetchChild(string $relation, RelatedObjects $related, ?ConnectionWrapper $con): ?ActiveRecord
    {
        return $this->fetchChildren($relation, $related, null, $con)->getFirst();
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>|null $related
     * @param ModelQuery<T>|null     $query
     */
    final protected function tallyChildren(
        string $relation,
        ?RelatedObjects $related,
        ?ModelQuery $query,
        bool $distinct,
        ?ConnectionWrapper $con,
    ): int {
        if ($query === null && $related !== null && !$related->isUnknown()) {
            return \count($this->fetchChildren($relation, $related, null, $con));
        }
        if ($this->rowIsNew) {
            return 0;
        }
        $query = $this->childQuery(Link::of(static::TABLE_MAP, $relation), $related, $query);
        if ($distinct) {
            $query?->distinct();
        }

        return $query?->count($con ?? $query->connectionNamed($this->connectionName)) ?? 0;
    }

    final protected function attachChild(string $relation, ActiveRecord $child): static
    {
        $child->linkParent(Link::of(static::TABLE_MAP, $relation)->opposite, $this);

        return $this;
    }

    /** Takes an object away: the next save deletes it, or leaves it without this one where it can be. */
    final protected function detachChild(string $relation, ActiveRecord $child): static
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $turned = $link->turned();
        $parent = $child->parentOf($turned);
        $related = $this->relatedOf($link);
        if ($parent === null ? !$child->pointsAt($turned, $this) && !$related->has($child) : !$this->isSameRow($parent)) {
            return $this;
        }
        if ($parent !== null && $parent !== $this) {
            $parent->forgetChild($relation, $child);
        }
        $related->drop($child);
        $child->{$turned->property} = null;
        if ($child->rowIsNew) {
            if ($link->cleared !== []) {
                $child->clearReference($turned);
            }

            return $this;
        }
        if (!$link->deletesRemoved()) {
            $child->clearReference($turned);
        }
        $other = $related->removedOf($child);
        if ($other !== null && $other !== $child && $other->wouldStay($turned, $this)) {
            $related->takeBack($other); // It would not be removed, and the object that is removed now has to be.
        }
        $related->remove($child);
        if ($link->kind === TableMap::ONE_TO_MANY) {
            $child->noteRemoval($turned, $this);
        }
        $this->linked = true;

        return $this;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param iterable<T>       $children
     */
    final protected function replaceChildren(
        string $relation,
        RelatedObjects $related,
        iterable $children,
        ?ConnectionWrapper $con,
    ): static {
        $wanted = [];
        foreach ($children as $child) {
            $wanted[$related->checked($child)->identity()] = $child;
        }
        $known = $this->fetchChildren($relation, $related, null, $con)->getData();
        foreach ([...$known, ...$this->predecessors($relation, $related, $con)] as $child) {
            if (!isset($wanted[$child->identity()])) {
                $this->detachChild($relation, $child);
            }
        }
        foreach ($wanted as $child) {
            $this->attachChild($relation, $child);
        }
        if ($known !== [] && Link::of(static::TABLE_MAP, $relation)->isList()) {
            // Without others before them, those that were just added are saved in their order anyway.
            $related->arranged = \array_values($wanted);
            $related->objects->setData(\array_values(self::arranged($related, self::byIdentity($related->objects->getData()))));
        }

        return $this;
    }

    /**
     * Objects of rows that still point here, where another object has taken their place without asking.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     *
     * @return list<T>
     */
    private function predecessors(string $relation, RelatedObjects $related, ?ConnectionWrapper $con): array
    {
        if (!$related->hasUnknownPredecessor()) {
            return [];
        }
        $query = $this->childQuery(Link::of(static::TABLE_MAP, $relation), $related, null);
        $found = $query?->find($con ?? $query->connectionNamed($this->connectionName))->getData() ?? [];

        return \array_values(\array_filter($found, static fn (ActiveRecord $child): bool => !$related->has($child)));
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param T|null            $child
     */
    final protected function replaceChild(string $relation, RelatedObjects $related, ?ActiveRecord $child): static
    {
        return $this->replaceChildren($relation, $related, $child === null ? [] : [$child], null);
    }

    /**
     * Takes over the object at the other end of a relation to one, as a query with `joinWith()` found it.
     *
     * @internal
     */
    public function attachRelated(string $relation, ?ActiveRecord $object): void
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        if ($link->kind !== TableMap::MANY_TO_ONE) {
            $this->attachRelatedList($relation, $object === null ? [] : [$object]);
        } elseif ($object !== null && (!$this->isReferenceModified($link) || $this->pointsAt($link, $object))) {
            $this->{$link->property} = $object;
            $this->linked = true;
            $this->noteEqualKeys($relation);
        }
    }

    /**
     * Takes over the objects at the other end of a relation to many, as a query with `joinWith()` found them.
     *
     * @param list<ActiveRecord> $objects
     *
     * @internal
     */
    public function attachRelatedList(string $relation, array $objects): void
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $related = $this->relatedOf($link);
        $turned = $link->turned();
        $related->settle();
        if ($related->complete) {
            // What an earlier query left here and this one did not find is forgotten, unless it is not saved.
            foreach ($related->objects->getData() as $child) {
                if (!$child->rowIsNew && !$child->isReferenceModified($turned)) {
                    $related->drop($child);
                }
            }
        }
        $this->mergeChildren($turned, $related, $objects);
    }
}
