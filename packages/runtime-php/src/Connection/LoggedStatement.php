<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDOStatement;

/**
 * A statement that tells the query log how long it took.
 *
 * @internal
 */
final class LoggedStatement extends PDOStatement
{
    protected function __construct(private readonly QueryLog $log)
    {
    }

    /**
     * @param array<mixed>|null $params
     */
    public function execute(?array $params = null): bool
    {
        $begun = \hrtime(true);
        $done = parent::execute($params);
        $this->log->note($this->queryString, \hrtime(true) - $begun);

        return $done;
    }
}
