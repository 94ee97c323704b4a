<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\Excerpt;
use Throwable;

/**
 * Days and times. Objects of generated classes keep the database's text and make a DateTimeImmutable when it is read.
 * `$digits` are those of a second's fraction; what is finer is cut off. `$trimmed`: without the zeros at their end.
 */
final class Temporal
{
    private const ACCEPTED = 'a DateTimeInterface, a Unix time, or a text that DateTimeImmutable understands is needed';

    private const OF_A_DAY = 'a time from 00:00 to before 24:00 is needed';

    private static ?DateTimeZone $zone = null;
    private static string $zoneName = '';
    private static ?DateTimeZone $chosen = null;
    private static ?DateTimeZone $utc = null;

    /**
     * The time zone of `runtime.timeZone`, in which days and times are stored and read; null for PHP's default one.
     *
     * @internal
     */
    public static function useZone(?string $name): void
    {
        try {
            // An offset is no zone: it knows nothing of summer, and Node would not take it.
            $isOffset = $name !== null && \preg_match('/^[A-Za-z]/', $name) !== 1;
            self::$chosen = $name === null ? null : new DateTimeZone($isOffset ? '' : $name);
        } catch (Throwable $exception) {
            throw new ConfigurationException(
                \sprintf('There is no time zone "%s": runtime.timeZone is a name such as Europe/Berlin.', Excerpt::of((string) $name)),
                0,
                $exception,
            );
        }
    }

    /**
     * The calendar day as given; its time zone does not matter.
     */
    public static function date(DateTimeInterface|string|int $value, string $column): string
    {
        if (\is_string($value) && \preg_match('/^(\d{4})-(\d\d)-(\d\d)$/D', $value, $match) === 1) {
            if ($match[1] === '0000' || !\checkdate((int) $match[2], (int) $match[3], (int) $match[1])) {
                throw Refusal::of($value, $column, 'there is no such day');
            }
            return $value;
        }
        $text = self::moment($value, DateText::DAY, $column)->format('Y-m-d');
        self::checkYear($text, $value, $column);
        return $text;
    }

    /**
     * The time of day as given; its time zone does not matter.
     */
    public static function time(DateTimeInterface|string|int $value, int $digits, bool $trimmed, string $column): string
    {
        if (\is_string($value) && self::leavesTheDay($value)) {
            throw Refusal::of($value, $column, self::OF_A_DAY);
        }
        return self::cut(self::moment($value, DateText::TIME, $column)->format('H:i:s.u'), 8, $digits, $trimmed);
    }

    /**
     * The instant in the time zone of the application.
     */
    public static function dateTime(
        DateTimeInterface|string|int $value,
        int $digits,
        bool $trimmed,
        string $column
    ): string {
        $text = self::immutable(self::moment($value, DateText::MOMENT, $column))
            ->setTimezone(self::zone())->format('Y-m-d H:i:s.u');
        self::checkYear($text, $value, $column);
        return self::cut($text, 19, $digits, $trimmed);
    }

    /**
     * The instant with its offset, which is that of UTC.
     */
    public static function zoned(DateTimeInterface|string|int $value, int $digits, bool $trimmed, string $column): string
    {
        $utc = self::$utc ??= new DateTimeZone('UTC');
        $text = self::immutable(self::moment($value, DateText::MOMENT, $column))
            ->setTimezone($utc)->format('Y-m-d H:i:s.u');
        self::checkYear($text, $value, $column);
        return self::cut($text, 19, $digits, $trimmed) . '+00:00';
    }

    public static function readDate(string $stored, string $column): DateTimeImmutable
    {
        return self::parse($stored, $stored, $column);
    }

    /**
     * A time of day, on the first day of Unix time: two equal times are equal objects.
     */
    public static function readTime(string $stored, string $column): DateTimeImmutable
    {
        // MySQL has times from -838 to 838 hours, PostgreSQL has 24:00.
        if (\preg_match('/^(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/', $stored) !== 1) {
            throw Refusal::ofRow($stored, $column, self::OF_A_DAY . ' to be shown as a DateTimeImmutable');
        }
        return self::parse('1970-01-01 ' . $stored, $stored, $column);
    }

    /**
     * The text has no offset: a time that the clock shows twice is the first of the two. PHP takes one or the other, by zone.
     */
    public static function readDateTime(string $stored, string $column): DateTimeImmutable
    {
        $moment = self::parse($stored, $stored, $column);
        $at = $moment->getTimestamp();
        $before = $moment->setTimestamp($at - 10800)->getOffset(); // clocks were never set back by more
        $back = $before - $moment->getOffset();
        if ($back <= 0) {
            return $moment;
        }
        $first = (new DateTimeImmutable('@' . ($at - $back) . $moment->format('.u')))->setTimezone($moment->getTimezone());
        return $first->getOffset() === $before ? $first : $moment;
    }

