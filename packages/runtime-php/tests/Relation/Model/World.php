<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/**
 * The oracle: what objects and rows should be after each step. It shares nothing with the runtime and knows no collections:
 * an object is among the children of another one because it points at it, and two are linked because that was asked last.
 *
 * A removal is [parent, relation, row of the child, child]: the next save of the parent deletes the child, or saves it where it
 * can be cut off. A wish is [relation, `one>other`, linked or not, objects that know of it]: the next save of any of these
 * makes it true.
 *
 * @phpstan-type Removal array{string, string, string, string|null}
 * @phpstan-type Wish array{string, string, bool, list<string>}
 */
final class World
{
    public Rows $rows;

    /** @var array<string, Thing> */
    public array $things = [];

    /** @var list<Removal> */
    public array $removals = [];

    /** @var list<Wish> */
    public array $wishes = [];

    /** @var list<array{string, string}> rows whose objects were once related, and may still know each other */
    public array $met = [];

    /** @var list<Snapshot> of the open transaction and its savepoints */
    public array $frames = [];

    /** Nobody can say what comes next. */
    public bool $isOver = false;

    /** @param bool $single whether there is one object of each row: the instance pool is on, and was never emptied */
    public function __construct(public bool $single)
    {
        $this->rows = new Rows();
    }

    /** @return list<Thing> objects that can be used, of one table or of all */
    public function live(?string $table = null): array
    {
        return \array_values(\array_filter(
            $this->things,
            static fn (Thing $thing): bool => !$thing->isGone && ($table === null || $thing->table === $table),
        ));
    }

    /** @return list<Thing> */
    public function ofRow(string $row): array
    {
        return \array_values(\array_filter($this->things, static fn (Thing $thing): bool => $thing->row === $row));
    }

    // One to many and one to one

    public function point(Thing $child, string $relation, ?Thing $parent): void
    {
        $old = $child->links[$relation];
        if ($parent !== null) {
            $this->met[] = [$child->row, $parent->row];
        }
        $this->forgetRemovals($child, $relation, [$old, $parent?->id]);
        $this->setByHand($child, $relation, $parent?->row, $parent === null || $parent->isNew);
        $child->links[$relation] = $parent?->id;
        if (!Schema::RELATIONS[$relation]['one']) {
            return;
        }
        if ($parent === null) {
            if ($old !== null && !$child->isNew) {
                $this->removals[] = [$old, $relation, $child->row, $child->id];
            }

            return;
        }
        foreach ($this->live($child->table) as $other) {
            if ($other !== $child && $other->links[$relation] === $parent->id) {
                $this->remove($parent, $relation, $other);
            }
        }
    }

    /** Takes a child away from a parent, if it is there. */
    public function remove(Thing $parent, string $relation, Thing $child): void
    {
        if (!$this->isAt($child, $relation, $parent->row)) {
            return;
        }
        $this->met[] = [$child->row, $parent->row];
        $child->links[$relation] = null;
        if ($child->isNew || !Schema::deletesRemoved($relation)) {
            $this->setByHand($child, $relation, null, false);
        }
        if (!$child->isNew) {
            $this->removals[] = [$parent->id, $relation, $child->row, $child->id];
        }
    }

    /** Whether an object points at a row, as far as it goes: one that waits for its deletion does not. */
    public function isAt(Thing $child, string $relation, string $parent): bool
    {
        return $child->refs[$relation] === $parent && !$this->isRemoved($child, $relation);
    }

    public function isRemoved(Thing $child, string $relation): bool
    {
        foreach ($this->removals as [, $of, , $id]) {
            if ($of === $relation && $id === $child->id) {
                return true;
            }
        }

        return false;
    }

    /** @return list<Thing> what a parent has to show: where there is room for one, the one that came and not whose row is there */
    public function children(Thing $parent, string $relation): array
    {
        ['child' => $table, 'one' => $one] = Schema::RELATIONS[$relation];
        $all = \array_filter($this->live($table), fn (Thing $child): bool => $this->isAt($child, $relation, $parent->row));
        $linked = $one ? \array_filter($all, static fn (Thing $child): bool => $child->links[$relation] === $parent->id) : [];

        return \array_values($linked === [] ? $all : $linked);
    }

    /** An object was looked at: it has read those around it, and they know each other from now on. */
    public function meet(Thing $thing): void
    {
        foreach (\array_filter($thing->refs) as $parent) {
            $this->met[] = [$thing->row, $parent];
        }
        foreach (Schema::listsOf($thing->table) as $relation => $_) {
            foreach ($this->children($thing, $relation) as $child) {
                $child->links[$relation] ??= $thing->id;
                $this->met[] = [$child->row, $thing->row];
            }
        }
    }

