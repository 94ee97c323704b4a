<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RollbackException;
use Orm\Runtime\Exception\TransactionException;
use Throwable;

/**
 * Transactions that nest, whose rollback objects follow, and that nobody uses any more once the server has ended them.
 *
 * @internal part of ConnectionWrapper
 */
trait Transactions
{
    use RetriedTransactions;
    use TransactionStatements;

    /**
     * The innermost open transaction or savepoint.
     *
     * @internal
     */
    public ?Frame $frame = null;

    private int $depth = 0;

    /** Why no statement may run before `rollBack()`. */
    private ?string $abortReason = null;

    /** What ended the transaction, if it was a conflict or a server that is gone. */
    private ConflictException|ConnectionException|null $conflict = null;

    private int $retries = 0;

    /** How often `transaction()`, or an operation on a list, had to begin again because of a conflict. */
    public function getRetryCount(): int
    {
        return $this->retries;
    }

    /**
     * @internal
     */
    public function noteRetry(): void
    {
        ++$this->retries;
    }

    public function inTransaction(): bool
    {
        return $this->frame !== null;
    }

    /** The number of transactions and savepoints that are open. */
    public function getNestedTransactionCount(): int
    {
        return $this->depth;
    }

    /** Whether nothing but `rollBack()` is possible, because the server has ended the transaction. */
    public function isAborted(): bool
    {
        return $this->abortReason !== null;
    }

    /**
     * Begins a transaction, or a savepoint when one is open.
     *
     * @param 'READ UNCOMMITTED'|'READ COMMITTED'|'REPEATABLE READ'|'SERIALIZABLE'|null $isolation
     */
    public function beginTransaction(?string $isolation = null): bool
    {
        if ($this->frame === null) {
            $savepoint = $this->isInForeignTransaction() ? 'orm_joined' : '';
            $savepoint === '' ? $this->begin($isolation) : $this->join($savepoint, $isolation);
            $this->frame = new Frame(null, $savepoint);
            // What was done in it before, nobody knows here.
            $this->frame->holds = $savepoint !== '';
        } else {
            if ($isolation !== null) {
                throw new TransactionException(
                    'An isolation level can only be chosen for the outermost transaction, before its first statement.',
                );
            }
            $this->refuseWhileAborted();
            $savepoint = 'orm_' . $this->depth;
            $this->run($this->adapter->savepointStatement($savepoint));
            $this->frame = new Frame($this->frame, $savepoint);
        }
        ++$this->depth;

        return true;
    }

    /**
     * Begins the outermost transaction with statements of somebody who knows what to send.
     *
     * @param list<string> $statements
     *
     * @internal
     */
    public function beginWith(array $statements, ?string $isolation): void
    {
        $this->begin($isolation, $statements);
        $this->frame = new Frame(null, '');
        ++$this->depth;
    }

    /**
     * Called right before the outermost transaction is committed: a class of your own may write something that belongs to
     * every transaction, such as a line of a journal. An exception rolls back.
     */
    protected function beforeCommit(): void
    {
    }

    /** Commits the innermost transaction: a savepoint is released, the outermost is made durable. */
    public function commit(): bool
    {
        Callbacks::run($this->commitFrame());

        return true;
    }

    /**
     * @return list<Closure(): void> what to do after it
     *
     * @internal
     */
    public function commitFrame(): array
    {
        $frame = $this->frame ?? $this->openFrame('commit');
        if ($this->abortReason !== null) {
            $this->refuseWhileAborted();
        }
        if ($frame->failure !== null) {
            throw new RollbackException(\sprintf(
                'The transaction on "%s" cannot be committed because a statement in it failed: %s. Call rollBack(), then '
                    . 'begin again.',
                $this->name,
                $frame->failure,
            ));
        }
        if ($frame->savepoint !== '') {
            $release = $this->adapter->releaseStatement($frame->savepoint);
            if ($release !== null) {
                $this->run($release);
            }
        }
        if ($frame->parent !== null) {
            $frame->mergeInto($frame->parent);
            $this->frame = $frame->parent;
            --$this->depth;

            return [];
        }
        if ($frame->savepoint === '') {
            $this->beforeCommit();
            $this->isCommitting = true;
            try {
                $this->adapter->usesPdoTransactions() ? $this->commitByPdo() : $this->run('COMMIT');
            } catch (OrmException $error) {
                $this->endAfterFailedCommit($frame);
                throw $error;
            } finally {
                $this->isCommitting = false;
            }
        }
        $this->frame = null;
        $this->depth = 0;
        $this->locks?->ended($this);
        if ($this->isolation !== null) {
            $this->afterTransaction();
        }
        $this->dropStale();
        $actions = $frame->onCommit;
        $frame->forget();

        return $actions;
    }

