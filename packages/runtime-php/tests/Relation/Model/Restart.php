<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\Connection\ConnectionWrapper;

/** A new request: all objects are dropped, with what they have not saved, and those that have rows are read. */
final class Restart
{
    public static function play(Player $player, ConnectionWrapper $con): bool
    {
        $world = $player->world;
        if ($con->getPool() === null || $world->frames !== []) {
            return false;
        }
        $player->objects = $world->things = $world->wishes = $world->removals = $world->met = [];
        \gc_collect_cycles();
        $con->getPool()->clear();
        $world->single = true;
        foreach (Schema::TABLES as $table) {
            foreach (Schema::query($table)->find($con) as $object) {
                $name = (string) $object->getByName('Name');
                $player->objects[$name] = $object;
                $world->things[$name] = new Thing($name, $name, $table);
                $world->reload($world->things[$name]);
            }
        }

        return true;
    }
}
