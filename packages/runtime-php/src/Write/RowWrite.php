<?php

declare(strict_types=1);

namespace Orm\Runtime\Write;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockedWork;
use Orm\Runtime\Lock\OtherLocks;
use Throwable;

/**
 * One row that is written, with the behaviors that take part: the locks of all of them, what each does before, the row, and
 * what each does after it. Whole or not at all.
 *
 * @internal
 */
final class RowWrite
{
    /**
     * @template R
     *
     * @param list<Turn>   $turns
     * @param Closure(): R $row
     *
     * @return R
     */
    public static function run(ConnectionWrapper $con, array $turns, Closure $row): mixed
    {
        $locks = self::locksOf($turns);
        if ($locks === null) {
            return LockedWork::unlocked($con, static fn (): mixed => self::write($turns, $row));
        }

        return LockedWork::run($con, $locks, static fn (): mixed => self::write($turns, $row));
    }

    /**
     * @template R
     *
     * @param list<Turn>   $turns
     * @param Closure(): R $row
     *
     * @return R
     */
    private static function write(array $turns, Closure $row): mixed
    {
        $parts = [];
        foreach ($turns as $turn) {
            try {
                $parts[] = ($turn->before)($turn->locks ?? []);
            } catch (OtherLocks $error) {
                $turn->locks = $error->locks;
                $error->locks = self::locksOf($turns) ?? [];
                throw $error;
            }
        }
        $undo = [];
        try {
            foreach ($parts as $part) {
                if ($part->fill !== null) {
                    $undo[] = ($part->fill)();
                }
            }
            $result = $row();
        } catch (Throwable $error) {
            foreach (\array_reverse($undo) as $takeBack) {
                $takeBack();
            }
            throw $error;
        }
        foreach ($parts as $part) {
            if ($part->after !== null) {
                ($part->after)();
            }
        }

        return $result;
    }

    /**
     * @param list<Turn> $turns
     *
     * @return list<Lockable>|null
     */
    private static function locksOf(array $turns): ?array
    {
        $locks = null;
        foreach ($turns as $turn) {
            if ($turn->locks !== null) {
                $locks = [...($locks ?? []), ...$turn->locks];
            }
        }

        return $locks;
    }
}
