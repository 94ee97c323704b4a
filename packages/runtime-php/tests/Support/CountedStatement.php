<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use PDOStatement;

/** A statement that notes how many rows it found or changed. */
final class CountedStatement extends PDOStatement
{
    protected function __construct(private readonly StatementLog $log)
    {
    }

    /**
     * @param array<mixed>|null $params
     */
    public function execute(?array $params = null): bool
    {
        $done = parent::execute($params);
        $this->log->sent[] = [$this->queryString, $this->rowCount()];

        return $done;
    }
}
