<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Throwable;

/**
 * Values stored in the form of PHP's serialize(). A getter makes a new object each time: what is changed in it is stored
 * when it is set again. Objects are made of the classes only that `phpType` in the schema names: whoever can write to the
 * table could choose any other, and have its code run.
 */
final class SerializedObject
{
    /** What is neither text nor the beginning of something: null, truth, numbers, references, the end of an array. */
    private const PLAIN = '~\G(?:(?:N|b:[01]|i:-?\d+|d:[-+.\dEINFA]+|[rR]:\d+);|\})~';

    /** The beginning of a text, an array, or something of a class. */
    private const HEAD = '~\G(?:s:(?<text>\d+):"|a:\d+:\{|(?<kind>[OCE]):(?<name>\d+):")~';

    /**
     * @param list<class-string> $classes what may be stored
     */
    public static function of(mixed $value, array $classes, string $column): string
    {
        try {
            $stored = \serialize($value);
        } catch (Throwable $exception) {
            throw Refusal::of($value, $column, 'it cannot be serialized (' . $exception->getMessage() . ')');
        }
        $unnamed = self::unnamed($stored, $classes);
        if ($unnamed !== '') {
            throw Refusal::of($value, $column, self::reason($unnamed));
        }

        return $stored;
    }

    /**
     * @param list<class-string> $classes
     */
    public static function read(string $stored, array $classes, string $column): mixed
    {
        $unnamed = self::unnamed($stored, $classes);
        if ($unnamed !== '') {
            throw Refusal::ofRow($stored, $column, self::reason($unnamed));
        }
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

    /**
     * An object of one of the classes, whatever the row says.
     *
     * @template T of object
     *
     * @param non-empty-list<class-string<T>> $classes
     *
     * @return T
     */
    public static function readAs(string $stored, array $classes, string $column): object
    {
        $value = self::read($stored, $classes, $column);
        foreach ($classes as $class) {
            if ($value instanceof $class) {
                return $value;
            }
        }
        throw Refusal::ofRow($stored, $column, 'it is no ' . \implode(' or ', $classes));
    }

    /**
     * The first class in a stored value that is not among those given; empty when there is none, null when it is nothing
     * that serialize() writes. The value is looked through without making anything of it: an object that was made has
     * had its chance to run code.
     *
     * @param list<class-string> $classes
     */
    private static function unnamed(string $stored, array $classes): ?string
    {
        $named = \array_map(\strtolower(...), $classes);
        $end = \strlen($stored);
        for ($at = 0; $at < $end;) {
            if (\preg_match(self::PLAIN, $stored, $match, 0, $at) === 1) {
                $at += \strlen($match[0]);
                continue;
            }
            if (\preg_match(self::HEAD, $stored, $match, \PREG_UNMATCHED_AS_NULL, $at) !== 1) {
                return null;
            }
            $at += \strlen($match[0]);
            if ($match['text'] !== null) {
                $at += (int) $match['text'] + 2; // and its end: ";
            }
            if ($match['kind'] === null) {
                continue;
            }
            $name = \substr($stored, $at, (int) $match['name']);
            $class = $match['kind'] === 'E' ? \explode(':', $name)[0] : $name;
            if (!\in_array(\strtolower($class), $named, true)) {
                return $class;
            }
            $at += \strlen($name);
            $rest = match ($match['kind']) {
                'E' => '~\G";~',
                'O' => '~\G":\d+:\{~',
                'C' => '~\G":(?<bytes>\d+):\{~',
            };
            if (\preg_match($rest, $stored, $tail, 0, $at) !== 1) {
                return null;
            }
            $at += \strlen($tail[0]) + (int) ($tail['bytes'] ?? 0);
        }

        return $at === $end ? '' : null;
    }

    private static function reason(?string $unnamed): string
    {
        return $unnamed === null ? 'it is not what serialize() writes' : \sprintf(
            'objects of the class %s are not made of it, because phpType in the schema does not name that class',
            $unnamed === '' ? '""' : $unnamed,
        );
    }
}
