<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/**
 * What a save has to write, and what it may: whatever hangs together with the object. Between the two it is free, but has to
 * be honest: an object that says it is saved is.
 */
final class Saving
{
    /** @var array<string, true> objects that have to be saved */
    public array $must = [];

    /** @var array<string, true> objects that may be */
    public array $may = [];

    /** @var array<int, true> removals that have to be done, by their place in the world */
    public array $removals = [];

    /** @var array<int, true> wishes likewise */
    public array $wishes = [];

    public function __construct(private readonly World $world, Thing $saved)
    {
        $this->visit($saved);
        $this->reach($saved);
    }

    /** Something that can keep a save from succeeding; null for nothing. */
    public function obstacle(): ?string
    {
        $rows = $this->world->rows;
        foreach ($this->world->live() as $thing) {
            if (!$thing->hasWork() || !isset($this->may[$thing->id])) {
                continue;
            }
            foreach (Schema::keysOf($thing->table) as $relation => ['parent' => $table, 'required' => $required, 'one' => $one]) {
                $parent = $thing->refs[$relation];
                if ($parent === null) {
                    if ($required && $thing->isNew) {
                        return "{$thing->id} needs $relation";
                    }
                    continue;
                }
                if (!isset($thing->dirty[$relation]) && !$thing->isNew) {
                    continue;
                }
                if (!$rows->has($table, $parent) && !$this->willBe($parent)) {
                    return "$parent, to which {$thing->id} points, is gone";
                }
                foreach ($one ? $rows->pointingAt($relation, $parent) : [] as $other) {
                    if ($other !== $thing->row && ($required || !$this->leaves($other, $relation, $parent))) {
                        return "$other is at $parent, where {$thing->id} goes";
                    }
                }
            }
        }
        foreach ($this->world->removals as [, $relation, $row, $child]) {
            foreach (Schema::deletesRemoved($relation) ? $this->world->live() : [] as $other) {
                if ($other->isNew && \in_array($row, $other->refs, true) && isset($this->may[$other->id])) {
                    return "{$other->id} points at $row, which was removed";
                }
            }
            foreach (Schema::deletesRemoved($relation) ? $this->world->ofRow($row) : [] as $other) {
                if ($other->id !== $child && $other->hasWork() && isset($this->may[$other->id])) {
                    return "{$other->id} is changed, and another object of its row was removed";
                }
            }
            foreach (Schema::deletesRemoved($relation) ? Schema::listsOf(Schema::RELATIONS[$relation]['child']) : [] as $list => $_) {
                if ($rows->pointingAt($list, $row) !== []) {
                    return "rows that go with $row, which was removed";
                }
            }
        }
        $asked = [];
        foreach ($this->world->wishes as [$cross, $pair, $wanted]) {
            if ($wanted && isset($asked["$cross $pair"])) {
                return "$pair were linked twice, by several objects of one row";
            }
            $asked["$cross $pair"] = true;
            foreach (\explode('>', $pair) as $index => $end) {
                if ($wanted && !$rows->has(Schema::CROSSES[$cross]['ends'][$index], $end) && !$this->willBe($end)) {
                    return "$end of $pair is gone";
                }
            }
            if ($wanted && isset($rows->links[$cross][$pair])) {
                return "$pair are linked already";
            }
        }

        return null;
    }

    private function willBe(string $row): bool
    {
        foreach ($this->world->ofRow($row) as $thing) {
            if ($thing->isNew && !$thing->isGone) {
                return true;
            }
        }

        return false;
    }

    /** Whether an object that is in the way goes, and its parent knows it: the two have met, and there is no other object of its row. */
    private function leaves(string $row, string $relation, string $parent): bool
    {
        if (!\in_array([$row, $parent], $this->world->met, true) || \count($this->world->ofRow($parent)) > 1) {
            return false;
        }
        foreach ($this->world->ofRow($row) as $thing) {
            if (!$this->world->isAt($thing, $relation, $parent)) {
                return true;
            }
        }

        return false;
    }

