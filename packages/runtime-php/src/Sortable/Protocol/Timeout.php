<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable\Protocol;

use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Sortable\ListPlan;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\LockWait;
use Throwable;

/**
 * What to throw when others hold a list for too long.
 *
 * @internal
 */
final class Timeout
{
    public static function of(
        ListPlan $plan,
        ?ListScope $scope,
        LockWait $wait,
        ?Throwable $previous = null,
    ): LockTimeoutException {
        $list = \sprintf('The list of "%s"%s', $plan->map::TABLE_NAME, $scope?->describe($plan) ?? '');
        $message = $wait->seconds <= LockWait::HOLDING
            ? $list . ' is in use, and this transaction holds rows or lists already, so that waiting longer could block'
                . ' others for good: roll back and try again, do the work in transaction(callable), or take the locks'
                . ' first with lockLists().'
            : \sprintf(
                '%s is in use by others for more than %s seconds: try again later, or raise runtime.lists.lockTimeout.',
                $list,
                \round($wait->seconds, 1),
            );

        return new LockTimeoutException($message, previous: $previous);
    }
}
