<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\IsolationLevelException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockAnswer;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\LockWait;

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

    public function hasKeys(Lockable $lock): bool
    {
        return true;
    }

    public function key(ConnectionWrapper $con, Lockable $lock): string
    {
        $key = $lock->row($con, 'key')[0] ?? '';

        return \is_scalar($key) ? (string) $key : '';
    }

    public function lock(ConnectionWrapper $con, Lockable $lock, LockWait $wait): LockAnswer
    {
        return $this->take($con, $lock, 'lock', [], $wait);
    }

    public function lockKey(
        ConnectionWrapper $con,
        Lockable $lock,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        return $this->take($con, $lock, 'lockKey', ['to' => $key], $wait);
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
        Lockable $lock,
        string $name,
        array $values,
        LockWait $wait,
    ): LockAnswer {
        $values['wait'] = (int) ($wait->seconds * 1000);
        $row = $lock->row($con, $name, $values);
        $code = (int) (\is_scalar($row[0] ?? null) ? $row[0] : -999);
        if ($code === -1) {
            throw Timeout::of($lock, $wait);
        }
        if ($code < 0) {
            throw new OrmException(\sprintf('The lock of the list of "%s" was refused (%d).', $lock->table(), $code));
        }
        $isolation = $row[1] ?? null;
        if (\is_scalar($isolation) && \strcasecmp((string) $isolation, 'snapshot') === 0 && !$lock->isRow()) {
            throw IsolationLevelException::of($lock->table(), 'snapshot');
        }
        $key = $row[2] ?? null;

        return new LockAnswer(\is_scalar($key) ? (string) $key : null);
    }
}
