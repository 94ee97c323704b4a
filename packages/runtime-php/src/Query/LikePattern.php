<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * Patterns of LIKE, in which a backslash takes the meaning from the character behind it, on every vendor. Left alone,
 * PostgreSQL and MySQL do so, unless a setting says otherwise, and SQLite, SQL Server and Oracle have no such character.
 *
 * @internal
 */
final class LikePattern
{
    /** A backslash would have to be written differently from vendor to vendor. */
    private const ESCAPE = '!';

    private function __construct(public readonly string $text, public readonly string $sql)
    {
    }

    /** The pattern to bind, and what stands behind its placeholder. */
    public static function of(string $pattern, string $adapter): self
    {
        $sets = $adapter === 'mssql'; // of characters, in brackets
        if (!\str_contains($pattern, '\\') && !($sets && \str_contains($pattern, '['))) {
            return new self($pattern, '');
        }
        $text = \preg_replace_callback(
            '/\\\\.?|[' . self::ESCAPE . '\[]/s',
            static function (array $match) use ($sets): string {
                // A backslash at the end stands for itself.
                $literal = \strlen($match[0]) > 1 ? \substr($match[0], 1) : $match[0];

                return match ($literal) {
                    '%', '_', self::ESCAPE => self::ESCAPE . $literal,
                    '[' => $sets ? self::ESCAPE . '[' : '[',
                    default => $literal,
                };
            },
            $pattern,
        );

        return new self($text ?? $pattern, " ESCAPE '" . self::ESCAPE . "'");
    }
}
