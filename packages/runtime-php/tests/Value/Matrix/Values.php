<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

use BackedEnum;
use DateInterval;
use DateTimeImmutable;
use DateTimeZone;
use stdClass;

/** What is given to the columns: values, their texts, both ends, and what no column of the kind takes. */
final class Values
{
    private const TEXT = ['', 'abc', 'Abc', 'abc   ', '   ', " \tabc", 'ä😀', '%_\\', "x'y\"z", '0', '007', 'false', 'null', '2024-01-01', 7, -1.5];
    private const INT = [
        0, 5, -5, '5', ' 5', '5 ', '+5', '-5', '007', '-0', '1e2', '5.0', 5.0, 5.5, '5.5', '5x', 'abc', '', true, false,
        127, 128, -129, 32768, 2147483648, \PHP_INT_MAX, \PHP_INT_MIN, '9223372036854775807', '9223372036854775808', 1e19,
    ];
    private const DIGITS = [
        0, 5, '5', '+5', '-0', '007', '5.0', '1e2', 5.0, 5.5, 'abc', '', true, \PHP_INT_MIN, '9223372036854775807', '9223372036854775808',
        '-9223372036854775808', '-9223372036854775809',
    ];
    private const FLOAT = [
        0.0, 1.5, -2.25, 0.1, 0.3333333333333333, '1.5', '1e3', ' 1.5', 7, '7', 'abc', '1,5', '', true, 1e30, 3.0, \INF, -\INF, \NAN, '1e400', '-1e400',
    ];
    private const DECIMAL = [
        0, 3, 1.5, '1.5', '1.50', '+1.5', '-1.005', '.5', '5.', '1e3', '007', '-0', ' 1.5', '', 'abc', '1,5', true, '9999999.99', '100000000',
        '999999999.9999', 0.1, \NAN,
    ];
    private const BOOL = [
        true, false, 1, 0, 2, -1, '1', '0', '2', 'true', 'false', 'TRUE', 'False', 'yes', 'no', 'on', 'OFF', 'y', 'n', '+', '-', '', ' ', 'abc', 1.0,
        0.0, 1.5,
    ];
    private const DATE = [
        '2024-02-29', '2023-02-29', '2024-2-9', '29 February 2024', '2024-02-29 23:59:59', '2024-02-29T23:30:00-05:00', '0001-01-01', '9999-12-31',
        '10000-01-01', '0000-00-00', '', 'abc', 0, -86400, 1709164800, 1709164800.0, 1.5, "2024-02-29\0x",
        '12345-06-07', '99999-12-31', '+12345-06-07', '-2024-01-01', '24-01-05', '2024-13-45', '2024-02-29xyz', '2024-02-29 x', '2024-006-07', '2024',
        '202401', '12.5', '01.02.24', '10:00', '-5', '1709164800',
    ];
    private const TIME = [
        '10:11:12', '10:11', '2pm', '00:00', '23:59:59.999999', '24:00', '23:59:60', '-1:00', '10:11:12.5', '2024-01-01 10:11:12', '', 'abc', 0, 3600,
        86399, 3600.0, '1030', '1060', '101112', '10:61', '10:11:60', '10:11:12 x', '-5', '12345-06-07 10:11', '10000-01-01',
    ];
    private const MOMENT = [
        '2024-05-06 07:08:09', '2024-05-06T07:08:09Z', '2024-05-06 07:08:09.123456', '2024-05-06 07:08:09.9', '2024-05-06', '6 May 2024 7:08',
        '2024-10-27 02:30:00', '2024-03-31 02:30:00', '2024-02-30 10:00', '2024-05-06 24:00', '1000-01-01 00:00:00', '9999-12-31 23:59:59', '', 'abc', 0,
        1709164800, 1709164800.0, '0000-00-00 00:00:00', '10000-01-01 10:00:00', '99999-12-31 10:00:00', '12345-06-07T10:00:00Z',
        '-0001-01-01 00:00:00', '2024-05-06 07:08:60', '2024-05-06 24:00:00', '2024-13-45 10:00', '2024-05-06 07:08:09 x', '2024', '12.5', '7 June -2024',
    ];
    private const UUID = [
        '0190a5b7-7c1e-7abc-8def-0123456789ab', '0190A5B7-7C1E-7ABC-8DEF-0123456789AB', '0190a5b77c1e7abc8def0123456789ab',
        '{0190a5b7-7c1e-7abc-8def-0123456789ab}', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'x', '', 5,
        '0190a5b7-7c1e-7abc-8def-0123456789a',
    ];
    private const JSON = [
        '{}', '[]', '[1,2]', '{"b":1,"a":[1,{"y":2,"x":1}]}', '[1.50,1e2]', '["\u00e9\/"]', '{"\u0000k":1}', '{"a":1}', 'abc', '5', '"text"', '', 5, true,
        '{"a":',
    ];
    private const BYTES = ['', 'abc', '1234567890123456', "a\0b", "\0", "\xff\xfe", 'a\\x41', "x'y", 5, 1.5];

