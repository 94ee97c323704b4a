<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Texts of days and times that PHP would take for something else than they say. Its parser needs nothing between two parts:
 * `10000-01-01` is ten o'clock on 1 January 2000 to it, `2024` is 20:24 of today, and `-5` is now, in a zone of the Atlantic.
 *
 * @internal
 */
final class DateText
{
    public const DAY = 'day';
    public const MOMENT = 'moment';
    public const TIME = 'time';

    /** Says what it means: no second look. */
    private const PLAIN = '/^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?$/D';

    /**
     * Where a number of more than four digits belongs: a Unix time; a day, or a day and a time, without hyphens and colons;
     * a time without colons, alone or behind a day; parts of a second; a count of units.
     */
    private const LONG_NUMBERS = '/^\s*@-?\d+|^\s*(?:\d{8}|\d{14})(?=$|[\sTtZz+])|^\s*[Tt]?\d{6}(?:\.\d+)?\s*$'
        . '|(?<=\d{8}[Tt ]|-\d\d[Tt ])\d{6}(?!\d)|(?<=:\d\d[.,]|[Tt ]\d{6}[.,])\d+'
        . '|\d+(?=\s*(?:[um]?s|µs|[um]?secs?|[um]?seconds?|micro\w+|milli\w+|min\w*|hours?|days?|week\w*|fortnights?|months?|years?|sat|sun|mon|tue|wed|thu|fri)\b)/i';

    /** PHP takes the sign of such a year for a hyphen. */
    private const NEGATIVE_YEAR = '/(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:\s+|-)-\s*\d+(?!\d|\s*[a-z])/i';

    private const TOO_LONG = 'years are from 1 to 9999, and a number of that many digits is no other part of a day or time';

    /**
     * What is wrong with a text, as the end of a sentence; null when nothing is.
     *
     * @param self::* $needed what the text is to name
     */
    public static function problem(string $text, string $needed): ?string
    {
        if (\preg_match(self::PLAIN, $text) === 1) {
            return null;
        }
        if (\preg_match('/\d{5,}/', (string) \preg_replace(self::LONG_NUMBERS, '', $text)) === 1) {
            return self::TOO_LONG;
        }
        if (\preg_match(self::NEGATIVE_YEAR, $text) === 1) {
            return 'years are from 1 to 9999';
        }
        $parts = \date_parse($text);
        if (self::hasStrayZone($text, $parts)) {
            return 'a part of it could only be a time zone; write zones as "Z", "+02:00" or "Europe/Berlin" behind the time';
        }
        $namesDay = $parts['year'] !== false && $parts['month'] !== false && $parts['day'] !== false;
        if (!$namesDay && \preg_match('/^[\s\d.+-]+$/D', $text) === 1) {
            if ($needed !== self::TIME) {
                return 'PHP would take it for a time of today; a day such as "2024-12-31" is needed';
            }
            if ($parts['hour'] === false) {
                return 'PHP would take it for a year; a time such as "10:30" is needed';
            }
        }
        $isTimeOnly = $parts['year'] === false && $parts['month'] === false && $parts['day'] === false
            && !isset($parts['relative']) && \preg_match('/\d/', $text) === 1;

        return $needed === self::DAY && $isTimeOnly ? 'it names a time and no day' : null;
    }

    /**
     * A zone where there is nothing that it could be the zone of, or a single letter, as armies have them.
     *
     * @param array<mixed> $parts
     */
    private static function hasStrayZone(string $text, array $parts): bool
    {
        $kind = $parts['zone_type'] ?? 0;
        if ($kind === 0) {
            return false;
        }
        $letters = $kind === 2 ? $parts['tz_abbr'] ?? '' : '';
        if (\is_string($letters) && \strlen($letters) === 1 && $letters !== 'Z') {
            return true;
        }
        if ($parts['hour'] !== false) {
            return \preg_match('/^\s*[+-]/', $text) === 1 && !isset($parts['relative']);
        }
        if ($kind === 1) {
            return \preg_match('/\d\s*[+-]\d\d:\d\d\s*$/D', $text) !== 1;
        }

        return $parts['month'] === false && !isset($parts['relative']) && \preg_match('/\bnow\b/i', $text) !== 1;
    }
}
