<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Tests\Query\Model\Difference;

/** Compares rows and objects with the oracle. */
final class Check
{
    public function __construct(private readonly ConnectionWrapper $con)
    {
    }

    public function image(): Rows
    {
        return Image::read($this->con->getPdo());
    }

    public function rows(World $world, string $op): void
    {
        $image = $this->image();
        foreach (Schema::TABLES as $table) {
            self::same("rows after $op", $table, $world->rows->tables[$table], $image->tables[$table]);
        }
        foreach (\array_keys(Schema::CROSSES) as $cross) {
            self::same("rows after $op", $cross, $world->rows->links[$cross], $image->links[$cross]);
        }
    }

    /**
     * What objects have in them, without reading anything.
     *
     * @param array<string, ActiveRecord> $objects
     */
    public function memory(World $world, array $objects, string $op): void
    {
        foreach ($world->live() as $thing) {
            $object = $objects[$thing->id];
            $is = ['new' => $object->isNew(), 'deleted' => $object->isDeleted(), 'amount' => $object->getByName('Amount')];
            self::same("object after $op", $thing->id, ['new' => $thing->isNew, 'deleted' => false, 'amount' => $thing->amount], $is);
            foreach ($thing->refs as $relation => $row) {
                $key = $object->getByName(Schema::RELATIONS[$relation]['key']);
                if ($row === null && $key !== null) {
                    throw new Difference("object after $op", "{$thing->id} should point at nothing by $relation, and has the key " . \json_encode($key));
                }
                foreach ($row === null ? [] : $world->ofRow($row) as $parent) {
                    if (!$parent->isNew && !$parent->isGone) {
                        $name = $relation === 'crate.Rack' ? 'Number' : 'Id';
                        self::same("object after $op", "$relation of {$thing->id}, which points at $row", $objects[$parent->id]->getByName($name), $key);
                    }
                }
            }
        }
    }

    /** What an object shows of those around it. */
    public function sight(World $world, Thing $thing, ActiveRecord $object): void
    {
        foreach (Schema::keysOf($thing->table) as $relation => ['name' => $name]) {
            $row = $thing->refs[$relation];
            if ($row !== null && !$world->isRemoved($thing, $relation) && $this->isThere($world, $row)) {
                self::same('parent', "$name of {$thing->id}", $row, $object->{"get$name"}()?->getName());
            }
        }
        foreach (Schema::listsOf($thing->table) as $relation => ['one' => $one]) {
            $expected = \array_column($world->children($thing, $relation), 'row');
            $many = Schema::many($relation);
            if ($one) {
                if (\count($expected) < 2) {
                    self::same('child', "$many of {$thing->id}", $expected[0] ?? null, $object->{"get$many"}()?->getName());
                }
            } else {
                $this->list('children', $thing->id, $object, $many, $expected, $this->isToldOf($world, $thing, $relation) ? [true, false] : [false, true]);
            }
        }
        foreach (Schema::CROSSES as $cross => ['ends' => $ends, 'names' => $names]) {
            foreach ($ends as $end => $table) {
                if ($table === $thing->table) {
                    $this->list('links', $thing->id, $object, $names[1 - $end] . 's', $world->linkedWith($cross, $end, $thing), [false, true]);
                }
            }
        }
    }

    /** Whether the rows that a parent has not read yet are those that it would show. */
    private function isToldOf(World $world, Thing $parent, string $relation): bool
    {
        foreach ($world->rows->pointingAt($relation, $parent->row) as $row) {
            foreach ($world->ofRow($row) as $child) {
                if (!$world->isAt($child, $relation, $parent->row)) {
                    return false;
                }
            }
        }

        return true;
    }

    private function isThere(World $world, string $row): bool
    {
        foreach ($world->ofRow($row) as $thing) {
            if (!$thing->isGone) {
                return true;
            }
        }

        return false;
    }

    /** What objects show that are read now. */
    public function fresh(World $world): void
    {
        foreach (Schema::TABLES as $table) {
            $all = Schema::query($table)->find($this->con);
            self::same('read', $table, \array_map(\strval(...), \array_keys($world->rows->tables[$table])), $all->getColumnValues('Name'), true);
            foreach (Schema::listsOf($table) as $relation => $_) {
                $all->populateRelation(Schema::RELATIONS[$relation]['back'], null, $this->con);
            }
            /** @var ActiveRecord $object */
            foreach ($all as $object) {
                $this->freshObject($world, $table, (string) $object->getByName('Name'), $object);
            }
        }
    }

    private function freshObject(World $world, string $table, string $row, ActiveRecord $object): void
    {
        foreach (Schema::keysOf($table) as $relation => ['name' => $name]) {
            self::same('read parent', "$name of $row", $world->rows->tables[$table][$row][$relation], $object->{"get$name"}()?->getName());
        }
        foreach (Schema::listsOf($table) as $relation => ['one' => $one]) {
            $expected = $world->rows->pointingAt($relation, $row);
            $many = Schema::many($relation);
            if ($one) {
                self::same('read child', "$many of $row", $expected[0] ?? null, $object->{"get$many"}()?->getName());
            } else {
                $this->list('read children', $row, $object, $many, $expected, [true]);
            }
        }
        foreach (Schema::CROSSES as $cross => ['ends' => $ends, 'names' => $names]) {
            foreach ($ends as $end => $of) {
                if ($of === $table) {
                    $this->list('read links', $row, $object, $names[1 - $end] . 's', $world->rows->linkedWith($cross, $end, $row), [true, false]);
                }
            }
        }
    }

    /**
     * @param list<string> $expected
     * @param list<bool>   $order    whether to count, before or after all were read
     */
    private function list(string $kind, string $row, ActiveRecord $object, string $many, array $expected, array $order): void
    {
        foreach ($order as $counts) {
            if ($counts) {
                self::same($kind, "the number of $many of $row", \count($expected), $object->{"count$many"}());
            } else {
                $list = $object->{"get$many"}();
                \assert($list instanceof ObjectCollection);
                self::same($kind, "$many of $row", $expected, $list->getColumnValues('Name'), true);
            }
        }
    }

    private static function same(string $kind, string $what, mixed $expected, mixed $found, bool $anyOrder = false): void
    {
        if (\is_array($expected) && \is_array($found)) {
            $anyOrder ? \sort($expected) : \ksort($expected);
            $anyOrder ? \sort($found) : \ksort($found);
        }
        if ($expected !== $found && ($anyOrder || $expected != $found || !\is_array($expected))) {
            throw new Difference($kind, "$what: expected " . \json_encode($expected) . ', found ' . \json_encode($found));
        }
    }
}
