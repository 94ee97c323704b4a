<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\ErrorTranslator;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\ReadOnlyServerException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Lock\Locks;
use Orm\Runtime\Map\TableMap;
use PDO;
use PDOException;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * A database connection: PDO, opened on first use, with transactions that nest, objects that follow a rollback, and
 * the prepared statements of each table. A class of your own (`classname` in the configuration) extends this one.
 */
class ConnectionWrapper
{
    use Statements;
    use Transactions;

    /**
     * Prepared statements by table map. Emptied whenever a statement must not run any more (a aborted transaction, a
     * lost connection), so that the next one comes through `table()` and can be refused.
     *
     * @var array<class-string<TableMap>, TableStatements>
     *
     * @internal
     */
    public array $tables = [];

    /**
     * How many objects are just being saved together with others.
     *
     * @internal
     */
    public int $savesRelated = 0;

    private ?PDO $pdo = null;

    private bool $keepsSession = true;

    /** Whether the server has said that it takes no writes. */
    private bool $isStale = false;

    /** The list locks of this connection, once a list was worked with. */
    private ?Locks $locks = null;

    private ?QueryLog $queryLog = null;

    /**
     * @param Closure(): PDO $open opens the database; called again after the connection was lost
     */
    public function __construct(
        public readonly string $name,
        public readonly AdapterInterface $adapter,
        private readonly Closure $open,
        private LoggerInterface $logger = new NullLogger(),
        private readonly ?InstancePool $pool = new InstancePool(),
        /** @internal who routes reads, and is told of every write */
        public readonly ?WriteListener $writeListener = null,
        private bool $statementCache = true,
    ) {
    }

