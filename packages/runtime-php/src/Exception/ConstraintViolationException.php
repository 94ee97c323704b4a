<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * A constraint of the database refused a row. The names are those that the database gives in its message: which of them
 * it gives depends on the vendor and on the kind of constraint.
 */
class ConstraintViolationException extends QueryException
{
    /** @param string $summary one sentence: what failed */
    public function __construct(
        string $summary,
        string $sql = '',
        ?string $sqlState = null,
        int|string|null $driverCode = null,
        string $databaseMessage = '',
        ?\Throwable $previous = null,
        private readonly ?string $constraint = null,
        private readonly ?string $table = null,
        private readonly ?string $column = null,
    ) {
        parent::__construct($summary, $sql, $sqlState, $driverCode, $databaseMessage, $previous);
    }

    /** The name of the constraint or unique index. */
    public function getConstraint(): ?string
    {
        return $this->constraint;
    }

    /** The table that the constraint belongs to, without its schema. */
    public function getTable(): ?string
    {
        return $this->table;
    }

    /** The column, where it is exactly one. */
    public function getColumn(): ?string
    {
        return $this->column;
    }
}
