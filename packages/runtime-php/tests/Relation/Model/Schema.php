<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Query\ModelQuery;

/**
 * What the oracle knows of the tables in project/relation-stories-schema.xml. The same is said there: the oracle must not
 * learn it from what was generated.
 *
 * @phpstan-type Relation array{key: string, child: string, name: string, parent: string, back: string, required: bool, onDelete: string, one: bool, on: string}
 * @phpstan-type Cross array{table: string, ends: array{string, string}, names: array{string, string}, columns: array{string, string}}
 */
final class Schema
{
    public const DATABASE = 'relation_stories';

    /** Those that point at others come later. */
    public const TABLES = ['house', 'tag', 'node', 'room', 'rack', 'guest', 'crate', 'debt', 'card', 'passport'];

    /** Rows of these are pointed at by rows that objects are held of. */
    public const PARENTS = ['house', 'room', 'guest', 'rack', 'node', 'debt'];

    /** @var array<string, Relation> the methods of the parent are named after `back`, in the plural unless there is one */
    public const RELATIONS = [
        'room.House' => ['key' => 'HouseId', 'child' => 'room', 'name' => 'House', 'parent' => 'house', 'back' => 'Room', 'required' => true, 'onDelete' => 'cascade', 'one' => false, 'on' => 'p.id = c.house_id'],
        'rack.House' => ['key' => 'HouseId', 'child' => 'rack', 'name' => 'House', 'parent' => 'house', 'back' => 'Rack', 'required' => true, 'onDelete' => 'cascade', 'one' => false, 'on' => 'p.id = c.house_id'],
        'crate.Rack' => ['key' => 'RackNumber', 'child' => 'crate', 'name' => 'Rack', 'parent' => 'rack', 'back' => 'Crate', 'required' => false, 'onDelete' => 'setnull', 'one' => false, 'on' => 'p.house_id = c.rack_house_id AND p.number = c.rack_number'],
        'guest.Room' => ['key' => 'RoomId', 'child' => 'guest', 'name' => 'Room', 'parent' => 'room', 'back' => 'Guest', 'required' => false, 'onDelete' => 'setnull', 'one' => false, 'on' => 'p.id = c.room_id'],
        'debt.Guest' => ['key' => 'GuestId', 'child' => 'debt', 'name' => 'Guest', 'parent' => 'guest', 'back' => 'Debt', 'required' => false, 'onDelete' => 'restrict', 'one' => false, 'on' => 'p.id = c.guest_id'],
        'card.Guest' => ['key' => 'GuestId', 'child' => 'card', 'name' => 'Guest', 'parent' => 'guest', 'back' => 'Card', 'required' => false, 'onDelete' => 'setnull', 'one' => true, 'on' => 'p.id = c.guest_id'],
        'passport.Guest' => ['key' => 'GuestId', 'child' => 'passport', 'name' => 'Guest', 'parent' => 'guest', 'back' => 'Passport', 'required' => true, 'onDelete' => 'cascade', 'one' => true, 'on' => 'p.id = c.guest_id'],
        'node.Parent' => ['key' => 'ParentId', 'child' => 'node', 'name' => 'Parent', 'parent' => 'node', 'back' => 'Child', 'required' => false, 'onDelete' => 'cascade', 'one' => false, 'on' => 'p.id = c.parent_id'],
        'debt.Cause' => ['key' => 'CauseId', 'child' => 'debt', 'name' => 'Cause', 'parent' => 'debt', 'back' => 'Effect', 'required' => false, 'onDelete' => 'setnull', 'one' => false, 'on' => 'p.id = c.cause_id'],
    ];

    /** @var array<string, Cross> the methods of an end are named after the other one */
    public const CROSSES = [
        'tagged' => ['table' => 'guest_tag', 'ends' => ['guest', 'tag'], 'names' => ['Guest', 'Tag'], 'columns' => ['guest_id', 'tag_id']],
        'follow' => ['table' => 'follow', 'ends' => ['guest', 'guest'], 'names' => ['Fan', 'Idol'], 'columns' => ['fan_id', 'idol_id']],
        'mention' => ['table' => 'mention', 'ends' => ['tag', 'house'], 'names' => ['Tag', 'House'], 'columns' => ['tag_id', 'house_id']],
    ];

    /** @return array<string, Relation> those whose key a table has */
    public static function keysOf(string $table): array
    {
        return \array_filter(self::RELATIONS, static fn (array $relation): bool => $relation['child'] === $table);
    }

    /** @return array<string, Relation> those by which others point at a table */
    public static function listsOf(string $table): array
    {
        return \array_filter(self::RELATIONS, static fn (array $relation): bool => $relation['parent'] === $table);
    }

    /** Whether a removed object is deleted, and not only cut off. */
    public static function deletesRemoved(string $relation): bool
    {
        return self::RELATIONS[$relation]['required'] || self::RELATIONS[$relation]['onDelete'] === 'cascade';
    }

    /** The ending of getX(), setX(), countX() and clearX() of a parent. */
    public static function many(string $relation): string
    {
        ['back' => $back, 'one' => $one] = self::RELATIONS[$relation];

        return $one ? $back : ($back === 'Child' ? 'Children' : "{$back}s");
    }

    /** @return class-string<ActiveRecord> */
    public static function model(string $table): string
    {
        /** @var class-string<ActiveRecord> */
        return 'Stories\\' . \ucfirst($table);
    }

    /** @return ModelQuery<ActiveRecord> */
    public static function query(string $table): ModelQuery
    {
        /** @var class-string<ModelQuery<ActiveRecord>> $class */
        $class = 'Stories\\' . \ucfirst($table) . 'Query';

        return new $class();
    }
}
