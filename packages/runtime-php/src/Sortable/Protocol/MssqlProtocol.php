<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\IsolationLevelException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Sortable\ListPlan;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\LockAnswer;
use Orm\Runtime\Sortable\LockProtocol;
use Orm\Runtime\Sortable\LockWait;

/**
 * SQL Server: an application lock of the transaction, whose return code says whether it was given; or the row of the list
 * in the header table.
 *
 * @internal
 */
final class MssqlProtocol implements LockProtocol
{
    public function begin(ConnectionWrapper $con): void
    {
        $con->beginTransaction($con->isInForeignTransaction() ? null : 'READ COMMITTED');
    }

    public function hasKeys(ListPlan $plan): bool
    {
        return true;
    }

    public function key(ConnectionWrapper $con, ListPlan $plan, ListScope $scope): string
    {
        $key = $plan->row($con, 'key', $scope)[0] ?? '';

        return \is_scalar($key) ? (string) $key : '';
    }

    public function lock(ConnectionWrapper $con, ListPlan $plan, ListScope $scope, LockWait $wait): LockAnswer
    {
        return $this->take($con, $plan, $scope, 'lock', [], $wait);
    }

    public function lockKey(
        ConnectionWrapper $con,
        ListPlan $plan,
        ListScope $scope,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        return $this->take($con, $plan, $scope, 'lockKey', ['to' => $key], $wait);
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

    /**
     * @param array<string, int|string> $values
     */
    private function take(
        ConnectionWrapper $con,
        ListPlan $plan,
        ListScope $scope,
        string $name,
        array $values,
        LockWait $wait,
    ): LockAnswer {
        $values['wait'] = (int) ($wait->seconds * 1000);
        $row = $plan->row($con, $name, $name === 'lock' ? $scope : new ListScope([]), $values);
        $code = (int) (\is_scalar($row[0] ?? null) ? $row[0] : -999);
        if ($code === -1) {
            throw Timeout::of($plan, $scope, $wait);
        }
        if ($code < 0) {
            throw new OrmException(\sprintf('The lock of the list of "%s" was refused (%d).', $plan->map::TABLE_NAME, $code));
        }
        $isolation = $row[1] ?? null;
        if (\is_scalar($isolation) && \strcasecmp((string) $isolation, 'snapshot') === 0 && !$plan->header) {
            throw IsolationLevelException::of($plan->map::TABLE_NAME, 'snapshot');
        }
        $key = $row[2] ?? null;

        return new LockAnswer(\is_scalar($key) ? (string) $key : null);
    }
}
