import { afterEach, describe, expect, test } from 'vitest';
import { InvalidValueError } from '../../src/errors/orm-error.js';
import * as mysql from '../../src/values/mysql.js';
import * as pgsql from '../../src/values/pgsql.js';
import { namedRefusal, wrongType } from '../../src/values/refusal.js';
import * as sqlite from '../../src/values/sqlite.js';
import { setTimeZone } from '../../src/values/zone.js';

// What the values of conformance/values, which go through real engines, do not show.

afterEach(() => setTimeZone(undefined));

describe('a day and time', () => {
  const moment = pgsql.dateTime(6, true);

  test('keeps its microseconds until it is changed', () => {
    setTimeZone('UTC');
    const cell = '2024-01-01 10:00:00.123456';
    const value = moment.read(cell);
    expect(value.toISOString()).toBe('2024-01-01T10:00:00.123Z');
    expect(moment.isSame(value, cell)).toBe(true);
    value.setMilliseconds(124);
    expect(moment.isSame(value, cell)).toBe(false);
    expect(moment.write(value)).toBe('2024-01-01 10:00:00.124');
  });

  test('is in the time zone that was configured', () => {
    setTimeZone('Asia/Kolkata');
    expect(moment.write(new Date('2024-01-01T00:00:00Z'))).toBe('2024-01-01 05:30:00');
    setTimeZone('Australia/Lord_Howe');
    // Clocks there go back by half an hour.
    expect(moment.read('2024-04-07 01:45:00').toISOString()).toBe('2024-04-06T14:45:00.000Z');
    expect(moment.read('2024-10-06 02:15:00').toISOString()).toBe('2024-10-05T15:45:00.000Z');
    setTimeZone('Pacific/Apia');
    // There was no 30 December 2011.
    expect(moment.read('2011-12-29 23:59:59').toISOString()).toBe('2011-12-30T09:59:59.000Z');
    expect(moment.read('2011-12-31 00:00:00').toISOString()).toBe('2011-12-30T10:00:00.000Z');
    expect(() => setTimeZone('Europe/Nowhere')).toThrow('There is no time zone "Europe/Nowhere"');
  });

  test('comes back from every zone, at every hour of a century and a half', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Africa/Monrovia', 'Pacific/Kiritimati', 'Asia/Tehran'];
    for (const zone of zones) {
      setTimeZone(zone);
      for (let time = Date.UTC(1890, 0); time < Date.UTC(2040, 0); time += 1_234_567_891) {
        const text = String(moment.write(new Date(time)));
        const again = moment.read(text);
        // What the clock shows twice is the first of the two.
        expect([0, 1_800_000, 3_600_000, 7_200_000]).toContain(time - again.getTime());
        expect(moment.write(again)).toBe(text);
      }
    }
  });

  test.each(['infinity', '0000-00-00 00:00:00', '10000-01-01 00:00:00', '2024-01-01 00:00:00 BC'])(
    'that no Date can be is named: %s',
    (cell) => expect(() => moment.read(cell)).toThrow('tsType of the column, to string'),
  );

  test.each([new Date(Number.NaN), new Date('-000001-01-01T00:00:00Z'), new Date('+010000-01-01T00:00:00Z')])(
    'that no row can hold is refused',
    (value) => {
      setTimeZone('UTC');
      expect(() => moment.write(value)).toThrow('A column takes');
    },
  );

  test('that is a Date in UTC and none in the zone of the column is refused', () => {
    setTimeZone('Europe/Berlin');
    expect(() => moment.write(new Date(8.64e15))).toThrow('a year from 1 to 9999');
  });

  test('has an offset where the column has', () => {
    const zoned = pgsql.zonedDateTime(6, true);
    expect(zoned.read('2024-01-01 10:00:00.5+05:30').toISOString()).toBe('2024-01-01T04:30:00.500Z');
    expect(zoned.read('1890-01-01 00:53:28+00:53:28').toISOString()).toBe('1890-01-01T00:00:00.000Z');
    expect(zoned.read('2024-01-01 10:00:00-03').toISOString()).toBe('2024-01-01T13:00:00.000Z');
    expect(pgsql.zonedDateTimeText.write('2024-01-01T10:00:00Z')).toBe('2024-01-01T10:00:00Z');
    expect(() => pgsql.zonedDateTimeText.write('2024-01-01 10:00:00')).toThrow('with an offset');
  });

  test('as a text has the digits of its column, whatever the driver leaves out', () => {
    const text = mysql.dateTimeText(6, false);
    expect(text.read('2024-01-01 10:00:00')).toBe('2024-01-01 10:00:00.000000');
    expect(text.isSame('2024-01-01T10:00', '2024-01-01 10:00:00')).toBe(true);
    expect(mysql.time(3, false).read('-10:00:00.5')).toBe('-10:00:00.500');
  });
});

