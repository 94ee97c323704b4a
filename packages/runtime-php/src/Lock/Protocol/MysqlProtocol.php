<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\ReadOnlyServerException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockAnswer;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\LockWait;
use PDO;
use PDOException;

/**
 * MySQL and MariaDB: a named lock of the session, given back after the transaction has ended; or the row of the list in the
 * header table.
 *
 * @internal
 */
final class MysqlProtocol implements LockProtocol
{
    /** A statement took longer than max_execution_time of MySQL or max_statement_time of MariaDB. */
    private const TIME_UP = [3024, 1969];

    /** What is known of the session, and for which PDO. */
    private ?MysqlSession $session = null;

    /** The caller's own innodb_lock_wait_timeout was replaced. */
    private bool $replaced = false;

    public function begin(ConnectionWrapper $con): void
    {
        if ($con->isInForeignTransaction()) {
            $con->beginTransaction();

            return;
        }
        $session = $con->beginning(fn (): MysqlSession => $this->session($con));
        // The level holds for one transaction; the sessions of this library have it anyway.
        $level = $session->readsCommitted && !$con->isLevelSetByHand() ? [] : ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED'];
        $this->replaced = true;
        $con->beginWith(
            $session->together([...$level, 'START TRANSACTION', $session->waitForRows()]),
            $level === [] ? null : 'READ COMMITTED',
        );
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
        return $this->take($con, $lock, null, $wait);
    }

    public function lockKey(
        ConnectionWrapper $con,
        Lockable $lock,
        int|string $key,
        LockWait $wait,
    ): LockAnswer {
        return $this->take($con, $lock, (string) $key, $wait);
    }

    /** A node of Galera may lose word of it, when the transaction is aborted while a statement is prepared. */
    public function verify(ConnectionWrapper $con): void
    {
        if (!$con->getPdo()->inTransaction()) {
            throw $con->lostTransaction();
        }
    }

    public function restore(ConnectionWrapper $con, bool $failed): void
    {
        if ($this->replaced && $con->isOpen()) {
            $this->replaced = false;
            try {
                $con->getPdo()->exec($this->session($con)->callersWait());
            } catch (PDOException $error) {
                $this->session = null;
                if ($con->frame !== null && !$con->isAborted()) {
                    // A node of Galera may say by any statement that the transaction is gone.
                    throw $con->failed($error, 'SET SESSION innodb_lock_wait_timeout');
                }
            } catch (OrmException) {
                $this->session = null;
            }
        }
    }

    public function takesSavepoints(ConnectionWrapper $con): bool
    {
        return !$this->session($con)->isGroup;
    }

    public function outlivesSavepoint(): bool
    {
        return true;
    }

    public function release(ConnectionWrapper $con, array $keys): void
    {
        if (!$con->isOpen()) {
            $this->session = null;
            $this->replaced = false;

            return;
        }
        $session = $this->session($con);
        $calls = [];
        foreach ($keys as $key => $times) {
            $call = "RELEASE_LOCK('" . \preg_replace('/\W/', '', (string) $key) . "')";
            $calls = [...$calls, ...\array_fill(0, $times, $call)];
        }
        $statements = $calls === [] ? [] : ['DO ' . \implode(', ', $calls)];
        if ($this->replaced) {
            $statements[] = $session->callersWait();
            $this->replaced = false;
        }
        try {
            foreach ($session->together($statements) as $sql) {
                $con->command($sql);
            }
        } catch (OrmException $error) {
            $this->session = null;
            if ($con->frame !== null) {
                throw $error;
            }
            // The work is committed. A lost connection has given the locks back; one that cannot is not used again.
            $con->close();
        }
    }