    private function setByHand(Thing $child, string $relation, ?string $row, bool $changes): void
    {
        if ($child->refs[$relation] !== $row || ($changes && $row !== null)) {
            $child->dirty[$relation] = true;
        }
        $child->refs[$relation] = $row;
        foreach ($this->frames as $frame) {
            // Set to nothing what the database had set to nothing: a rollback cannot know that it was meant.
            $this->isOver = $this->isOver || ($row === null && isset($frame->cut[$child->id]));
            unset($frame->cut[$child->id][$relation]);
        }
    }

    /**
     * It does not wait any more, nor does another object of its row at parents that hear of it.
     *
     * @param list<string|null> $parents
     */
    private function forgetRemovals(Thing $child, string $relation, array $parents): void
    {
        $this->removals = \array_values(\array_filter(
            $this->removals,
            static fn (array $removal): bool => $removal[1] !== $relation
                || ($removal[3] !== $child->id && (!\in_array($removal[0], $parents, true) || $removal[2] !== $child->row)),
        ));
    }

    // Many to many

    /** Links two objects, or takes them apart. */
    public function wish(string $cross, Thing $one, Thing $other, bool $linked, Thing $asked): void
    {
        $pair = "{$one->row}>{$other->row}";
        $this->met[] = [$one->row, $other->row];
        foreach ($this->wishes as [$of, $which, , $holders]) {
            // Another object of one of the rows still wants what it was told.
            $this->isOver = $this->isOver || ($of === $cross && $which === $pair && \array_diff($holders, [$one->id, $other->id]) !== []);
        }
        if ($this->areLinked($cross, $pair, $asked) === $linked) {
            return;
        }
        $this->dropWishes($cross, $pair, [$one->id, $other->id]);
        if (isset($this->rows->links[$cross][$pair]) !== $linked) {
            $this->wishes[] = [$cross, $pair, $linked, [$one->id, $other->id]];
        }
    }

    /** Whether two rows are linked, as an object sees it. */
    public function areLinked(string $cross, string $pair, Thing $asked): bool
    {
        $linked = isset($this->rows->links[$cross][$pair]);
        foreach ($this->wishes as [$of, $which, $wanted, $holders]) {
            if ($of === $cross && $which === $pair && \in_array($asked->id, $holders, true)) {
                $linked = $wanted;
            }
        }

        return $linked;
    }

    /** @return list<string> what an object has to show from its end */
    public function linkedWith(string $cross, int $end, Thing $thing): array
    {
        $found = [];
        foreach ($this->live(Schema::CROSSES[$cross]['ends'][1 - $end]) as $other) {
            if ($this->areLinked($cross, $end === 0 ? "{$thing->row}>{$other->row}" : "{$other->row}>{$thing->row}", $thing)) {
                $found[] = $other->row;
            }
        }

        return $found;
    }

    /**
     * @param list<string> $objects
     */
    public function dropWishes(string $cross, string $pair, array $objects): void
    {
        $this->wishes = \array_values(\array_filter(
            $this->wishes,
            static fn (array $wish): bool => $wish[0] !== $cross || $wish[1] !== $pair || \array_intersect($objects, $wish[3]) === [],
        ));
    }

    // Deleting

    /**
     * @return array{gone: array<string, true>, cut: list<array{string, string}>}|null null when it is forbidden
     */
    public function delete(Thing $thing): ?array
    {
        $after = clone $this->rows;
        $effect = $after->delete($thing->table, $thing->row);
        if ($effect === null) {
            return null;
        }
        $this->rows = $after;
        foreach ($this->frames as $frame) {
            $frame->hasDeleted = true;
        }
        foreach ($this->things as $other) {
            $other->isGone = $other->isGone || isset($effect['gone'][$other->row]);
        }
        $gone = static fn (?string $id): bool => $id !== null && isset($effect['gone'][\explode('#', $id)[0]]);
        foreach ($this->removals as $index => $removal) {
            if ($gone($removal[0]) || $gone($removal[2])) {
                unset($this->removals[$index]);
                $this->frame()?->undone($removal, null);
            }
        }
        foreach ($this->wishes as $index => $wish) {
            [$one, $other] = \explode('>', $wish[1]);
            if ($gone($one) || $gone($other)) {
                unset($this->wishes[$index]);
                $this->frame()?->undone(null, $wish);
            }
        }
        $this->removals = \array_values($this->removals);
        $this->wishes = \array_values($this->wishes);

        return $effect;
    }

