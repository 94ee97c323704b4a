<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Sortable\ListPlan;
use Orm\Runtime\Sortable\ListScope;
use Orm\Runtime\Sortable\LockAnswer;
use Orm\Runtime\Sortable\LockProtocol;
use Orm\Runtime\Sortable\LockWait;

/**
 * SQLite: a write transaction is alone, so it is the lock itself. The connection begins none of another kind.
 *
 * @internal
 */
final class SqliteProtocol implements LockProtocol
{
    private ?LockAnswer $answer = null;

    public function begin(ConnectionWrapper $con): void
    {
        $con->beginTransaction();
    }

    public function hasKeys(ListPlan $plan): bool
    {
        return false;
    }

    public function key(ConnectionWrapper $con, ListPlan $plan, ListScope $scope): int
    {
        return 0;
    }

    public function lock(ConnectionWrapper $con, ListPlan $plan, ListScope $scope, LockWait $wait): LockAnswer
    {
        if ($con->frame !== null && $con->frame->isJoined()) {
            // Begun on PDO directly, perhaps only to read: waiting is of no use when somebody else has written since.
            $plan->write($con, 'lock', $scope);
        }

        return $this->answer ??= new LockAnswer(null);
    }

    public function lockKey(
        ConnectionWrapper $con,
        ListPlan $plan,
        ListScope $scope,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        return $this->lock($con, $plan, new ListScope([]), $wait);
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
        return false;
    }

    public function release(ConnectionWrapper $con, array $keys): void
    {
    }
}
