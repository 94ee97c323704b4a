<?php

// Operations on lists, chosen at random: what the journal will say of each, with the row's code in place of its id, and what
// to call. load.php performs them.

declare(strict_types=1);

namespace Bench\Lists;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;

final class Choices
{
    /** Fewer rows than this, and nothing leaves a table; more, and nothing comes. */
    private const FEW = 8;
    private const MANY = 32;

    /** How often each operation is chosen. */
    private const WEIGHTS = [
        'up' => 8, 'down' => 8, 'top' => 4, 'bottom' => 4, 'rank' => 9, 'swap' => 6, 'before' => 3, 'after' => 3,
        'insert' => 11, 'delete' => 8, 'deleteAll' => 1, 'deleteList' => 1, 'scope' => 9, 'remove' => 5, 'enter' => 7,
        'reorder' => 4, 'repair' => 1, 'note' => 8,
    ];

    private int $made = 0;

    public function __construct(
        private readonly ConnectionWrapper $con,
        private readonly Held $held,
        private readonly int $process,
        /** Connections may be lost: then nothing is done without a transaction, which alone can tell what became of it. */
        private readonly bool $mayBeLost = false,
    ) {
    }

    /**
     * A random operation.
     *
     * @param list<object> $but objects that the transaction uses already
     * @param bool         $mayRepeat whether it may be called again: then it must not be one that can be out of date for good
     */
    public function plan(array $but = [], bool $mayRepeat = false): Plan
    {
        for (;;) {
            $table = \array_rand($this->held->tables);
            $lists = $this->held->tables[$table]['lists'];
            $scope = $lists[\array_rand($lists)];
            if (\count($this->held->objects[$table] ?? []) < 6 || \mt_rand(1, 12) === 1) {
                $this->held->read($table, $scope);
            }
            $plan = $this->planOf($this->choose($table), $table, $scope, $but, $mayRepeat);
            if ($plan !== null) {
                return $plan;
            }
        }
    }

    /**
     * A plain save of another column of a row.
     *
     * @param list<object> $but
     */
    public function edit(array $but = []): Plan
    {
        for (;;) {
            $table = \array_rand($this->held->tables);
            $plan = $this->planOf('note', $table, [], $but, false);
            if ($plan !== null) {
                return $plan;
            }
            $lists = $this->held->tables[$table]['lists'];
            $this->held->read($table, $lists[\array_rand($lists)]);
        }
    }

    private function choose(string $table): string
    {
        $roll = \mt_rand(1, \array_sum(self::WEIGHTS));
        foreach (self::WEIGHTS as $name => $weight) {
            $roll -= $weight;
            if ($roll <= 0) {
                break;
            }
        }
        $size = $this->held->sizes[$table] ?? 0;

        return match (true) {
            $size < self::FEW && \str_starts_with($name, 'delete') => 'insert',
            $size > self::MANY && $name === 'insert' => 'delete',
            default => $name,
        };
    }

