<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;

/**
 * The objects at the other end of many-to-many relations: `getTags()`, `addTag()`. What was added is an object of the
 * cross-reference table that is not saved yet, among the objects that point here; what was removed waits for the next
 * save, which deletes the rows that link the two.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait CrossReferences
{
    use CrossLists;

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>  $related
     * @param ModelQuery<T>|null $query
     *
     * @return ObjectCollection<T>
     */
    final protected function fetchTargets(
        string $name,
        RelatedObjects $related,
        ?ModelQuery $query,
        ?ConnectionWrapper $con,
    ): ObjectCollection {
        if ($query === null && $related->isCurrent()) {
            return $related->objects;
        }
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $found = $this->rowIsNew ? [] : $this->targetQuery($cross, $related, $query, true)?->find($con)->getData() ?? [];
        if ($query !== null) {
            return new ObjectCollection($found, $related->objects->getModel());
        }
        $all = [];
        foreach ($found as $target) {
            if (!$related->isRemoved($target) && !$this->isCrossRemoved($cross, $target)) {
                $all[$target->identity()] = $target;
            }
        }
        foreach ($this->addedTargets($cross) as $target) {
            /** @var T $target */
            $all[$target->identity()] = $target;
        }
        $related->objects->setData(\array_values(self::arranged($related, $all)));
        $related->completed($cross->isList() ? $cross->down->map : null);
        $this->linked = true;

        return $related->objects;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>|null $related
     * @param ModelQuery<T>|null     $query
     */
    final protected function tallyTargets(
        string $name,
        ?RelatedObjects $related,
        ?ModelQuery $query,
        bool $distinct,
        ?ConnectionWrapper $con,
    ): int {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        if ($query === null) {
            $links = $this->{$cross->down->property};
            if ($related !== null && !$related->isUnknown()) {
                return \count($this->fetchTargets($name, $related, null, $con));
            }
            if ($links instanceof RelatedObjects && !$links->isUnknown()) {
                return \count($this->fetchTargets($name, $this->targetsOf($cross), null, $con));
            }
        }
        if ($this->rowIsNew) {
            return 0;
        }
        $query = $this->targetQuery($cross, $related, $query, false);
        if ($distinct) {
            $query?->distinct();
        }

        return $query?->count($con) ?? 0;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param T                 $target
     */
    final protected function attachTarget(string $name, RelatedObjects $related, ActiveRecord $target): static
    {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $this->fetchTargets($name, $related, null, null);
        if ($related->has($target)) {
            return $this;
        }
        if (!$related->takeBack($target)) {
            $this->attachCross($cross->down, [$cross->on->name => $target]);
        }
        $related->objects->append($target);
        $related->completed($cross->isList() ? $cross->down->map : null);
        $this->linked = true;

        return $this;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param T                 $target
     */
    final protected function detachTarget(string $name, RelatedObjects $related, ActiveRecord $target): static
    {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $complete = $related->complete;
        $wasAdded = false;
        foreach ($this->crossObjects($cross->down) as $object) {
            if ($object->parentOf($cross->on) !== $target && !$object->pointsAt($cross->on, $target)) {
                continue;
            }
            $wasAdded = $wasAdded || $object->rowIsNew;
            $this->forgetChild($cross->down->name, $object);
            $target->forgetChild($cross->on->opposite, $object);
        }
        $related->drop($target);
        $related->complete = $complete;
        if (!$wasAdded && !$this->rowIsNew && !$target->rowIsNew && !$related->isRemoved($target)) {
            $related->removed[] = $target;
        }
        $turned = $cross->turned();
        $there = $turned === null ? null : $target->{$turned->property};
        if ($there instanceof RelatedObjects) {
            $there->drop($this);
        }
        $this->linked = true;

        return $this;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param iterable<T>       $targets
     */
    final protected function replaceTargets(
        string $name,
        RelatedObjects $related,
        iterable $targets,
        ?ConnectionWrapper $con,
    ): static {
        $wanted = [];
        foreach ($targets as $target) {
            $wanted[$related->checked($target)->identity()] = $target;
        }
        $order = \array_values($wanted);
        $known = $this->fetchTargets($name, $related, null, $con)->getData();
        foreach ($known as $target) {
            if (isset($wanted[$target->identity()])) {
                unset($wanted[$target->identity()]);
            } else {
                $this->detachTarget($name, $related, $target);
            }
        }
        foreach ($wanted as $target) {
            $this->attachTarget($name, $related, $target);
        }
        if ($known !== [] && CrossLink::of(static::TABLE_MAP, $name)->isList()) {
            // Without others before them, those that were just added are saved in their order anyway.
            $this->arrangeTargets($related, $order);
        }

        return $this;
    }

    /**
     * Links this object with others through a new object of the cross-reference table.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    final protected function attachCross(string|Link $down, array $targets): static
    {
        $link = \is_string($down) ? Link::of(static::TABLE_MAP, $down) : $down;
        $object = new ($link->map::OM_CLASS)();
        $object->linkParent($link->opposite, $this);
        foreach ($targets as $relation => $target) {
            $object->linkParent($relation, $target);
        }

        return $this;
    }

    /**
     * Takes away the objects of the cross-reference table that link this object with all of the others.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    final protected function detachCross(string $down, array $targets, ?ConnectionWrapper $con): static
    {
        $link = Link::of(static::TABLE_MAP, $down);
        foreach ($this->fetchChildren($down, $this->relatedOf($link), null, $con)->getData() as $object) {
            $fits = true;
            foreach ($targets as $relation => $target) {
                $on = Link::of($link->map, $relation);
                $fits = $fits && ($object->parentOf($on) === $target || $object->pointsAt($on, $target));
            }
            if ($fits) {
                $this->detachChild($down, $object);
                if ($object->rowIsNew) {
                    foreach ($targets as $relation => $target) {
                        $target->forgetChild(Link::of($link->map, $relation)->opposite, $object);
                    }
                }
            }
        }

        return $this;
    }

    /** The rows of a cross-reference table changed here, so what lies behind them has to be looked up again. */
    private function crossChanged(string $down): void
    {
        foreach (CrossLink::all(static::TABLE_MAP) as $cross) {
            $related = $cross->down->name === $down ? $this->{$cross->property} : null;
            if ($related instanceof RelatedObjects) {
                $related->complete = false;
            }
        }
    }

    /**
     * @return RelatedObjects<ActiveRecord>
     */
    private function targetsOf(CrossLink $cross): RelatedObjects
    {
        $related = $this->{$cross->property};
        if (!$related instanceof RelatedObjects) {
            $related = new RelatedObjects($cross->on->map::OM_CLASS);
            $this->{$cross->property} = $related;
        }

        /** @var RelatedObjects<ActiveRecord> */
        return $related;
    }

    /**
     * The objects of the cross-reference table that are known here.
     *
     * @return list<ActiveRecord>
     */
    private function crossObjects(Link $down): array
    {
        $related = $this->{$down->property};

        return $related instanceof RelatedObjects ? \array_values($related->objects->getData()) : [];
    }

    /**
     * @return list<ActiveRecord>
     */
    private function addedTargets(CrossLink $cross): array
    {
        $targets = [];
        foreach ($this->crossObjects($cross->down) as $object) {
            $target = $object->rowIsNew ? $object->parentOf($cross->on) : null;
            if ($target !== null) {
                $targets[] = $target;
            }
        }

        return $targets;
    }

    private function isCrossRemoved(CrossLink $cross, ActiveRecord $target): bool
    {
        $related = $this->{$cross->down->property};
        if ($related instanceof RelatedObjects) {
            foreach ($related->removed as $object) {
                if ($object->pointsAt($cross->on, $target)) {
                    return true;
                }
            }
        }

        return false;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>|null $related
     * @param ModelQuery<T>|null     $query
     *
     * @return ModelQuery<T>|null
     */
    private function targetQuery(CrossLink $cross, ?RelatedObjects $related, ?ModelQuery $query, bool $ordered): ?ModelQuery
    {
        // Joined with rows that link two objects twice, a query would find an object twice.
        $ordered = $ordered && $cross->isList() && ($query === null || $cross->isUnique());
        if ($query === null) {
            /** @var ModelQuery<T> $query */
            $query = new ($cross->on->map::QUERY_CLASS)();
        } else {
            $query = clone $query;
        }
        $between = $ordered
            ? $query->useQuery($cross->on->opposite, 'orm_list', Criteria::INNER_JOIN)->inDefaultOrder()
            : $query->useInQuery($cross->on->opposite);
        if (!$this->pointHere($cross->down, $between)) {
            return null;
        }
        $between->endUse();

        return $query;
    }

    /**
     * Deletes the rows that link this object with those that were removed.
     *
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function deleteCrossRows(CrossLink $cross, RelatedObjects $related, ConnectionWrapper $con): int
    {
        $removed = $related->removed;
        $rows = 0;
        foreach ($removed as $target) {
            $query = new ($cross->down->map::QUERY_CLASS)();
            if ($this->pointHere($cross->down, $query) && $target->pointHere($cross->on->turned(), $query)) {
                foreach ($query->find($con) as $object) {
                    $object->delete($con);
                    ++$rows;
                }
            }
        }
        $related->removed = [];
        if ($removed !== []) {
            $con->onRollback(static function () use ($related, $removed): void {
                $related->removed = \array_merge($removed, $related->removed);
            });
        }

        return $rows;
    }
}
