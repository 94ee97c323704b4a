<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Closure;
use ReflectionFunction;

/**
 * Arrays of PostgreSQL in their text form, `{1,NULL,"two words"}`, of any number of dimensions.
 */
final class NativeArray
{
    /** What an element cannot be without quotes. */
    private const QUOTED = '/^(?:null)?$|[{}",\\\\\s]/i';

    /**
     * The text of an array, as the database itself would print it. An array in it is one more dimension, unless elements
     * are arrays themselves, as documents are.
     *
     * @template T
     *
     * @param array<array-key, T|null> $items
     * @param Closure(T): string       $element the text of an element
     */
    public static function of(array $items, Closure $element, string $column): string
    {
        return self::written($items, $element, Argument::types(new ReflectionFunction($element)), $column);
    }

    /**
     * The elements of an array; those of an array with several dimensions are arrays.
     *
     * @template T
     *
     * @param Closure(string): T $element an element of its text
     *
     * @return list<T|null>
     */
    public static function read(string $text, Closure $element, string $column): array
    {
        // `[0:1]={a,b}`: where the database counts from.
        $at = ($text[0] ?? '') === '[' ? (int) \strpos($text, '=') + 1 : 0;
        if (($text[$at] ?? '') !== '{') {
            throw Refusal::ofRow($text, $column, 'the text of an array is needed');
        }

        /** @var list<T|null> $items */
        $items = self::items($text, $at, $element, $column);

        return $items;
    }

    /**
     * True when two texts, either may be null, are arrays of different values.
     *
     * @param Closure(string): mixed $element
     */
    public static function differs(?string $a, ?string $b, Closure $element): bool
    {
        if ($a === $b || $a === null || $b === null) {
            return $a !== $b;
        }

        return self::read($a, $element, '') != self::read($b, $element, '');
    }

    /** The shortest digits that are this number, whatever PHP's settings say. */
    public static function number(float $value): string
    {
        if (!\is_finite($value)) {
            return \is_nan($value) ? 'NaN' : ($value < 0 ? '-Infinity' : 'Infinity');
        }
        $short = \sprintf('%.15H', $value);

        return (float) $short === $value ? $short : \sprintf('%.17H', $value);
    }

    /**
     * @template T
     *
     * @param array<array-key, mixed> $items
     * @param Closure(T): string      $element
     * @param list<string>            $types what it takes
     */
    private static function written(array $items, Closure $element, array $types, string $column): string
    {
        $texts = [];
        $lengths = [];
        foreach ($items as $item) {
            if (\is_array($item) && !\in_array('array', $types, true)) {
                $lengths[] = \count($item);
                $texts[] = self::written($item, $element, $types, $column);
                continue;
            }
            $lengths[] = -1;
            if ($item === null) {
                $texts[] = 'NULL';
                continue;
            }
            /** @var T $given */
            $given = Argument::of($item, $types, $column);
            $text = $element($given);
            if (\str_contains($text, "\0")) {
                throw Refusal::of($text, $column, 'the elements of an array cannot have a zero byte');
            }
            $texts[] = \preg_match(self::QUOTED, $text) === 1 ? '"' . \addcslashes($text, '"\\') . '"' : $text;
        }
        if (\count(\array_unique($lengths)) > 1) {
            throw Refusal::of($items, $column, 'all arrays in an array have the same length');
        }

        // An array of empty arrays has no dimensions.
        return ($lengths[0] ?? -1) === 0 ? '{}' : '{' . \implode(',', $texts) . '}';
    }

    /**
     * The elements from an opening brace on; `$at` is then behind the closing one.
     *
     * @param Closure(string): mixed $element
     *
     * @return list<mixed>
     */
    private static function items(string $text, int &$at, Closure $element, string $column): array
    {
        $items = [];
        $at++;
        while (($next = $text[$at] ?? '') !== '}') {
            if ($next === '{') {
                $items[] = self::items($text, $at, $element, $column);
            } elseif ($next === '"') {
                if (\preg_match('/"([^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+)"/As', $text, $match, 0, $at) !== 1) {
                    throw Refusal::ofRow($text, $column, 'the text of an array is needed');
                }
                $at += \strlen($match[0]);
                $items[] = $element(\str_contains($match[1], '\\')
                    ? (string) \preg_replace('/\\\\(.)/s', '$1', $match[1])
                    : $match[1]);
            } else {
                $length = \strcspn($text, ',}', $at);
                $word = \substr($text, $at, $length);
                $at += $length;
                $items[] = $word === 'NULL' ? null : $element($word);
            }
            if (($text[$at] ?? '') === ',') {
                $at++;
            } elseif (($text[$at] ?? '') !== '}') {
                throw Refusal::ofRow($text, $column, 'the text of an array is needed');
            }
        }
        $at++;

        return $items;
    }
}
