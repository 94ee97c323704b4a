import { InvalidValueError } from '../errors/orm-error.js';
import { isDay, localNow, shownTime, timeText, withFraction } from './days.js';
import { wrongType } from './refusal.js';
import type { Value } from './value.js';
import { currentZone, localTime } from './zone.js';

const STORED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/;
const OFFSET = /([+-])(\d\d):?(\d\d)?:?(\d\d)?$/;

const ISO_LENGTH = '2024-12-31T10:30:00.000Z'.length;

const ZERO = '0'.charCodeAt(0);

/** The number that stands at a place of a text; only where two digits stand. */
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

/** A stored text without an offset, in milliseconds of the local clock. */
function localOf(text: string): number {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!STORED.test(text) || year === 0 || month === 0 || day === 0) {
    throw new InvalidValueError(
      'A row has a day and time that no Date can be: set generator.typescript.dateTime, or tsType of the column, to string.',
    );
  }
  const seconds = localTime(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17));
  return text.length > 20 ? seconds + Number(text.slice(20, 23).padEnd(3, '0')) : seconds;
}

/** Milliseconds as the text of a day and time. */
function textOf(value: Date, milliseconds: number, digits: number, trimmed: boolean): string {
  const moment = new Date(milliseconds);
  const iso = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  // Other years have a sign and six digits.
  if (iso.length !== ISO_LENGTH || iso.startsWith('0000')) throw wrongType('a year from 1 to 9999', value);
  return `${iso.slice(0, 10)} ${withFraction(iso.slice(11, 19), iso.slice(20, 23), digits, trimmed)}`;
}

function timeOf(value: Date): number {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw wrongType('a Date that is a day and time', value);
  return value.getTime();
}

/** An instant, stored as the clock of `runtime.timeZone` shows it. A `Date` ends at milliseconds: what is finer stays in the row. */
export function dateTime(digits: number, trimmed: boolean): Value<Date, string> {
  const read = (cell: string): number => currentZone().instantOf(localOf(cell));
  const write = (value: Date): string => textOf(value, currentZone().localOf(timeOf(value)), digits, trimmed);
  return {
    read: (cell) => new Date(read(cell)),
    write,
    isSame: (value, cell) => timeOf(value) === read(cell),
    now: () => write(new Date()),
  };
}

/** An instant, stored with an offset. */
export function zonedDateTime(digits: number, trimmed: boolean): Value<Date, string> {
  const read = (cell: string): number => {
    const [offset = '', sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(cell) ?? [];
    const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return localOf(cell.slice(0, cell.length - offset.length)) - (sign === '-' ? -ahead : ahead);
  };
  return {
    read: (cell) => new Date(read(cell)),
    write: (value) => `${textOf(value, timeOf(value), digits, trimmed)}+00:00`,
    isSame: (value, cell) => timeOf(value) === read(cell),
  };
}

/** A day and time as its text, as the clock of `runtime.timeZone` shows it. */
export function dateTimeText(digits: number, trimmed: boolean): Value<string, string> {
  const read = (cell: string): string => shownTime(cell, digits, trimmed);
  const write = (value: string): string => {
    const [day = '', clock = ''] = typeof value === 'string' ? value.split(/[ T]/) : [];
    const stored = isDay(day) ? timeText(clock, digits, trimmed) : undefined;
    if (stored === undefined) throw wrongType('a day and time as a text, such as "2024-12-31 10:30:00"', value);
    return `${day} ${stored}`;
  };
  return {
    read,
    write,
    isSame: (value, cell) => value === read(cell) || write(value) === read(cell),
    now: () => write(localNow()),
  };
}

/** A day and time with its offset, as a text. */
export const zonedDateTimeText: Value<string, string> = {
  read: (cell) => cell,
  write(value) {
    const [, day = '', clock = ''] =
      (typeof value === 'string' ? /^([\d-]+)[ T]([\d:.]+) ?(?:Z|[+-]\d\d(?::?\d\d){0,2})$/.exec(value) : undefined) ??
      [];
    if (!isDay(day) || timeText(clock, 6, true) === undefined) {
      throw wrongType('a day and time with an offset as a text, such as "2024-12-31 10:30:00+00:00"', value);
    }
    return value;
  },
  isSame: (value, cell) => value === cell,
};
