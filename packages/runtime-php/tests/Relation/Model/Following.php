<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Tests\Query\Model\Difference;

/** What the database did to rows because another one was deleted, seen by their objects. */
final class Following
{
    /**
     * @param array<string, ActiveRecord> $objects
     */
    public function __construct(private readonly World $world, private readonly array $objects)
    {
    }

    /**
     * @param array{gone: array<string, true>, cut: list<array{string, string}>} $effect
     * @param array<string, true>                                                 $deleted objects that know of it
     */
    public function follow(array $effect, array $deleted): void
    {
        foreach ($this->world->live() as $thing) {
            // It points at the deleted row, and its own row does not: another object of it has moved it.
            $this->world->isOver = $this->world->isOver || (!$this->world->single && $this->objects[$thing->id]->isDeleted());
            foreach ($thing->refs as $relation => $parent) {
                if ($parent !== null && isset($effect['gone'][$parent])) {
                    $this->cut($thing, $relation, $parent, $deleted);
                }
            }
        }
        foreach (\array_keys($effect['gone']) as $row) {
            foreach ($this->world->ofRow((string) $row) as $thing) {
                // The pool forgets all objects of tables that may have been touched.
                $this->world->single = $this->world->single && !\in_array($thing->table, Schema::PARENTS, true);
            }
        }
    }

    /**
     * @param array<string, true> $deleted
     */
    private function cut(Thing $thing, string $relation, string $parent, array $deleted): void
    {
        $object = $this->objects[$thing->id];
        $isNull = $object->getByName(Schema::RELATIONS[$relation]['key']) === null;
        if ($isNull && $this->world->things[$thing->links[$relation] ?? $parent]->isNew === false) {
            $thing->refs[$relation] = $thing->links[$relation] = null;
            $frame = $this->world->frame();
            if ($frame !== null) {
                $frame->cut[$thing->id][$relation] ??= $parent;
            }
        } elseif ($thing->isNew || isset($thing->dirty[$relation])) {
            return;
        } elseif (isset($deleted[(string) $thing->links[$relation]]) && $this->world->single) {
            throw new Difference('follow', "{$thing->id} was linked with $parent, which was deleted, and still points at it");
        } else {
            self::reload($this->world, $thing, $object);
        }
    }

    public static function reload(World $world, Thing $thing, ActiveRecord $object): void
    {
        $world->single = $world->single && $thing->dirty === [];
        foreach ($thing->refs as $relation => $_) {
            // It was removed, and has forgotten it.
            $world->isOver = $world->isOver || $world->isRemoved($thing, $relation);
        }
        if ($object->isDeleted()) {
            $world->isOver = true; // It did not know where another object has moved its row.

            return;
        }
        $object->reload();
        $world->reload($thing);
    }
}
