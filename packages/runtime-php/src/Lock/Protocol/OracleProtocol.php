<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockAnswer;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\LockWait;

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

    public function hasKeys(Lockable $lock): bool
    {
        return $lock->isRow();
    }

    public function key(ConnectionWrapper $con, Lockable $lock): string
    {
        $key = $lock->row($con, 'key')[0] ?? '';

        return \is_scalar($key) ? (string) $key : '';
    }

    public function lock(ConnectionWrapper $con, Lockable $lock, LockWait $wait): LockAnswer
    {
        try {
            $lock->write($con, 'lock');
        } catch (LockTimeoutException $error) {
            throw Timeout::of($lock, $wait, $error);
        }

        return new LockAnswer(null);
    }

    public function lockKey(
        ConnectionWrapper $con,
        Lockable $lock,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        try {
            $lock->write($con, 'lockKey', ['to' => $key]);
        } catch (LockTimeoutException $error) {
            throw Timeout::of($lock, $wait, $error);
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
