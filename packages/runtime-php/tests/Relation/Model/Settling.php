<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Tests\Query\Model\Difference;

/** What a save has done: all that it had to, nothing that it may not, and what it was free to do as objects and rows say. */
final class Settling
{
    /** @var array<string, array<string, list<int|string|null>>> row => column => what objects have written there */
    private array $written = [];

    /**
     * @param array<string, ActiveRecord> $objects
     */
    public function __construct(
        private readonly World $world,
        private readonly array $objects,
        private readonly Saving $saving,
        private readonly Rows $image,
    ) {
    }

    /** @return bool whether an object has work whose row is gone */
    public function settle(): bool
    {
        // Who moved and is saved does not go with the one that it left.
        $this->things(false);
        $lost = $this->removals();
        $this->things(true);
        $this->wishes();

        return $lost;
    }

    private function removals(): bool
    {
        $lost = false;
        $removals = $this->world->removals;
        foreach ($removals as $index => $removal) {
            [$parent, $relation, $row, $id] = $removal;
            $child = $id === null ? null : $this->world->things[$id];
            $table = Schema::RELATIONS[$relation]['child'];
            if (Schema::deletesRemoved($relation)) {
                $isDone = !$this->image->has($table, $row);
            } else {
                $isDone = $child !== null && (!$this->isOpen($child) || $this->objects[$child->id]->isDeleted());
            }
            if (!$isDone && isset($this->saving->removals[$index])) {
                throw new Difference('removal', "$row was removed from $parent, and saving left it there");
            }
            if (!$isDone) {
                continue;
            }
            $this->world->removals = \array_values(\array_filter($this->world->removals, static fn (array $each): bool => $each !== $removal));
            if (Schema::deletesRemoved($relation) || isset($this->saving->removals[$index])) {
                $this->world->frame()?->undone($removal, null);
            }
            if (Schema::deletesRemoved($relation) && $this->world->rows->has($table, $row)) {
                $deleted = $child ?? new Thing($row, $row, $table);
                $busy = \array_filter($this->world->live(), static fn (Thing $thing): bool => $thing !== $child && $thing->hasWork());
                $effect = $this->world->delete($deleted) ?? ['gone' => [], 'cut' => []];
                foreach ($busy as $thing) {
                    $lost = $lost || isset($effect['gone'][$thing->row]);
                }
                (new Following($this->world, $this->objects))->follow($effect, [$deleted->id => true]);
            }
        }

        return $lost;
    }

    private function things(bool $all): void
    {
        foreach ($this->world->live() as $thing) {
            if (!$thing->hasWork() || (!$all && ($this->isOpen($thing) || !$this->image->has($thing->table, $thing->row)))) {
                continue;
            }
            if ($this->isOpen($thing)) {
                if (isset($this->saving->must[$thing->id])) {
                    throw new Difference('unsaved', "{$thing->id} had to be saved, and says that it is not");
                }
                $this->makeRoom($thing);
                continue;
            }
            if (!isset($this->saving->may[$thing->id]) && $this->differs($thing)) {
                throw new Difference('strangers', "{$thing->id} was saved, and has nothing to do with the object that was");
            }
            $this->write($thing);
        }
    }

    /** Where there is room for one, whoever moves and is not saved yet may be nowhere until then. */
    private function makeRoom(Thing $thing): void
    {
        foreach (\array_keys($thing->dirty) as $relation) {
            $stored = $this->image->tables[$thing->table][$thing->row][$relation] ?? null;
            if ($relation !== 'amount' && $stored === null && !$thing->isNew && Schema::RELATIONS[$relation]['one']) {
                $this->world->rows->tables[$thing->table][$thing->row][$relation] = null;
            }
        }
    }

    private function isOpen(Thing $thing): bool
    {
        $object = $this->objects[$thing->id];

        return $object->isNew() || $object->isModified();
    }

    private function differs(Thing $thing): bool
    {
        $row = $this->world->rows->tables[$thing->table][$thing->row] ?? [];

        return ($row['amount'] ?? null) !== $thing->amount
            || \array_filter($thing->refs, static fn (?string $ref, string $relation): bool => ($row[$relation] ?? null) !== $ref, \ARRAY_FILTER_USE_BOTH) !== [];
    }

    private function write(Thing $thing): void
    {
        $rows = $this->world->rows;
        $columns = $thing->isNew ? ['amount' => true] + $thing->refs : $thing->dirty;
        $row = $rows->tables[$thing->table][$thing->row] ?? [];
        foreach ($columns as $column => $_) {
            $row[$column] = $column === 'amount' ? $thing->amount : $thing->refs[$column];
            $this->written[$thing->row][$column][] = $row[$column];
            $stored = $this->image->tables[$thing->table][$thing->row][$column] ?? null;
            if (\in_array($stored, $this->written[$thing->row][$column], true)) {
                $row[$column] = $stored; // Several objects of one row: whichever was saved last.
            }
            $parent = $row[$column];
            foreach (\is_string($parent) && Schema::RELATIONS[$column]['one'] ? $rows->pointingAt($column, $parent) : [] as $other) {
                if ($other !== $thing->row && !Schema::RELATIONS[$column]['required']) {
                    // There is room for one: whoever moved away, and is not saved yet, is nowhere until then.
                    $rows->tables[$thing->table][$other][$column] = null;
                }
            }
        }
        $rows->tables[$thing->table][$thing->row] = $row;
        $frame = $this->world->frame();
        if ($frame !== null) {
            $frame->written[$thing->id] = ($frame->written[$thing->id] ?? []) + \array_map(static fn (): bool => true, $columns);
        }
        $thing->isNew = false;
        $thing->dirty = [];
    }

    private function wishes(): void
    {
        foreach ($this->world->wishes as $index => $wish) {
            [$cross, $pair, $wanted] = $wish;
            if (isset($this->image->links[$cross][$pair]) === $wanted) {
                if (isset($this->world->rows->links[$cross][$pair]) === $wanted && !isset($this->saving->wishes[$index])) {
                    continue;
                }
                unset($this->world->wishes[$index]);
                $this->world->frame()?->undone(null, $wish);
                if ($wanted) {
                    $this->world->rows->links[$cross][$pair] = true;
                } else {
                    unset($this->world->rows->links[$cross][$pair]);
                }
            } elseif (isset($this->saving->wishes[$index])) {
                throw new Difference('links', $wanted ? "$pair were linked, and saving did not write it" : "$pair were taken apart, and saving left their link");
            }
        }
        $this->world->wishes = \array_values($this->world->wishes);
    }
}
