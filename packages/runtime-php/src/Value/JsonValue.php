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

    /** Whole numbers beyond 64 bits become strings, so that no digit is lost. */
    private const BIG = \JSON_BIGINT_AS_STRING;

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
        return self::decode($stored)
            ?? throw Refusal::ofRow($stored, $column, 'it is no JSON array or object, and PHP shows it as an array');
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
        return !self::same(\json_decode($a, false, 512, self::BIG), \json_decode($b, false, 512, self::BIG));
    }

    /**
     * @return array<array-key, mixed>|null
     */
    private static function decode(string $text): ?array
    {
        $value = \json_decode($text, true, 512, self::BIG);
        return \is_array($value) ? $value : null;
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
