<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Lock\LockedWork;

/**
 * Operations on one list or two, under their locks.
 *
 * @internal
 */
final class ListOperation
{
    /**
     * @template R
     *
     * @param Closure(ListScope): R $work
     *
     * @return R
     */
    public static function onOne(ConnectionWrapper $con, ListScope $scope, Closure $work): mixed
    {
        return LockedWork::run($con, [$scope], static fn (array $scopes): mixed => $work($scopes[0] ?? $scope));
    }

    /**
     * The two may be one list.
     *
     * @template R
     *
     * @param Closure(ListScope, ListScope): R $work
     *
     * @return R
     */
    public static function onTwo(ConnectionWrapper $con, ListScope $one, ListScope $two, Closure $work): mixed
    {
        return LockedWork::run(
            $con,
            [$one, $two],
            static fn (array $scopes): mixed => $work($scopes[0] ?? $one, $scopes[1] ?? $two),
        );
    }
}
