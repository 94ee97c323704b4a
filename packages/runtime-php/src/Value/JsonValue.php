<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use JsonException;

/**
 * JSON documents: arrays in PHP, text in the database.
 */
final class JsonValue
{
    private const FLAGS = \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE | \JSON_PRESERVE_ZERO_FRACTION
        | \JSON_THROW_ON_ERROR;

    /**
     * @param array<array-key, mixed>|string $value an array, or the text of a document
     */
    public static function of(array|string $value, string $column): string
    {
        if (\is_array($value)) {
            return self::encode($value, $column);
        }
        if (self::decode($value) === null) {
            throw Refusal::of($value, $column, 'the text of a JSON array or object is needed');
        }
        return $value;
    }

    /**
     * @param array<array-key, mixed> $value
     */
    public static function encode(array $value, string $column): string
    {
        try {
            return \json_encode($value, self::FLAGS);
        } catch (JsonException $exception) {
            throw Refusal::of($value, $column, 'it cannot be JSON (' . $exception->getMessage() . ')');
        }
    }

    /**
     * Whole numbers beyond 64 bits become strings, so that no digit is lost.
     *
     * @return array<array-key, mixed>
     */
    public static function read(string $stored, string $column): array
    {
        return self::decode($stored)
            ?? throw Refusal::ofRow($stored, $column, 'it is no JSON array or object, and PHP shows it as an array');
    }

    /**
     * True when two stored forms are different documents. The order of an object's keys does not matter: some
     * databases change it.
     *
     * @param array<array-key, mixed>|string|null $a
     * @param array<array-key, mixed>|string|null $b
     */
    public static function differs(array|string|null $a, array|string|null $b): bool
    {
        if ($a === $b) {
            return false;
        }
        $a = \is_string($a) ? self::decode($a) : $a;
        $b = \is_string($b) ? self::decode($b) : $b;
        return $a === null || $b === null || !self::same($a, $b);
    }

    /**
     * @return array<array-key, mixed>|null
     */
    private static function decode(string $text): ?array
    {
        $value = \json_decode($text, true, 512, \JSON_BIGINT_AS_STRING);
        return \is_array($value) ? $value : null;
    }

    /**
     * @param array<array-key, mixed> $a
     * @param array<array-key, mixed> $b
     */
    private static function same(array $a, array $b): bool
    {
        if (\count($a) !== \count($b)) {
            return false;
        }
        foreach ($a as $key => $value) {
            if (!\array_key_exists($key, $b)) {
                return false;
            }
            $other = $b[$key];
            if (\is_array($value) && \is_array($other) ? !self::same($value, $other) : $value !== $other) {
                return false;
            }
        }
        return true;
    }
}
