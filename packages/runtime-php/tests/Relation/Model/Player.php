<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ForeignKeyViolationException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Query\Model\Difference;

/**
 * Plays steps with real objects and with the oracle, and compares. A step is a list: what to do, and with which objects. One
 * whose objects are not there (any more) is left out, so that a story from which steps were taken can still be played.
 */
final class Player
{
    /** @var array<string, ActiveRecord> */
    public array $objects = [];

    public readonly World $world;
    private readonly Check $check;
    private readonly Clearness $clear;
    private int $numbers = 0;

    public function __construct(private readonly ConnectionWrapper $con)
    {
        $this->world = new World($con->getPool() !== null);
        $this->check = new Check($con);
        $this->clear = new Clearness($this->world);
    }

    /**
     * @param list<mixed> $step
     *
     * @return bool whether it could be played
     */
    public function play(array $step): bool
    {
        $op = (string) $step[0];
        $things = [];
        foreach (\array_slice($step, 1) as $argument) {
            foreach (\is_array($argument) ? $argument : [$argument] as $id) {
                if (\is_string($id) && \str_starts_with($id, '@')) {
                    $thing = $this->world->things[\substr($id, 1)] ?? null;
                    if ($thing === null || $thing->isGone) {
                        return false;
                    }
                    $things[] = $thing;
                }
            }
        }
        $played = match ($op) {
            'new' => $this->create((string) $step[1], (string) $step[2]),
            'read' => $this->read((string) $step[1], (string) $step[2]),
            'amount' => $this->amount($things[0], (int) $step[2]),
            'point' => $this->point((string) $step[2], $things[0], $things[1] ?? null, false),
            'add' => $this->point((string) $step[2], $things[1], $things[0], true),
            'remove' => $this->remove((string) $step[2], $things[0], $things[1]),
            'replace' => $this->replace((string) $step[2], $things[0], \array_slice($things, 1)),
            'link', 'unlink' => $this->link((string) $step[2], (int) $step[3], $things[0], $things[1], $op === 'link'),
            'relink' => $this->relink((string) $step[2], (int) $step[3], $things[0], \array_slice($things, 1)),
            'save' => $this->save($things[0], (bool) $step[2]),
            'delete' => $this->delete($things[0]),
            'look' => $this->look($things[0]),
            'restart' => Restart::play($this, $this->con),
            'begin' => $this->begin(),
            'commit', 'rollback' => $this->end($op === 'commit'),
            'finish' => $this->finish((bool) $step[1]),
            default => throw new \LogicException($op),
        };
        if ($played && !$this->world->isOver) {
            $this->check->memory($this->world, $this->objects, $op);
        }

        return $played;
    }

    private function create(string $table, string $name): bool
    {
        if (isset($this->objects[$name])) {
            return false;
        }
        $object = new (Schema::model($table))();
        $object->setByName('Name', $name);
        if ($table === 'rack') {
            $object->setByName('Number', ++$this->numbers);
        }
        $this->objects[$name] = $object;
        $this->world->things[$name] = new Thing($name, $name, $table);

        return true;
    }

    /** Reads a row: the object that is there where the pool knows it, or another one. */
    private function read(string $table, string $id): bool
    {
        $name = \explode('#', $id)[0];
        if (isset($this->objects[$id]) ? !$this->world->single : $this->world->single) {
            return false;
        }
        if (!$this->world->rows->has($table, $name) || (!$this->world->single && $this->con->getPool() !== null)) {
            return false; // A pool that was emptied gives an object, known or not, and refreshes it.
        }
        if ($table === 'passport' && !$this->world->single) {
            return false; // Its key changes, and another object would not know the row any more.
        }
        $object = Schema::query($table)->filterBy('Name', $name)->findOne($this->con);
        if ($object === null) {
            throw new Difference('reading', "the row $name is not found");
        }
        if (isset($this->objects[$id])) {
            if ($object !== $this->objects[$id]) {
                throw new Difference('pool', "$name is read as another object, although the pool should know it");
            }

            return true;
        }
        $this->objects[$id] = $object;
        $this->world->things[$id] = $thing = new Thing($id, $name, $table);
        $this->world->reload($thing);

        return true;
    }

