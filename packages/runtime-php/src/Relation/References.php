<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use DateTimeInterface;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\Frame;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use TypeError;
use WeakMap;
use WeakReference;

/**
 * The objects that this one points at: `getAuthor()`, `setAuthor()`. While such an object is new it has no key to take
 * over; saving fills it in.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @phpstan-import-type Snapshot from ActiveRecord
 */
trait References
{
    /** @var WeakMap<ActiveRecord, array<string, WeakReference<ActiveRecord>>>|null by relation: the object that each was removed from */
    private static ?WeakMap $removedFrom = null;

    /** Points this object at another one, or at none. */
    final protected function linkParent(string $relation, ?ActiveRecord $parent): static
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $old = $this->parentOf($link);
        if ($old !== null && $old !== $parent) {
            $old->forgetChild($link->opposite, $this);
        }
        if ($parent === null) {
            $this->{$link->property} = null;
            $this->clearReference($link);
        } else {
            $this->endRemoval($link);
            $this->takeKey($link, $parent, null);
            $this->{$link->property} = $parent;
            $this->linked = true;
            $parent->takeChild($link->opposite, $this, $old === $parent);
        }
        $this->leadsElsewhere($link);

        return $this;
    }

    /** This object was removed from another one, whose next save deletes it or cuts it off. */
    private function noteRemoval(Link $link, ActiveRecord $parent): void
    {
        self::$removedFrom ??= new WeakMap();
        self::$removedFrom[$this] = [$link->name => WeakReference::create($parent)] + (self::$removedFrom[$this] ?? []);
        $this->linked = true;
    }

    /** This object gets another one to point at: the one it was removed from has nothing more to do with it. */
    private function endRemoval(Link $link): void
    {
        $removedFrom = self::$removedFrom;
        $noted = $removedFrom[$this] ?? [];
        if ($removedFrom === null || !isset($noted[$link->name])) {
            return;
        }
        $related = $noted[$link->name]->get()?->relatedOf($link->turned());
        if ($related?->removedOf($this) === $this) { // and not another object of its row, which stays removed
            $related->leave($this);
        }
        unset($noted[$link->name]);
        $removedFrom[$this] = $noted;
    }

    private function parentOf(Link $link): ?ActiveRecord
    {
        $parent = $this->{$link->property};

        return $parent instanceof ActiveRecord ? $parent : null;
    }

    /** Whether the key of this object is the one of the other. */
    private function pointsAt(Link $link, ActiveRecord $parent): bool
    {
        $map = static::TABLE_MAP;
        foreach ($link->columns as [$here, $there]) {
            $key = $this->{$map::PROPERTIES[$here]};
            $theirs = $parent->{$link->map::PROPERTIES[$there]};
            if (\is_object($key) !== \is_object($theirs)) {
                // One of them was read as an object already, the other is still as it came from the database.
                [$key, $theirs] = [$this->valueAt($here), $parent->valueAt($there)];
            }
            if ($key === null || (!self::isSame($key, $theirs) && !self::isEqualKey($link, $there, $key, $theirs))) {
                return false;
            }
        }
        foreach ($link->constants as [$here, $value]) {
            if (!self::isSame($this->{$map::PROPERTIES[$here]}, $value)) {
                return false;
            }
        }

        return true;
    }

    private static function isEqualKey(Link $link, int $there, mixed $key, mixed $theirs): bool
    {
        return \is_string($key) && \is_string($theirs)
            && EqualKeys::of($link->map, $there, $key) === EqualKeys::of($link->map, $there, $theirs);
    }

    /** The database found one of both by the key of the other: texts that differ are the same to it. */
    final protected function noteEqualKeys(string $relation): void
    {
        $link = Link::of(static::TABLE_MAP, $relation);
        $parent = $this->parentOf($link);
        foreach ($parent === null || $this->isReferenceModified($link) ? [] : $link->columns as [$here, $there]) {
            $key = $this->{static::TABLE_MAP::PROPERTIES[$here]};
            $theirs = $parent->{$link->map::PROPERTIES[$there]};
            if (\is_string($key) && \is_string($theirs) && $key !== $theirs) {
                EqualKeys::note($link->map, $there, $key, $theirs);
            }
        }
    }

    /** Whether this object points at another one than the one given, or will when it is saved. */
    private function isElsewhere(Link $link, ActiveRecord $parent): bool
    {
        return $this->parentOf($link) !== null
            || ($this->keyAt(\array_column($link->columns, 0)) !== null && !$this->pointsAt($link, $parent));
    }

    /** Whether saving the other object, from which this one was removed, would leave this one alone: it was set or saved since then. */
    private function wouldStay(Link $link, ActiveRecord $parent): bool
    {
        return $this->isElsewhere($link, $parent) || (!$this->pointsAt($link, $parent)
            && ($link->turned()->deletesRemoved() || !$this->isReferenceModified($link)));
    }

    private static function isSame(mixed $left, mixed $right): bool
    {
        return match (true) {
            // The same number, where only one of the columns has phpType="string".
            \is_int($left) => \is_string($right) ? (string) $left === $right : $left === $right,
            \is_int($right) => $left === (string) $right,
            $left instanceof DateTimeInterface => $left == $right,
            default => $left === $right,
        };
    }

    /** Takes over the key of the object that this one points at. With a frame, a rollback undoes it. */
    private function takeKey(Link $link, ActiveRecord $parent, ?Frame $frame): void
    {
        if ($this->pointsAt($link, $parent)) {
            return;
        }
        $others = false;
        foreach ($link->columns as [$here, $there]) {
            $value = $parent->{$link->map::PROPERTIES[$there]};
            // The key of a new object is not known yet, but the column is as good as set. And of several columns all are
            // written: the database may have set them to NULL since then.
            $mark = $value === null || ($link->onDelete === 'SET NULL' && \in_array($here, $link->cleared, true));
            $others = $this->changeColumn($link, $here, $value, $mark, $frame) || $others;
        }
        foreach ($link->constants as [$here, $value]) {
            $others = $this->changeColumn($link, $here, $value, false, $frame) || $others;
        }
        if ($others && $frame === null) {
            $this->{$link->property} = null;
            foreach ($link->columns as [$here]) {
                $this->forgetMisfits($here);
            }
        }
    }

    private function clearReference(Link $link): void
    {
        if ($link->cleared === []) {
            throw new OrmException(\sprintf(
                'The relation %s of %s is required and cannot be set to null: give it another object.',
                $link->name,
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        foreach ($link->cleared as $position) {
            if ($this->changeColumn($link, $position, null, false, null)) {
                $this->forgetMisfits($position);
            }
        }
    }

    private function changeColumn(Link $link, int $position, mixed $value, bool $mark, ?Frame $frame): bool
    {
        $map = static::TABLE_MAP;
        $property = $map::PROPERTIES[$position];
        $deferred = $map::DEFERRED[$position] ?? 0;
        $differs = !self::isSame($this->$property, $value) || ($this->unloaded & $deferred) !== 0;
        if ($differs && ($value !== null || \in_array($position, $link->cleared, true))) {
            if (\in_array($position, $map::KEY_POSITIONS, true)) {
                $this->keepRowKey();
            }
            if ($frame !== null) {
                $this->keepForRollback($frame, $position, true);
            }
            try {
                $this->$property = $value;
            } catch (TypeError) {
                // The columns are of one type, but one of them has another phpType.
                $this->assignAt($position, $value);
            }
            $this->unloaded &= ~$deferred;
            $this->markModified($position);
        } elseif ($mark) {
            $this->markModified($position);
        }

        return $differs;
    }

    /**
     * What a cascade is about to change comes back when the transaction is rolled back; `$unsaved` if the row will then
     * not have it.
     */
    private function keepForRollback(Frame $frame, int $position, bool $unsaved): void
    {
        $property = static::TABLE_MAP::PROPERTIES[$position];
        $snapshot = $frame->snapshotOf($this) ?? [$this->rowIsNew, $this->rowIsDeleted, $this->modifiedWords(), []];
        $words = (array) $snapshot[2];
        if ($unsaved) {
            $words[\intdiv($position, 62)] |= 1 << $position % 62;
        }
        $properties = $snapshot[3];
        if (!\array_key_exists($property, $properties)) {
            $properties[$property] = $this->$property;
        }
        if ($this->oldKey !== null && !\array_key_exists('oldKey', $properties)) {
            $properties['oldKey'] = $this->oldKey;
        }
        $frame->undo[$this] = [$snapshot[0], $snapshot[1], \array_values($words), $properties];
        $this->savedIn = $frame;
    }

    /**
     * Forgets objects that the columns do not point at any more: those of one column that was set, or all after a row
     * was read again, where what was set and not saved counts.
     */
    final protected function forgetMisfits(?int $position = null): void
    {
        foreach (Link::all(static::TABLE_MAP) as $link) {
            if ($link->kind !== TableMap::MANY_TO_ONE) {
                continue;
            }
            $parent = $this->parentOf($link);
            if ($position !== null && isset(self::$removedFrom[$this]) && $link->uses($position) && $this->linkKey($link, false) !== null) {
                $this->endRemoval($link);
            }
            if ($parent === null || ($position === null ? $this->isReferenceModified($link) : !$link->uses($position))) {
                continue;
            }
            if (!$this->pointsAt($link, $parent)) {
                $this->{$link->property} = null;
                $parent->forgetChild($link->opposite, $this);
                $this->leadsElsewhere($link);
            }
        }
    }

    /**
     * The key that links this object with others, as text: its own, or the one that others have of it. Null when it is not linked,
     * or by another relation.
     *
     * @internal
     */
    final public function linkKey(Link $link, bool $isParent): ?string
    {
        foreach ($isParent ? [] : $link->constants as [$here, $value]) {
            if (!self::isSame($this->{static::TABLE_MAP::PROPERTIES[$here]}, $value)) {
                return null;
            }
        }

        return $this->keyAt(\array_column($link->columns, $isParent ? 1 : 0), $link);
    }

    /**
     * Values of columns as one text, so that different ones never look the same; null when one is null.
     *
     * @param list<int> $positions
     * @param Link|null $on        the relation whose key it is: texts that its database takes for one are one
     */
    private function keyAt(array $positions, ?Link $on = null): ?string
    {
        $key = '';
        foreach ($positions as $index => $position) {
            $value = $this->{static::TABLE_MAP::PROPERTIES[$position]};
            if (!\is_int($value)) {
                $value = $this->valueAt($position);
            }
            if ($value === null) {
                return null;
            }
            $text = $value instanceof DateTimeInterface ? $value->format('Y-m-d H:i:s.u') : self::textOf($value);
            $text = $on === null ? $text : EqualKeys::of($on->map, $on->columns[$index][1], $text);
            $key .= \strlen($text) . ':' . $text;
        }

        return $key;
    }

    private function isReferenceModified(Link $link): bool
    {
        $words = $this->modifiedWords();
        foreach ($link->columns as [$here]) {
            if (($words[\intdiv($here, 62)] >> $here % 62 & 1) === 1) {
                return true;
            }
        }

        return false;
    }
}
