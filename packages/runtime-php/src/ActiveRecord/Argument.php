<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Value\Refusal;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionType;
use ReflectionUnionType;

/**
 * Values of unknown origin (a form, a file, a JSON document) as setters take them. Texts become numbers and truth where
 * they say nothing else; everything that would lose something is refused.
 *
 * @internal
 */
final class Argument
{
    private const TRUTH = ['1' => true, 'true' => true, 'on' => true, '0' => false, 'false' => false, 'off' => false];

    /**
     * @param string $column `table.column`
     */
    public static function of(mixed $value, object $object, string $setter, string $column): mixed
    {
        $type = ((new ReflectionMethod($object, $setter))->getParameters()[0] ?? null)?->getType();
        if ($type === null) {
            return $value;
        }
        if ($value === null) {
            return $type->allowsNull() ? null : throw Refusal::of(null, $column, 'it cannot be null');
        }
        $names = self::names($type);
        foreach ($names as $name) {
            $fits = match ($name) {
                'mixed' => true,
                'int' => \is_int($value),
                'float' => \is_float($value) || \is_int($value),
                'string' => \is_string($value),
                'bool' => \is_bool($value),
                'array' => \is_array($value),
                default => $value instanceof $name,
            };
            if ($fits) {
                return $value;
            }
        }
        if ($value === '' && $type->allowsNull()) {
            return null; // an empty field of a form
        }
        foreach ($names as $name) {
            $made = match ($name) {
                'int' => self::int($value),
                'float' => \is_string($value) && \is_numeric($value) ? (float) $value : null,
                'string' => \is_int($value) || \is_float($value) ? (string) $value : null,
                'bool' => \is_int($value) || \is_string($value) ? self::TRUTH[$value] ?? null : null,
                default => null,
            };
            if ($made !== null) {
                return $made;
            }
        }
        throw self::refusal($value, $names, $column);
    }

    private static function int(mixed $value): ?int
    {
        if (\is_bool($value)) {
            return (int) $value;
        }
        if (\is_float($value)) {
            return $value === \floor($value) && \abs($value) < 2 ** 53 ? (int) $value : null;
        }
        $isNumber = \is_string($value) && \preg_match('/^[+-]?0*(\d{1,19})$/D', $value, $match) === 1;

        // PHP makes the largest number of one that is too large.
        return $isNumber && \ltrim((string) (int) $value, '-') === $match[1] ? (int) $value : null;
    }

    /**
     * @return list<string>
     */
    private static function names(ReflectionType $type): array
    {
        $names = [];
        foreach ($type instanceof ReflectionUnionType ? $type->getTypes() : [$type] as $each) {
            if ($each instanceof ReflectionNamedType && $each->getName() !== 'null') {
                $names[] = $each->getName();
            }
        }

        return $names;
    }

    /**
     * @param list<string> $names
     */
    private static function refusal(mixed $value, array $names, string $column): InvalidValueException
    {
        return Refusal::of($value, $column, \implode(' or ', $names) . ' is needed');
    }
}
