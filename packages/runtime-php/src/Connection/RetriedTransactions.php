<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Sortable\ListOperation;
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
     * Runs `$work` in a transaction: committed when it returns, rolled back when it throws. Inside another transaction
     * it is a savepoint. The outermost one is tried again after a deadlock, a serialization failure or a lock time-out
     * (for `$retrySeconds`): `$work` may run more than once. Objects that it reads are then read anew; those from outside
     * keep what was set.
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
        $begun = \hrtime(true);
        $lists = [];
        for ($attempt = 1;; ++$attempt) {
            $level = $this->depth;
            try {
                $hasLists = false;
                $this->beginTransaction($isolation);
                if ($attempt > 1) {
                    // In one order and before anything else: what the last attempt has met cannot happen again.
                    $this->lists?->takeAgain($this, $lists);
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
                $lists = $this->lists?->touched() ?? [];
                // Whatever came of it: who catches a conflict and goes on meets the doomed transaction.
                $error = $error instanceof ConflictException ? $error : $this->conflict() ?? $error;
                while ($this->depth > $level) {
                    $this->rollBack();
                }
                // An attempt that got its lists adds some to those that the next one begins with: that comes to an end. One that
                // had to give way to others who take them in another order waited for nobody in vain.
                $goesOn = $hasLists || ($lists !== [] && $error instanceof DeadlockException);
                $isLate = (\hrtime(true) - $begun) / 1e9 >= $this->retrySeconds && (!$goesOn || $attempt >= self::ATTEMPTS);
                if (!$outermost || !$error instanceof ConflictException || $isLate) {
                    throw $error;
                }
                $this->noteRetry();
                $this->logger->warning('Transaction on "{connection}" is tried again after a conflict: {reason}', [
                    'connection' => $this->name,
                    'attempt' => $attempt,
                    'reason' => $error->getDatabaseMessage(),
                ]);
                // What the work reads is to be what the database has, and not what the first attempt has set.
                $this->pool?->clear();
                \usleep(\random_int(500, 1000 * \min(50, 2 ** \min($attempt, 6))));
            }
        }
        // Outside: the work is committed, and must not be done again because one of these has met a conflict.
        foreach ($actions as $action) {
            $action();
        }

        return $result;
    }

    /**
     * Runs work of our own in a transaction. After a conflict it begins again if lists were locked in it, or are about to
     * be: `$work`, and hooks in it, may run more than once.
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
        $begun = \hrtime(true);
        $lists = [];
        for ($attempt = 1;; ++$attempt) {
            try {
                // Where it costs nothing: elsewhere ranks are read with locks if the session has another level.
                $isFree = $isSortable && \count($this->adapter->beginStatements('READ COMMITTED')) === 1;
                $this->beginTransaction($isFree && !$this->isInForeignTransaction() ? 'READ COMMITTED' : null);
                if ($lists !== []) {
                    $this->lists?->takeAgain($this, $lists);
                }
                $result = $work();
                $actions = $this->commitFrame();
                break;
            } catch (Throwable $error) {
                $lists = $this->lists?->touched() ?? [];
                $error = $error instanceof ConflictException ? $error : $this->conflict() ?? $error;
                if ($this->frame !== null) {
                    $this->forceRollBack();
                }
                $mayRetry = ListOperation::mayPass($error) && ($lists !== [] || $isSortable);
                if (!$mayRetry || (\hrtime(true) - $begun) / 1e9 >= ListOperation::timeout()) {
                    throw $error;
                }
                $this->noteRetry();
                \usleep(\random_int(500, 1000 * \min(50, 2 ** \min($attempt, 6))));
            }
        }
        foreach ($actions as $action) {
            $action();
        }

        return $result;
    }
}
