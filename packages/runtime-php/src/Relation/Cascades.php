<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Throwable;

/**
 * What saving and forgetting an object mean for those around it.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Cascades
{
    use DeleteCascades;
    use LinksAfterRollback;

    /** Guards walks through related objects against going round in circles. */
    private bool $walking = false;

    /** Whether saving this object writes more than its own row. */
    protected function hasRelatedWork(): bool
    {
        foreach (Link::all(static::TABLE_MAP) as $link) {
            $parent = $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            if ($parent === null || $parent->rowIsDeleted) {
                continue;
            }
            if ($parent->rowIsNew || $parent->isModified() || !$this->pointsAt($link, $parent)) {
                return true;
            }
            if ($this->replacedIn($link, $parent)?->hasRemoved() === true) {
                return true;
            }
        }

        return $this->hasWorkBelow();
    }

    private function hasWorkBelow(): bool
    {
        if (!$this->linked || $this->walking) {
            return false;
        }
        $this->walking = true;
        try {
            foreach (Link::properties(static::TABLE_MAP) as $property) {
                $related = $this->$property;
                if (!$related instanceof RelatedObjects) {
                    continue;
                }
                if ($related->hasRemoved() || $related->arranged !== null) {
                    return true;
                }
                foreach ($related->objects->getData() as $object) {
                    if ($object->rowIsNew || $object->isModified() || $object->hasWorkBelow()) {
                        return true;
                    }
                }
            }
        } finally {
            $this->walking = false;
        }

        return false;
    }

    /** Saves the objects this one points at, and takes over their keys. */
    protected function saveParents(ConnectionWrapper $con): int
    {
        $rows = 0;
        foreach ($this->linked ? Link::all(static::TABLE_MAP) : [] as $link) {
            $parent = $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            if ($parent === null || $parent->rowIsDeleted) {
                continue;
            }
            if ($parent->rowIsNew && !$link->required && $parent->waitsForSaving()) {
                // Both point at each other, and the other one has to: this row comes first and is completed later.
                continue;
            }
            if ($parent->rowIsNew || $parent->isModified()) {
                $rows += $parent->save($con);
            }
            if (!$parent->rowIsNew) {
                $this->takeKey($link, $parent, $con->frame);
            }
            $replaced = $this->replacedIn($link, $parent);
            if ($replaced !== null) {
                $rows += $parent->saveRemoved($link->turned(), $replaced, $con);
            }
        }

        return $rows;
    }

    /**
     * Where there is room for one object only: those that were there before this one, whose rows have to go first.
     *
     * @return RelatedObjects<ActiveRecord>|null
     */
    private function replacedIn(Link $link, ActiveRecord $parent): ?RelatedObjects
    {
        $turned = $link->turned();

        return $turned->kind === TableMap::ONE_TO_ONE ? $parent->relatedOf($turned) : null;
    }

    /** Completes the keys of those that could only be saved after this one. */
    protected function saveLateParents(ConnectionWrapper $con): int
    {
        $rows = 0;
        foreach ($this->linked ? Link::all(static::TABLE_MAP) : [] as $link) {
            $parent = $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            if ($parent === null || $parent->rowIsDeleted || $this->pointsAt($link, $parent)) {
                continue;
            }
            if ($parent->rowIsNew) {
                $rows += $parent->save($con);
            }
            if (!$parent->rowIsNew) {
                $this->takeKey($link, $parent, $con->frame);
            }
        }

        return $this->isModified() && !$this->rowIsNew ? $rows + $this->doUpdate($con) : $rows;
    }

    /** Whether an object that has to be in the database before this one is just being saved. */
    private function waitsForSaving(): bool
    {
        if ($this->walking) {
            return false;
        }
        $this->walking = true;
        try {
            foreach (Link::all(static::TABLE_MAP) as $link) {
                $parent = $link->kind === TableMap::MANY_TO_ONE && $link->required ? $this->parentOf($link) : null;
                if ($parent !== null && $parent->rowIsNew && ($parent->saving !== self::NOT || $parent->waitsForSaving())) {
                    return true;
                }
            }
        } finally {
            $this->walking = false;
        }

        return false;
    }

    /** Saves the objects that point at this one, and deletes those that were removed. */
    protected function saveChildren(ConnectionWrapper $con): int
    {
        if (!$this->linked) {
            return 0;
        }
        $rows = 0;
        $map = static::TABLE_MAP;
        foreach (Link::all($map) as $link) {
            $related = $this->{$link->property};
            if ($related instanceof RelatedObjects) {
                /** @var RelatedObjects<ActiveRecord> $related */
                $rows += $this->saveRemoved($link, $related, $con);
                $rows += $this->saveRelated($link, $related, $con);
                $this->saveArranged($link, null, $related, $con);
            }
        }
        foreach (CrossLink::all($map) as $cross) {
            // Behind the rows between: those of new objects are saved in the order in which they were added.
            $related = $this->{$cross->property};
            if ($related instanceof RelatedObjects) {
                /** @var RelatedObjects<ActiveRecord> $related */
                $rows += $this->saveTargets($cross, $related, $con);
                $this->saveArranged($cross->down, $cross->on, $related, $con);
            }
        }

        return $rows;
    }

    /**
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function saveTargets(CrossLink $cross, RelatedObjects $related, ConnectionWrapper $con): int
    {
        $rows = 0;
        $between = $this->relatedOf($cross->down);
        $isKnown = $between->isUnknown() || $related->shows($between);
        foreach ($isKnown ? $related->objects->getData() : $this->targetsOf($cross, $between, $related) as $target) {
            if (!$target->rowIsDeleted && ($target->rowIsNew || $target->isModified())) {
                $rows += $target->save($con);
            }
        }

        return $rows;
    }

    /**
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function saveRemoved(Link $link, RelatedObjects $related, ConnectionWrapper $con): int
    {
        $removed = $related->takeRemoved();
        if ($removed === []) {
            return 0;
        }
        $rows = 0;
        $turned = $link->turned();
        $con->onRollback(fn () => $related->putBackRemoved(\array_values(\array_filter(
            $removed,
            fn (array $entry): bool => $link->kind === TableMap::ONE_TO_ONE || !$entry[0]->isElsewhere($turned, $this),
        ))));
        try {
            $deleted = [];
            foreach ($removed as [$child, $ends]) {
                if ($child->rowIsDeleted) {
                    continue;
                }
                if ($child->isElsewhere($turned, $this)) {
                    // Whoever took it over since then saves it. Its row must not be in the way until then.
                    if ($link->kind === TableMap::ONE_TO_ONE) {
                        if (!$related->objects->isEmpty()) {
                            $child->cutOff($turned, $con);
                        } elseif ($child->isReferenceModified($turned)) {
                            $related->remove($child, $ends); // Nobody needs its place yet.
                        }
                    }
                    continue;
                }
                if (!$link->deletesRemoved()) {
                    if ($child->pointsAt($turned, $this)) {
                        $child->clearReference($turned); // It was read again since then.
                    }
                    // One that was saved since then has nothing more to do with this object.
                    $rows += $child->isReferenceModified($turned) ? $child->save($con) : 0;
                } elseif (!$child->rowIsNew && $child->pointsAt($turned, $this)) {
                    $deleted[] = $child;
                }
            }
            $rows += self::deleteTogether($deleted, $con);
        } catch (Throwable $error) {
            $related->putBackRemoved($removed);
            throw $error;
        }

        return $rows;
    }

    /** Takes the key out of the row, and only there: the object has another one, which will be saved. */
    private function cutOff(Link $link, ConnectionWrapper $con): void
    {
        $map = static::TABLE_MAP;
        $isPlace = \array_intersect($link->cleared, $map::LIST['scope'] ?? []) !== [];
        if ($link->required || $isPlace || $this->rowIsNew || !$this->isReferenceModified($link)) {
            return;
        }
        $words = \array_fill(0, \count($this->modifiedWords()), 0);
        foreach ($link->cleared as $position) {
            $words[\intdiv($position, 62)] |= 1 << $position % 62;
        }
        $mask = \count($words) === 1 ? $words[0] : \implode(',', $words);
        $t = $con->tables[$map] ?? $con->table($map);
        $statement = $t->update[$mask] ?? $t->updateStatement($mask);
        foreach ($link->cleared as $position) {
            $t->cells[$position] = null;
        }
        $this->fillKey($t);
        $con->write($statement);
    }

    /**
     * @param RelatedObjects<ActiveRecord> $related
     */
    private function saveRelated(Link $link, RelatedObjects $related, ConnectionWrapper $con): int
    {
        $rows = 0;
        $turned = $link->turned();
        foreach ($related->objects->getData() as $child) {
            $parent = $child->parentOf($turned);
            if ($child->rowIsDeleted || ($parent !== null && $parent !== $this)) {
                continue;
            }
            if (!$child->pointsAt($turned, $this)) {
                if ($parent === null && !$child->rowIsNew && $child->isReferenceModified($turned)) {
                    continue;
                }
                // Somebody may have put it into the collection with append().
                $child->{$turned->property} = $this;
                $child->linked = true;
                $child->takeKey($turned, $this, $con->frame);
            }
            if ($child->rowIsNew && $child->waitsForSaving()) {
                continue; // Whoever it waits for saves it.
            }
            if ($child->rowIsNew || $child->isModified() || $child->hasWorkBelow()) {
                $rows += $child->save($con);
            }
        }

        return $rows;
    }

    /** Forgets related objects: those that are not saved are lost with them. */
    public function clearAllReferences(bool $deep = false): void
    {
        if (!$this->linked) {
            return;
        }
        $this->linked = false;
        $forgotten = [];
        foreach (Link::properties(static::TABLE_MAP) as $property) {
            $related = $this->$property;
            $this->$property = null;
            if ($related instanceof ActiveRecord) {
                $forgotten[] = $related;
            } elseif ($related instanceof RelatedObjects) {
                $forgotten = [...$forgotten, ...$related->objects->getData()];
            }
        }
        foreach ($deep ? $forgotten : [] as $object) {
            $object->clearAllReferences(true);
        }
    }
}
