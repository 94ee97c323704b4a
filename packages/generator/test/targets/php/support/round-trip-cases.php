<?php

/*
 * The awkward values of every column: what a setter is given and what a getter then gives. A value that stands alone is
 * given and expected as it is.
 */

declare(strict_types=1);

use Enum\RoundTripCIndex;
use Enum\RoundTripCLabel;
use Enum\RoundTripCMany;
use Enum\RoundTripCSet;

return static function (string $adapter, array $columns): array {
    $same = static fn(array $values): array => \array_map(static fn($value) => [$value, $value], $values);
    $at = static fn(string $text, string $zone = ''): DateTimeImmutable
        => $zone === '' ? new DateTimeImmutable($text) : new DateTimeImmutable($text, new DateTimeZone($zone));
    $stream = static function (string $bytes) {
        $file = \fopen('php://memory', 'w+b');
        \fwrite($file, $bytes);
        \rewind($file);
        return $file;
    };

    $texts = $same([
        '', 'abc', '0', 'NULL', 'emoji 😀 and 👩‍👩‍👧', "quotes ' \" `", 'back\\slash \\\' \\n \\', "line\nbreak\r\n\ttab",
        '%_? :name $1', ' blanks around ', \str_repeat('é', 200), "\u{202e}turned", "\x7f\x01",
    ]);
    $bytes = $same([
        '', "\0", "a\0b", \implode('', \array_map(\chr(...), \range(0, 255))), "\xff\xfe", '\\x41', "it's \\ here",
        \random_bytes(60_000),
    ]);
    $limits = static fn(int $bits): array => $same([0, 1, -1, 2 ** ($bits - 1) - 1, -(2 ** ($bits - 1))]);
    $floats = $same([
        0.0, -0.0, 1.0, -1.5, 0.1 + 0.2, 1 / 3, \M_PI, -\M_PI, 1e15, 1e16, 123456789.12345678, 1e100, -1e-100, 1e22,
        \PHP_FLOAT_MAX, -\PHP_FLOAT_MAX, \PHP_FLOAT_MIN, \PHP_FLOAT_EPSILON, 9007199254740993.0,
    ]);
    $documents = $same([
        [], [[]], [1, 2, 3], ['a' => 1], ['a' => ['b' => ['c' => [true, false, null]]]], ['é' => '😀', '' => 'empty key'],
        ['big' => \PHP_INT_MAX, 'small' => \PHP_INT_MIN], ['f' => 0.1 + 0.2, 'g' => 1.0, 'h' => 1e100, 'i' => -0.5],
        ['quotes' => "' \" \\ / \n \u{2028}"], ['zz' => 1, 'b' => 2, 'aaa' => 3], [['x' => 'y'], 'z'], ['html' => '</script>'],
    ]);
    $lists = $same([
        [], [''], ['', ''], [' '], ['a'], ['a', 'b'], ['a|b', '|', '||', ' | '], ['\\', '\\\\', 'a\\', '\\|', '\\e', 'e'],
        ['😀', "it's", '"', "new\nline"], ['0', ' padded '], ['| a | b |'],
    ]);
    // Days as they are; the time of day in PHP's zone is not looked at.
    $days = [
        ...\array_map(static fn($day) => [$day, $at($day)], ['2024-02-29', '0001-01-01', '9999-12-31', '1970-01-01', '1582-10-10']),
        [$at('2024-06-30 23:59:59.999999', 'Pacific/Kiritimati'), $at('2024-06-30')],
        [new DateTime('2024-06-30 00:00:00', new DateTimeZone('Pacific/Pago_Pago')), $at('2024-06-30')],
        ['30 June 2024 14:00 UTC', $at('2024-06-30')],
        [$at('2018-11-04 12:00')->getTimestamp(), $at('2018-11-04')],
    ];
    $times = static fn(int $digits): array => [
        ['00:00:00', $at('1970-01-01 00:00:00')],
        ['23:59:59', $at('1970-01-01 23:59:59')],
        ['12:30', $at('1970-01-01 12:30')],
        [
            $at('2024-03-31 02:30:00.999999', 'Asia/Kathmandu'),
            $at('1970-01-01 02:30:00' . ($digits === 0 ? '' : '.' . \substr('999999', 0, $digits))),
        ],
        ['10:20:30.100200', $at('1970-01-01 10:20:30' . ($digits === 0 ? '' : '.' . \substr('100200', 0, $digits)))],
    ];
    $moments = static fn(int $digits, bool $wide): array => [
        ...\array_map(static fn($text) => [$at($text), $at($text)], [
            '2024-01-01 00:00:00', '2024-02-29 23:59:59', '2024-07-01 12:00:00', '2038-01-18 03:14:07', '1970-01-02 00:00:00',
            // Around changes of the clock in Berlin, as instants; the second time of an hour is a case of its own.
            '2024-03-31 00:59:59 UTC', '2024-03-31 01:00:00 UTC', '2024-03-31 01:30:00 UTC', '2024-10-26 23:59:59 UTC',
            '2024-10-27 02:00:00 UTC', '2024-06-30 12:00:00 +14:00', '2024-06-30 12:00:00 -09:30',
            ...($wide ? ['0001-01-02 00:00:00', '9999-12-30 23:59:59', '1900-01-01 00:00:00', '1582-10-10 00:00:00'] : []),
        ]),
        [1_700_000_000, $at('@1700000000')],
        [0 + 86_400 * 2, $at('@172800')],
        ['2024-06-30T12:00:00Z', $at('2024-06-30 12:00:00 UTC')],
        ['2024-06-30', $at('2024-06-30 00:00:00')],
        [new DateTime('2024-06-30 12:00 America/New_York'), $at('2024-06-30 16:00 UTC')],
        // Cut, not rounded.
        [
            $at('2024-12-31 23:59:59.999999'),
            $at('2024-12-31 23:59:59' . ($digits === 0 ? '' : '.' . \substr('999999', 0, $digits))),
        ],
        [
            $at('2024-12-31 23:59:59.123456'),
            $at('2024-12-31 23:59:59' . ($digits === 0 ? '' : '.' . \substr('123456', 0, $digits))),
        ],
    ];
    $uuid = '0a1b2c3d-4e5f-4000-8000-00000000000f';
    $uuids = [
        ...$same([$uuid, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']),
        ['0A1B2C3D-4E5F-4000-8000-00000000000F', $uuid],
        ['0A1B2C3D4E5F4000800000000000000F', $uuid],
    ];
    $decimals = [
        ['1.5', '1.50'], ['1.005', '1.01'], ['-1.005', '-1.01'], ['-0.001', '0.00'], ['0', '0.00'], ['+7', '7.00'],
        ['007.1', '7.10'], ['.5', '0.50'], [1.1, '1.10'], [0.1 + 0.2, '0.30'], [42, '42.00'], ['99999999.99', '99999999.99'],
        ['-99999999.99', '-99999999.99'], ['1e3', '1000.00'], [-0.0, '0.00'],
    ];
    $exact = [
        ['1234567890123456789012345678.0123456789', '1234567890123456789012345678.0123456789'],
        ['-9999999999999999999999999999.9999999999', '-9999999999999999999999999999.9999999999'],
        ['0.0000000001', '0.0000000001'], ['1', '1.0000000000'], ['-0', '0.0000000000'],
        ['0.00000000005', '0.0000000001'],
    ];
    $many = RoundTripCMany::cases();
    $labels = [
        [RoundTripCLabel::SciFi, RoundTripCLabel::SciFi], ['sci-fi', RoundTripCLabel::SciFi],
        ["won't", RoundTripCLabel::WonT], ['back\\slash', RoundTripCLabel::BackSlash], ['über', RoundTripCLabel::Über],
        ['😀', RoundTripCLabel::from('😀')],
    ];

    $cases = [
        'c_varchar' => $texts,
        'c_text' => $texts,
        'c_clob' => [...$texts, ...$same([\str_repeat('long 😀 ', 20_000)])],
        'c_char' => [['abc', 'abc'], ['abc  ', 'abc'], ['', ''], [' a', ' a'], ['😀', '😀'], ['0123456789', '0123456789']],
        'c_tinyint' => $limits(8),
        'c_smallint' => $limits(16),
        'c_integer' => $limits(32),
        'c_bigint' => [...$same([0, 1, -1, \PHP_INT_MAX, \PHP_INT_MIN, \PHP_INT_MIN + 1])],
        'c_digits' => [['9223372036854775807', '9223372036854775807'], [5, '5'], ['007', '7'], ['-0', '0']],
        'c_double' => $floats,
        'c_real' => $same([0.0, 0.5, 1.25, -3.0, 16777216.0]),
        'c_float' => $same([0.0, 0.5, 1.25, -3.0, 16384.0]),
        'c_decimal' => $decimals,
        'c_fifteen' => [['9999999999999.99', '9999999999999.99'], ['-9999999999999.99', '-9999999999999.99'], ['0.01', '0.01']],
        'c_exact' => $exact,
        'c_whole' => [['12345678901234567890', '12345678901234567890'], ['-1', '-1'], ['0.5', '1']],
        'c_boolean' => [...$same([true, false, true]), [false, false]],
        'c_date' => $days,
        'c_time' => $times(6),
        'c_time0' => $times(0),
        'c_datetime' => $moments(6, true),
        'c_datetime3' => $moments(3, false),
        'c_datetime0' => $moments(0, false),
        'c_timestamp' => $moments(6, false),
        'c_json' => [
            ...$documents,
            ['{"n": 12345678901234567890}', ['n' => '12345678901234567890']],
            [' [1, {"a": []}] ', [1, ['a' => []]]],
            ['{}', []],
        ],
        'c_array' => [...$lists, [[1, 2.5], ['1', '2.5']], [['x' => 'a', 'y' => 'b'], ['a', 'b']]],
        'c_label' => $labels,
        'c_index' => [['first', RoundTripCIndex::First], [RoundTripCIndex::Third, RoundTripCIndex::Third]],
        'c_plain_label' => $same(['++', 'class', 'A']),
        'c_plain_index' => $same(['++', 'class', 'A']),
        'c_set' => [
            [[], []], [['one'], [RoundTripCSet::One]], [[RoundTripCSet::Three, 'one'], [RoundTripCSet::One, RoundTripCSet::Three]],
            [RoundTripCSet::cases(), RoundTripCSet::cases()], [['two', 'two'], [RoundTripCSet::Two]],
        ],
        'c_many' => [[[], []], [$many, $many], [[$many[62]], [$many[62]]], [[$many[0], $many[31]], [$many[0], $many[31]]]],
        'c_plain_set' => $same([[], ['+'], ['+', '-']]),
        'c_binary' => $same([\str_repeat("\0", 16), \random_bytes(16), "0123456789\\'\"\0\xff\n"]),
        'c_varbinary' => \array_slice($bytes, 0, 3),
        'c_longvarbinary' => $bytes,
        'c_blob' => [
            ...\array_map(static fn($pair) => [$pair[0], $stream($pair[1])], $bytes),
            [static fn() => $stream("from a \0 stream"), $stream("from a \0 stream")],
        ],
        'c_blob_string' => $bytes,
        'c_object' => $same([[1, 'a' => null], 'text', false, 0, 1.5]),
        'c_point_or_list' => $same([new Point(1, "\0é"), new ArrayObject([1, 2])]),
        'c_point' => $same([new Point(\PHP_INT_MAX, null, ["it's", "\0"])]),
        'c_uuid' => $uuids,
        'c_uuid_binary' => $uuids,
    ];
    $refused = [
        'c_decimal' => [' ', 'abc', '1,5', '1.5.5', '0x1A', '1e', '--1', '.', \NAN, \INF, '100000000', '99999999.999', "1\n"],
        'c_date' => ['2024-02-30', '2023-02-29', '0000-00-00', '0000-01-01', 'no day', $at('2024-01-01')->setDate(10_000, 1, 1)],
        'c_time' => ['25:00', 'noon-ish'],
        'c_datetime' => ['2024-02-30 00:00', 'garbage', "2024-01-01\0", $at('2024-01-01')->setDate(-1, 1, 1), \PHP_INT_MAX],
        'c_json' => ['', 'null', '5', '"text"', '{', "{'a': 1}", ["\xff"], [\NAN]],
        'c_array' => [[[]], [null], [true], ["\0"]],
        'c_label' => ['', 'Sci-fi', 'SciFi', 'none'],
        'c_index' => ['0', '1', 'First'],
        'c_plain_label' => ['a', ''],
        'c_plain_index' => ['a', ''],
        'c_set' => [['four'], [1], [null], [RoundTripCLabel::SciFi]],
        'c_plain_set' => [['*'], [1]],
        'c_blob' => [5, null, [], new stdClass()],
        'c_object' => [static fn() => 1, new Point(1, 'x'), new ArrayObject([1])],
        'c_uuid' => ['', 'abc', '0a1b2c3d-4e5f-4000-8000-00000000000', '0a1b2c3d-4e5f-4000-8000-00000000000g', "{$uuid}\n"],
        'c_digits' => ['1.5', 'x', '1e3'],
    ];

    if ($adapter === 'pgsql') {
        $cases['c_double'] = [...$cases['c_double'], ...$same([\INF, -\INF, \NAN])];
        $cases['c_unlimited'] = [
            ['123456789012345678901234567890.12345678901234567890', '123456789012345678901234567890.1234567890123456789'],
            ['1.500', '1.5'], ['-0', '0'], ['1e50', '1' . \str_repeat('0', 50)],
        ];
        $cases['c_zoned'] = [
            ...$moments(6, true),
            // Each of the two half past two of this night.
            [$at('2024-10-27 00:30:00 UTC'), $at('2024-10-27 00:30:00 UTC')],
            [$at('2024-10-27 01:30:00 UTC'), $at('2024-10-27 01:30:00 UTC')],
        ];
        $cases['c_zoned'][] = ['', null];
        // JSONB writes 1e100 with all its zeros, as a whole number.
        $cases['c_jsonb'] = [
            ...\array_filter($documents, static fn($pair) => !isset($pair[0]['h'])),
            ...$same([['f' => 0.1 + 0.2, 'g' => 1.0, 'i' => -0.5]]),
        ];
        $cases['c_geometry'] = $same(['(1,2)', '(-0.5,1e+100)']);
        $refused['c_varchar'] = ["a\0b", "\0"];
        $refused['c_char'] = ["\0"];
    } else {
        $refused['c_double'] = [\INF, -\INF, \NAN];
        $cases['c_varchar'][] = ["a\0b", "a\0b"];
        $cases['c_text'][] = ["\0", "\0"];
    }
    if ($adapter === 'mysql') {
        $cases['c_unsigned'] = $same(['18446744073709551615', '0', '9223372036854775808']);
        $cases['c_geometry'] = $same([\pack('V', 0) . \pack('CVee', 1, 1, 1.5, -2.5)]);
    }
    if ($adapter === 'sqlite') {
        $cases['c_geometry'] = $same(["\0\1binary"]);
        $cases['c_unlimited'] = [['1.50', '1.5'], ['-0', '0'], ['123456789.123456', '123456789.123456'], [12, '12']];
    }
    // An empty text is no time and no number, and that is null.
    foreach (['c_date', 'c_time', 'c_datetime', 'c_timestamp', 'c_decimal', 'c_digits'] as $name) {
        $cases[$name][] = ['', null];
    }
    $refused['c_required'] = ['', 'garbage'];
    $columns = \array_filter($columns, static fn($name) => !\str_starts_with($name, 'd_'), \ARRAY_FILTER_USE_KEY);
    $untested = \array_diff(\array_keys($columns), \array_keys($cases), \array_keys($refused));
    if ($untested !== []) {
        throw new LogicException('no cases for ' . \implode(', ', $untested));
    }
    return [$cases, $refused];
};
