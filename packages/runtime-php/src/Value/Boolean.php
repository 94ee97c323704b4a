<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Truth in the words of forms, files and Propel. PHP itself takes every text but '' and '0' for true, "false" included.
 */
final class Boolean
{
    private const WORDS = [
        'true' => true, 'yes' => true, 'on' => true, 'y' => true, '+' => true, '1' => true,
        'false' => false, 'no' => false, 'off' => false, 'n' => false, '-' => false, '0' => false, '' => false,
    ];

    public static function of(bool|int|float|string $value, string $column): bool
    {
        return \is_bool($value) ? $value : self::WORDS[\strtolower((string) $value)]
            ?? throw Refusal::of($value, $column, 'true or false is needed, or 1, yes, on, y, +, 0, no, off, n, -');
    }
}