    private function amount(Thing $thing, int $amount): bool
    {
        $this->objects[$thing->id]->setByName('Amount', $amount);
        if ($thing->amount !== $amount) {
            $thing->dirty['amount'] = true;
        }
        $thing->amount = $amount;

        return true;
    }

    private function point(string $relation, Thing $child, ?Thing $parent, bool $fromParent): bool
    {
        ['name' => $name, 'back' => $back, 'one' => $one, 'required' => $required] = Schema::RELATIONS[$relation];
        if ($parent === null && $child->refs[$relation] === null) {
            return false;
        }
        if (($parent === null && $required) || ($parent !== null && !$this->clear->canPoint($relation, $child, $parent))) {
            return false;
        }
        if ($parent !== null && $fromParent) {
            if ($one) {
                foreach ($this->world->live($child->table) as $other) {
                    if ($other !== $child && $this->world->isAt($other, $relation, $parent->row)) {
                        $this->world->remove($parent, $relation, $other);
                    }
                }
            }
            $this->objects[$parent->id]->{($one ? 'set' : 'add') . $back}($this->objects[$child->id]);
        } else {
            $this->objects[$child->id]->{"set$name"}($parent === null ? null : $this->objects[$parent->id]);
        }
        $this->world->point($child, $relation, $parent);

        return true;
    }

    private function remove(string $relation, Thing $parent, Thing $child): bool
    {
        if (Schema::RELATIONS[$relation]['one'] || !$this->clear->canRemove($relation, $parent, $child)) {
            return false;
        }
        foreach ($this->world->ofRow($child->row) as $other) {
            if ($other !== $child && $this->world->isAt($other, $relation, $parent->row)) {
                return false; // Another object of its row is there, and would be left behind.
            }
        }
        $this->objects[$parent->id]->{'remove' . Schema::RELATIONS[$relation]['back']}($this->objects[$child->id]);
        $this->world->remove($parent, $relation, $child);

        return true;
    }

    /**
     * @param list<Thing> $children
     */
    private function replace(string $relation, Thing $parent, array $children): bool
    {
        if (!$this->world->single) {
            return false;
        }
        foreach ($children as $child) {
            if (!$this->clear->canPoint($relation, $child, $parent)) {
                return false;
            }
        }
        foreach ($this->world->live(Schema::RELATIONS[$relation]['child']) as $child) {
            if (!$this->clear->canRemove($relation, $parent, $child)) {
                return false;
            }
        }
        $one = Schema::RELATIONS[$relation]['one'];
        if ($one && \count($children) > 1) {
            return false;
        }
        $given = \array_map(fn (Thing $child): ActiveRecord => $this->objects[$child->id], $children);
        $this->objects[$parent->id]->{'set' . Schema::many($relation)}($one ? $given[0] ?? null : $given);
        foreach ($this->world->live(Schema::RELATIONS[$relation]['child']) as $child) {
            if (!\in_array($child, $children, true)) {
                $this->world->remove($parent, $relation, $child);
            }
        }
        foreach ($children as $child) {
            $this->world->point($child, $relation, $parent);
        }

        return true;
    }

    private function link(string $cross, int $end, Thing $asked, Thing $other, bool $linked): bool
    {
        ['names' => $names] = Schema::CROSSES[$cross];
        $name = $names[1 - $end];
        if ($asked->row === $other->row || (!$this->world->single && $this->world->frames !== [])) {
            return false;
        }
        if (!$this->world->single) {
            // What others have done to the row since it was read is not known here.
            $this->objects[$asked->id]->{"clear{$name}s"}();
        }
        $this->objects[$asked->id]->{($linked ? 'add' : 'remove') . $name}($this->objects[$other->id]);
        [$one, $two] = $end === 0 ? [$asked, $other] : [$other, $asked];
        $this->world->wish($cross, $one, $two, $linked, $asked);

        return true;
    }

