<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/**
 * Objects together with those around them, as arrays and as copies.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Copies
{
    /** A new object with the same values: no key of the database's making, and in no list. */
    public function copy(bool $deepCopy = false): static
    {
        $copy = new static();
        $copy->connectionName = $this->connectionName;
        $this->copyInto($copy, $deepCopy);

        return $copy;
    }

    /**
     * Gives another object the values of this one, but for a key of the database's making and the place in a list.
     *
     * @param bool $makeNew whether the other object is to become a new row; false also takes one that has its row
     */
    public function copyInto(ActiveRecord $copyObj, bool $deepCopy = false, bool $makeNew = true): void
    {
        $map = static::TABLE_MAP;
        if ($copyObj::TABLE_MAP !== $map || ($makeNew && !$copyObj->rowIsNew)) {
            throw new OrmException(\sprintf(
                $copyObj::TABLE_MAP !== $map
                    ? 'copyInto() copies into another %s, and not into a %s.'
                    : 'copyInto() makes a new row of a new object only; for this %s, which is saved, pass false as $makeNew.',
                $map::TABLE_PHP_NAME,
                $copyObj::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        $left = [$map::AUTO_INCREMENT, $map::LIST['rank'] ?? -1, ...$map::GENERATED_POSITIONS];
        // What a new object has not set is left to the defaults, as it is there.
        foreach ($this->rowIsNew ? $this->modifiedPositions() : \array_keys($map::COLUMNS) as $position) {
            if (\in_array($position, $left, true) || !$this->isThere($position)) {
                continue;
            }
            if ($copyObj->rowIsNew) {
                $property = $map::PROPERTIES[$position];
                $copyObj->$property = $this->$property;
                $copyObj->markModified($position);
            } else {
                $copyObj->assignAt($position, $this->valueAt($position));
            }
        }
        if ($deepCopy) {
            $this->copyRelationsTo($copyObj);
        }
    }

    /**
     * The related objects that are known, as arrays by the name of their getter. An object that contains itself through
     * others is left out there.
     *
     * @param TableMap::TYPE_*|null $keyType
     *
     * @return array<string, mixed>
     */
    private function exportRelated(?string $keyType, bool $includeLazyLoadColumns): array
    {
        $map = static::TABLE_MAP;
        $values = [];
        $views = \array_column(CrossLink::all($map), 'name', 'property');
        $this->walking = true;
        try {
            foreach (Link::properties($map) as $property) {
                $related = $this->$property;
                $name = self::exportedName($property, $keyType ?? $map::DEFAULT_KEY_TYPE);
                if ($related instanceof ActiveRecord) {
                    if (!$related->walking) {
                        $values[$name] = $related->toArray($keyType, $includeLazyLoadColumns, true);
                    }
                } elseif ($related instanceof RelatedObjects) {
                    if (isset($views[$property])) {
                        $this->fetchTargets($views[$property], $related, null, null);
                    }
                    $related->settle();
                    if (!$related->complete && $related->objects->isEmpty()) {
                        continue;
                    }
                    $list = [];
                    foreach ($related->objects->getData() as $object) {
                        if (!$object->walking) {
                            $list[] = $object->toArray($keyType, $includeLazyLoadColumns, true);
                        }
                    }
                    $values[$name] = \str_starts_with($property, 'single') ? ($list[0] ?? null) : $list;
                }
            }
        } finally {
            $this->walking = false;
        }

        return $values;
    }

    private static function exportedName(string $property, string $keyType): string
    {
        $name = (string) \preg_replace('/^(a|coll|single)(?=[^a-z])/', '', $property);

        return match ($keyType) {
            TableMap::TYPE_CAMELNAME => \lcfirst($name),
            TableMap::TYPE_FIELDNAME => \strtolower((string) \preg_replace('/(?<!^)(?=[A-Z])/', '_', $name)),
            default => $name,
        };
    }

    /** A clone stands for the same row, but the objects that point at the original are not its own. */
    public function __clone()
    {
        foreach (Link::properties(static::TABLE_MAP) as $property) {
            if ($this->$property instanceof RelatedObjects) {
                $this->$property = null;
            }
        }
    }

    /** Copies the objects that point at this one. */
    protected function copyRelationsTo(ActiveRecord $copy): void
    {
        if ($this->walking) {
            return;
        }
        $this->walking = true;
        try {
            foreach (Link::all(static::TABLE_MAP) as $link) {
                if ($link->kind === TableMap::MANY_TO_ONE) {
                    $parent = $this->parentOf($link);
                    if ($parent !== null && $parent->rowIsNew) {
                        // Its key, which the copy would have, is not known yet.
                        $copy->linkParent($link->name, $parent);
                    }
                    continue;
                }
                $children = $this->fetchChildren($link->name, $this->relatedOf($link), null, null)->getData();
                foreach ($children as $child) {
                    if (!$child->walking) {
                        $copy->attachChild($link->name, $child->copy(true));
                    }
                }
            }
        } finally {
            $this->walking = false;
        }
    }
}
