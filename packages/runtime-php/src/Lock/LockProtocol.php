<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\LockTimeoutException;

/**
 * How a vendor locks a list: one lock per list, taken by a statement of its own before any rank is read, and held until
 * the outermost transaction has ended. One object per connection.
 *
 * @internal
 */
interface LockProtocol
{
    /** Begins a transaction for one operation of ours. */
    public function begin(ConnectionWrapper $con): void;

    /** Whether locks have keys, by which several are taken in one order. */
    public function hasKeys(Lockable $lock): bool;

    public function key(ConnectionWrapper $con, Lockable $lock): int|string;

    /**
     * Takes the lock of a list.
     *
     * @throws LockTimeoutException
     */
    public function lock(ConnectionWrapper $con, Lockable $lock, LockWait $wait): LockAnswer;

    /**
     * Takes the lock of a list by its key.
     *
     * @param Lockable $lock for messages
     *
     * @throws LockTimeoutException
     */
    public function lockKey(
        ConnectionWrapper $con,
        Lockable $lock,
        int|string $key,
        LockWait $wait,
    ): LockAnswer;

    /**
     * Makes sure that the server has not ended the transaction unnoticed.
     *
     * @throws ConflictException
     */
    public function verify(ConnectionWrapper $con): void;

    /** Puts back what an operation changed for the rest of the caller's transaction. */
    public function restore(ConnectionWrapper $con, bool $failed): void;

    /** Whether the server can go back to savepoints, behind which an operation in a caller's transaction runs. */
    public function takesSavepoints(ConnectionWrapper $con): bool;

    /** Whether a lock that was taken behind a savepoint outlives a rollback to it. */
    public function outlivesSavepoint(): bool;

    /**
     * Gives locks back, after the transaction has ended.
     *
     * @param array<int|string, int> $keys how often each was taken
     */
    public function release(ConnectionWrapper $con, array $keys): void;
}
