<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** What the documentation leaves to the database: case, and where NULL stands in an order. */
final class Dialect
{
    public function __construct(private readonly string $adapter)
    {
    }

    /** Whether two values are equal; neither is null. */
    public function same(mixed $one, mixed $other, bool $ignoreCase = false): bool
    {
        if (\is_string($one) && \is_string($other) && ($ignoreCase || $this->adapter === 'mysql')) {
            return \strtolower($one) === \strtolower($other);
        }

        return $one == $other && \is_string($one) === \is_string($other);
    }

    public function compare(mixed $one, mixed $other): int
    {
        return \is_string($one) && \is_string($other) ? \strcmp($one, $other) <=> 0 : $one <=> $other;
    }

    /** A backslash in a pattern takes the meaning from the character behind it; the last one stands for itself. */
    public function like(string $text, string $pattern, bool $ignoreCase): bool
    {
        $expression = '';
        for ($at = 0; $at < \strlen($pattern); ++$at) {
            $isEscaped = $pattern[$at] === '\\' && $at + 1 < \strlen($pattern);
            $at += $isEscaped ? 1 : 0;
            $expression .= $isEscaped ? \preg_quote($pattern[$at], '/') : match ($pattern[$at]) {
                '%' => '.*',
                '_' => '.',
                default => \preg_quote($pattern[$at], '/'),
            };
        }
        $flags = $ignoreCase || $this->adapter !== 'pgsql' ? 'is' : 's';

        return \preg_match("/^$expression\$/D$flags", $text) === 1;
    }

    /** In an ORDER BY. */
    public function order(mixed $one, mixed $other): int
    {
        if ($one === null || $other === null) {
            $nulls = $this->adapter === 'pgsql' ? 1 : -1;

            return (($one === null ? 1 : 0) <=> ($other === null ? 1 : 0)) * $nulls;
        }

        return $this->compare($one, $other);
    }
}
