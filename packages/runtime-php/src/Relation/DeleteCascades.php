<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;

/**
 * What deleting an object means for those around it.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of Cascades
 */
trait DeleteCascades
{
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
            if ($this->isReferenceModified($link)) {
                return; // Its row does not point there yet.
            }
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
            foreach ($link->columns as [$position]) {
                if ($con->frame !== null) {
                    $this->keepForRollback($con->frame, $position, false);
                }
                $this->{static::TABLE_MAP::PROPERTIES[$position]} = null;
            }
            if ($this->parentOf($link) === $parent) {
                $parent->relatedOf($link->turned())->drop($this);
                $con->onRollback(function () use ($link, $parent): void {
                    if ($this->parentOf($link) === null) {
                        $this->{$link->property} = $parent;
                        $parent->keepChild($link->turned(), $this);
                    }
                });
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
}
