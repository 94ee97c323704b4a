<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/** Which steps have a meaning that somebody promises. */
final class Clearness
{
    public function __construct(private readonly World $world)
    {
    }

    /** Whether a step can say what it does: no rows in circles, no key changed that others have, no object that nobody sees. */
    public function canPoint(string $relation, Thing $child, Thing $parent): bool
    {
        if ($relation === 'rack.House' && !$child->isNew) {
            return false;
        }
        $world = $this->world;
        if (Schema::RELATIONS[$relation]['parent'] === $child->table) {
            $open = [$parent->row];
            $seen = [];
            while ($open !== []) {
                $row = \array_pop($open);
                if ($row === $child->row) {
                    return false;
                }
                foreach (isset($seen[$row]) ? [] : $world->ofRow($row) as $thing) {
                    \array_push($open, ...\array_values(\array_filter($thing->refs, \is_string(...))));
                }
                \array_push($open, ...\array_values(\array_filter($world->rows->tables[$child->table][$row] ?? [], \is_string(...))));
                $seen[$row] = true;
            }
        }
        if (!Schema::RELATIONS[$relation]['one']) {
            return true;
        }
        if ($world->single) {
            foreach ($world->live($child->table) as $other) {
                if ($other !== $child && !$this->canRemove($relation, $parent, $other)) {
                    return false;
                }
            }

            return true;
        }
        foreach ($world->rows->pointingAt($relation, $parent->row) as $other) {
            if ($other !== $child->row) {
                return false;
            }
        }
        foreach ($world->ofRow($child->row) as $other) {
            if ($other !== $child && isset($other->dirty[$relation])) {
                return false; // Two objects of one row want different things, and there is room for one.
            }
        }
        foreach ($world->live($child->table) as $other) {
            if ($other !== $child && $other->refs[$relation] === $parent->row) {
                return false;
            }
        }

        return true;
    }

    /** Whether it is clear what becomes of it: one that would be deleted may not be just on its way to a new parent. */
    public function canRemove(string $relation, Thing $parent, Thing $child): bool
    {
        foreach ($this->world->removals as [, $of, $row, $id]) {
            if ($of === $relation && $row === $child->row && $id !== $child->id) {
                return false; // Another object of its row was removed.
            }
        }

        return $child->isNew || !$parent->isNew || !Schema::deletesRemoved($relation) || !$this->world->isAt($child, $relation, $parent->row);
    }

    /** Whether there are other objects of the row, which nobody tells that it is gone, and somebody may save. */
    public function hasOthers(Thing $deleted): bool
    {
        foreach ($this->world->ofRow($deleted->row) as $thing) {
            if ($thing !== $deleted && !$thing->isGone && ($this->isKnown($thing) || \array_filter($thing->links) !== [])) {
                return true;
            }
        }

        return false;
    }

    /** Whether an object is linked with others. */
    private function isKnown(Thing $parent): bool
    {
        foreach ($this->world->wishes as [, , , $holders]) {
            if (\in_array($parent->id, $holders, true)) {
                return true;
            }
        }
        foreach ($this->world->things as $thing) {
            if (\in_array($parent->id, $thing->links, true)) {
                return true;
            }
        }

        return false;
    }

    /** @return array<string, true> rows whose objects have something to save */
    public function busy(): array
    {
        $busy = [];
        foreach ($this->world->live() as $thing) {
            if ($thing->hasWork()) {
                $busy[$thing->row] = true;
            }
        }

        return $busy;
    }
}
