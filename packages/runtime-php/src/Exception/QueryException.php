<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A statement failed. Its message is a sentence of ours, the database's own message, and the SQL without its values. */
class QueryException extends OrmException
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
