<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Lock\LockedWork;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Relation\ListOrder;

/**
 * The lists of one table in the database: what is done to rows under the lock, without objects.
 *
 * @internal
 */
final class RankedList
{
    /** How many lists one statement may reach. */
    private const LISTS = 1000;

    /** @var array<class-string<TableMap>, self> */
    private static array $lists = [];

    private function __construct(public readonly ListPlan $plan)
    {
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function of(string $map): self
    {
        return self::$lists[$map] ??= new self(ListPlan::of($map));
    }

    /**
     * Where the row of a key is; null when there is none.
     *
     * @param list<scalar|null> $key
     */
    public function place(ConnectionWrapper $con, ListScope $scope, array $key, bool $withMax = false): ?Place
    {
        $row = $this->plan->row($con, $this->plan->reading($con, $withMax ? 'placeMax' : 'place'), $scope, ['key' => $key]);
        if ($row === null) {
            return null;
        }
        $max = $withMax ? \array_pop($row) : null;
        [$rank, $same] = $row;
        $isSame = $same === 1 || self::number($same) === 1;

        return new Place(
            \is_int($rank) ? $rank : self::number($rank),
            $isSame,
            // Where texts are compared, a list may have other values than those that were asked for.
            $isSame && $this->plan->exact ? $scope : ListScope::ofRow($this->plan, \array_slice($row, 2)),
            \is_int($max) ? $max : self::number($max),
        );
    }

    /**
     * The highest rank of a list.
     *
     * @param list<scalar|null>|ListScope $scope
     */
    public function max(ConnectionWrapper $con, array|ListScope $scope): ?int
    {
        $scope = \is_array($scope) ? new ListScope($this->plan, $scope) : $scope;

        return self::number($this->plan->row($con, $this->plan->reading($con, 'max'), $scope)[0] ?? null);
    }

    /**
     * Moves a row within its list.
     *
     * @param list<scalar|null> $key
     */
    public function move(ConnectionWrapper $con, ListScope $scope, array $key, int $from, int $to): void
    {
        $this->plan->write($con, 'move', $scope, [
            'key' => $key,
            'to' => $to,
            'delta' => $to < $from ? 1 : -1,
            'low' => \min($from, $to),
            'high' => \max($from, $to),
        ]);
    }

    /** Makes room at a rank. */
    public function open(ConnectionWrapper $con, ListScope $scope, int $rank): void
    {
        $this->plan->write($con, 'open', $scope, ['rank' => $rank]);
    }

    /** Closes the gap that a row left. */
    public function closeGap(ConnectionWrapper $con, ListScope $scope, int $rank): void
    {
        $this->plan->write($con, 'close', $scope, ['rank' => $rank]);
    }

    /**
     * Puts a row elsewhere: rank and scope.
     *
     * @param list<scalar|null> $key
     */
    public function settle(ConnectionWrapper $con, ListScope $scope, array $key, int $rank): void
    {
        $this->plan->write($con, 'settle', $scope, ['to' => $rank, 'key' => $key]);
    }

    /**
     * Renumbers a list after rows left it.
     *
     * @param list<scalar|null> $scope
     */
    public function close(ConnectionWrapper $con, array $scope): void
    {
        $list = new ListScope($this->plan, $scope);
        $this->plan->write($con, 'repair', $list);
        $this->changed($con, $list, 1, null);
    }

    /**
     * Looks at a list under its lock.
     *
     * @param list<scalar|null> $scope
     */
    public function examine(ConnectionWrapper $con, array $scope): ListReport
    {
        return LockedWork::run($con, [new ListScope($this->plan, $scope)], fn (): ListReport => $this->check($con, $scope));
    }

    /**
     * @param list<scalar|null> $scope
     */
    public function check(ConnectionWrapper $con, array $scope): ListReport
    {
        $row = $this->plan->row($con, $this->plan->reading($con, 'check'), new ListScope($this->plan, $scope)) ?? [];

        return new ListReport(
            $scope,
            self::number($row[0] ?? 0) ?? 0,
            self::number($row[1] ?? 0) ?? 0,
            self::number($row[2] ?? null),
            self::number($row[3] ?? null),
        );
    }

    /**
     * Makes a list 1 to n again, in the order it has; returns the number of rows that got another rank.
     *
     * @param list<scalar|null> $scope
     */
    public function repair(ConnectionWrapper $con, array $scope): int
    {
        $list = new ListScope($this->plan, $scope);

        return LockedWork::run($con, [$list], function () use ($con, $list, $scope): int {
            if ($this->check($con, $scope)->isRight()) {
                return 0;
            }
            $rows = $this->plan->write($con, 'repair', $list);
            $this->changed($con, $list, 1, null);

            return $rows;
        });
    }

    /**
     * Takes the locks of lists, in order and before anything else, for the rest of the transaction.
     *
     * @param list<list<scalar|null>> $scopes
     */
    public function lock(ConnectionWrapper $con, array $scopes): void
    {
        if ($con->frame === null) {
            throw new InvalidQueryException(
                'lockLists() holds locks until the end of a transaction: call beginTransaction() first.',
            );
        }
        $lists = \array_map(fn (array $scope): ListScope => new ListScope($this->plan, $scope), $scopes);
        if ($lists !== []) {
            LockedWork::run($con, $lists, static fn (): bool => true);
        }
    }

    /**
     * Runs `$work` with every list locked that `$scopes` finds.
     *
     * @template R
     *
     * @param Closure(): list<list<scalar|null>> $scopes
     * @param Closure(): R                       $work
     * @param bool                               $leavesNone whether no list has such rows after the work: one that has was not
     *                                                       locked, because a row came there meanwhile
     *
     * @return R
     */
    public function withLists(ConnectionWrapper $con, Closure $scopes, Closure $work, bool $leavesNone = false): mixed
    {
        $find = function () use ($scopes): array {
            $lists = [];
            foreach ($scopes() as $values) {
                $scope = new ListScope($this->plan, $values);
                $lists[$scope->id()] = $scope;
            }
            if (\count($lists) > self::LISTS) {
                throw new InvalidQueryException(\sprintf(
                    'This statement would change %d lists of "%s" at once, and each of them has to be locked: do it in parts '
                        . 'of at most %d.',
                    \count($lists),
                    $this->plan->map::TABLE_NAME,
                    self::LISTS,
                ));
            }

            return $lists;
        };

        return LockedWork::run(
            $con,
            static fn (): array => \array_values($find()),
            static function (array $locked) use ($find, $work, $leavesNone): mixed {
                $known = [];
                foreach ($locked as $scope) {
                    $known[$scope->id()] = true;
                }
                $now = $find();
                if (\array_diff_key($now, $known) !== []) {
                    throw new ListMoved([...$locked, ...\array_values(\array_diff_key($now, $known))]);
                }
                $result = $work();
                $left = $leavesNone ? \array_diff_key($find(), $known) : [];
                if ($left !== []) {
                    throw new ListMoved([...$locked, ...\array_values($left)]);
                }

                return $result;
            },
        );
    }

    /**
     * Gives rows the ranks that were asked for: a whole list 1 to n, or some of its rows the ranks that they hold.
     *
     * @param list<array{list<scalar|null>, int}> $pairs key and rank
     */
    public function reorder(ConnectionWrapper $con, array $pairs): void
    {
        if ($pairs === []) {
            return;
        }
        $order = new Reordering($this, $pairs);
        $find = static fn (): array => [$order->listOf($con)];
        LockedWork::run($con, $find, static function (array $scopes) use ($con, $order): void {
            foreach ($scopes as $scope) {
                $order->apply($con, $scope);
            }
        });
    }

    /**
     * After ranks changed: objects in use get their true rank, and who asked to be told is told.
     *
     * @param list<object>            $except objects that know already
     * @param list<list<scalar|null>> $rows   keys of rows that were added or removed
     */
    public function changed(
        ConnectionWrapper $con,
        ListScope $scope,
        int $first,
        ?int $last,
        array $except = [],
        array $rows = [],
    ): void {
        $this->changedBoth($con, [[$scope, $first, $last]], $except, $rows);
    }

    /**
     * @param list<array{ListScope, int, int|null}> $changes lists with the first and the last rank
     * @param list<object>                          $except
     * @param list<list<scalar|null>>               $rows
     */
    public function changedBoth(ConnectionWrapper $con, array $changes, array $except, array $rows): void
    {
        // Related objects that are kept in the order of a list are read again when somebody next asks for them.
        ListOrder::changed($con, $this->plan->map);
        $model = $this->plan->model;
        if ($model === null) {
            return;
        }
        if (($con->getPool()?->table($this->plan->map)->refs ?? []) !== []) {
            $model::refreshLists($con, \array_column($changes, 0), $except, $rows);
        }
        if (!$this->plan->isHooked) {
            return;
        }
        foreach ($changes as [$scope, $first, $last]) {
            $model::postListChange(new ListChange($scope->values, $first, $last), $con);
        }
    }

    public function outOfRange(int $rank, int $highest): RankOutOfRangeException
    {
        return new RankOutOfRangeException(\sprintf(
            'There is no rank %d in this list of "%s": %s.',
            $rank,
            $this->plan->map::TABLE_NAME,
            $highest < 1 ? 'it is empty' : "it goes from 1 to $highest",
        ));
    }

    private static function number(mixed $value): ?int
    {
        return \is_numeric($value) ? (int) $value : ($value === true ? 1 : null);
    }
}
