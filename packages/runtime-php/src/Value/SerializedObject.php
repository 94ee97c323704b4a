<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Throwable;

/**
 * Objects stored in the form of PHP's serialize(). A getter makes a new object each time: what is changed in it is
 * stored when it is set again.
 */
final class SerializedObject
{
    public static function of(mixed $value, string $column): string
    {
        try {
            return \serialize($value);
        } catch (Throwable $exception) {
            throw Refusal::of($value, $column, 'it cannot be serialized (' . $exception->getMessage() . ')');
        }
    }

    public static function read(string $stored, string $column): mixed
    {
        return self::unserialize($stored, true, $column);
    }

    /**
     * Makes objects of one class only, whatever the row says.
     *
     * @template T of object
     * @param class-string<T> $class
     * @return T
     */
    public static function readAs(string $stored, string $class, string $column): object
    {
        $value = self::unserialize($stored, [$class], $column);
        return $value instanceof $class ? $value : throw Refusal::ofRow($stored, $column, 'it is no ' . $class);
    }

    /**
     * @param true|list<class-string> $classes
     */
    private static function unserialize(string $stored, bool|array $classes, string $column): mixed
    {
        try {
            $value = @\unserialize($stored, ['allowed_classes' => $classes]);
        } catch (Throwable $exception) {
            throw Refusal::ofRow($stored, $column, 'it cannot be unserialized (' . $exception->getMessage() . ')');
        }
        if ($value === false && $stored !== 'b:0;') {
            throw Refusal::ofRow($stored, $column, 'it is not what serialize() writes');
        }
        return $value;
    }
}
