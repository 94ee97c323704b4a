<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A list cannot be kept right at the isolation level of the transaction. */
final class IsolationLevelException extends OrmException
{
    public static function of(string $table, string $level): self
    {
        return new self(\sprintf(
            'The list of "%s" cannot be changed in a transaction at %s, which would not see what others have committed since '
                . 'it began: begin the transaction at READ COMMITTED, or add <parameter name="header_table" value="true"/> to '
                . 'the sortable behavior.',
            $table,
            \strtoupper($level),
        ));
    }
}