describe('a change in place', () => {
  test('counts in a document, a set, a list, an array and bytes', () => {
    const meta = pgsql.json<{ tags: string[] }>();
    const document = meta.read('{"tags": []}');
    expect(meta.isSame(document, '{"tags": []}')).toBe(true);
    document.tags.push('a');
    expect(meta.isSame(document, '{"tags": []}')).toBe(false);

    const set = mysql.labelSet(['a', 'b']);
    const labels = set.read(1);
    labels.push('b');
    expect(set.isSame(labels, 1)).toBe(false);

    const list = sqlite.textList.read('| a |');
    list.push('b');
    expect(sqlite.textList.isSame(list, '| a |')).toBe(false);

    const array = pgsql.array(pgsql.integer);
    const numbers = array.read('{1}');
    numbers[0] = 2;
    expect(array.isSame(numbers, '{1}')).toBe(false);

    const cell = Buffer.from([1, 2]);
    const bytes = mysql.bytes.read(cell);
    expect(mysql.bytes.isSame(bytes, cell)).toBe(true);
    bytes[0] = 9;
    expect(mysql.bytes.isSame(bytes, cell)).toBe(false);
    const written = mysql.bytes.write(bytes) as Uint8Array;
    bytes[0] = 7;
    expect([...written]).toEqual([9, 2]);
  });
});

describe('what a row has and nobody touched', () => {
  test('stays as it is', () => {
    // A bit that no label has, an older spelling, elements that are counted from 0.
    expect(mysql.labelSet(['a']).isSame(['a'], 5)).toBe(true);
    expect(sqlite.textList.isSame([], '|  |')).toBe(true);
    expect(pgsql.array(pgsql.integer).isSame([1, 2], '[0:1]={1,2}')).toBe(true);
    expect(pgsql.json().isSame({ a: 1 }, '{ "a" : 1.0 }')).toBe(true);
    expect(pgsql.decimal(10, 2).isSame('NaN', 'NaN')).toBe(true);
  });
});

describe('arrays', () => {
  test('have as many dimensions as the row', () => {
    const array = pgsql.array(pgsql.integer);
    const cell = '{{1,2},{3,NULL}}';
    expect(array.read(cell)).toEqual([
      [1, 2],
      [3, null],
    ]);
    expect(array.isSame(array.read(cell), cell)).toBe(true);
    expect(() => array.write([[1], [1, 2]] as never)).toThrow('arrays of one length');
  });

  test.each(['1,2', '{1', '{"a', '{{1}', '{1}x'.slice(1)])('are not made of %s', (cell) => {
    expect(() => pgsql.array(pgsql.text).read(cell)).toThrow('not the one of an array');
  });
});

test('a text of SQLite where bytes are kept is its bytes', () => {
  const bytes = sqlite.bytes.read('né');
  expect([...bytes]).toEqual([110, 195, 169]);
  expect(sqlite.bytes.isSame(bytes, 'né')).toBe(true);
  bytes[0] = 0;
  expect(sqlite.bytes.isSame(bytes, 'né')).toBe(false);
});

