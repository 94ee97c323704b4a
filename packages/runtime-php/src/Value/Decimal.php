<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Exact decimal numbers as text, in one spelling: as many digits after the point as the column has.
 */
final class Decimal
{
    /** Numbers that need no second look, by scale. */
    private const PLAIN = [
        1 => '/^(?:0|[1-9]\d*)\.\d$/D',
        2 => '/^(?:0|[1-9]\d*)\.\d\d$/D',
        3 => '/^(?:0|[1-9]\d*)\.\d{3}$/D',
        4 => '/^(?:0|[1-9]\d*)\.\d{4}$/D',
    ];

    private const PATTERN = '/^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/D';

    /**
     * The one spelling of a number, rounded half away from zero as databases do.
     *
     * @param int|null $size  how many digits the column holds; null for no limit
     * @param int|null $scale how many of them after the point; null for as many as given
     */
    public static function of(int|float|string $value, ?int $size, ?int $scale, string $column): string
    {
        // Spelled that way already, as nearly every number is: digits, a point where it belongs, no needless zero.
        if (
            $scale !== null && $size !== null && \is_string($value) && \strlen($value) <= $size + 1
            && isset(self::PLAIN[$scale]) && \preg_match(self::PLAIN[$scale], $value) === 1
            && ($scale < $size || $value[0] === '0')
        ) {
            return $value;
        }
        $text = \is_string($value) ? $value : (\is_int($value) ? (string) $value : self::ofFloat($value));
        if (\preg_match(self::PATTERN, $text, $match) !== 1) {
            throw Refusal::of($value, $column, 'a number such as "12.50" is needed');
        }
        $whole = $match[2];
        $fraction = $match[3] ?? '';
        if ($whole === '' && $fraction === '') {
            throw Refusal::of($value, $column, 'a number such as "12.50" is needed');
        }
        $exponent = (int) ($match[4] ?? 0);
        if ($exponent > 0) {
            $fraction = \str_pad($fraction, $exponent, '0');
            $whole .= \substr($fraction, 0, $exponent);
            $fraction = \substr($fraction, $exponent);
        } elseif ($exponent < 0) {
            $whole = \str_pad($whole, -$exponent, '0', \STR_PAD_LEFT);
            $fraction = \substr($whole, $exponent) . $fraction;
            $whole = \substr($whole, 0, $exponent);
        }
        if ($scale === null) {
            $fraction = \rtrim($fraction, '0');
        } elseif (\strlen($fraction) > $scale) {
            $up = $fraction[$scale] >= '5';
            $fraction = \substr($fraction, 0, $scale);
            if ($up) {
                $digits = self::increment($whole . $fraction);
                $whole = $scale === 0 ? $digits : \substr($digits, 0, -$scale);
                $fraction = $scale === 0 ? '' : \substr($digits, -$scale);
            }
        } else {
            $fraction = \str_pad($fraction, $scale, '0');
        }
        $whole = \ltrim($whole, '0');
        if ($size !== null && \strlen($whole) > $size - ($scale ?? 0)) {
            throw Refusal::of($value, $column, self::room($size, $scale ?? 0));
        }
        $number = ($whole === '' ? '0' : $whole) . ($fraction === '' ? '' : '.' . $fraction);
        return $match[1] === '-' && \strspn($number, '0.') !== \strlen($number) ? '-' . $number : $number;
    }

    /**
     * A number of a row as text, without zeros at the end of its fraction.
     */
    public static function ofNumber(mixed $value): string
    {
        if (\is_int($value) || \is_float($value) || (\is_string($value) && \is_numeric($value))) {
            return self::of($value, null, null, '');
        }
        return \is_string($value) ? $value : '';
    }

    /**
     * Compares two numbers by their value, for the collation that orders decimals kept as text.
     * What is no number comes after all numbers.
     */
    public static function compare(string $a, string $b): int
    {
        if ($a === $b) {
            return 0;
        }
        $aNumber = self::isNumber($a);
        if ($aNumber !== self::isNumber($b)) {
            return $aNumber ? -1 : 1;
        }
        if (!$aNumber) {
            return $a <=> $b;
        }
        $aNegative = $a[0] === '-';
        $bNegative = $b[0] === '-';
        $order = self::compareSizes($aNegative ? \substr($a, 1) : $a, $bNegative ? \substr($b, 1) : $b);
        if ($aNegative === $bNegative) {
            return $aNegative ? -$order : $order;
        }
        // Zero has no sign.
        if ($order === 0 && \strspn($a, '-0.') === \strlen($a)) {
            return 0;
        }
        return $aNegative ? -1 : 1;
    }

    private static function isNumber(string $text): bool
    {
        $length = \strlen($text);
        $start = $length > 0 && $text[0] === '-' ? 1 : 0;
        return $length > $start && $start + \strspn($text, '0123456789.', $start) === $length;
    }

    private static function compareSizes(string $a, string $b): int
    {
        $aParts = \explode('.', $a, 2);
        $bParts = \explode('.', $b, 2);
        $aWhole = \ltrim($aParts[0], '0');
        $bWhole = \ltrim($bParts[0], '0');
        return \strlen($aWhole) <=> \strlen($bWhole)
            ?: \strcmp($aWhole, $bWhole) <=> 0
            ?: \strcmp(\rtrim($aParts[1] ?? '', '0'), \rtrim($bParts[1] ?? '', '0')) <=> 0;
    }

    /**
     * The shortest digits that are this number, whatever PHP's settings say.
     */
    private static function ofFloat(float $value): string
    {
        $short = \sprintf('%.15H', $value);
        return (float) $short === $value ? $short : \sprintf('%.17H', $value);
    }

    private static function increment(string $digits): string
    {
        for ($i = \strlen($digits) - 1; $i >= 0; $i--) {
            if ($digits[$i] !== '9') {
                $digits[$i] = (string) ((int) $digits[$i] + 1);
                return $digits;
            }
            $digits[$i] = '0';
        }
        return '1' . $digits;
    }

    private static function room(int $size, int $scale): string
    {
        $before = $size - $scale;
        return 'it holds ' . $before . ' digit' . ($before === 1 ? '' : 's') . ' before the point';
    }
}
