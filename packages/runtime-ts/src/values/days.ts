import { wrongType } from './refusal.js';
import type { Value } from './value.js';
import { currentZone } from './zone.js';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?$/;

export function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).map(Number);
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

/**
 * A time with the digits of a second that the column has; what is finer is cut off. Nothing for what is no time of a day.
 *
 * @param trimmed whether the database shows no zeros at the end of a fraction
 */
export function timeText(text: string, digits: number, trimmed: boolean): string | undefined {
  const [, minutes, seconds = '00', fraction = ''] = TIME.exec(text) ?? [];
  return minutes === undefined ? undefined : withFraction(`${minutes}:${seconds}`, fraction, digits, trimmed);
}

/** A time with so many digits of the fraction that was given. */
export function withFraction(time: string, given: string, digits: number, trimmed: boolean): string {
  const padded = given.slice(0, digits).padEnd(digits, '0');
  const fraction = trimmed ? padded.replace(/0+$/, '') : padded;
  return fraction === '' ? time : `${time}.${fraction}`;
}

/** What a driver gave with the digits that the column has: some drivers leave zeros out. */
export function shownTime(cell: string, digits: number, trimmed: boolean): string {
  if (trimmed) return cell;
  const [time = '', fraction = ''] = cell.split('.');
  return withFraction(time, fraction, digits, false);
}

/** What the clock shows now. */
export const localNow = (): string => new Date(currentZone().localOf(Date.now())).toISOString().slice(0, -1);

/** A day as its text. */
export const date: Value<string, string> = {
  read: (cell) => cell,
  write(value) {
    if (typeof value !== 'string' || !isDay(value)) throw wrongType('a day as a text, such as "2024-12-31"', value);
    return value;
  },
  isSame: (value, cell) => value === cell,
  now: () => localNow().slice(0, 10),
};

/** A time of day as its text. */
export function time(digits: number, trimmed: boolean): Value<string, string> {
  const read = (cell: string): string => shownTime(cell, digits, trimmed);
  const write = (value: string): string => {
    const stored = typeof value === 'string' ? timeText(value, digits, trimmed) : undefined;
    if (stored === undefined) throw wrongType('a time of day as a text, such as "10:30:00"', value);
    return stored;
  };
  return {
    read,
    write,
    isSame: (value, cell) => value === read(cell) || write(value) === read(cell),
    now: () => write(localNow().slice(11)),
  };
}
