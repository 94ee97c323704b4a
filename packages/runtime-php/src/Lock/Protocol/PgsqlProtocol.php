<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\IsolationLevelException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockAnswer;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\LockWait;

/**
 * PostgreSQL: an advisory lock of the transaction, or the row of the list in the header table. The statement that takes it
 * also sets how long rows are waited for, and says the isolation level.
 *
 * @internal
 */
final class PgsqlProtocol implements LockProtocol
{
    /** How long rows are waited for under the lock: in a transaction of ours, which then begins again, and in a caller's. */
    private const ROWS_OWN = '100ms';
    private const ROWS = '300ms';

    /** The state of a statement that was canceled: by statement_timeout, or by somebody. */
    private const CANCELED = '57014';

    /** The caller's own lock_timeout. */
    private ?string $callers = null;

    public function begin(ConnectionWrapper $con): void
    {
        $con->beginTransaction($con->isInForeignTransaction() ? null : 'READ COMMITTED');
    }

    public function hasKeys(Lockable $lock): bool
    {
        return true;
    }

    public function key(ConnectionWrapper $con, Lockable $lock): int|string
    {
        $key = $lock->row($con, 'key')[0] ?? 0;

        return \is_int($key) ? $key : (\is_scalar($key) ? (string) $key : 0);
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
        $callers = $this->callers;
        $this->callers = null;
        // A rollback to the savepoint has put it back already.
        if ($callers !== null && !$failed && \preg_match('/^\d+(?:ms|s|min|h|d)?$/D', $callers) === 1) {
            $con->command("SET LOCAL lock_timeout = '$callers'");
        }
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
        $values['wait'] = \max(1, (int) ($wait->seconds * 1000)) . 'ms';
        $values['after'] = $wait->own ? self::ROWS_OWN : self::ROWS;
        try {
            $row = $lock->row($con, $name, $values);
        } catch (QueryException $error) {
            $isTime = $error instanceof LockTimeoutException || self::isTimeUp($error);
            throw $isTime ? Timeout::of($lock, $wait, $error) : $error;
        }
        [$timeout, $isolation, $key, $readOnly] = [...($row ?? []), null, null, null, null];
        if ($readOnly === 'on') {
            // A list that stays as it is would not notice, and what was read may be old.
            throw $con->refusesWrites();
        }
        if (!$wait->own) {
            $this->callers ??= \is_string($timeout) ? $timeout : null;
        }
        if ($isolation !== 'read committed' && !$lock->isRow()) {
            throw IsolationLevelException::of($lock->table(), \is_string($isolation) ? $isolation : 'unknown');
        }

        return new LockAnswer(\is_int($key) || \is_string($key) ? $key : null, true);
    }

    /** Somebody who cancels the statement wants it to end; the server's own time-out has met a lock. */
    private static function isTimeUp(QueryException $error): bool
    {
        return $error->getSqlState() === self::CANCELED && !\str_contains($error->getDatabaseMessage(), 'user request');
    }
}
