<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * A constraint of the database refused a row. The names are those that the database gives in its message: which of them
 * it gives depends on the vendor and on the kind of constraint.
 */
class ConstraintViolationException extends QueryException
{
    use NamesInError {
        __construct as private initialize;
    }

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
        private readonly ?string $constraint = null,
        ?string $table = null,
        array $columns = [],
    ) {
        $this->initialize($summary, $sql, $sqlState, $driverCode, $databaseMessage, $previous, $table, $columns);
    }

    /** The name of the constraint or unique index. */
    public function getConstraint(): ?string
    {
        return $this->constraint;
    }
}
