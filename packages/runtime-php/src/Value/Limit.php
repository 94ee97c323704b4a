<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;

/**
 * What a column can hold by its schema: lengths of texts and bytes, ranges of whole numbers. A text that is too long is not
 * repeated in the message: only its length says what is wrong.
 */
final class Limit
{
    /** Called for a text that has more bytes than the column holds characters. */
    public static function checkCharacters(string $value, int $most, string $column): void
    {
        // Every character of UTF-8 has one byte that does not continue another.
        $length = (int) \preg_match_all('/[^\x80-\xBF]/', $value);
        if ($length > $most) {
            throw self::tooLong("a text of $length characters", $most, $column);
        }
    }

    public static function tooManyBytes(string $value, int $most, string $column): InvalidValueException
    {
        return self::tooLong(\strlen($value) . ' bytes', $most, $column);
    }

    public static function outOfRange(int|string $value, int $least, int $most, string $column): InvalidValueException
    {
        return Refusal::of($value, $column, "it holds whole numbers from $least to $most");
    }

    /**
     * Checks a value in the form in which the database gets it.
     *
     * @param array{string, int, int} $limit `characters`, `bytes` or `numbers`, the least and the most
     */
    public static function check(array $limit, int|string|null $bound, string $column): void
    {
        [$of, $least, $most] = $limit;
        if ($of === 'numbers') {
            if ($bound !== null && ((int) $bound < $least || (int) $bound > $most)) {
                throw self::outOfRange($bound, $least, $most, $column);
            }
        } elseif (\is_string($bound) && \strlen($bound) > $most) {
            $of === 'bytes'
                ? throw self::tooManyBytes($bound, $most, $column)
                : self::checkCharacters($bound, $most, $column);
        }
    }

    private static function tooLong(string $what, int $most, string $column): InvalidValueException
    {
        return new InvalidValueException("$column does not take $what: it holds $most.");
    }
}
