<?php

// Who does what: the same operations by generated classes, in bare PDO, and with the statements of Propel's behavior.

declare(strict_types=1);

namespace Bench\Speed;

use Bench\PropelLists\ByHand;
use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use PDO;

/** How an operation is done: what is loaded before is not measured. */
interface Side
{
    /** @param array<int, int> $ids rank => id */
    public function moveUp(array $ids): Closure;

    /**
     * @param array<int, int> $ids  rank => id
     * @param Closure(int): int $to the rank to go to, from the one it has
     */
    public function moveToRank(array $ids, Closure $to): Closure;

    /** @param array<int, int> $ids rank => id */
    public function insertAtTop(array $ids): Closure;

    /** @param array<int, int> $ids rank => id */
    public function delete(array $ids): Closure;
}

final class Ours implements Side
{
    /** @param class-string<ItemQuery>|class-string<ShortItemQuery> $query */
    public function __construct(private readonly ConnectionWrapper $con, private readonly string $query = ItemQuery::class)
    {
    }

    public function moveUp(array $ids): Closure
    {
        $items = $this->load($ids);

        return static function () use ($items): void {
            foreach ($items as $item) {
                $item->moveUp();
            }
        };
    }

    public function moveToRank(array $ids, Closure $to): Closure
    {
        $items = $this->load($ids);

        return static function () use ($items, $to): void {
            foreach ($items as $rank => $item) {
                $item->moveToRank($to($rank));
            }
        };
    }

    public function insertAtTop(array $ids): Closure
    {
        return static function () use ($ids): void {
            foreach ($ids as $id) {
                (new Item())->setTitle("like $id")->setListId(Lists::LIST)->insertAtTop()->save();
            }
        };
    }

    public function delete(array $ids): Closure
    {
        $items = $this->load($ids);

        return static function () use ($items): void {
            foreach ($items as $item) {
                $item->delete();
            }
        };
    }

    /**
     * Objects that the pool does not know: it would have the others of the list refreshed.
     *
     * @param array<int, int> $ids
     *
     * @return array<int, Item|ShortItem>
     */
    private function load(array $ids): array
    {
        $items = \array_map(fn (int $id): Item|ShortItem => $this->query::create()->findPk($id), $ids);
        $this->con->getPool()?->clear();

        return $items;
    }
}

final class Bare implements Side
{
    public function __construct(private readonly BareLists $lists)
    {
    }

    public function moveUp(array $ids): Closure
    {
        return function () use ($ids): void {
            foreach ($ids as $id) {
                $this->lists->moveUp($id, Lists::LIST);
            }
        };
    }

    public function moveToRank(array $ids, Closure $to): Closure
    {
        return function () use ($ids, $to): void {
            foreach ($ids as $rank => $id) {
                $this->lists->moveToRank($id, Lists::LIST, $to($rank));
            }
        };
    }

    public function insertAtTop(array $ids): Closure
    {
        return function () use ($ids): void {
            foreach ($ids as $id) {
                $this->lists->insertAtTop(Lists::LIST, "like $id");
            }
        };
    }

    public function delete(array $ids): Closure
    {
        return function () use ($ids): void {
            foreach ($ids as $id) {
                $this->lists->delete($id, Lists::LIST);
            }
        };
    }
}

/** Takes no lock, so that several of these make a list wrong; its statements are not prepared twice either. */
final class Propel implements Side
{
    private readonly ByHand $hand;

    public function __construct(private readonly PDO $pdo)
    {
        $this->hand = new ByHand($pdo);
    }

    public function moveUp(array $ids): Closure
    {
        $items = $this->load($ids);

        return function () use ($items): void {
            foreach ($items as $item) {
                $this->hand->moveBy($item, -1);
            }
        };
    }

    public function moveToRank(array $ids, Closure $to): Closure
    {
        $items = $this->load($ids);

        return function () use ($items, $to): void {
            foreach ($items as $rank => $item) {
                $this->hand->moveToRank($item, $to($rank));
            }
        };
    }

    public function insertAtTop(array $ids): Closure
    {
        return function () use ($ids): void {
            for ($left = \count($ids); $left > 0; --$left) {
                $this->hand->insertAtRank(Lists::LIST, 1);
            }
        };
    }

    public function delete(array $ids): Closure
    {
        $items = $this->load($ids);

        return function () use ($items): void {
            foreach ($items as $item) {
                $this->hand->delete($item);
            }
        };
    }

    /**
     * @param array<int, int> $ids
     *
     * @return array<int, array{id: int, list: int, rank: int}>
     */
    private function load(array $ids): array
    {
        return \array_map(fn (int $id): array => $this->hand->load($id) ?? throw new \LogicException("no row $id"), $ids);
    }
}
