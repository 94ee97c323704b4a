<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable\Protocol;

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
    /** Whether the session's own isolation level is READ COMMITTED. */
    public bool $readsCommitted;

    /** Whether several servers take writes. */
    public readonly bool $isCluster;

    private readonly bool $isMaria;

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
        $this->isMaria = \stripos($variables['version'] ?? '', 'mariadb') !== false;
        $galera = ($variables['wsrep_on'] ?? 'OFF') === 'ON';
        $group = ($variables['group_replication_single_primary_mode'] ?? 'ON') === 'OFF'
            && ($variables['group_replication_group_name'] ?? '') !== '';
        $this->isCluster = $galera || $group;
        $this->sendsTogether = self::canSendTogether($pdo);
    }

    public static function read(PDO $pdo): self
    {
        $names = [
            'version', 'transaction_isolation', 'tx_isolation', 'wsrep_on',
            'group_replication_group_name', 'group_replication_single_primary_mode',
        ];
        $statement = $pdo->query("SHOW VARIABLES WHERE Variable_name IN ('" . \implode("', '", $names) . "')");
        /** @var array<string, string> $variables */
        $variables = $statement === false ? [] : $statement->fetchAll(PDO::FETCH_KEY_PAIR);

        return new self($pdo, $variables);
    }

    public function isOf(PDO $pdo): bool
    {
        return $this->pdo->get() === $pdo;
    }

    /** Rows are waited for as briefly as the server can: in a transaction of ours, which then begins again, not at all. */
    public function waitForRows(bool $own): string
    {
        return 'SET @orm_row_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = '
            . ($own && $this->isMaria ? 0 : 1);
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