    /**
     * @param list<int|string|null> $scope
     * @param list<object>          $but
     */
    private function planOf(string $name, string $table, array $scope, array $but, bool $mayRepeat): ?Plan
    {
        if ($name === 'insert') {
            return $this->insert($table, $scope, $but);
        }
        if ($name === 'reorder') {
            return $this->reorder($table, $scope, $mayRepeat);
        }
        if ($name === 'repair') {
            return new Plan([$table, 'repair'], static function () use ($table, $scope): array {
                $healed = $scope === [] ? Held::query($table)::repairList() : Held::query($table)::repairList(...$scope);
                if ($healed !== 0) {
                    throw new \LogicException("repairList() found a wrong list: $table " . \json_encode($scope));
                }

                return [];
            }, []);
        }
        if ($name === 'deleteList') {
            // One that others may fill at the same time, and that nobody misses.
            if ($this->held->tables[$table]['scope'] !== ['board_id']) {
                return null;
            }
            $spare = [\mt_rand(900_000, 900_003)];

            return new Plan([$table, 'deleteList', $spare], static function () use ($table, $spare): array {
                if (Held::query($table)::deleteList(...$spare) === 0) {
                    throw new NothingThere();
                }

                return [];
            }, []);
        }
        $object = $this->held->pick($table, $but, match ($name) {
            'enter' => \mt_rand(1, 3) > 1 ? false : true,
            'scope', 'remove', 'delete', 'note' => null,
            default => \mt_rand(1, 20) === 1 ? null : true,
        });
        if ($object === null) {
            return null;
        }
        $code = $object->getCode();
        switch ($name) {
            case 'up':
            case 'down':
            case 'top':
            case 'bottom':
                $method = ['up' => 'moveUp', 'down' => 'moveDown', 'top' => 'moveToTop', 'bottom' => 'moveToBottom'][$name];

                return $this->single([$table, $name, $code], $object, static fn (object $one) => $one->$method());
            case 'rank':
                $to = \mt_rand(1, \max(2, ($this->held->sizes[$table] ?? 20) + 2));

                return $this->single([$table, 'rank', $code, $to], $object, static fn (object $one) => $one->moveToRank($to));
            case 'swap':
            case 'before':
            case 'after':
                $other = $this->held->pick($table, [...$but, $object], \mt_rand(1, 20) === 1 ? null : true);
                if ($other === null) {
                    return null;
                }
                $method = ['swap' => 'swapWith', 'before' => 'moveBefore', 'after' => 'moveAfter'][$name];

                return new Plan(
                    [$table, $name, $code, $other->getCode()],
                    static function (Closure $get) use ($object, $other, $method): ?array {
                        [$one, $two] = [$get($object), $get($other)];
                        if ($one === null || $two === null) {
                            return null;
                        }
                        $one->$method($two);

                        return $method === 'swapWith' ? [$one, $two] : [$one];
                    },
                    [$object, $other],
                );
            case 'delete':
                return new Plan([$table, 'delete', $code], static function (Closure $get) use ($object): ?array {
                    $one = $get($object);
                    $one?->delete();

                    return $one === null ? null : [];
                }, [$object]);
            case 'deleteAll':
                $other = $this->held->pick($table, [...$but, $object]);
                $objects = \array_filter([$object, $other]);
                $codes = \array_map(static fn (object $one): string => $one->getCode(), $objects);

                return new Plan([$table, 'deleteAll', $codes], static function () use ($table, $codes): array {
                    Held::query($table)::create()->filterByCode($codes)->delete();

                    return [];
                }, $objects);
            case 'remove':
                return $this->single([$table, 'remove', $code], $object, static fn (object $one) => $one->removeFromList()->save());
            case 'enter':
                return $this->enter($table, $object, $but);
            case 'scope':
                return $this->changeScope($table, $object, $scope);
            default:
                $note = \mt_rand(1, 1_000_000);

                return $this->single([], $object, static fn (object $one) => $one->setNote($note)->save());
        }
    }

    /** @param list<mixed> $call */
    private function single(array $call, object $object, Closure $work): Plan
    {
        return new Plan($call, static function (Closure $get) use ($object, $work): ?array {
            $one = $get($object);
            if ($one === null) {
                return null;
            }
            $work($one);

            return [$one];
        }, [$object]);
    }

    /**
     * Where to insert: how the journal says it, and the call.
     *
     * @param list<object> $but
     *
     * @return array{list<mixed>, Closure(object, Closure): bool, list<object>}
     */
    private function where(string $table, array $but, bool $beside = true): array
    {
        $roll = \mt_rand(1, $beside ? 7 : 5);
        if ($roll === 1) {
            return [['top'], static fn (object $one): bool => (bool) $one->insertAtTop(), []];
        }
        if ($roll === 2) {
            return [['bottom'], static fn (object $one): bool => (bool) $one->insertAtBottom(), []];
        }
        $other = $roll > 5 ? $this->held->pick($table, $but, true) : null;
        if ($other !== null) {
            $name = $roll === 6 ? 'before' : 'after';
            $method = $roll === 6 ? 'insertBefore' : 'insertAfter';

            return [[$name, $other->getCode()], static function (object $one, Closure $get) use ($other, $method): bool {
                $two = $get($other);
                if ($two === null) {
                    return false;
                }
                $one->$method($two);

                return true;
            }, [$other]];
        }
        $rank = \mt_rand(1, \max(1, $this->held->sizes[$table] ?? 1));

        return [['rank', $rank], static fn (object $one): bool => (bool) $one->insertAtRank($rank), []];
    }

