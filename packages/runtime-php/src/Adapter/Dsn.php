<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/**
 * What has to be known about the text of a DSN.
 *
 * @internal
 */
final class Dsn
{
    /** Up to the next semicolon: the value of a password may contain spaces, and too much hidden does no harm. */
    private const SECRET = '/\b(?<key>(?:ssl)?password|passwd|pwd)(?<equals>\s*=\s*)(?:\'(?:[^\'\\\\]|\\\\.)*\'|\{(?:[^}]|\}\})*\}|[^;]*)/is';

    /** What is before the colon, or an empty text. */
    public static function driver(#[\SensitiveParameter] string $dsn): string
    {
        return \strtolower((string) \strstr($dsn, ':', true));
    }

    public static function has(#[\SensitiveParameter] string $dsn, string $parameter): bool
    {
        return \preg_match('/[:;\s]' . $parameter . '\s*=/i', $dsn) === 1;
    }

    /** The value of a parameter without its quotes, or null. Of several the last one, as libpq does. */
    public static function value(#[\SensitiveParameter] string $dsn, string $parameter): ?string
    {
        \preg_match_all('/[:;\s]' . $parameter . '\s*=\s*(?|\'((?:[^\'\\\\]|\\\\.)*)\'|([^;\s]*))/i', $dsn, $found);
        $values = $found[1] ?? [];

        return $values === [] ? null : \stripslashes($values[\count($values) - 1]);
    }

    public static function with(#[\SensitiveParameter] string $dsn, string $parameter, string $value): string
    {
        return self::has($dsn, $parameter) ? $dsn : \rtrim($dsn, '; ') . ";$parameter=$value";
    }

    public static function hasPassword(#[\SensitiveParameter] string $dsn): bool
    {
        return self::withoutPassword($dsn) !== $dsn;
    }

    public static function withoutPassword(#[\SensitiveParameter] string $dsn): string
    {
        $dsn = \preg_replace(self::SECRET, '$1$2***', $dsn) ?? '';

        // A password that was not encoded may have any character in it: up to the last "@".
        return \preg_replace('~(//[^:@]*):.*@~s', '$1:***@', $dsn) ?? '';
    }
}
