<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Tests\Support\Project;

/**
 * The rows of all tables, at random. Texts are in lower case but for "Code", and decimals are multiples of 1/16: every
 * collation and every floating-point number then agree about them.
 */
final class Data
{
    /** @var array<string, list<array<string, mixed>>> by table */
    public array $rows = [];

    /** @var array<string, array<string, object>> objects for filterByRelation(), by table and key */
    private array $objects = [];

    public readonly Dice $dice;

    public function __construct(public readonly int $number)
    {
        $this->dice = $dice = new Dice("data $number");
        $makers = $this->make('maker', $dice->number(3, 5), fn (int $id, array $before): array => [
            'Name' => $dice->word(),
            'Grade' => $dice->maybe(30) ? null : $dice->number(0, 4),
            'BossId' => $this->oneOf($before, 40),
        ]);
        $stores = $this->make('store', $dice->number(2, 4), fn (): array => [
            'Name' => $dice->word(),
            'City' => $dice->maybe(30) ? null : $dice->word(),
            'Open' => $dice->maybe(60),
        ]);
        $items = $this->make('item', $dice->number(7, 12), fn (int $id, array $before): array => [
            'Title' => $dice->word(),
            'Code' => $dice->maybe(25) ? null : $dice->pick(['Aa', 'aA', 'aa', 'AB', 'ab', 'b_a', 'b%a', 'Ba', "o'b", 'a\\b', '\\']),
            'Stock' => $dice->number(-1, 4),
            'Bits' => $dice->maybe(25) ? null : $dice->number(0, 7),
            'Price' => $dice->maybe(25) ? null : $dice->number(0, 48) / 4,
            'Weight' => $dice->maybe(25) ? null : $dice->number(0, 320) / 16,
            'Active' => $dice->maybe(25) ? null : $dice->maybe(50),
            'MadeOn' => $dice->maybe(25) ? null : $dice->day(),
            'Style' => $dice->maybe(25) ? null : $dice->pick(Schema::STYLES),
            'Colors' => $dice->maybe(25) ? null : $dice->some(Schema::COLORS),
            'Words' => $dice->maybe(25) ? null : ($dice->some(['a', 'b', 'a b', 'c|d', '%']) ?: ['a']),
            'MakerId' => $this->oneOf($makers),
            'TesterId' => $this->oneOf($makers, 50),
            'StoreId' => $this->oneOf($stores, 35),
            'ParentId' => $this->oneOf($before, 50),
        ]);
        $this->make('note', $dice->number(6, 14), fn (): array => [
            'ItemId' => $this->oneOf($items),
            'AuthorId' => $this->oneOf($makers, 40),
            'Rating' => $dice->number(1, 5),
            'Text' => $dice->maybe(40) ? null : $dice->word(),
        ]);
        $this->rows['cover'] = \array_map(static fn (int $id): array => [
            'ItemId' => $id,
            'Color' => $dice->maybe(30) ? null : $dice->pick(Schema::COLORS),
            'Pages' => $dice->number(1, 4),
            'Mark' => 0,
        ], $dice->some($items));
        $topics = $this->make('topic', $dice->number(2, 4), static fn (): array => ['Name' => $dice->word()]);
        $this->rows['item_topic'] = [];
        foreach ($items as $item) {
            foreach ($dice->some($topics) as $topic) {
                $this->rows['item_topic'][] = ['ItemId' => $item, 'TopicId' => $topic, 'Mark' => 0];
            }
        }
        $this->shelves();
        $this->make('event', $dice->number(5, 9), fn (): array => [
            'Kind' => $dice->number(1, 4),
            'Title' => $dice->maybe(25) ? null : $dice->word(),
            'Seats' => $dice->number(0, 5),
            'ItemId' => $this->oneOf($items, 30),
        ]);
        $docs = $this->make('doc', $dice->number(5, 9), fn (): array => [
            'Tenant' => $dice->maybe(55) ? Schema::TENANT : 2,
            'Title' => $dice->word(),
            'Pages' => $dice->maybe(25) ? null : $dice->number(1, 4),
            'ItemId' => $this->oneOf($items, 30),
        ]);
        $this->make('line', $dice->number(5, 12), fn (): array => ['DocId' => $this->oneOf($docs), 'Length' => $dice->number(0, 5)]);
        $ranks = [];
        $this->make('task', $dice->number(6, 11), function () use ($dice, $makers, &$ranks): array {
            $list = $this->oneOf(\array_slice($makers, 0, 2), 30);
            $rank = $dice->maybe(15) ? null : ($ranks[$list ?? 0] = ($ranks[$list ?? 0] ?? 0) + 1);

            return ['Title' => $dice->word(), 'MakerId' => $list, 'Position' => $rank];
        });
    }

