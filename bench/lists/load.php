<?php

// Operations on lists through the generated classes, chosen at random. Each is written into the journal before it is
// called, with the row's code in place of its id, and its outcome behind it: the ranks that the objects then say.

declare(strict_types=1);

namespace Bench\Lists;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\AlreadyInListException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\RowGoneException;

/** An operation that is planned: what the journal says of it, and what to call. */
final class Plan
{
    /**
     * @param list<mixed>                         $call    for the journal, the table first
     * @param Closure(Closure): (list<object>|null) $work  gets a function that gives the object of a held one; returns the
     *                                                     objects that were changed, null when a row is not there
     * @param list<object>                        $objects the held objects that it uses
     */
    public function __construct(public array $call, public Closure $work, public array $objects)
    {
    }
}

final class NothingThere extends \RuntimeException
{
}

final class Load
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

    /** @var array<string, list<object>> objects that were read at some time before */
    private array $held = [];

    /** @var array<string, int> rows of the list that was read last */
    private array $sizes = [];

    private int $made = 0;

    /**
     * @param array<string, array{scope: list<string>, rank: string, lists: list<list<int|string|null>>}> $tables
     */
    public function __construct(
        private readonly ConnectionWrapper $con,
        private readonly Journal $journal,
        private readonly array $tables,
    ) {
    }

    /** @return class-string */
    private static function model(string $table): string
    {
        return __NAMESPACE__ . '\\' . \ucfirst($table);
    }

    /** @return class-string */
    private static function query(string $table): string
    {
        return self::model($table) . 'Query';
    }

    private static function setter(string $column): string
    {
        return 'set' . \str_replace('_', '', \ucwords($column, '_'));
    }

    private static function getter(string $column): string
    {
        return 'get' . \str_replace('_', '', \ucwords($column, '_'));
    }

    /** @return list<int|string|null> */
    private function scopeOf(string $table, object $object): array
    {
        return \array_map(static fn (string $column): mixed => $object->{self::getter($column)}(), $this->tables[$table]['scope']);
    }

    /**
     * Reads a list now and then, so that objects have been held for any length of time.
     *
     * @param list<int|string|null> $scope
     */
    private function read(string $table, array $scope): void
    {
        $objects = [];
        foreach (self::query($table)::create()->findList(...$scope) as $object) {
            $objects[] = $object;
        }
        $this->sizes[$table] = \count($objects);
        \shuffle($objects);
        $this->held[$table] = \array_slice([...\array_slice($objects, 0, 12), ...$this->held[$table] ?? []], 0, 24);
    }

    /** Gives up objects whose state is not known any more, and other objects of the same rows: the pool may have given those. */
    public function forget(object ...$objects): void
    {
        $row = static fn (object $one): string => $one::class . ' ' . $one->getCode();
        $rows = \array_map($row, $objects);
        foreach ($this->held as $table => $held) {
            $this->held[$table] = \array_values(\array_filter($held, static fn (object $one): bool => !\in_array($row($one), $rows, true)));
        }
    }

    /**
     * @param list<object> $but objects that are used already
     */
    private function pick(string $table, array $but, ?bool $ranked = null): ?object
    {
        $held = $this->held[$table] ?? [];
        \shuffle($held);
        // Of one row there may be two objects, one of them from before the pool was emptied.
        $codes = \array_map(static fn (object $one): string => $one->getCode(), $but);
        foreach ($held as $object) {
            if (
                !\in_array($object->getCode(), $codes, true) && !$object->isDeleted() && !$object->isNew() && !$object->isModified()
                && ($ranked === null || ($object->getRank() !== null) === $ranked)
            ) {
                return $object;
            }
        }

        return null;
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
            $table = \array_rand($this->tables);
            $lists = $this->tables[$table]['lists'];
            $scope = $lists[\array_rand($lists)];
            if (\count($this->held[$table] ?? []) < 6 || \mt_rand(1, 12) === 1) {
                $this->read($table, $scope);
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
            $table = \array_rand($this->tables);
            $plan = $this->planOf('note', $table, [], $but, false);
            if ($plan !== null) {
                return $plan;
            }
            $lists = $this->tables[$table]['lists'];
            $this->read($table, $lists[\array_rand($lists)]);
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
        $size = $this->sizes[$table] ?? 0;

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
                $healed = $scope === [] ? self::query($table)::repairList() : self::query($table)::repairList(...$scope);
                if ($healed !== 0) {
                    throw new \LogicException("repairList() found a wrong list: $table " . \json_encode($scope));
                }

                return [];
            }, []);
        }
        if ($name === 'deleteList') {
            // One that others may fill at the same time, and that nobody misses.
            if ($this->tables[$table]['scope'] !== ['board_id']) {
                return null;
            }
            $spare = [\mt_rand(900_000, 900_003)];

            return new Plan([$table, 'deleteList', $spare], static function () use ($table, $spare): array {
                if (self::query($table)::deleteList(...$spare) === 0) {
                    throw new NothingThere();
                }

                return [];
            }, []);
        }
        $object = $this->pick($table, $but, match ($name) {
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
                $to = \mt_rand(1, \max(2, ($this->sizes[$table] ?? 20) + 2));

                return $this->single([$table, 'rank', $code, $to], $object, static fn (object $one) => $one->moveToRank($to));
            case 'swap':
            case 'before':
            case 'after':
                $other = $this->pick($table, [...$but, $object], \mt_rand(1, 20) === 1 ? null : true);
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
                $other = $this->pick($table, [...$but, $object]);
                $objects = \array_filter([$object, $other]);
                $codes = \array_map(static fn (object $one): string => $one->getCode(), $objects);

                return new Plan([$table, 'deleteAll', $codes], static function () use ($table, $codes): array {
                    self::query($table)::create()->filterByCode($codes)->delete();

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
        $other = $roll > 5 ? $this->pick($table, $but, true) : null;
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
        $rank = \mt_rand(1, \max(1, $this->sizes[$table] ?? 1));

        return [['rank', $rank], static fn (object $one): bool => (bool) $one->insertAtRank($rank), []];
    }

    /**
     * @param list<int|string|null> $scope
     * @param list<object>          $but
     */
    private function insert(string $table, array $scope, array $but): Plan
    {
        if ($this->tables[$table]['scope'] === ['board_id'] && \mt_rand(1, 5) === 1) {
            $scope = [\mt_rand(900_000, 900_003)];
        }
        $code = \sprintf('p%d-%d', $this->journal->process, ++$this->made);
        [$where, $place, $others] = match (\mt_rand(1, 8)) {
            1 => [['unranked'], static fn (object $one): bool => (bool) $one->removeFromList(), []],
            2, 3 => [['none'], static fn (): bool => true, []],
            default => $this->where($table, $but),
        };
        $model = self::model($table);
        $columns = $this->tables[$table]['scope'];
        $work = function (Closure $get) use ($table, $model, $code, $columns, $scope, $place): ?array {
            $object = new $model();
            $object->setCode($code);
            foreach ($columns as $index => $column) {
                $object->{self::setter($column)}($scope[$index]);
            }
            if (!$place($object, $get)) {
                return null;
            }
            $object->save();
            $this->held[$table] = \array_slice([$object, ...$this->held[$table] ?? []], 0, 24);

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
        $columns = $this->tables[$table]['scope'];
        $changed = [];
        foreach ($columns as $index => $column) {
            // Of several columns often only one.
            if ($scope[$index] !== $object->{self::getter($column)}() && (\count($columns) === 1 || \mt_rand(0, 1) === 1)) {
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
                if ($one->{self::getter($columns[$index])}() === $value) {
                    return null; // read anew, it is there already: nothing would be saved
                }
                $one->{self::setter($columns[$index])}($value);
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
        $query = self::query($table);
        $plan = new Plan([$table, 'reorder', new \stdClass()], static fn (): ?array => null, []);
        $plan->work = function () use ($query, $scope, $mayRepeat, $plan, $table): ?array {
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
            $this->journalled?->rename([$table, 'reorder', (object) $named]);
            $query::reorder($order);

            return [];
        };

        return $plan;
    }

    private ?Entry $journalled = null;

    /**
     * Performs a planned operation and fills in what came of it. Conflicts are thrown.
     *
     * @param bool $anew read the objects again, in place of using those that are held
     *
     * @return Entry|null null when it was not done
     */
    public function perform(Plan $plan, bool $own, bool $anew): ?Entry
    {
        $entry = $plan->call === [] ? null : new Entry($plan->call);
        $this->journalled = $entry;
        if ($entry !== null && $own) {
            $this->journal->own = $entry;
        } elseif ($entry !== null) {
            $this->journal->add($entry);
        }
        $get = static function (object $object) use ($anew): ?object {
            return $anew ? ($object::class . 'Query')::create()->findPk($object->getId()) : $object;
        };
        try {
            $changed = ($plan->work)($get);
            if ($changed === null) {
                $this->journal->drop($entry);

                return null;
            }
            if ($entry !== null) {
                $entry->result = ['places' => $this->places($plan->call[0], $changed, $others), 'others' => $others];
            }

            return $entry;
        } catch (NothingThere) {
            // No list was there to be locked, so nothing says when it was empty: before or after what others did.
            $entry->result = ['refused' => 'nothing there'];

            return $entry;
        } catch (NotInListException | RankOutOfRangeException | RowGoneException | AlreadyInListException | InvalidQueryException $error) {
            $this->forget(...$plan->objects);
            if ($entry === null) {
                return null;
            }
            $name = \substr($error::class, (int) \strrpos($error::class, '\\') + 1, -\strlen('Exception'));
            $entry->result = ['refused' => $name === 'InvalidQuery' ? 'refused' : $name];
            if ($name === 'InvalidQuery' && $entry->call[1] !== 'reorder') {
                throw $error;
            }

            return $entry;
        } finally {
            $this->journal->own = null;
            $this->journalled = null;
        }
    }

    /**
     * What the objects say: the changed ones, and some others of the connection's pool that say to be in the same list.
     *
     * @param list<object>         $changed
     * @param list<string>|null    $others
     *
     * @return array<string, array{?int, list<int|string|null>}>
     */
    private function places(string $table, array $changed, ?array &$others): array
    {
        $places = [];
        $others = [];
        $scopes = [];
        foreach ($changed as $object) {
            $places[$object->getCode()] = [$object->getRank(), $this->scopeOf($table, $object)];
            if ($object->getRank() !== null) {
                $scopes[] = $this->scopeOf($table, $object);
            }
        }
        $pool = [];
        foreach ($this->con->getPool()?->table(self::model($table)::TABLE_MAP)->refs ?? [] as $reference) {
            $pool[] = $reference->get();
        }
        foreach ($this->held[$table] ?? [] as $object) {
            if (
                \count($others) < 3 && \in_array($object, $pool, true) && !$object->isDeleted() && !$object->isModified() && $object->getRank() !== null
                && !isset($places[$object->getCode()]) && \in_array($this->scopeOf($table, $object), $scopes, true)
            ) {
                $places[$object->getCode()] = [$object->getRank(), $this->scopeOf($table, $object)];
                $others[] = $object->getCode();
            }
        }

        return $places;
    }
}