    private function take(ConnectionWrapper $con, Lockable $lock, ?string $key, LockWait $wait): LockAnswer
    {
        $session = $this->session($con);
        if ($session->isCluster && !$lock->isRow()) {
            throw new OrmException(\sprintf(
                'The list of "%s" cannot be kept right on a cluster with several writers, where a lock of one node means '
                    . 'nothing to the others: add <parameter name="header_table" value="true"/> to its sortable behavior, '
                    . 'then run "orm sql:build", "orm model:build" and create the new table.',
                $lock->table(),
            ));
        }
        if ($con->frame !== null && $con->frame->isJoined()) {
            throw new TransactionException(\sprintf(
                'The transaction on "%s" was begun on PDO directly, so nobody would give back the lock of the list of "%s" '
                    . 'after its end: begin it with beginTransaction() of the connection.',
                $con->name,
                $lock->table(),
            ));
        }
        if (!$wait->own && !$this->replaced) {
            $this->replaced = true;
            $con->command($session->waitForRows());
        }
        if ($lock->isRow()) {
            return $this->takeHeader($con, $lock, $key, $wait);
        }
        $deadline = \hrtime(true) + (int) ($wait->seconds * 1e9);
        $values = ['wait' => (string) \round($wait->seconds, 3)] + ($key === null ? [] : ['to' => $key]);
        $pause = 2000;
        do {
            try {
                $row = $lock->row($con, $key === null ? 'lock' : 'lockKey', $values);
            } catch (DeadlockException $error) {
                // Servers call it a deadlock, too, when more than 32 sessions stand in one queue.
                if (!$wait->first || $con->isAborted()) {
                    throw $error;
                }
                $row = null;
            } catch (QueryException $error) {
                // The server's own time-out for statements, which ends nothing but the wait.
                $row = self::isTimeUp($error) ? null : throw $error;
            }
            if ($row !== null && (int) (\is_scalar($row[0]) ? $row[0] : 0) === 1) {
                return $this->answer($con, $lock, $session, $row);
            }
            // MySQL waits for whole seconds only, so that a short time is no time.
            \usleep($pause);
            $pause = \min(20_000, $pause * 2);
        } while (\hrtime(true) < $deadline);
        throw Timeout::of($lock, $wait);
    }

    /**
     * @param list<scalar|resource|null> $row
     */
    private function answer(ConnectionWrapper $con, Lockable $lock, MysqlSession $session, array $row): LockAnswer
    {
        $committed = $row[1] === 'READ-COMMITTED';
        $session->readsCommitted = $committed;
        $isolation = $con->getIsolation();
        $key = $row[2] ?? null;
        $readOnly = $row[3] ?? null;
        if (\is_scalar($readOnly) && !\in_array((string) $readOnly, ['0', 'OFF'], true)) {
            // Some users may write all the same: the server is asked by a write that changes nothing.
            try {
                $lock->write($con, 'write');
            } catch (ReadOnlyServerException $error) {
                $lock->write($con, 'unlock', ['to' => \is_scalar($key) ? (string) $key : '']);
                throw $error;
            }
        }

        return new LockAnswer(
            \is_scalar($key) ? (string) $key : null,
            $isolation === null ? !$committed : $isolation !== 'READ COMMITTED',
        );
    }

    /** The row of the list is waited for as long as a list is, and only the rows behind it briefly. */
    private function takeHeader(
        ConnectionWrapper $con,
        Lockable $lock,
        ?string $key,
        LockWait $wait,
    ): LockAnswer {
        $seconds = \max(1, (int) \ceil($wait->seconds));
        if ($seconds > 1) {
            $con->command("SET SESSION innodb_lock_wait_timeout = $seconds");
        }
        try {
            $values = $key === null ? [] : ['to' => $key];
            $lock->write($con, $key === null ? 'lock' : 'lockKey', $values);
        } catch (QueryException $error) {
            $isTime = $error instanceof LockTimeoutException || self::isTimeUp($error);
            throw $con->isAborted() || !$isTime ? $error : Timeout::of($lock, $wait, $error);
        }
        if ($seconds > 1) {
            $con->command($this->session($con)->waitBriefly());
        }
        $isolation = $con->getIsolation();

        return new LockAnswer($key, $isolation === null ? !$this->session($con)->readsCommitted : $isolation !== 'READ COMMITTED');
    }

    private static function isTimeUp(QueryException $error): bool
    {
        return \in_array($error->getDriverCode(), self::TIME_UP, true);
    }

    private function session(ConnectionWrapper $con): MysqlSession
    {
        $pdo = $con->getPdo();
        if ($this->session === null || !$this->session->isOf($pdo)) {
            $this->session = MysqlSession::read($con);
            if ($this->session->isCluster) {
                // Statements are never prepared on the server: see verify().
                $con->setStatementCache(false);
            }
            if ($pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
                // The connection outlives the request, and the locks of one that died in the middle would too.
                \register_shutdown_function(static function () use ($con): void {
                    if ($con->isOpen()) {
                        $con->endRequest();
                    }
                });
            }
        }

        return $this->session;
    }
}
