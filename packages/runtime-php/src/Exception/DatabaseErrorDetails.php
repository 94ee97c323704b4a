<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * What the database said about a statement. Bound values are no part of it: they may be secrets, and logs are read by
 * many.
 *
 * @internal
 */
trait DatabaseErrorDetails
{
    private readonly string $sql;

    private readonly ?string $sqlState;

    private readonly int|string|null $driverCode;

    private readonly string $databaseMessage;

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

    /** The statement as it was sent, with its placeholders. */
    public function getSql(): string
    {
        return $this->sql;
    }

    /** The five characters of the SQL standard, such as `23505`. */
    public function getSqlState(): ?string
    {
        return $this->sqlState;
    }

    /** The vendor's own number: 1062 of MySQL, 1 of ORA-00001. PostgreSQL has none; its driver always says 7. */
    public function getDriverCode(): int|string|null
    {
        return $this->driverCode;
    }

    /** The database's own words, without the values of rows. */
    public function getDatabaseMessage(): string
    {
        return $this->databaseMessage;
    }

    private static function describe(string $summary, string $databaseMessage, string $sql): string
    {
        if ($databaseMessage !== '') {
            $summary .= "\nThe database says: " . $databaseMessage;
        }

        return $sql === '' ? $summary : $summary . "\nSQL: " . self::shorten($sql);
    }

    private static function shorten(string $sql): string
    {
        $rest = \strlen($sql) - 2000;
        if ($rest <= 0) {
            return $sql;
        }
        // The cut may go through a character of several bytes: without its last one the text is UTF-8 whatever happens.
        $start = \preg_replace('/[\xC0-\xFF][\x80-\xBF]*$/D', '', \substr($sql, 0, 2000));

        return $start . ' … (' . $rest . ' bytes more)';
    }
}
