<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;

/**
 * Objects together with those around them, as arrays and as copies.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Copies
{
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
