<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockAnswer;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\LockWait;

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

    public function hasKeys(Lockable $lock): bool
    {
        return false;
    }

    public function key(ConnectionWrapper $con, Lockable $lock): int
    {
        return 0;
    }

    public function lock(ConnectionWrapper $con, Lockable $lock, LockWait $wait): LockAnswer
    {
        if ($con->frame !== null && $con->frame->isJoined()) {
            // Begun on PDO directly, perhaps only to read: waiting is of no use when somebody else has written since.
            $lock->write($con, 'lock');
        }

        return $this->answer ??= new LockAnswer(null);
    }

    public function lockKey(
        ConnectionWrapper $con,
        Lockable $lock,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        return $this->lock($con, $lock, $wait);
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