describe('bytes of PostgreSQL', () => {
  test('are understood in both forms that the server may show', () => {
    expect([...pgsql.bytes.read('\\x00ff')]).toEqual([0, 255]);
    expect([...pgsql.bytes.read('a\\\\\\000\\377')]).toEqual([97, 92, 0, 255]);
  });
});

describe('what no column takes', () => {
  const circle: unknown[] = [];
  circle.push(circle);

  test.each([
    ['half a character', () => mysql.text.write('\ud800')],
    ['half a character in a document', () => mysql.json().write({ a: '\udc00' })],
    ['a document that is a text', () => mysql.json<unknown>().write('text')],
    ['a document that JSON makes a text of', () => mysql.json<unknown>().write(new Date(0))],
    ['a number for a decimal', () => mysql.decimal(10, 2).write(5 as never)],
    ['a number for a bigint', () => mysql.bigInteger('signed').write(5 as never)],
    ['a bigint beyond 64 bits', () => mysql.bigInteger('signed').write(2n ** 63n)],
    ['less than nothing without a sign', () => mysql.bigInteger('unsigned').write(-1n)],
    ['a text for bytes', () => mysql.bytes.write('a' as never)],
    ['undefined', () => mysql.text.write(undefined as never)],
    ['a document with a bigint', () => mysql.json<unknown>().write({ a: [1n] })],
    ['a document that holds itself', () => mysql.json<unknown>().write(circle)],
    ['a document with NaN', () => mysql.json().write({ a: [{ b: Number.NaN }] })],
    ['a document with infinity', () => mysql.json().write([Number.POSITIVE_INFINITY])],
    ['a text for a set', () => mysql.labelSet(['a']).write('a' as never)],
  ])('is refused: %s', (_, write) => {
    expect(write).toThrow('A column takes');
  });

  test.each([
    [
      'a fraction',
      () => mysql.integer.write(1.5),
      'a whole number of at most 2^53 - 1 (larger ones: generator.typescript.bigint, or tsType of the column), not a fraction',
    ],
    [
      '2^53',
      () => mysql.integer.write(2 ** 53),
      'a whole number of at most 2^53 - 1 (larger ones: generator.typescript.bigint, or tsType of the column), not a number beyond 2^53',
    ],
    ['NaN', () => mysql.float.write(Number.NaN), 'a finite number, not NaN'],
    ['infinity', () => mysql.float.write(Number.NEGATIVE_INFINITY), 'a finite number, not infinity'],
    [
      'a day that is none',
      () => mysql.date.write('2023-02-29'),
      'a day as a text, such as "2024-12-31", not this text',
    ],
    ['a number for a text', () => mysql.text.write(5 as never), 'a text, not a number'],
  ])('is said: %s', (_, write, wanted) => {
    expect(write).toThrow(new InvalidValueError(`A column takes ${wanted}.`));
  });

  test('may be null in a document', () => {
    expect(mysql.json().write({ a: null, b: [1.5] })).toBe('{"a":null,"b":[1.5]}');
  });

  test('has the name of the column where that is known', () => {
    expect(namedRefusal('"name" of "author"', wrongType('a text', 5))).toEqual(
      new InvalidValueError('"name" of "author" takes a text, not a number.'),
    );
    const other = new Error('another');
    expect(namedRefusal('"name" of "author"', other)).toBe(other);
  });

  test('is not repeated in the message', () => {
    expect(() => mysql.label(['a']).write('secret' as never)).toThrow(/^A column takes one of a, not this text\.$/);
  });
});

test('a whole number that a number cannot hold names the setting', () => {
  expect(() => mysql.integer.read('9007199254740993')).toThrow('generator.typescript.bigint');
  expect(mysql.bigInteger('unsigned').read('18446744073709551615')).toBe(2n ** 64n - 1n);
});

test('a number of 24 bits is the shortest that it can be', () => {
  expect(mysql.singleFloat.read(Math.fround(0.1))).toBe(0.1);
  expect(mysql.singleFloat.read(16_777_216)).toBe(16_777_216);
  expect(mysql.singleFloat.read(Math.fround(1 / 3))).toBe(0.33333334);
});