    public static function readZoned(string $stored, string $column): DateTimeImmutable
    {
        return self::parse($stored, $stored, $column)->setTimezone(self::zone());
    }

    /**
     * The time of day in the text of an interval of less than a day: `+00 12:30:00`.
     */
    public static function ofInterval(string $text): string
    {
        $start = \strrpos($text, ' ');
        return $start === false ? $text : \substr($text, $start + 1);
    }

    /**
     * True when two texts with an offset, or objects, are different instants.
     */
    public static function zonedDiffers(
        DateTimeImmutable|string|null $a,
        DateTimeImmutable|string|null $b,
        string $column
    ): bool {
        if ($a === $b) {
            return false;
        }
        if ($a === null || $b === null) {
            return true;
        }
        $a = \is_string($a) ? self::readZoned($a, $column) : $a;
        return $a != (\is_string($b) ? self::readZoned($b, $column) : $b);
    }

    /** PHP reads `24:00` and `23:59:60` as a time of the next day, and `-10:00` as a time zone. */
    private static function leavesTheDay(string $text): bool
    {
        if (\preg_match('/^\s*[+-]\s*\d+:/', $text) === 1) {
            return true;
        }
        $parts = \date_parse($text);

        return $parts['hour'] === 24 || $parts['second'] === 60;
    }

    /**
     * @param DateText::* $needed what a text is to name
     */
    private static function moment(
        DateTimeInterface|string|int $value,
        string $needed,
        string $column
    ): DateTimeInterface {
        if ($value instanceof DateTimeInterface) {
            return $value;
        }
        if (\is_int($value)) {
            return (new DateTimeImmutable('@' . $value))->setTimezone(self::zone());
        }
        try {
            // PHP reads a text up to a zero byte.
            $moment = new DateTimeImmutable(\str_replace("\0", '?', $value), self::$chosen);
        } catch (Throwable) {
            throw Refusal::of($value, $column, self::ACCEPTED);
        }
        $errors = DateTimeImmutable::getLastErrors();
        if ($value === '' || ($errors !== false && $errors['warning_count'] > 0)) {
            throw Refusal::of($value, $column, $value === '' ? self::ACCEPTED : 'there is no such day or time');
        }
        $problem = DateText::problem($value, $needed);
        return $problem === null ? $moment : throw Refusal::of($value, $column, $problem);
    }

    private static function immutable(DateTimeInterface $value): DateTimeImmutable
    {
        return $value instanceof DateTimeImmutable ? $value : DateTimeImmutable::createFromInterface($value);
    }

    /**
     * That of the configuration, or else PHP's default one, which a program may change at any time.
     */
    private static function zone(): DateTimeZone
    {
        if (self::$chosen !== null) {
            return self::$chosen;
        }
        $name = \date_default_timezone_get();
        if (self::$zone === null || $name !== self::$zoneName) {
            self::$zone = new DateTimeZone($name);
            self::$zoneName = $name;
        }
        return self::$zone;
    }

    private static function cut(string $text, int $seconds, int $digits, bool $trimmed): string
    {
        if ($digits === 0) {
            return \substr($text, 0, $seconds);
        }
        $text = \substr($text, 0, $seconds + 1 + $digits);
        return $trimmed ? \rtrim(\rtrim($text, '0'), '.') : $text;
    }

    private static function checkYear(string $text, DateTimeInterface|string|int $value, string $column): void
    {
        if ($text[4] !== '-' || \str_starts_with($text, '0000')) {
            $shown = $value instanceof DateTimeInterface ? $value->format(DateTimeInterface::ATOM) : $value;
            throw Refusal::of($shown, $column, 'a year from 1 to 9999 is needed');
        }
    }

    private static function parse(string $text, string $stored, string $column): DateTimeImmutable
    {
        if (\str_starts_with($text, '0000')) {
            throw Refusal::ofRow($stored, $column, 'there is no such day; clear it, or set the day that was meant');
        }
        // PostgreSQL and SQLite have years of five digits, which PHP would take for something else.
        $problem = ($text[4] ?? '') === '-' ? null : DateText::problem($text, DateText::MOMENT);
        if ($problem !== null) {
            throw Refusal::ofRow($stored, $column, $problem);
        }
        try {
            return new DateTimeImmutable($text, self::$chosen);
        } catch (Throwable) {
            throw Refusal::ofRow($stored, $column, 'it cannot be shown as a DateTimeImmutable');
        }
    }
}
