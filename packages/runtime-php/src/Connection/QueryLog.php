<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDO;
use PDOStatement;
use Psr\Log\LoggerInterface;

/** Logs statements with their times. Costs nothing while it is off: statements are then PDO's own. */
final class QueryLog
{
    private int $count = 0;
    private string $last = '';

    public function __construct(
        private readonly string $connection,
        private readonly LoggerInterface $logger,
        private readonly ?float $slowSeconds,
    ) {
    }

    public function getQueryCount(): int
    {
        return $this->count;
    }

    public function getLastExecutedQuery(): string
    {
        return $this->last;
    }

    public function attach(PDO $pdo): void
    {
        $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [LoggedStatement::class, [$this]]);
    }

    public static function detach(PDO $pdo): void
    {
        $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PDOStatement::class]);
    }

    /**
     * @internal
     */
    public function note(string $sql, int|float $nanoseconds): void
    {
        ++$this->count;
        $this->last = $sql;
        $slow = $this->slowSeconds !== null && $nanoseconds >= $this->slowSeconds * 1e9;
        $this->logger->log($slow ? 'warning' : 'debug', '{sql} ({milliseconds} ms on "{connection}")', [
            'sql' => $sql,
            'milliseconds' => \round($nanoseconds / 1e6, 3),
            'connection' => $this->connection,
        ]);
    }
}