    /**
     * The values of a kind by the name that the matrix gives them. Each is made anew: a stream can be read once.
     *
     * @return iterable<string, callable(): mixed>
     */
    public static function of(string $kind): iterable
    {
        $tokyo = new DateTimeImmutable('2024-05-06 23:30:00.25', new DateTimeZone('Asia/Tokyo'));
        $plain = match ($kind) {
            'text' => self::TEXT, 'int' => self::INT, 'digits' => self::DIGITS, 'float' => self::FLOAT, 'decimal' => self::DECIMAL,
            'bool' => self::BOOL, 'date' => self::DATE, 'time' => self::TIME, 'moment' => self::MOMENT, 'uuid' => self::UUID, 'json' => self::JSON,
            'bytes' => self::BYTES, 'label' => ['', 'unknown', 'NOVEL', 0, 1, true], 'set' => ['', 'red', 1], 'list' => ['', 'a', 1],
            default => [],
        };
        foreach ($plain as $value) {
            yield self::name($value) => static fn (): mixed => $value;
        }
        $more = match ($kind) {
            'text' => ['a zero byte' => "a\0b", 'bytes' => "\xff", '11 characters' => \str_repeat('ä', 11), '101 characters' => \str_repeat('x', 101)],
            'date', 'time', 'moment' => ['an object' => $tokyo, 'true' => true],
            'json' => [
                'an empty array' => [], 'a list' => [1, 'é', null], 'keys' => ['b' => 1, 'a' => 2.5], 'bytes' => ["\xff"], 'zero' => ["\0k" => "\0"],
            ],
            'list' => [
                'none' => [], 'one' => ['a'], 'two' => ['b', 'a'], 'bars' => ['|', '\\', '', '%'], 'keys' => ['k' => 'v'], 'numbers' => [1, 2.5],
                'null inside' => [null], 'nested' => [['x']], 'zero' => ["a\0"],
            ],
            'set' => ['none' => [], 'one' => ['@0'], 'cases' => ['#0', '@1'], 'two' => ['@1', '@0'], 'twice' => ['@0', '@0'], 'unknown' => ['nope'], 'number inside' => [1]],
            'label' => ['first' => '@0', 'second' => '@1', 'a case' => '#1'],
            'uuid' => ['Stringable' => new Word('0190a5b7-7c1e-7abc-8def-0123456789ab')],
            'object' => ['null' => null, 'text' => 'abc', 'number' => 5, 'false' => false, 'array' => ['a' => [1, "\0"]], 'float' => 1.5],
            'span' => ['text' => 'P1D', 'number' => 5],
            default => [],
        };
        foreach ($more as $name => $value) {
            yield "($name)" => static fn (): mixed => $value;
        }
        if ($kind === 'text') {
            yield '(Stringable)' => static fn (): Word => new Word('abc');
            yield '(true)' => static fn (): bool => true;
        }
        if ($kind === 'bytes') {
            yield '(a stream)' => static fn (): mixed => self::stream("s\0t", 0);
            yield '(a stream at its end)' => static fn (): mixed => self::stream("s\0t", 3);
        }
        if ($kind === 'span') {
            yield '(an interval)' => static fn (): DateInterval => new DateInterval('P1DT2H');
        }
        if ($kind !== 'object' && $kind !== 'span') {
            yield '(null)' => static fn (): mixed => null;
            yield '(another object)' => static fn (): stdClass => new stdClass();
        }
    }

    /** A value that the row next to the one in question has, and that is none of the others. */
    public static function other(string $kind, string $column): mixed
    {
        return match ($kind) {
            'text' => 'other',
            'int', 'digits', 'float', 'decimal' => 99,
            'bool' => null,
            'date' => '2001-01-01',
            'time' => '09:09:09',
            'moment' => '2001-01-01 01:01:01',
            'label' => \str_starts_with($column, 'Plain') ? null : self::label($column, -1),
            'set' => [self::label($column, -1)],
            'list' => ['other'],
            'json' => ['other' => true],
            'bytes' => 'other',
            'uuid' => '99999999-9999-4999-8999-999999999999',
            'object' => 'other',
            default => new DateInterval('P9D'),
        };
    }

    /** `@0` is the first label of the column, `#0` the case of the enum, where the column has one. */
    public static function labelled(mixed $value, string $column): mixed
    {
        if (\is_string($value) && \preg_match('/^([@#])(\d)$/', $value, $match) === 1) {
            $label = self::label($column, (int) $match[2]);
            $enum = "Bookstore\\Enum\\LabelValues$column";

            return $match[1] === '#' && \is_subclass_of($enum, BackedEnum::class) ? $enum::from($label) : $label;
        }

        return \is_array($value) ? \array_map(static fn (mixed $item): mixed => self::labelled($item, $column), $value) : $value;
    }

    private static function label(string $column, int $index): string
    {
        $labels = [
            'Style' => ['novel', 'short story', 'essay'], 'Position' => ['first', 'second', 'third'], 'State' => ['draft', 'printed', 'sold-out'],
            'Plain' => ['yes', 'no'], 'PlainPosition' => ['yes', 'no'], 'Tags' => ['red', 'green', 'blue'], 'PlainTags' => ['a', 'b', 'c'],
            'Extras' => ['signed', 'boxed'],
        ][$column];

        return $labels[$index < 0 ? \count($labels) + $index : $index];
    }

    private static function name(mixed $value): string
    {
        return \is_string($value)
            ? '"' . \preg_replace_callback('/[^ -~\x80-\xff]/', static fn (array $m): string => '\x' . \bin2hex($m[0]), \mb_scrub($value)) . '"'
            : \var_export($value, true);
    }

    /** @return resource */
    private static function stream(string $bytes, int $position)
    {
        $stream = \fopen('php://temp', 'w+b') ?: throw new \LogicException('no stream');
        \fwrite($stream, $bytes);
        \fseek($stream, $position);

        return $stream;
    }
}
