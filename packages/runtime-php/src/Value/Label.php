<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use BackedEnum;
use Orm\Runtime\Exception\InvalidValueException;

/**
 * Labels of ENUM columns, as cases of a generated enum or as plain strings.
 */
final class Label
{
    /** @var array<class-string<BackedEnum>, array<array-key, int>> */
    private static array $positions = [];

    /**
     * @param class-string<BackedEnum> $enum
     */
    public static function unknown(string $value, string $enum, string $column): InvalidValueException
    {
        return self::unknownOf($value, \array_map(static fn(BackedEnum $case) => $case->value, $enum::cases()), $column);
    }

    /**
     * @param class-string<BackedEnum> $enum
     */
    public static function unknownInRow(int|string $value, string $enum, string $column): InvalidValueException
    {
        return Refusal::ofRow($value, $column, 'it is none of ' . $enum . '; build the classes from the schema in use');
    }

    /**
     * The case of a label; null for a label that the enum does not have.
     *
     * @template E of BackedEnum
     *
     * @param E|string        $value
     * @param class-string<E> $enum
     *
     * @return E|null
     */
    public static function case(BackedEnum|string $value, string $enum): ?BackedEnum
    {
        return \is_string($value) ? $enum::tryFrom($value) : $value;
    }

    /**
     * The position of a case among all of its enum, from 0.
     */
    public static function index(BackedEnum $case): int
    {
        $positions = self::$positions[$case::class] ??= \array_flip(
            \array_map(static fn(BackedEnum $each) => $each->value, $case::cases())
        );
        return $positions[$case->value] ?? 0;
    }

    /**
     * A label of a column without an enum.
     *
     * @param list<string> $labels
     */
    public static function of(string $value, array $labels, string $column): string
    {
        return \in_array($value, $labels, true) ? $value : throw self::unknownOf($value, $labels, $column);
    }

    /**
     * The position of a label of a column without an enum, from 0.
     *
     * @param list<string> $labels
     */
    public static function position(string $value, array $labels, string $column): int
    {
        $position = \array_search($value, $labels, true);
        return $position === false ? throw self::unknownOf($value, $labels, $column) : $position;
    }

    /**
     * @param list<string> $labels
     */
    public static function at(int $position, array $labels, string $column): string
    {
        return $labels[$position] ?? throw Refusal::ofRow(
            $position,
            $column,
            'no label has this position; build the classes from the schema in use'
        );
    }

    /**
     * @param array<array-key, int|string> $labels
     */
    private static function unknownOf(string $value, array $labels, string $column): InvalidValueException
    {
        $shown = \array_slice($labels, 0, 12);
        $more = \count($labels) > \count($shown) ? ', …' : '';
        return Refusal::of($value, $column, 'it is one of ' . \implode(', ', $shown) . $more);
    }
}
