<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Sortable\ListPlan;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\LockAnswer;
use Orm\Runtime\Sortable\LockProtocol;
use Orm\Runtime\Sortable\LockWait;

/**
 * Oracle: the whole table, or the row of the list in the header table.
 *
 * @internal
 */
final class OracleProtocol implements LockProtocol
{
    public function begin(ConnectionWrapper $con): void
    {
        $con->beginTransaction($con->isInForeignTransaction() ? null : 'READ COMMITTED');
    }

    public function hasKeys(ListPlan $plan): bool
    {
        return $plan->header;
    }

    public function key(ConnectionWrapper $con, ListPlan $plan, ListScope $scope): string
    {
        $key = $plan->row($con, 'key', $scope)[0] ?? '';

        return \is_scalar($key) ? (string) $key : '';
    }

    public function lock(ConnectionWrapper $con, ListPlan $plan, ListScope $scope, LockWait $wait): LockAnswer
    {
        try {
            $plan->write($con, 'lock', $scope);
        } catch (LockTimeoutException $error) {
            throw Timeout::of($plan, $scope, $wait, $error);
        }

        return new LockAnswer(null);
    }

    public function lockKey(
        ConnectionWrapper $con,
        ListPlan $plan,
        ListScope $scope,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        try {
            $plan->write($con, 'lockKey', new ListScope([]), ['to' => $key]);
        } catch (LockTimeoutException $error) {
            throw Timeout::of($plan, $scope, $wait, $error);
        }

        return new LockAnswer($key);
    }

    public function verify(ConnectionWrapper $con): void
    {
    }

    public function restore(ConnectionWrapper $con, bool $failed): void
    {
    }

    public function takesSavepoints(ConnectionWrapper $con): bool
    {
        return true;
    }

    public function outlivesSavepoint(): bool
    {
        return true;
    }

    /** The locks end with the transaction. */
    public function release(ConnectionWrapper $con, array $keys): void
    {
    }
}
