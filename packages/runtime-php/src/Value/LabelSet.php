<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use BackedEnum;

/**
 * Sets of labels, stored as the sum of their bits: the first label is 1, the second 2, the third 4.
 */
final class LabelSet
{
    /**
     * @param array<array-key, mixed>  $values cases of the enum, or their labels
     * @param class-string<BackedEnum> $enum
     */
    public static function ofEnum(array $values, string $enum, string $column): int
    {
        $mask = 0;
        foreach ($values as $value) {
            $case = \is_string($value) ? $enum::tryFrom($value) ?? throw Label::unknown($value, $enum, $column) : $value;
            if (!$case instanceof $enum) {
                throw Refusal::of($value, $column, 'a list of ' . $enum . ' or of labels is needed');
            }
            $mask |= 1 << Label::index($case);
        }
        return $mask;
    }

    /**
     * @template T of BackedEnum
     * @param class-string<T> $enum
     * @return list<T> in the order of the enum
     */
    public static function cases(int $mask, string $enum): array
    {
        $found = [];
        foreach ($enum::cases() as $i => $case) {
            if (($mask >> $i & 1) === 1) {
                $found[] = $case;
            }
        }
        return $found;
    }

    /**
     * @param array<array-key, mixed> $values
     * @param list<string>            $labels
     */
    public static function of(array $values, array $labels, string $column): int
    {
        $mask = 0;
        foreach ($values as $value) {
            if (!\is_string($value)) {
                throw Refusal::of($value, $column, 'a list of labels is needed');
            }
            $mask |= 1 << Label::position($value, $labels, $column);
        }
        return $mask;
    }

    /**
     * @param list<string> $labels
     * @return list<string> in the order of the labels
     */
    public static function labels(int $mask, array $labels): array
    {
        $found = [];
        foreach ($labels as $i => $label) {
            if (($mask >> $i & 1) === 1) {
                $found[] = $label;
            }
        }
        return $found;
    }
}
