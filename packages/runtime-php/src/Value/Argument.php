<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;
use ReflectionFunctionAbstract;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionUnionType;
use Stringable;

/**
 * Values of unknown origin (a form, a file, a JSON document) as the columns' own functions take them: setters, and the
 * binders of queries. Texts become numbers where they say nothing else, as PHP does it for callers without strict types;
 * everything that would lose something is refused. What a text means to a column beyond its PHP type is up to those
 * functions, so that it means the same wherever it comes from.
 *
 * @internal
 */
final class Argument
{
    /** Types in the order in which PHP converts to one of several. */
    private const ORDER = ['int', 'float', 'string', 'bool'];

    /** @var array<string, list<string>> */
    private static array $setters = [];

    /**
     * A method that sets several columns needs a value for each: what is left out would be set to null.
     *
     * @param array<mixed> $values
     * @param list<string> $columns
     */
    public static function needAll(array $values, array $columns): void
    {
        if (\array_keys($values) !== \array_keys($columns)) {
            throw new InvalidValueException(\sprintf(
                'A list of %d values is needed, one for each of %s, and not an array of %d.',
                \count($columns),
                \implode(', ', $columns),
                \count($values),
            ));
        }
    }

    /**
     * The names of the types that a function takes, `null` among them; none when it takes everything.
     *
     * @return list<string>
     */
    public static function types(ReflectionFunctionAbstract $function): array
    {
        $type = ($function->getParameters()[0] ?? null)?->getType();
        $names = [];
        foreach ($type instanceof ReflectionUnionType ? $type->getTypes() : [$type] as $each) {
            if ($each instanceof ReflectionNamedType) {
                $names[] = $each->getName();
            }
        }
        if (\in_array('mixed', $names, true)) {
            return [];
        }
        if ($type?->allowsNull() && !\in_array('null', $names, true)) {
            $names[] = 'null';
        }

        return $names;
    }

    /**
     * A value for a setter, which may be the user's own.
     *
     * @param string $column `table.column`
     */
    public static function ofSetter(mixed $value, object $object, string $setter, string $column): mixed
    {
        $types = self::$setters[$object::class . '::' . $setter] ??= self::types(new ReflectionMethod($object, $setter));

        return self::of($value, $types, $column);
    }

    /**
     * @param list<string> $types  as `types()` gives them
     * @param string       $column `table.column`
     */
    public static function of(mixed $value, array $types, string $column): mixed
    {
        if ($types === []) {
            return $value;
        }
        foreach ($types as $name) {
            $fits = match ($name) {
                'null' => $value === null,
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
        if ($value === null) {
            throw Refusal::of(null, $column, 'it cannot be null');
        }
        if ($value === '' && \in_array('null', $types, true)) {
            return null; // an empty field of a form
        }
        foreach (self::ORDER as $name) {
            if ($name === 'string' && \is_float($value) && \in_array('int', $types, true)) {
                continue; // half a number is no text either: "1.5" would be a time to a day
            }
            $made = \in_array($name, $types, true) ? self::made($value, $name, $column) : null;
            if ($made !== null) {
                return $made;
            }
        }
        throw Refusal::of($value, $column, \implode(' or ', \array_diff($types, ['null'])) . ' is needed');
    }

    private static function made(mixed $value, string $type, string $column): int|float|string|bool|null
    {
        if ($type === 'string') {
            return \is_int($value) || \is_float($value) || $value instanceof Stringable ? (string) $value : null;
        }
        if ($type === 'bool') {
            return \is_int($value) || \is_float($value) || \is_string($value) ? Boolean::of($value, $column) : null;
        }
        if (\is_bool($value)) {
            return $type === 'int' ? (int) $value : (float) $value;
        }
        if ($type === 'int') {
            return self::int($value);
        }

        if (!\is_string($value) || !\is_numeric($value)) {
            return null;
        }
        $number = (float) $value;

        // PHP makes infinity of a number that is too large.
        return \is_finite($number) ? $number : throw Refusal::of($value, $column, 'it holds numbers up to 1.8e308');
    }

    private static function int(mixed $value): ?int
    {
        if (\is_string($value) && \preg_match('/^\s*[+-]?0*(\d{1,19})\s*$/D', $value, $match) === 1) {
            // PHP makes the largest number of one that is too large.
            return \ltrim((string) (int) $value, '-') === $match[1] ? (int) $value : null;
        }
        $number = \is_string($value) && \is_numeric($value) ? (float) $value : $value;

        return \is_float($number) && $number === \floor($number) && $number >= -2 ** 63 && $number < 2 ** 63
            ? (int) $number
            : null;
    }
}
