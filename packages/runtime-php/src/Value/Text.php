<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;

/**
 * Texts that a database cannot hold.
 */
final class Text
{
    public static function zeroByte(string $value, string $column): InvalidValueException
    {
        return Refusal::of(
            $value,
            $column,
            'PostgreSQL keeps no zero byte in a text; use a column of type LONGVARBINARY or BLOB for bytes'
        );
    }
}
