<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * The table and columns that an error is about, as far as the database names them.
 *
 * @internal
 */
trait NamesInError
{
    private ?string $table;

    /** @var list<string> */
    private array $columns;

    /**
     * @param string       $summary one sentence: what failed
     * @param list<string> $columns
     */
    public function __construct(
        string $summary,
        string $sql = '',
        ?string $sqlState = null,
        int|string|null $driverCode = null,
        string $databaseMessage = '',
        ?\Throwable $previous = null,
        ?string $table = null,
        array $columns = [],
    ) {
        parent::__construct($summary, $sql, $sqlState, $driverCode, $databaseMessage, $previous);
        $this->table = $table;
        $this->columns = $columns;
    }

    /** The table, without its schema, or the alias that the statement gives it. */
    public function getTable(): ?string
    {
        return $this->table;
    }

    /** The column, where it is exactly one. */
    public function getColumn(): ?string
    {
        return \count($this->columns) === 1 ? $this->columns[0] : null;
    }

    /**
     * All columns that the database names.
     *
     * @return list<string>
     */
    public function getColumns(): array
    {
        return $this->columns;
    }
}
