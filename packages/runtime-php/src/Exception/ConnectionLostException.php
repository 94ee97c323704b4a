<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * The connection broke while it was used. What a transaction had done is rolled back; whether a statement outside of one
 * (or a COMMIT) was carried out, nobody can say.
 */
final class ConnectionLostException extends ConnectionException
{
    use DatabaseErrorDetails;

    /** @param string $summary one sentence: what failed */
    public function __construct(
        string $summary,
        string $sql = '',
        ?string $sqlState = null,
        int|string|null $driverCode = null,
        string $databaseMessage = '',
        ?\Throwable $previous = null,
    ) {
        parent::__construct(self::describe($summary, $databaseMessage, $sql), 0, $previous);
        $this->sql = $sql;
        $this->sqlState = $sqlState;
        $this->driverCode = $driverCode;
        $this->databaseMessage = $databaseMessage;
    }
}
