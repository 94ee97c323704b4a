<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Stringable;

/**
 * UUIDs: 36 characters in lower case in PHP, text or 16 bytes in the database.
 */
final class Uuid
{
    public static function of(string|Stringable $value, string $column): string
    {
        $uuid = \strtolower((string) $value);
        if (\preg_match('/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/D', $uuid) === 1) {
            return $uuid;
        }
        if (\strlen($uuid) === 32 && \ctype_xdigit($uuid)) {
            return self::ofHex($uuid);
        }
        throw Refusal::of((string) $value, $column, 'a UUID of 32 hexadecimal digits in the form 8-4-4-4-12 is needed');
    }

    public static function ofHex(string $hex): string
    {
        $hex = \strtolower($hex);
        return \substr($hex, 0, 8) . '-' . \substr($hex, 8, 4) . '-' . \substr($hex, 12, 4) . '-'
            . \substr($hex, 16, 4) . '-' . \substr($hex, 20);
    }

    public static function ofBytes(string $bytes): string
    {
        $hex = \bin2hex($bytes);
        return \substr($hex, 0, 8) . '-' . \substr($hex, 8, 4) . '-' . \substr($hex, 12, 4) . '-'
            . \substr($hex, 16, 4) . '-' . \substr($hex, 20);
    }

    /**
     * Bytes in the order of MySQL's UUID_TO_BIN(uuid, 1): the bits of the time that change least come first.
     */
    public static function ofSwappedBytes(string $bytes): string
    {
        $hex = \bin2hex($bytes);
        return \substr($hex, 8, 8) . '-' . \substr($hex, 4, 4) . '-' . \substr($hex, 0, 4) . '-'
            . \substr($hex, 16, 4) . '-' . \substr($hex, 20);
    }

    public static function bytes(string $uuid): string
    {
        return (string) \hex2bin(\str_replace('-', '', $uuid));
    }

    public static function swappedBytes(string $uuid): string
    {
        return (string) \hex2bin(
            \substr($uuid, 14, 4) . \substr($uuid, 9, 4) . \substr($uuid, 0, 8)
            . \substr($uuid, 19, 4) . \substr($uuid, 24)
        );
    }
}
