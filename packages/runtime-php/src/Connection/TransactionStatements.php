<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\TransactionException;
use PDO;
use PDOException;

/**
 * What the server is told at the beginning and at the end of a transaction, and what to do when it does not obey.
 *
 * @internal part of ConnectionWrapper
 */
trait TransactionStatements
{
    /** The isolation level that the open transaction asked for. */
    private ?string $isolation = null;

    /** What is being sent right now: a connection that is lost meanwhile has committed nothing, or perhaps all of it. */
    private bool $isBeginning = false;
    private bool $isCommitting = false;

    /** Whether the next transaction has a level that a statement has set, which the server shows nowhere. */
    private bool $isLevelSetByHand = false;

    /** The isolation level that the open transaction asked for, 'UNKNOWN' if a statement did; null for that of the session. */
    public function getIsolation(): ?string
    {
        return $this->isolation;
    }

    /** @internal */
    public function isLevelSetByHand(): bool
    {
        return $this->isLevelSetByHand;
    }

    private function noteLevel(string $sql): void
    {
        if ($this->frame === null && $this->adapter->setsNextLevel($sql)) {
            $this->isLevelSetByHand = true;
        }
    }

    /**
     * @param list<string>|null $statements in place of the adapter's
     */
    private function begin(?string $isolation, ?array $statements = null): void
    {
        $this->dropStale();
        $this->beginning(fn () => $this->sendBegin($isolation, $statements));
        $this->isolation = $isolation ?? ($this->isLevelSetByHand ? 'UNKNOWN' : null);
        $this->isLevelSetByHand = false;
    }

    /**
     * Sends what a transaction begins with. An idle connection that the server has closed meanwhile is replaced: nothing was
     * begun, so that nothing is lost.
     *
     * @template R
     *
     * @param Closure(): R $work
     *
     * @return R
     *
     * @internal
     */
    public function beginning(Closure $work): mixed
    {
        $this->isBeginning = true;
        try {
            return $work();
        } catch (ConnectionLostException $lost) {
            try {
                return $work();
            } catch (ConnectionException) {
                // Another server may be about to take over, which is what the first one says.
                throw $lost;
            }
        } finally {
            $this->isBeginning = false;
        }
    }

    /**
     * Whether a transaction is open that was begun on PDO itself.
     *
     * @internal
     */
    public function isInForeignTransaction(): bool
    {
        return $this->pdo !== null && $this->adapter->isInTransaction($this->pdo);
    }

    /** Where a transaction is open that was begun on PDO itself, ours is a savepoint in it: BEGIN would commit it on MySQL. */
    private function join(string $savepoint, ?string $isolation): void
    {
        if ($isolation !== null) {
            throw new TransactionException(\sprintf(
                'A transaction is open on "%s" that was begun on PDO directly, so no isolation level can be chosen any more: '
                    . 'begin it with beginTransaction() of the connection.',
                $this->name,
            ));
        }
        $this->run($this->adapter->savepointStatement($savepoint));
        $this->isolation = null;
    }

    /**
     * @param list<string>|null $statements
     */
    private function sendBegin(?string $isolation, ?array $statements): void
    {
        if ($this->adapter->usesPdoTransactions()) {
            $this->byPdo('BEGIN', static fn (PDO $pdo): bool => $pdo->beginTransaction());
        }
        foreach ($statements ?? $this->adapter->beginStatements($isolation) as $sql) {
            $this->run($sql);
        }
    }

    private function commitByPdo(): void
    {
        $this->byPdo('COMMIT', static fn (PDO $pdo): bool => $pdo->commit());
    }

    /**
     * @param Closure(PDO): bool $deed
     */
    private function byPdo(string $name, Closure $deed): void
    {
        $pdo = $this->getPdo();
        try {
            $deed($pdo);
        } catch (PDOException $error) {
            throw $this->failed($error, $name);
        }
    }

    /** Puts back what a transaction with its own isolation level has changed for the session. */
    private function afterTransaction(): void
    {
        if ($this->pdo === null) {
            return;
        }
        foreach ($this->adapter->afterStatements($this->isolation) as $sql) {
            $this->run($sql);
        }
        $this->isolation = null;
    }

    private function rollBackTo(Frame $frame): void
    {
        if ($this->abortReason !== null) {
            return;
        }
        try {
            if ($frame->wentBack && $this->breaksByGoingBackAgain()) {
                $this->markAborted(
                    'it would have to go back to a second savepoint, after which MariaDB with Galera sends the other nodes what '
                        . 'breaks the cluster, unless it writes a binary log (log_bin)',
                );

                return;
            }
            $this->run($this->adapter->rollbackToStatement($frame->savepoint));
            $release = $this->adapter->releaseStatement($frame->savepoint);
            if ($release !== null) {
                $this->run($release);
            }
        } catch (OrmException $error) {
            if ($this->abortReason === null) {
                $this->markAborted(
                    'its savepoint is gone: ' . $error->getMessage(),
                    $error instanceof ConflictException ? $error : null,
                );
            }
        }
    }

    private function breaksByGoingBackAgain(): bool
    {
        try {
            return $this->adapter->breaksByGoingBackAgain($this->getPdo());
        } catch (PDOException $error) {
            throw $this->failed($error, 'SHOW VARIABLES');
        }
    }

    private function end(bool $gone): void
    {
        if ($this->pdo === null) {
            return;
        }
        try {
            if ($this->adapter->usesPdoTransactions()) {
                $this->pdo->rollBack();
            } else {
                $this->pdo->exec('ROLLBACK');
            }
            $this->afterTransaction();
        } catch (PDOException $error) {
            // The server may have ended the transaction itself; a connection in an unknown state is not used again.
            if (!$gone) {
                $this->logger->warning('ROLLBACK on "{connection}" failed, the connection is opened anew: {reason}', [
                    'connection' => $this->name,
                    'reason' => $error->getMessage(),
                ]);
            }
            $this->drop();
        }
    }

    private function endAfterFailedCommit(Frame $frame): void
    {
        $this->frame = null;
        $this->depth = 0;
        $gone = $this->abortReason !== null;
        $this->abortReason = null;
        $this->end($gone);
        $this->locks?->ended($this);
        $this->dropStale();
        $frame->undo($this);
    }
}