    /** Rolls back the innermost transaction and puts the objects it changed back into their earlier state. */
    public function rollBack(): bool
    {
        $frame = $this->openFrame('roll back');
        if ($frame->parent !== null) {
            $this->rollBackTo($frame);
            $this->frame = $frame->parent;
            $this->frame->wentBack = true;
            // Locks of rows may outlive a savepoint.
            $this->frame->holds = true;
            $this->locks?->rolledBack($frame);
            --$this->depth;
        } else {
            if ($frame->savepoint !== '') {
                $this->rollBackTo($frame);
            }
            $this->frame = null;
            $this->depth = 0;
            $gone = $this->abortReason !== null;
            $this->abortReason = null;
            if ($frame->savepoint === '') {
                $this->end($gone);
            }
            $this->locks?->ended($this);
            $this->dropStale();
        }
        $frame->undo($this);

        return true;
    }

    /** Rolls back every open transaction. */
    public function forceRollBack(): bool
    {
        $first = null;
        while ($this->depth > 0) {
            $error = $this->rollBackOne();
            $first ??= $error;
        }
        if ($first !== null) {
            throw $first;
        }

        return true;
    }

    /**
     * Rolls back to a level after an error, which is what the caller is to see: what `onRollback()` throws goes to the log.
     *
     * @internal
     */
    public function unwind(int $level): void
    {
        while ($this->depth > $level) {
            $error = $this->rollBackOne();
            if ($error !== null) {
                $this->logger->error('What was to be done after a rollback on "{connection}" failed: {reason}', [
                    'connection' => $this->name,
                    'reason' => $error->getMessage(),
                    'exception' => $error,
                ]);
            }
        }
    }

    /** Rolls back the innermost transaction; returns what was thrown although it is rolled back. */
    private function rollBackOne(): ?Throwable
    {
        $depth = $this->depth;
        try {
            $this->rollBack();
        } catch (Throwable $error) {
            return $this->depth < $depth ? $error : throw $error;
        }

        return null;
    }

    /** Rolls back what a request has left open, so that the next one in this process begins anew. */
    public function endRequest(): void
    {
        if ($this->frame !== null) {
            $this->logger->warning('A request on "{connection}" ended inside a transaction, which is rolled back.', [
                'connection' => $this->name,
            ]);
            $this->forceRollBack();
        }
        $this->dropStale();
    }

    /**
     * Calls `$action` after the outermost transaction is committed; at once when none is open.
     *
     * @param Closure(): void $action
     */
    public function onCommit(Closure $action): void
    {
        if ($this->frame === null) {
            $action();
        } else {
            $this->frame->onCommit[] = $action;
        }
    }

    /**
     * Calls `$action` when the transaction or savepoint that is open now is rolled back.
     *
     * @param Closure(): void $action
     */
    public function onRollback(Closure $action): void
    {
        if ($this->frame !== null) {
            $this->frame->onRollback[] = $action;
        }
    }

    /**
     * What to throw when the server has ended the transaction silently.
     *
     * @internal
     */
    public function lostTransaction(): DeadlockException
    {
        $error = new DeadlockException(\sprintf(
            'The server has ended the transaction on "%s" without an error: roll back and try again.',
            $this->name,
        ));
        $this->markAborted('the server has ended it', $error);

        return $error;
    }

    /**
     * The conflict, or the loss of the server, after which the transaction or its innermost savepoint cannot go on.
     *
     * @internal
     */
    public function conflict(): ConflictException|ConnectionException|null
    {
        return $this->abortReason === null && $this->frame?->failure === null ? null : $this->conflict;
    }

    /**
     * A part of the transaction has failed that cannot be undone alone: nothing of it may be committed.
     *
     * @internal
     */
    public function spoil(Throwable $error): void
    {
        if ($this->frame !== null && $this->abortReason === null && $this->frame->failure === null) {
            $this->frame->failure = $error->getMessage();
            $this->conflict = $error instanceof ConflictException ? $error : null;
        }
    }

    private function markAborted(string $reason, ConflictException|ConnectionException|null $conflict = null): void
    {
        $this->abortReason = $reason;
        $this->conflict = $conflict;
        $this->tables = [];
        $this->logger->warning('The transaction on "{connection}" is aborted: {reason}', [
            'connection' => $this->name,
            'reason' => $reason,
        ]);
    }

    private function refuseWhileAborted(): void
    {
        if ($this->abortReason !== null) {
            throw $this->refusal($this->abortReason);
        }
    }

    private function refusal(string $reason, ?Throwable $previous = null): AbortedTransactionException
    {
        return new AbortedTransactionException(\sprintf(
            'The transaction on "%s" cannot go on because %s. Call rollBack(), then begin again.',
            $this->name,
            $reason,
        ), 0, $previous);
    }

    private function openFrame(string $deed): Frame
    {
        return $this->frame ?? throw new TransactionException(\sprintf(
            'There is no transaction on "%s" to %s: call beginTransaction() first.',
            $this->name,
            $deed,
        ));
    }
}
