<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;

/**
 * Floating-point numbers on their way to and from the database.
 */
final class Real
{
    /**
     * All digits of a number. PDO would keep those of PHP's setting `precision` and lose the rest.
     */
    public static function text(float $value): string
    {
        return \is_finite($value) ? \sprintf('%.17H', $value) : ($value < 0 ? '-INF' : (\is_nan($value) ? 'NAN' : 'INF'));
    }

    /**
     * All digits of the number of 24 bits that a column holds of a number: MySQL compares it with all 53 bits of the other.
     */
    public static function singleText(float $value): string
    {
        /** @var array{1: float} $single */
        $single = \unpack('f', \pack('f', $value));
        return self::text(\is_finite($single[1]) ? $single[1] : $value);
    }

    /**
     * A value that a cast makes zero: zero itself, or a word of the database.
     */
    public static function word(mixed $value): float
    {
        return match (\is_string($value) ? \strtolower($value) : '') {
            'nan' => \NAN,
            'infinity', 'inf' => \INF,
            '-infinity', '-inf' => -\INF,
            '-0' => -0.0,
            default => 0.0,
        };
    }

    public static function notFinite(float $value, string $column): InvalidValueException
    {
        return Refusal::of($value, $column, 'this database stores finite numbers only');
    }
}
