<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Closure;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Value\Argument;
use Orm\Runtime\Value\Limit;
use Orm\Runtime\Value\Refusal;
use PDO;
use ReflectionFunction;

/**
 * Values on their way into a statement. Whatever their way, they pass here and through the column's binder, which accepts
 * what the column's setter accepts.
 *
 * @internal
 */
final class BoundValue
{
    /** @var array<string, array<int, array{Closure, list<string>}>> binders and the types they take, by query class and position */
    private static array $binders = [];

    /** A value to compare a column with, in the form in which the database gets it; null stays null. */
    public static function of(Source $source, int $position, mixed $value): int|string|null
    {
        if ($value === null) {
            return null;
        }

        // An empty text that a setter takes for null is nothing to compare with.
        return self::bound($source, $position, $value, [])
            ?? throw Refusal::of($value, self::column($source, $position), 'it is null there: compare with null');
    }

    /** A value that a column is to have, in the form in which the database gets it. */
    public static function assigned(Source $source, int $position, mixed $value): int|string|null
    {
        $required = \in_array($position, $source->map::REQUIRED, true);
        if ($value === null) {
            return $required ? throw Refusal::of(null, self::column($source, $position), 'it cannot be null') : null;
        }

        $bound = self::bound($source, $position, $value, $required ? [] : ['null']);
        if (isset($source->map::LIMITS[$position])) {
            Limit::check($source->map::LIMITS[$position], $bound, self::column($source, $position));
        }

        return $bound;
    }

    /**
     * Values to compare a column with.
     *
     * @template K of array-key
     *
     * @param array<K, mixed> $values
     *
     * @return array<K, int|string|null>
     */
    public static function all(Source $source, int $position, array $values): array
    {
        return \array_map(static fn (mixed $value): int|string|null => self::of($source, $position, $value), $values);
    }

    /**
     * The PDO types of values of a column, where it matters: bytes must not be sent as text, and MySQL compares a list
     * of numbers sent as text inexactly.
     *
     * @return array<int, int>
     */
    public static function types(Source $source, int $position, int $count): array
    {
        $type = $source->map::COLUMNS[$position][2];
        $needed = $type === PDO::PARAM_LOB || ($type === PDO::PARAM_INT && $count > 1 && $source->map::ADAPTER === 'mysql');

        return $needed ? \array_fill(0, $count, $type) : [];
    }

    /** How a query names the column, for messages. */
    public static function name(Source $source, int $position): string
    {
        return $source->map::TABLE_PHP_NAME . '.' . $source->map::phpNameAt($position);
    }

    public static function refused(Source $source, int $position, mixed $value): InvalidValueException
    {
        return new InvalidValueException(\sprintf(
            '%s cannot be compared with %s.',
            self::name($source, $position),
            \is_string($value) || \is_float($value)
                ? '"' . ColumnNames::shown((string) $value) . '"'
                : 'a value of type ' . \get_debug_type($value),
        ));
    }

    /**
     * @param list<string> $more types that are taken beside those of the binder
     */
    private static function bound(Source $source, int $position, mixed $value, array $more): int|string|null
    {
        [$binder, $types] = self::$binders[$source->query][$position] ??= self::binder($source, $position);
        $given = Argument::of($value, $types === [] ? [] : [...$types, ...$more], self::column($source, $position));
        $bound = $given === null ? null : $binder($given);

        return \is_int($bound) || \is_string($bound) ? $bound : null;
    }

    /**
     * @return array{Closure, list<string>}
     */
    private static function binder(Source $source, int $position): array
    {
        $binder = $source->query::binder($position);

        return [$binder, Argument::types(new ReflectionFunction($binder))];
    }

    private static function column(Source $source, int $position): string
    {
        return $source->map::TABLE_NAME . '.' . $source->map::COLUMNS[$position][0];
    }
}
