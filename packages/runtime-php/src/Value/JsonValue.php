<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use ArrayObject;
use JsonException;
use Orm\Runtime\Exception\InvalidValueException;

/**
 * JSON documents: arrays in PHP, text in the database.
 */
final class JsonValue
{
    private const FLAGS = \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE | \JSON_PRESERVE_ZERO_FRACTION
        | \JSON_THROW_ON_ERROR;

    /** Whole numbers beyond 64 bits become strings, so that no digit is lost. */
    private const BIG = \JSON_BIGINT_AS_STRING;

    private const STRING = '"(?:[^"\\\\]++|\\\\.)*+"';

    /**
     * @param array<array-key, mixed>|string $value an array, or the text of a document
     */
    public static function of(array|string $value, string $column): string
    {
        if (\is_array($value)) {
            return self::encode($value, $column);
        }
        $document = self::decode($value)
            ?? throw Refusal::of($value, $column, 'the text of a JSON array or object is needed');
        if (\preg_match('/\d[eE]/', $value) === 1) {
            self::encode($document, $column); // 1e400 is a number of JSON, and none of PHP.
        }

        return \str_contains($value, '\\') ? self::withPlainCharacters($value) : $value;
    }

    /**
     * @param array<array-key, mixed> $value
     */
    private static function encode(array $value, string $column): string
    {
        try {
            return \json_encode($value, self::FLAGS);
        } catch (JsonException $exception) {
            throw Refusal::of($value, $column, 'it cannot be JSON (' . $exception->getMessage() . ')');
        }
    }

    /**
     * @return array<array-key, mixed>
     */
    public static function read(string $stored, string $column): array
    {
        return (\preg_match('/\{\s*\}/', $stored) === 1 ? self::withEmptyObjects($stored) : null)
            ?? self::decode($stored)
            ?? throw Refusal::ofRow($stored, $column, 'it is no JSON array or object, and PHP shows it as an array');
    }

    /** Whether a stored form is the empty object, which the getter shows as the empty array. */
    public static function isEmptyObject(?string $stored): bool
    {
        return $stored !== null && \preg_match('/^\s*\{\s*\}\s*$/D', $stored) === 1;
    }

    /**
     * The document with empty objects inside of it as objects: as arrays they would be written as lists again.
     *
     * @return array<array-key, mixed>|null
     */
    private static function withEmptyObjects(string $text): ?array
    {
        $value = \json_decode($text, false, 512, self::BIG);

        return \is_object($value) || \is_array($value) ? \array_map(self::shown(...), (array) $value) : null;
    }

    private static function shown(mixed $value): mixed
    {
        if (!\is_object($value) && !\is_array($value)) {
            return $value;
        }
        $values = \array_map(self::shown(...), (array) $value);

        // Read like an array, and written as an object.
        return \is_object($value) && $values === [] ? new ArrayObject() : $values;
    }

    /**
     * True when two stored forms are different documents. The order of an object's keys does not matter: some
     * databases change it.
     */
    public static function differs(?string $a, ?string $b): bool
    {
        if ($a === $b) {
            return false;
        }
        if ($a === null || $b === null) {
            return true;
        }
        if (\str_contains($a . $b, '"\u0000')) {
            [$a, $b] = [self::withSafeKeys($a), self::withSafeKeys($b)];
        }
        $old = \json_decode($a, false, 512, self::BIG);
        if ($old === null || !self::same($old, \json_decode($b, false, 512, self::BIG))) {
            return true;
        }
        // Digits that were too many for a number have become a string, as which they are equal to a string of digits.
        return \preg_match('/\d{19}/', $a) === 1 && !self::same(\json_decode($a), \json_decode($b));
    }

    /**
     * A text that equal documents have in common: keys in order, numbers and characters written in one way.
     */
    public static function normal(string $document): string
    {
        $text = (string) \preg_replace_callback(
            '~(' . self::STRING . ')(\s*:)?|-?\d[\d.eE+-]*~s',
            static fn (array $match): string => match (true) {
                ($match[1] ?? '') === '' => '"#' . self::number($match[0]) . '"',
                ($match[2] ?? '') !== '' => '"_' . \substr($match[1], 1) . ':',
                default => '"_' . \substr($match[1], 1),
            },
            $document,
        );
        $value = \json_decode($text);

        return $value === null && $text !== 'null' ? $document : (string) \json_encode(self::sorted($value));
    }

    /**
     * @return array<array-key, mixed>|null
     */
    private static function decode(string $text): ?array
    {
        $value = \json_decode($text, true, 512, self::BIG);
        return \is_array($value) ? $value : null;
    }

    /** Characters that need no escape without one, as `of()` writes those of an array: MariaDB compares what is written. */
    private static function withPlainCharacters(string $text): string
    {
        return (string) \preg_replace_callback(
            '~' . self::STRING . '~s',
            static fn (array $match): string => \str_contains($match[0], '\\')
                ? \json_encode(\json_decode($match[0]), self::FLAGS)
                : $match[0],
            $text,
        );
    }

    /** PHP makes no object of a key that begins with a zero byte. */
    private static function withSafeKeys(string $text): string
    {
        return (string) \preg_replace('~"((?:[^"\\\\]++|\\\\.)*+)"(?:(?=\s*:)|(*SKIP)(*FAIL))~s', '"_$1"', $text);
    }

    private static function number(string $text): string
    {
        try {
            return Decimal::of($text, null, null, '');
        } catch (InvalidValueException) {
            return $text;
        }
    }

    private static function sorted(mixed $value): mixed
    {
        if (\is_object($value)) {
            $values = \array_map(self::sorted(...), \get_object_vars($value));
            \ksort($values, \SORT_STRING);
            return (object) $values;
        }
        return \is_array($value) ? \array_map(self::sorted(...), $value) : $value;
    }

    private static function same(mixed $a, mixed $b): bool
    {
        if (\is_object($a) && \is_object($b)) {
            $a = \get_object_vars($a);
            $b = \get_object_vars($b);
        }
        if (!\is_array($a) || !\is_array($b)) {
            return $a === $b;
        }
        if (\count($a) !== \count($b)) {
            return false;
        }
        foreach ($a as $key => $value) {
            if (!\array_key_exists($key, $b) || !self::same($value, $b[$key])) {
                return false;
            }
        }
        return true;
    }
}