    /**
     * @param list<Thing> $others
     */
    private function relink(string $cross, int $end, Thing $asked, array $others): bool
    {
        $name = Schema::CROSSES[$cross]['names'][1 - $end];
        if (!$this->world->single || \in_array($asked, $others, true)) {
            return false;
        }
        $this->objects[$asked->id]->{"set{$name}s"}(\array_map(fn (Thing $other): ActiveRecord => $this->objects[$other->id], $others));
        foreach ($this->world->live(Schema::CROSSES[$cross]['ends'][1 - $end]) as $other) {
            [$one, $two] = $end === 0 ? [$asked, $other] : [$other, $asked];
            if ($other !== $asked) {
                $this->world->wish($cross, $one, $two, \in_array($other, $others, true), $asked);
            }
        }

        return true;
    }

    private function save(Thing $thing, bool $nested): bool
    {
        $saving = new Saving($this->world, $thing);
        $object = $this->objects[$thing->id];
        try {
            $nested && $this->world->frames !== []
                ? $this->con->transaction(static fn (): int => $object->save())
                : $object->save();
        } catch (ForeignKeyViolationException | UniqueViolationException | NotNullViolationException | RowGoneException $error) {
            if ($saving->obstacle() === null) {
                throw new Difference('refused', "saving {$thing->id} fails, and nothing is in its way: {$error->getMessage()}", $error);
            }
            if (!$nested && $this->world->frames !== []) {
                $this->end(false);
            }
            $this->check->rows($this->world, 'refused');

            return true;
        }
        if ($object->isDeleted()) {
            $this->world->isOver = true; // Its parent was saved first, from which it had been removed.

            return true;
        }
        $lost = (new Settling($this->world, $this->objects, $saving, $this->check->image()))->settle();
        $this->world->isOver = $this->world->isOver || $lost;
        $this->check->rows($this->world, 'save');

        return true;
    }

    private function delete(Thing $thing): bool
    {
        if ($thing->isNew) {
            return false;
        }
        $object = $this->objects[$thing->id];
        $failure = null;
        try {
            $this->con->transaction(static fn () => $object->delete());
        } catch (ForeignKeyViolationException $failure) {
        }
        $busy = $this->clear->busy();
        $isStrange = $this->clear->hasOthers($thing);
        $effect = $this->world->delete($thing);
        if (($effect === null) !== ($failure !== null)) {
            throw new Difference('delete', $failure === null
                ? "{$thing->id} is deleted, although rows keep it"
                : "{$thing->id} is not deleted, although nothing keeps it: {$failure->getMessage()}");
        }
        $this->check->rows($this->world, 'delete');
        if ($effect !== null) {
            if (!$object->isDeleted()) {
                throw new Difference('delete', "{$thing->id} does not know that it was deleted");
            }
            $this->world->isOver = \array_intersect_key($busy, $effect['gone']) !== [] || $isStrange;
            (new Following($this->world, $this->objects))->follow($effect, [$thing->id => true]);
        }

        return true;
    }

    private function look(Thing $thing): bool
    {
        if (!$this->world->single) {
            return false;
        }
        $this->check->sight($this->world, $thing, $this->objects[$thing->id]);
        $this->world->meet($thing);

        return true;
    }

    private function begin(): bool
    {
        if (\count($this->world->frames) > 2) {
            return false;
        }
        $this->con->beginTransaction();
        $this->world->begin();

        return true;
    }

    private function end(bool $commit): bool
    {
        if ($this->world->frames === []) {
            return false;
        }
        if ($commit) {
            $this->con->commit();
            $this->world->commit();
        } else {
            $this->con->rollBack();
            foreach ($this->world->rollBack() as $thing) {
                Following::reload($this->world, $thing, $this->objects[$thing->id]);
            }
        }
        $this->check->rows($this->world, $commit ? 'commit' : 'rollback');

        return true;
    }

    /** Ends what is open, saves what is not saved, and looks at everything. */
    private function finish(bool $commit): bool
    {
        while ($this->world->frames !== []) {
            $this->end($commit);
        }
        if ($this->world->isOver) {
            return true;
        }
        foreach ($this->world->live() as $thing) {
            $this->look($thing);
        }
        foreach ($this->world->live() as $thing) {
            if (!$thing->isGone && !$this->world->isOver) {
                $this->save($thing, true);
            }
        }
        if ($this->world->isOver) {
            return true;
        }
        foreach ($this->world->live() as $thing) {
            $this->look($thing);
        }
        $this->con->getPool()?->clear();
        $this->check->fresh($this->world);

        return true;
    }
}