    private function visit(Thing $thing): void
    {
        if (isset($this->must[$thing->id]) || $thing->isGone || ($this->must !== [] && $this->isDeleted($thing))) {
            return;
        }
        $this->must[$thing->id] = true;
        foreach ($thing->links as $relation => $link) {
            $parent = $link === null ? null : $this->world->things[$link];
            if ($parent?->hasWork() === true) {
                $this->visit($parent);
            }
            if ($parent !== null && Schema::RELATIONS[$relation]['one']) {
                $this->removeFrom($parent, $relation);
            }
        }
        foreach ($this->world->live() as $child) {
            if (\in_array($thing->id, $child->links, true) && $this->isSeen($child) && $this->hasWorkBelow($child)) {
                $this->visit($child);
            }
        }
        $this->removeFrom($thing, null);
        foreach ($this->world->wishes as $index => [, , $wanted, $holders]) {
            if (!\in_array($thing->id, $holders, true)) {
                continue;
            }
            $this->wishes[$index] = true;
            foreach ($wanted ? $holders : [] as $holder) {
                if ($this->world->things[$holder]->hasWork()) {
                    $this->visit($this->world->things[$holder]);
                }
            }
        }
    }

    private function removeFrom(Thing $parent, ?string $only): void
    {
        foreach ($this->world->removals as $index => [$from, $relation, , $child]) {
            if ($from !== $parent->id || ($only !== null && $only !== $relation)) {
                continue;
            }
            $this->removals[$index] = true;
            if ($child !== null && !Schema::deletesRemoved($relation)) {
                $this->visit($this->world->things[$child]);
            }
        }
    }

    /** Whether it was removed and will be deleted: nothing that hangs on it has to be saved. */
    private function isDeleted(Thing $thing): bool
    {
        foreach ($this->world->removals as [, $relation, , $child]) {
            if ($child === $thing->id && Schema::deletesRemoved($relation)) {
                return true;
            }
        }

        return false;
    }

    /** Another object of the same row can take the place of one in the collections of its parent. */
    private function isSeen(Thing $child): bool
    {
        return $this->world->single || $child->isNew;
    }

    /**
     * @param array<string, true> $seen
     */
    private function hasWorkBelow(Thing $thing, array $seen = []): bool
    {
        if ($thing->hasWork() || isset($seen[$thing->id])) {
            return $thing->hasWork();
        }
        $seen[$thing->id] = true;
        foreach ($this->world->removals as [$from]) {
            if ($from === $thing->id) {
                return true;
            }
        }
        foreach ($this->world->wishes as [, , , $holders]) {
            if (\in_array($thing->id, $holders, true)) {
                return true;
            }
        }
        foreach ($this->world->live() as $child) {
            if (\in_array($thing->id, $child->links, true) && $this->isSeen($child) && $this->hasWorkBelow($child, $seen)) {
                return true;
            }
        }

        return false;
    }

    /** Everything that hangs together with an object, by whatever it knows or its row says. */
    private function reach(Thing $start): void
    {
        $open = [$start->row];
        $rows = [];
        $edges = $this->edges();
        while ($open !== []) {
            $row = \array_pop($open);
            if (!isset($rows[$row])) {
                $rows[$row] = true;
                \array_push($open, ...($edges[$row] ?? []));
            }
        }
        foreach ($this->world->things as $thing) {
            if (isset($rows[$thing->row])) {
                $this->may[$thing->id] = true;
            }
        }
    }

    /** @return array<string, list<string>> */
    private function edges(): array
    {
        $edges = [];
        $join = static function (?string $one, ?string $other) use (&$edges): void {
            if ($one !== null && $other !== null) {
                $edges[$one][] = $other;
                $edges[$other][] = $one;
            }
        };
        foreach ($this->world->things as $thing) {
            foreach ($thing->refs as $relation => $parent) {
                $join($thing->row, $parent);
                $stored = $this->world->rows->tables[$thing->table][$thing->row][$relation] ?? null;
                $join($thing->row, $stored === null ? null : (string) $stored);
            }
        }
        foreach ($this->world->met as $pair) {
            $join(...$pair);
        }
        foreach ($this->world->rows->links as $pairs) {
            foreach ($pairs as $pair => $_) {
                $join(...\explode('>', (string) $pair));
            }
        }

        return $edges;
    }
}
