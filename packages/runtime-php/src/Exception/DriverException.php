<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use PDOException;

/**
 * What PDO has thrown, without the values of rows: what is behind an exception is logged and shown like the exception itself.
 *
 * @internal
 */
final class DriverException extends PDOException
{
    /** @param string $said the database's own words, without values */
    public static function of(PDOException $error, string $said): self
    {
        $raw = $error->errorInfo[2] ?? null;
        $message = $error->getMessage();
        $clean = new self(\is_string($raw) && $raw !== '' ? \str_replace($raw, $said, $message) : $said);
        $clean->errorInfo = $error->errorInfo;
        if ($clean->errorInfo !== null) {
            $clean->errorInfo[2] = $said;
        }
        $clean->code = $error->getCode();
        $clean->file = $error->getFile();
        $clean->line = $error->getLine();

        return $clean;
    }
}