    /**
     * @param list<int|string|null> $scope
     * @param list<object>          $but
     */
    private function insert(string $table, array $scope, array $but): Plan
    {
        if ($this->held->tables[$table]['scope'] === ['board_id'] && \mt_rand(1, 5) === 1) {
            $scope = [\mt_rand(900_000, 900_003)];
        }
        $code = \sprintf('p%d-%d', $this->process, ++$this->made);
        [$where, $place, $others] = match (\mt_rand($this->mayBeLost ? 2 : 1, 8)) {
            1 => [['unranked'], static fn (object $one): bool => (bool) $one->removeFromList(), []],
            2, 3 => [['none'], static fn (): bool => true, []],
            default => $this->where($table, $but),
        };
        $model = Held::model($table);
        $columns = $this->held->tables[$table]['scope'];
        $work = function (Closure $get) use ($table, $model, $code, $columns, $scope, $place): ?array {
            $object = new $model();
            $object->setCode($code);
            foreach ($columns as $index => $column) {
                $object->{Held::setter($column)}($scope[$index]);
            }
            if (!$place($object, $get)) {
                return null;
            }
            $object->save();
            $this->held->add($table, $object);

            return [$object];
        };

        return new Plan([$table, 'insert', $code, $scope, $where], $work, $others);
    }

    /** @param list<object> $but */
    private function enter(string $table, object $object, array $but): Plan
    {
        [$where, $place, $others] = $this->where($table, [...$but, $object]);
        $work = static function (Closure $get) use ($object, $place): ?array {
            $one = $get($object);
            if ($one === null) {
                return null;
            }
            if ($one->getRank() !== null) {
                $one->removeFromList();
            }
            if (!$place($one, $get)) {
                return null;
            }
            $one->save();

            return [$one];
        };

        return new Plan([$table, 'enter', $object->getCode(), $where], $work, [$object, ...$others]);
    }

    /** @param list<int|string|null> $scope */
    private function changeScope(string $table, object $object, array $scope): ?Plan
    {
        $columns = $this->held->tables[$table]['scope'];
        $changed = [];
        foreach ($columns as $index => $column) {
            // Of several columns often only one.
            if ($scope[$index] !== $object->{Held::getter($column)}() && (\count($columns) === 1 || \mt_rand(0, 1) === 1)) {
                $changed[$index] = $scope[$index];
            }
        }
        if ($changed === []) {
            return null;
        }
        [$where, $place] = \mt_rand(0, 1) === 0
            ? [['none'], static fn (): bool => true]
            : $this->where($table, [$object], false);
        $call = [$table, 'scope', $object->getCode(), (object) $changed, $where];

        return new Plan($call, static function (Closure $get) use ($object, $changed, $columns, $place, $where): ?array {
            $one = $get($object);
            if ($one === null) {
                return null;
            }
            foreach ($changed as $index => $value) {
                if ($one->{Held::getter($columns[$index])}() === $value) {
                    return null; // read anew, it is there already: nothing would be saved
                }
                $one->{Held::setter($columns[$index])}($value);
            }
            $place($one, $get);
            $one->save();

            return [$one];
        }, [$object]);
    }

    /**
     * The whole list or three of its rows, read under the lock, or a moment before it: then others may come between.
     *
     * @param list<int|string|null> $scope
     */
    private function reorder(string $table, array $scope, bool $mayRepeat): Plan
    {
        $query = Held::query($table);
        $work = function (Closure $get, ?Entry $entry) use ($query, $scope, $mayRepeat, $table): ?array {
            if ($this->con->inTransaction() && ($mayRepeat || \mt_rand(0, 1) === 0)) {
                $scope === [] ? $query::lockLists() : $query::lockLists([\count($scope) === 1 ? $scope[0] : $scope]);
            }
            $ids = $ranks = [];
            foreach ($query::create()->findList(...$scope) as $object) {
                $ids[$object->getId()] = $object->getCode();
                $ranks[$object->getId()] = $object->getRank();
            }
            if (\mt_rand(0, 1) === 0 && \count($ids) > 3) {
                $some = \array_flip((array) \array_rand($ids, 3));
                $ids = \array_intersect_key($ids, $some);
                $ranks = \array_intersect_key($ranks, $some);
            }
            if ($ids === []) {
                return null;
            }
            $new = \array_values($ranks);
            \shuffle($new);
            $order = \array_combine(\array_keys($ranks), $new);
            $named = [];
            foreach ($order as $id => $rank) {
                $named[$ids[$id]] = $rank;
            }
            $entry?->rename([$table, 'reorder', (object) $named]);
            $query::reorder($order);

            return [];
        };

        return new Plan([$table, 'reorder', new \stdClass()], $work, []);
    }
}
