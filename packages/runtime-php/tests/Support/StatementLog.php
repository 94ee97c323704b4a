<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use Orm\Runtime\Connection\ConnectionWrapper;
use PDO;
use Psr\Log\AbstractLogger;

/** What a connection sends, one entry per round trip, with the number of rows that each statement found or changed. */
final class StatementLog extends AbstractLogger
{
    /** @var list<array{string, int|null}> SQL and rows; null where the server says none */
    public array $sent = [];

    /**
     * Listens while `$work` runs.
     *
     * @param callable(): mixed $work
     *
     * @return list<array{string, int|null}>
     */
    public static function of(ConnectionWrapper $con, callable $work): array
    {
        $log = new self();
        $con->setQueryLog($log);
        // In place of the log's own statements, which do not count rows.
        $con->getPdo()->setAttribute(PDO::ATTR_STATEMENT_CLASS, [CountedStatement::class, [$log]]);
        try {
            $work();
        } finally {
            $con->setQueryLog(null);
        }

        return $log->sent;
    }

    /**
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->sent[] = [\is_string($context['sql'] ?? null) ? $context['sql'] : '?', null];
    }
}
