<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Whole numbers of columns with phpType="string": those that may not fit PHP's int.
 */
final class WholeNumber
{
    public static function of(int|string $value, string $column): string
    {
        if (\is_int($value)) {
            return (string) $value;
        }
        if (\preg_match('/^([+-]?)0*(\d+)$/D', $value, $match) !== 1) {
            throw Refusal::of($value, $column, 'a whole number is needed');
        }
        return ($match[1] === '-' && $match[2] !== '0' ? '-' : '') . $match[2];
    }
}
