<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;

/**
 * Objects are linked after a rollback as they were told to be, whatever saving and deleting did to them in between.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of Cascades
 */
trait LinksAfterRollback
{
    /**
     * After a rollback: what a cascade had put into the columns is undone, but not the objects that were set. Links that
     * are not saved, or of objects that were deleted in between, are known to nobody but themselves.
     *
     * @internal
     */
    final public function linkAgain(bool $wasDeleted): void
    {
        foreach ($this->linked && !$this->rowIsDeleted ? Link::all(static::TABLE_MAP) : [] as $link) {
            $parent = $link->kind === TableMap::MANY_TO_ONE ? $this->parentOf($link) : null;
            if ($parent === null || $parent->rowIsDeleted) {
                continue;
            }
            if (!$parent->rowIsNew && !$this->pointsAt($link, $parent)) {
                $this->takeKey($link, $parent, null);
                $this->{$link->property} = $parent;
            }
            if ($wasDeleted || $this->rowIsNew || $this->isReferenceModified($link)) {
                $parent->keepChild($link->turned(), $this);
            }
        }
        foreach ($this->linked && $this->rowIsNew ? Link::all(static::TABLE_MAP) : [] as $link) {
            $related = $this->{$link->property};
            foreach ($related instanceof RelatedObjects ? $related->objects->getData() : [] as $child) {
                $child->forgetKeyOf($link->turned(), $this);
            }
        }
    }

    /** The object that this one points at is new again: another one may get the key that it had. */
    private function forgetKeyOf(Link $link, ActiveRecord $parent): void
    {
        foreach ($this->parentOf($link) === $parent ? $link->columns : [] as [$here, $there]) {
            $property = static::TABLE_MAP::PROPERTIES[$here];
            if ($parent->{$link->map::PROPERTIES[$there]} === null && $this->$property !== null) {
                $this->$property = null;
                $this->markModified($here);
            }
        }
    }

    /** An object that points here is among those that do, unless it was removed or there is no room. */
    private function keepChild(Link $link, ActiveRecord $child): void
    {
        $related = $this->relatedOf($link);
        $related->settle();
        $hasRoom = $link->kind !== TableMap::ONE_TO_ONE || $related->objects->isEmpty();
        if ($hasRoom && !$related->has($child) && !$related->isRemoved($child)) {
            $related->objects->append($child);
            $this->linked = true;
        }
    }
}
