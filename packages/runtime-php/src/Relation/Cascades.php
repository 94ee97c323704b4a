<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Throwable;

/**
 * What saving, deleting and forgetting an object mean for those around it.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Cascades
{
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
        }

        return $rows;
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
        $con->onRollback(static fn () => $related->putBackRemoved($removed));
        try {
            $deleted = [];
            foreach ($removed as $child) {
                // Whoever took it over since then saves it.
                if ($child->rowIsDeleted || $child->parentOf($turned) !== null) {
                    continue;
                }
                if (!$child->rowIsNew && $child->pointsAt($turned, $this)) {
                    $deleted[] = $child;
                } elseif (!$link->deletesRemoved()) {
                    $rows += $child->save($con);
                }
            }
            $rows += self::deleteTogether($deleted, $con);
        } catch (Throwable $error) {
            $related->putBackRemoved($removed);
            throw $error;
        }

        return $rows;
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
            if ($child->rowIsNew || $child->isModified() || $child->hasWorkBelow()) {
                $rows += $child->save($con);
            }
        }

        return $rows;
    }

    /**
     * Deletes the row; rows of lists that point at it and stay get new ranks.
     *
     * @param list<Link> $links what `Link::orphaning()` has found
     */
    private function deleteLeaving(array $links, ConnectionWrapper $con): void
    {
        OrphanedRows::leave(
            $con,
            $links,
            function (Link $link) use ($con): array {
                $query = new ($link->map::QUERY_CLASS)();

                return $this->pointHere($link, $query) ? $query->listScopes($con) : [];
            },
            function () use ($con): bool {
                $this->deleteRow($con);

                return true;
            },
            static::TABLE_MAP,
        );
    }

    /** After the row was deleted: what the database did to rows that point at it, done to the objects. */
    protected function followDelete(ConnectionWrapper $con): void
    {
        $map = static::TABLE_MAP;
        foreach (Link::dependents($map) as $dependent) {
            $table = $con->getPool()?->table($dependent);
            $refs = $table->refs ?? [];
            if ($table !== null && $refs !== []) {
                $table->clear();
                $con->onRollback(static function () use ($table, $refs): void {
                    $table->refs += $refs;
                });
            }
        }
        foreach ($this->linked ? Link::all($map) : [] as $link) {
            $related = $this->{$link->property};
            foreach ($related instanceof RelatedObjects ? $related->objects->getData() : [] as $child) {
                $child->followParent($link->turned(), $this, $con);
            }
        }
        $this->tellParents(static fn () => RowChanges::deleted($con, $map));
    }

    /**
     * Tells the objects that this one points at that its row is gone, so that they need not be read again for it.
     *
     * @param Closure(): void $change notes that for all others
     */
    private function tellParents(Closure $change): void
    {
        foreach ($this->linked ? Link::all(static::TABLE_MAP) : [] as $link) {
            $parent = $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            $related = $parent?->{$link->turned()->property};
            if ($related instanceof RelatedObjects) {
                $related->objectWasDeleted();
                $change = static fn () => $related->keepsUpWith($change);
            }
        }
        $change();
    }

    /** The row of an object that this one points at was deleted. */
    private function followParent(Link $link, ActiveRecord $parent, ConnectionWrapper $con): void
    {
        if ($this->rowIsNew && CrossLink::isBetween(static::TABLE_MAP)) {
            $this->leaveOthers($link, $con);
        }
        if ($this->rowIsNew || $this->rowIsDeleted || !$this->pointsAt($link, $parent)) {
            return;
        }
        if ($link->onDelete === 'CASCADE') {
            if ($con->frame !== null) {
                $con->frame->undo[$this] ??= [false, false, $this->modifiedWords(), []];
                $this->savedIn = $con->frame;
            }
            $this->rowIsDeleted = true;
            foreach (Link::all(static::TABLE_MAP) as $below) {
                $related = $this->{$below->property};
                foreach ($related instanceof RelatedObjects ? $related->objects->getData() : [] as $child) {
                    $child->followParent($below->turned(), $this, $con);
                }
            }
        } elseif ($link->onDelete === 'SET NULL') {
            foreach ($link->erased as $position) {
                if ($con->frame !== null) {
                    $this->keepForRollback($con->frame, $position, false);
                }
                $this->{static::TABLE_MAP::PROPERTIES[$position]} = null;
            }
            $this->{$link->property} = null;
        }
    }

    /** A row between that was never saved, and of which one end is gone: it leaves the other ends too. */
    private function leaveOthers(Link $gone, ConnectionWrapper $con): void
    {
        foreach (Link::all(static::TABLE_MAP) as $link) {
            $end = $link !== $gone && $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            $related = $end?->{$link->turned()->property};
            if ($related instanceof RelatedObjects && $related->has($this)) {
                $related->drop($this);
                $con->onRollback(fn () => $related->objects->append($this));
            }
        }
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
