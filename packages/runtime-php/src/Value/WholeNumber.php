<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Whole numbers of columns with phpType="string": those that may not fit PHP's int.
 */
final class WholeNumber
{
    /** The largest numbers of 64 bits, by what the column is. */
    private const LARGEST = [
        'signed' => ['' => '9223372036854775807', '-' => '9223372036854775808'],
        'unsigned' => ['' => '18446744073709551615', '-' => '0'],
    ];

    /**
     * @param string $range `signed` or `unsigned`: the column takes numbers of 64 bits; empty where that is not known
     */
    public static function of(int|string $value, string $range, string $column): string
    {
        if (\preg_match('/^([+-]?)0*(\d+)$/D', (string) $value, $match) !== 1) {
            throw Refusal::of($value, $column, 'a whole number is needed');
        }
        $sign = $match[1] === '-' && $match[2] !== '0' ? '-' : '';
        $largest = self::LARGEST[$range][$sign] ?? $match[2];
        if ((\strlen($match[2]) <=> \strlen($largest) ?: \strcmp($match[2], $largest)) > 0) {
            throw Refusal::of(
                $value,
                $column,
                $range === 'signed'
                    ? 'it holds -9223372036854775808 to 9223372036854775807'
                    : 'it holds 0 to 18446744073709551615'
            );
        }
        return $sign . $match[2];
    }
}
