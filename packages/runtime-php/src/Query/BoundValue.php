<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidValueException;
use PDO;
use TypeError;

/**
 * Values on their way into a condition.
 *
 * @internal
 */
final class BoundValue
{
    /** A value of a column in the form in which the database gets it. */
    public static function of(Source $source, int $position, mixed $value): int|string|null
    {
        return self::all($source, $position, [$value])[0];
    }

    /**
     * Values of a column in the form in which the database gets them; null stays null.
     *
     * @template K of array-key
     *
     * @param array<K, mixed> $values
     *
     * @return array<K, int|string|null>
     */
    public static function all(Source $source, int $position, array $values): array
    {
        $whole = $source->map::COLUMNS[$position][2] === PDO::PARAM_INT;
        $given = [];
        foreach ($values as $key => $value) {
            if ($whole && \is_float($value) && \floor($value) !== $value) {
                throw self::refused($source, $position, $value, null);
            }
            if ($value !== null) {
                $given[$key] = $value;
            }
        }
        try {
            // Through array_map the types are checked as PHP does without strict_types: "5" is a number, "5x" is none.
            $bound = \array_map($source->query::binder($position), $given);
        } catch (TypeError $error) {
            throw self::refused($source, $position, \count($given) === 1 ? \reset($given) : $values, $error);
        }
        $result = [];
        foreach ($values as $key => $value) {
            $one = $bound[$key] ?? null;
            // An empty text that a setter takes for null is nothing to compare with.
            if ($value !== null && !\is_int($one) && !\is_string($one)) {
                throw self::refused($source, $position, $value, null);
            }
            $result[$key] = \is_int($one) || \is_string($one) ? $one : null;
        }

        return $result;
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

    public static function name(Source $source, int $position): string
    {
        return $source->map::TABLE_PHP_NAME . '.' . $source->map::phpNameAt($position);
    }

    public static function refused(Source $source, int $position, mixed $value, ?TypeError $error): InvalidValueException
    {
        return new InvalidValueException(\sprintf(
            '%s cannot be compared with %s.',
            self::name($source, $position),
            \is_string($value) || \is_float($value)
                ? '"' . ColumnNames::shown((string) $value) . '"'
                : 'a value of type ' . \get_debug_type($value),
        ), 0, $error);
    }
}
