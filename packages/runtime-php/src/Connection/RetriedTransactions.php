<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Lock\LockedWork;
use Throwable;

/**
 * Work that is done in a transaction as a whole, and begun again after a conflict.
 *
 * @internal part of ConnectionWrapper
 */
trait RetriedTransactions
{
    /** How long, in seconds, `transaction()` goes on trying again after conflicts. */
    public float $retrySeconds = 10.0;

    /** Attempts that a transaction has in any case, as long as no list that the last one met is refused for a whole time-out. */
    private const ATTEMPTS = 20;

    /**
     * Runs `$work` in a transaction: committed when it returns, rolled back when it throws. Inside another transaction it is a
     * savepoint. The outermost one is retried (for `$retrySeconds`) after a deadlock, a serialization failure or a lock
     * time-out, and when the server was lost before COMMIT was sent, so that nothing of it was committed: `$work` may run more
     * than once. Objects that it reads are then read anew; those from outside keep what was set.
     *
     * @template R
     *
     * @param callable(static): R $work
     * @param 'READ UNCOMMITTED'|'READ COMMITTED'|'REPEATABLE READ'|'SERIALIZABLE'|null $isolation
     *
     * @return R
     */
    public function transaction(callable $work, ?string $isolation = null): mixed
    {
        $outermost = $this->frame === null;
        $retries = new Retries();
        $lists = [];
        for (;;) {
            $level = $this->depth;
            try {
                $hasLists = false;
                $this->beginTransaction($isolation);
                if ($retries->attempt > 1) {
                    // In one order and before anything else: what the last attempt has met cannot happen again.
                    $this->locks?->takeAgain($this, $lists);
                }
                $hasLists = $lists !== [];
                $result = $work($this);
                if ($this->depth !== $level + 1) {
                    throw new TransactionException(\sprintf(
                        'transaction() ended with %d open transactions instead of one: every beginTransaction() in it '
                            . 'needs its own commit() or rollBack().',
                        $this->depth - $level,
                    ));
                }
                $actions = $this->commitFrame();
                break;
            } catch (Throwable $error) {
                $lists = $this->locks?->touched() ?: $lists;
                // Whatever came of it: who catches a conflict and goes on meets the aborted transaction.
                $error = $error instanceof ConflictException ? $error : $this->conflict() ?? $error;
                $this->unwind($level);
                $isConflict = $error instanceof ConflictException;
                // An attempt that got its lists adds some to those that the next one begins with: that comes to an end. One that
                // had to back off before others who take them in another order waited for nobody in vain.
                $goesOn = $isConflict && ($hasLists || ($lists !== [] && $error instanceof DeadlockException));
                $isLate = $retries->seconds() >= $this->retrySeconds && (!$goesOn || $retries->attempt >= self::ATTEMPTS);
                if (!$outermost || $isLate || !($isConflict || $retries->mayReconnect($error))) {
                    throw $error;
                }
                $this->noteRetry();
                $this->logger->warning('Transaction on "{connection}" is retried: {reason}', [
                    'connection' => $this->name,
                    'attempt' => $retries->attempt,
                    'reason' => \method_exists($error, 'getDatabaseMessage') ? $error->getDatabaseMessage() : $error->getMessage(),
                ]);
                // What the work reads is to be what the database has, and not what the first attempt has set.
                $this->pool?->clear();
                $retries->pause();
            }
        }
        // Outside: the work is committed, and must not be done again because one of these has met a conflict.
        Callbacks::run($actions);

        return $result;
    }

    /**
     * Runs work of our own in a transaction. After a conflict, or when the server was lost before COMMIT, it begins again if
     * lists were locked in it, or are about to be: `$work`, and hooks in it, may run more than once.
     *
     * @template R
     *
     * @param callable(): R $work
     *
     * @return R
     *
     * @internal
     */
    public function atomic(callable $work, bool $isSortable): mixed
    {
        $retries = new Retries();
        $lists = [];
        for (;;) {
            try {
                // Where it costs nothing: elsewhere ranks are read with locks if the session has another level.
                $isFree = $isSortable && \count($this->adapter->beginStatements('READ COMMITTED')) === 1;
                $this->beginTransaction($isFree && !$this->isInForeignTransaction() ? 'READ COMMITTED' : null);
                if ($this->frame !== null) {
                    $this->frame->isOurs = true;
                }
                if ($lists !== []) {
                    $this->locks?->takeAgain($this, $lists);
                }
                $result = $work();
                $actions = $this->commitFrame();
                break;
            } catch (Throwable $error) {
                $lists = $this->locks?->touched() ?: $lists;
                $error = $error instanceof ConflictException ? $error : $this->conflict() ?? $error;
                $this->unwind(0);
                $mayPass = LockedWork::mayPass($error) || $retries->mayReconnect($error);
                if (!$mayPass || ($lists === [] && !$isSortable) || $retries->seconds() >= LockedWork::timeout()) {
                    throw $error;
                }
                $this->noteRetry();
                $retries->pause();
            }
        }
        Callbacks::run($actions);

        return $result;
    }
}
