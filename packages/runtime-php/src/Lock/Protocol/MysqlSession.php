<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use PDO;
use PDOException;
use WeakReference;

/**
 * What a session of MySQL or MariaDB is like: asked once per connection.
 *
 * @internal
 */
final class MysqlSession
{
    /** Seconds for which rows are waited under the lock: the minimum that MySQL takes. */
    private const ROWS = 1;

    /** Whether the session's own isolation level is READ COMMITTED. */
    public bool $readsCommitted;

    /** Whether several servers take writes. */
    public readonly bool $isCluster;

    /** Whether these are the primaries of MySQL group replication, which breaks down on savepoints. */
    public readonly bool $isGroup;

    /** Whether the driver may send several statements at once. */
    private bool $sendsTogether;

    /** @var WeakReference<PDO> */
    private readonly WeakReference $pdo;

    /**
     * @param array<string, string> $variables
     */
    private function __construct(PDO $pdo, array $variables)
    {
        $this->pdo = WeakReference::create($pdo);
        $level = $variables['transaction_isolation'] ?? $variables['tx_isolation'] ?? '';
        $this->readsCommitted = $level === 'READ-COMMITTED';
        $galera = ($variables['wsrep_on'] ?? 'OFF') === 'ON';
        $this->isGroup = ($variables['group_replication_single_primary_mode'] ?? 'ON') === 'OFF'
            && ($variables['group_replication_group_name'] ?? '') !== '';
        $this->isCluster = $galera || $this->isGroup;
        $this->sendsTogether = self::canSendTogether($pdo);
    }

    public static function read(ConnectionWrapper $con): self
    {
        $pdo = $con->getPdo();
        $names = [
            'transaction_isolation', 'tx_isolation', 'wsrep_on',
            'group_replication_group_name', 'group_replication_single_primary_mode',
        ];
        $sql = "SHOW VARIABLES WHERE Variable_name IN ('" . \implode("', '", $names) . "')";
        try {
            $statement = $con->adapter->prepareOnce($pdo, $sql);
            $statement->execute();
            /** @var array<string, string> $variables */
            $variables = $statement->fetchAll(PDO::FETCH_KEY_PAIR);
        } catch (PDOException $error) {
            throw $con->failed($error, $sql);
        }

        return new self($pdo, $variables);
    }

    public function isOf(PDO $pdo): bool
    {
        return $this->pdo->get() === $pdo;
    }

    /**
     * Rows are waited for as briefly as the server can. Not at all, which MariaDB offers, would be too short: it then fails
     * on rows of other lists that are locked for a moment and do not even match.
     */
    public function waitForRows(): string
    {
        return 'SET @orm_row_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = ' . self::ROWS;
    }

    /** The same once more, after another wait. */
    public function waitBriefly(): string
    {
        return 'SET SESSION innodb_lock_wait_timeout = ' . self::ROWS;
    }

    /** What `waitForRows` has replaced. */
    public function callersWait(): string
    {
        return 'SET SESSION innodb_lock_wait_timeout = @orm_row_wait';
    }

    /**
     * Statements in one round trip, where the connection allows that.
     *
     * @param list<string> $statements
     *
     * @return list<string>
     */
    public function together(array $statements): array
    {
        return $this->sendsTogether && \count($statements) > 1 ? [\implode(';', $statements)] : $statements;
    }

    private static function canSendTogether(PDO $pdo): bool
    {
        try {
            $pdo->exec('DO 0;DO 0');

            return true;
        } catch (PDOException) {
            return false;
        }
    }
}