    /**
     * What a dump may show: neither what is needed to connect nor every statement and object that hangs on it.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return [
            'name' => $this->name,
            'adapter' => $this->adapter->getName(),
            'open' => $this->pdo !== null,
            'transactions' => $this->depth,
        ];
    }

    /**
     * @return array<string, mixed>
     */
    public function __serialize(): array
    {
        throw new OrmException(\sprintf(
            'The connection "%s" cannot be serialized; neither can what holds it. Get it from Orm::getConnection() again.',
            $this->name,
        ));
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function getAdapter(): AdapterInterface
    {
        return $this->adapter;
    }

    public function setLogger(LoggerInterface $logger): void
    {
        $this->logger = $logger;
    }

    public function getLogger(): LoggerInterface
    {
        return $this->logger;
    }

    /** The PDO object underneath. Transactions begun on it directly are unknown to this connection. */
    public function getPdo(): PDO
    {
        if ($this->pdo === null) {
            $this->refuseWhileAborted();
            $pdo = ($this->open)();
            try {
                $this->keepsSession = $this->adapter->keepsSession($pdo);
            } catch (PDOException $error) {
                throw $this->failed($error, '');
            }
            $this->pdo = $pdo;
            $this->queryLog?->attach($pdo);
        }

        return $this->pdo;
    }

    public function isOpen(): bool
    {
        return $this->pdo !== null;
    }

    /** Forgets the database connection; the next use opens a new one. Refused inside a transaction. */
    public function close(): void
    {
        if ($this->frame !== null) {
            throw new TransactionException(\sprintf(
                'The connection "%s" cannot be closed inside a transaction: commit or roll back first.',
                $this->name,
            ));
        }
        $this->drop();
    }

    /** Drops the database connection with everything that was prepared on it. */
    private function drop(): void
    {
        $this->tables = [];
        $this->pdo = null;
        $this->isStale = false;
    }

    /** Drops a connection to a server that takes no writes, once no transaction is open on it. */
    private function dropStale(): void
    {
        if ($this->isStale && $this->frame === null && !$this->isInForeignTransaction()) {
            $this->drop();
        }
    }

    /** The instance pool, or null when it is switched off. */
    public function getPool(): ?InstancePool
    {
        return $this->pool;
    }

    /**
     * Whether statements are prepared on the server and kept for the next use. Never behind a pooler, whatever the settings
     * say: one that hands out another server connection runs the statement that another client has prepared there under the
     * same name.
     */
    public function usesStatementCache(): bool
    {
        return $this->statementCache && $this->keepsSession;
    }

    /**
     * Whether every statement of this connection reaches the same session of one server, so that what belongs to a session
     * (prepared statements, cursors outside a transaction) is there the next time. Known once the connection is open.
     */
    public function keepsSession(): bool
    {
        return $this->keepsSession;
    }

    public function setStatementCache(bool $on): void
    {
        $this->statementCache = $on;
        $this->tables = [];
    }

    /**
     * Logs every statement with its time to `$logger` (level debug, or warning from `$slowSeconds` on), or stops doing
     * so.
     */
    public function setQueryLog(?LoggerInterface $logger, ?float $slowSeconds = null): void
    {
        $this->tables = [];
        $this->queryLog = $logger === null ? null : new QueryLog($this->name, $logger, $slowSeconds);
        if ($this->pdo !== null) {
            $this->queryLog === null ? QueryLog::detach($this->pdo) : $this->queryLog->attach($this->pdo);
        }
    }

    public function getQueryLog(): ?QueryLog
    {
        return $this->queryLog;
    }

    /**
     * The locks that it holds, such as those of ordered lists.
     *
     * @internal
     */
    public function locks(): Locks
    {
        return $this->locks ??= new Locks($this->adapter->lockProtocol());
    }

    /**
     * An object and all around it are saved: what was known under locks meanwhile is known no more.
     *
     * @internal
     */
    public function relatedAreSaved(): void
    {
        $this->locks?->forgetKnown();
    }

    /**
     * Tells who routes reads that something was written here.
     *
     * @internal
     */
    public function noteWrite(): void
    {
        if ($this->frame !== null) {
            $this->frame->holds = true;
        }
        $this->writeListener?->noteWrite();
    }

    /**
     * What to throw for a server that says of itself that it takes no writes.
     *
     * @internal
     */
    public function refusesWrites(): ReadOnlyServerException
    {
        $this->isStale = true;

        return ErrorTranslator::readOnly();
    }

    /**
     * What to throw for an error of the driver; takes note of a lost connection and of a transaction that is gone.
     *
     * @internal
     */
    public function failed(PDOException $error, string $sql): OrmException
    {
        $kind = $this->adapter->errorKind($error);
        $mayBeCommitted = $this->frame === null ? !$this->isBeginning : $this->isCommitting;
        $exception = ErrorTranslator::translate($this->adapter, $error, $sql, $mayBeCommitted);
        $cause = $exception instanceof ConflictException || $exception instanceof ConnectionException ? $exception : null;
        if ($this->adapter->preparesLocally()) {
            // SQLite's statements are of no use after a failure: PDO does not reset them.
            $this->tables = [];
        }
        if ($kind === ErrorKind::ConnectionLost) {
            $this->drop();
            if ($this->frame !== null) {
                $this->markAborted('the connection was lost', $cause);
            }
        } elseif ($this->frame !== null) {
            $this->frame->holds = true; // What fails may leave locks behind.
            if ($this->frame->failure !== null) {
                return $this->refusal('a statement in it failed: ' . $this->frame->failure, $exception->getPrevious());
            }
            if ($this->adapter->endsTransaction($error, $this->pdo)) {
                $this->markAborted('the server rolled it back: ' . self::messageOf($exception), $cause);
            } elseif ($this->adapter->failureAbortsTransaction()) {
                $this->frame->failure = self::messageOf($exception);
                $this->conflict = $cause;
            }
        }
        if ($kind === ErrorKind::ReadOnlyServer) {
            $this->isStale = true;
            $this->dropStale();
        }
        $this->logger->log(
            $exception instanceof ConflictException ? 'warning' : 'error',
            'Statement on "{connection}" failed: {reason}',
            ['connection' => $this->name, 'reason' => $exception->getPrevious()?->getMessage() ?? '', 'sql' => $sql],
        );

        return $exception;
    }

    /** The first line of what the database said, without the point at its end. */
    private static function messageOf(QueryException|ConnectionLostException|ReadOnlyServerException $error): string
    {
        return \rtrim(\strtok($error->getDatabaseMessage(), "\n") ?: 'unknown', '. ');
    }
}