    // Transactions

    public function frame(): ?Snapshot
    {
        return $this->frames === [] ? null : $this->frames[\count($this->frames) - 1];
    }

    public function begin(): void
    {
        $this->frames[] = new Snapshot(clone $this->rows, \array_map(static fn (Thing $thing): Thing => clone $thing, $this->things));
    }

    public function commit(): void
    {
        $frame = \array_pop($this->frames);
        if ($frame !== null) {
            $this->frame()?->join($frame);
        }
    }

    /**
     * Rows are as they were. Objects are as new, as deleted and as unsaved as they were, but keep what was set.
     *
     * @return list<Thing> objects that were read, or followed rows, in what is undone: what they have is nobody's promise
     */
    public function rollBack(): array
    {
        $frame = \array_pop($this->frames);
        if ($frame === null) {
            return [];
        }
        $this->rows = $frame->rows;
        foreach ($this->things as $thing) {
            $before = $frame->things[$thing->id] ?? null;
            $wasRead = $before === null && isset($frame->read[$thing->id]);
            $thing->isNew = !$wasRead && ($before === null || $before->isNew);
            $thing->isGone = ($before !== null && $before->isGone) || ($wasRead && !$this->rows->has($thing->table, $thing->row));
            // Others may have it in their collections, and would save an object of no row.
            $this->isOver = $this->isOver || ($wasRead && $thing->isGone);
            $thing->dirty += ($frame->written[$thing->id] ?? []) + ($before->dirty ?? []);
            foreach ($frame->cut[$thing->id] ?? [] as $relation => $row) {
                $thing->refs[$relation] = $row;
            }
        }
        foreach ($frame->removals as $removal) {
            $child = $removal[3] === null ? null : $this->things[$removal[3]];
            if ($child === null || (!$this->isRemoved($child, $removal[1]) && $child->links[$removal[1]] === null)) {
                $this->removals[] = $removal;
            }
        }
        foreach ($this->removals as [$parent, $relation, , $id]) {
            // It was to be deleted, and now it, its parent or its way there was never saved: nobody says what it points at.
            $this->isOver = $this->isOver || ($id !== null && $this->things[$id]->isNew)
                || (Schema::deletesRemoved($relation) && ($this->things[$parent]->isNew || isset($frame->written[(string) $id][$relation])));
        }
        foreach ($this->live() as $thing) {
            foreach ($frame->written[$thing->id] ?? [] as $relation => $_) {
                // Likewise, but another object of its row was put in the place from which it was removed.
                $this->isOver = $this->isOver || (isset($thing->refs[$relation]) && $thing->links[$relation] === null
                    && Schema::deletesRemoved($relation) && \count($this->ofRow($thing->row)) > 1);
            }
        }
        // Without the pool nobody tells other objects of a row that it is gone, or back again.
        $this->isOver = $this->isOver || $this->isCrowded() || (!$this->single && $frame->hasDeleted);
        $wishes = $this->wishes;
        $this->wishes = [];
        foreach ([...$frame->wishes, ...$wishes] as $wish) {
            $this->dropWishes($wish[0], $wish[1], $wish[3]);
            if (isset($this->rows->links[$wish[0]][$wish[1]]) !== $wish[2]) {
                $this->wishes[] = $wish;
            }
        }
        $unsure = \array_filter(
            $this->live(),
            static fn (Thing $thing): bool => !$thing->isNew && (isset($frame->read[$thing->id]) || ($frame->cut[$thing->id] ?? []) !== []),
        );

        return \array_values($unsure);
    }

    /** Whether one came back where there is room for one, and somebody else is by now. */
    private function isCrowded(): bool
    {
        $places = [];
        foreach ($this->live() as $thing) {
            foreach ($thing->refs as $relation => $parent) {
                if ($parent !== null && Schema::RELATIONS[$relation]['one'] && $this->isAt($thing, $relation, $parent)) {
                    if (($places["$relation $parent"] ??= $thing->row) !== $thing->row) {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    /** An object has what its row has. */
    public function reload(Thing $thing): void
    {
        $row = $this->rows->tables[$thing->table][$thing->row];
        $thing->isNew = false;
        $thing->dirty = [];
        $thing->amount = (int) $row['amount'];
        foreach ($thing->refs as $relation => $_) {
            $value = $row[$relation];
            if ($thing->refs[$relation] !== $value) {
                $thing->links[$relation] = null;
            }
            $thing->refs[$relation] = $value === null ? null : (string) $value;
        }
        foreach ($this->frames as $frame) {
            $frame->read[$thing->id] = true;
        }
    }
}
