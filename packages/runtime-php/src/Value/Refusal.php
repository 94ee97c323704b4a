<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;

/**
 * Makes the exceptions of this folder: each names the column, the value (shortened) and what the column takes.
 */
final class Refusal
{
    private const SHOWN = 60;

    /**
     * @param string $column `table.column`
     * @param string $accepted what the column takes, as the end of a sentence
     */
    public static function of(mixed $value, string $column, string $accepted): InvalidValueException
    {
        return new InvalidValueException($column . ' does not take ' . self::show($value) . ': ' . $accepted . '.');
    }

    /**
     * A value in the database that the column's PHP type cannot show.
     *
     * @param string $reason what is wrong with it, as the end of a sentence
     */
    public static function ofRow(mixed $value, string $column, string $reason): InvalidValueException
    {
        return new InvalidValueException(
            'The row holds ' . self::show($value) . ' in ' . $column . ': ' . $reason . '.'
        );
    }

    private static function show(mixed $value): string
    {
        if (\is_string($value)) {
            $text = \preg_match('//u', $value) === 1
                ? (string) \preg_replace('/[\x00-\x1f\x7f]/', '?', $value)
                : 'bytes ' . \bin2hex(\substr($value, 0, self::SHOWN));
            if (\preg_match('/^.{' . self::SHOWN . '}(?=.)/su', $text, $match) === 1) {
                $text = $match[0] . '…';
            }
            return '"' . $text . '"';
        }
        if (\is_float($value) && \is_nan($value)) {
            return 'NAN'; // newer PHP warns when it is made a string
        }
        if (\is_int($value) || \is_float($value)) {
            return (string) $value;
        }
        if (\is_bool($value)) {
            return $value ? 'true' : 'false';
        }
        return 'a value of type ' . \get_debug_type($value);
    }
}
