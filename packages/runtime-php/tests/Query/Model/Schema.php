<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/**
 * The tables of tests/project/query-chains-schema.xml in the oracle's own words.
 *
 * @phpstan-type Column array{type: string, null: bool}
 * @phpstan-type Relation array{table: string, keys: array<string, string>, many: bool, required: bool, own: bool}
 */
final class Schema
{
    public const DATABASE = 'query_chains';
    public const NAMESPACE = 'Chains';

    /** Labels of the SET, in the order of their bits. */
    public const COLORS = ['red', 'green', 'blue'];
    public const STYLES = ['plain', 'fancy', 'odd'];

    /** The tenant whose rows DocQuery shows. */
    public const TENANT = 1;

    /** Query classes: the table, and for inheritance the keys of the class and of those that extend it. */
    public const QUERIES = [
        'Maker' => ['maker', null],
        'Store' => ['store', null],
        'Item' => ['item', null],
        'Note' => ['note', null],
        'Cover' => ['cover', null],
        'Topic' => ['topic', null],
        'ItemTopic' => ['item_topic', null],
        'Shelf' => ['shelf', null],
        'Box' => ['box', null],
        'Event' => ['event', null],
        'Reading' => ['event', [2, 3]],
        'Recital' => ['event', [3]],
        'Fair' => ['event', [4]],
        'Doc' => ['doc', null],
        'Line' => ['line', null],
        'Task' => ['task', null],
    ];

    /** Columns by table; `?` may be NULL. "Code" has capital letters, all other texts are in lower case. */
    private const COLUMNS = [
        'maker' => 'Id int, Name text, Grade int?, BossId int?, Mark int',
        'store' => 'Id int, Name text, City text?, Open bool, Mark int',
        'item' => 'Id int, Title text, Code text?, Stock int, Bits int?, Price decimal?, Weight decimal?, Active bool?, MadeOn date?,'
            . ' Style enum?, Colors set?, Words array?, MakerId int, TesterId int?, StoreId int?, ParentId int?, Mark int',
        'note' => 'Id int, ItemId int, AuthorId int?, Rating int, Text text?, Mark int',
        'cover' => 'ItemId int, Color text?, Pages int, Mark int',
        'topic' => 'Id int, Name text, Mark int',
        'item_topic' => 'ItemId int, TopicId int, Mark int',
        'shelf' => 'Room text, Number int, Width int?, Mark int',
        'box' => 'Id int, Room text?, Number int?, ItemId int?, Size int, Mark int',
        'event' => 'Id int, Kind int, Title text?, Seats int, ItemId int?, Mark int',
        'doc' => 'Id int, Tenant int, Title text, Pages int?, ItemId int?, Mark int',
        'line' => 'Id int, DocId int, Length int, Mark int',
        'task' => 'Id int, Title text, MakerId int?, Position int?, Mark int',
    ];

    private const KEYS = ['cover' => ['ItemId'], 'item_topic' => ['ItemId', 'TopicId'], 'shelf' => ['Room', 'Number']];

    /** Foreign keys: table, relation, table it leads to, relation back, columns, and whether there can be many of them. */
    private const FOREIGN_KEYS = [
        ['maker', 'Boss', 'maker', 'Helper', ['BossId' => 'Id'], true],
        ['item', 'Maker', 'maker', 'Item', ['MakerId' => 'Id'], true],
        ['item', 'Tester', 'maker', 'TestedItem', ['TesterId' => 'Id'], true],
        ['item', 'Store', 'store', 'Item', ['StoreId' => 'Id'], true],
        ['item', 'Parent', 'item', 'Child', ['ParentId' => 'Id'], true],
        ['note', 'Item', 'item', 'Note', ['ItemId' => 'Id'], true],
        ['note', 'Author', 'maker', 'Note', ['AuthorId' => 'Id'], true],
        ['cover', 'Item', 'item', 'Cover', ['ItemId' => 'Id'], false],
        ['item_topic', 'Item', 'item', 'ItemTopic', ['ItemId' => 'Id'], true],
        ['item_topic', 'Topic', 'topic', 'ItemTopic', ['TopicId' => 'Id'], true],
        ['box', 'Shelf', 'shelf', 'Box', ['Room' => 'Room', 'Number' => 'Number'], true],
        ['box', 'Item', 'item', 'Box', ['ItemId' => 'Id'], true],
        ['event', 'Item', 'item', 'Event', ['ItemId' => 'Id'], true],
        ['doc', 'Item', 'item', 'Doc', ['ItemId' => 'Id'], true],
        ['line', 'Doc', 'doc', 'Line', ['DocId' => 'Id'], true],
        ['task', 'Maker', 'maker', 'Task', ['MakerId' => 'Id'], true],
    ];

    /** Many-to-many relations: the table between, its relation here, its relation there. */
    public const CROSS = [
        'item' => ['Topic' => ['topic', 'ItemTopic', 'Topic']],
        'topic' => ['Item' => ['item', 'ItemTopic', 'Item']],
    ];

    /** @var array<string, array<string, Column>> */
    private static array $columns = [];

    /** @var array<string, array<string, Relation>> */
    private static array $relations = [];

    /** @return list<string> in an order in which rows can be inserted */
    public static function tables(): array
    {
        return \array_keys(self::COLUMNS);
    }

    /** @return array<string, Column> by name in PHP */
    public static function columns(string $table): array
    {
        if (!isset(self::$columns[$table])) {
            foreach (\explode(', ', self::COLUMNS[$table]) as $text) {
                [$name, $type] = \explode(' ', $text);
                self::$columns[$table][$name] = ['type' => \rtrim($type, '?'), 'null' => \str_ends_with($type, '?')];
            }
        }

        return self::$columns[$table];
    }

    /** @return list<string> */
    public static function key(string $table): array
    {
        return self::KEYS[$table] ?? ['Id'];
    }

    /** @return array<string, Relation> by name, in both directions */
    public static function relations(string $table): array
    {
        if (self::$relations === []) {
            foreach (self::FOREIGN_KEYS as [$from, $name, $to, $back, $keys, $many]) {
                $required = \array_filter(\array_keys($keys), static fn (string $key): bool => self::columns($from)[$key]['null']) === [];
                self::$relations[$from][$name] = ['table' => $to, 'keys' => $keys, 'many' => false, 'required' => $required, 'own' => true];
                self::$relations[$to][$back] = ['table' => $from, 'keys' => \array_flip($keys), 'many' => $many, 'required' => false, 'own' => false];
            }
        }

        return self::$relations[$table] ?? [];
    }

    /** The class of a table's rows. */
    public static function model(string $table): string
    {
        return \str_replace('_', '', \ucwords($table, '_'));
    }

    /** What texts call the query's own table: its alias, or the class of the table. */
    public static function rootName(string $query, ?string $alias): string
    {
        return $alias ?? self::model(self::QUERIES[$query][0]);
    }

    /** The name of a column in the database. */
    public static function sqlName(string $column): string
    {
        return \strtolower((string) \preg_replace('/(?<=[a-z])(?=[A-Z])/', '_', $column));
    }

    /** @param array<string, mixed> $row */
    public static function identity(string $table, array $row): string
    {
        return \implode('/', \array_map(static fn (string $column): string => (string) $row[$column], self::key($table)));
    }
}