    /**
     * The rows that queries show: of documents those of one tenant.
     *
     * @return list<array<string, mixed>>
     */
    public function visible(string $table): array
    {
        return \array_values(\array_filter(
            $this->rows[$table],
            static fn (array $row): bool => $table !== 'doc' || $row['Tenant'] === Schema::TENANT,
        ));
    }

    /** Replaces all rows by these, without the runtime. */
    public function store(ConnectionWrapper $con): void
    {
        $pdo = $con->getPdo();
        $this->objects = [];
        $pdo->beginTransaction();
        foreach (\array_reverse(Schema::tables()) as $table) {
            $pdo->exec('DELETE FROM ' . $con->quoteIdentifier($table));
        }
        foreach (Schema::tables() as $table) {
            $columns = Schema::columns($table);
            $tuples = [];
            foreach ($this->rows[$table] as $row) {
                $texts = [];
                foreach ($columns as $name => ['type' => $type]) {
                    $value = $row[$name];
                    $texts[] = match (true) {
                        $value === null => 'NULL',
                        $type === 'int' => (string) $value,
                        $type === 'bool' => Project::adapter() === 'pgsql' ? ($value ? 'TRUE' : 'FALSE') : (string) (int) $value,
                        $type === 'decimal' => $pdo->quote(\number_format($value, $name === 'Price' ? 2 : 4, '.', '')),
                        $type === 'set' => (string) self::mask($value),
                        $type === 'array' => $pdo->quote(self::list($value)),
                        default => $pdo->quote($value),
                    };
                }
                $tuples[] = '(' . \implode(', ', $texts) . ')';
            }
            if ($tuples !== []) {
                $names = \array_map(static fn (string $name): string => $con->quoteIdentifier(Schema::sqlName($name)), \array_keys($columns));
                $pdo->exec('INSERT INTO ' . $con->quoteIdentifier($table) . ' (' . \implode(', ', $names) . ') VALUES ' . \implode(', ', $tuples));
            }
        }
        $pdo->commit();
    }

    /** The object of a row, for conditions. The pool does not know it. */
    public function object(string $table, string $key, ConnectionWrapper $con): object
    {
        if (!isset($this->objects[$table])) {
            $query = Schema::NAMESPACE . '\\' . Schema::model($table) . 'Query';
            $this->objects[$table] = [];
            foreach ($query::{'create'}()->find($con) as $object) {
                $values = \array_map(static fn (string $column): string => (string) $object->{"get$column"}(), Schema::key($table));
                $this->objects[$table][\implode('/', $values)] = $object;
            }
            $con->getPool()?->clear();
        }

        return $this->objects[$table][$key];
    }

    /**
     * @param \Closure(int, list<int>): array<string, mixed> $row
     *
     * @return list<int> their ids
     */
    private function make(string $table, int $count, \Closure $row): array
    {
        $ids = [];
        $this->rows[$table] = [];
        for ($id = $this->dice->number(1, 3); \count($ids) < $count; $id += $this->dice->number(1, 3)) {
            $this->rows[$table][] = ['Id' => $id, ...$row($id, $ids), 'Mark' => 0];
            $ids[] = $id;
        }

        return $ids;
    }

    private function shelves(): void
    {
        $dice = $this->dice;
        $this->rows['shelf'] = [];
        foreach (['a', 'b'] as $room) {
            foreach ($dice->some([1, 2, 3]) as $number) {
                $this->rows['shelf'][] = ['Room' => $room, 'Number' => $number, 'Width' => $dice->maybe(30) ? null : $dice->number(1, 4), 'Mark' => 0];
            }
        }
        $items = \array_column($this->rows['item'], 'Id');
        $this->make('box', $dice->number(5, 10), function () use ($dice, $items): array {
            $shelf = $this->rows['shelf'] === [] ? ['Room' => null, 'Number' => null] : $dice->pick($this->rows['shelf']);

            return [
                'Room' => $dice->maybe(15) ? null : $shelf['Room'],
                'Number' => $dice->maybe(15) ? null : $shelf['Number'],
                'ItemId' => $this->oneOf($items, 30),
                'Size' => $dice->number(0, 4),
            ];
        });
    }

    /** @param list<int> $ids */
    private function oneOf(array $ids, int $none = 0): ?int
    {
        return $ids === [] || $this->dice->maybe($none) ? null : $this->dice->pick($ids);
    }

    /** @param list<string> $labels */
    private static function mask(array $labels): int
    {
        return (int) \array_sum(\array_map(static fn (string $label): int => 1 << (int) \array_search($label, Schema::COLORS, true), $labels));
    }

    /** @param list<string> $items */
    private static function list(array $items): string
    {
        return '| ' . \implode(' | ', \array_map(static fn (string $item): string => \str_replace('|', '\\|', $item), $items)) . ' |';
    }
}
