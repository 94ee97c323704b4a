<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** One spelling of values that getters, drivers and the oracle spell differently. */
final class Normal
{
    public static function value(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \DateTimeInterface => $value->format('Y-m-d'),
            $value instanceof \BackedEnum => $value->value,
            \is_array($value) => \array_map(self::value(...), $value),
            \is_int($value), \is_string($value) && \is_numeric($value) => (float) $value,
            default => $value,
        };
    }
}
