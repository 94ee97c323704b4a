import { phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import { canonicalFraction } from '../../../model/stored-text.js';
import { columnName, emptyIsNull, type Form, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

interface Temporal {
  /** The runtime's functions, without and with what they do to a stored text. */
  readonly make: 'date' | 'time' | 'dateTime' | 'zoned';
  readonly read: 'readDate' | 'readTime' | 'readDateTime' | 'readZoned';
  /** Arguments of `make` between the value and the column. */
  readonly details: string;
  /** PHP's format of what is exported. */
  readonly format: string;
}

const isText = (value: string): string => `\\is_string(${value})`;

/** A day or time is kept as the database's text, and as an object once it was read. */
function temporal(column: Column, context: ValueContext, { make, read, details, format }: Temporal): PhpValue {
  const made = (value: string): string =>
    `${runtime(context, 'Temporal')}::${make}(${value}${details}, ${columnName(context)})`;
  return {
    stored: '\\DateTimeImmutable|string',
    returns: '\\DateTimeImmutable',
    accepts: '\\DateTimeInterface|string|int',
    fromRow: (value) => `(string) ${value}`,
    read: (stored) => `${runtime(context, 'Temporal')}::${read}(${stored}, ${columnName(context)})`,
    memoize: true,
    accept: emptyIsNull(column, made),
    differs: (current, next) => `(\\is_object(${current}) ? ${made(current)} : ${current}) !== ${next}`,
    bind: (stored) => `(${isText(stored)} ? ${stored} : ${made(stored)})`,
    pdoType: 'STR',
    exported: (value) => `${value}->format(${phpString(format)})`,
    now: () => made('new \\DateTimeImmutable()'),
  };
}

export function dateValue(column: Column, context: ValueContext): PhpValue {
  return {
    ...temporal(column, context, { make: 'date', read: 'readDate', details: '', format: 'Y-m-d' }),
    ...withDefault(column, phpString),
  };
}

export function timeValue(column: Column, form: Form<'time'>, context: ValueContext): PhpValue {
  const { digits, trimmed } = form.fraction;
  const value = temporal(column, context, {
    make: 'time',
    read: 'readTime',
    details: `, ${digits}, ${trimmed}`,
    format: digits === 0 ? 'H:i:s' : 'H:i:s.u',
  });
  const day = phpString('+00 ');
  return {
    ...value,
    ...(form.days
      ? {
          fromRow: (row: string) => `${runtime(context, 'Temporal')}::ofInterval((string) ${row})`,
          bind: (stored: string) => `(${day} . ${value.bind?.(stored) ?? stored})`,
        }
      : {}),
    ...withDefault(column, (text) => phpString(canonicalFraction(text, form.fraction))),
  };
}

export function dateTimeValue(column: Column, form: Form<'datetime'>, context: ValueContext): PhpValue {
  const { digits, trimmed } = form.fraction;
  const value = temporal(column, context, {
    make: form.zone ? 'zoned' : 'dateTime',
    read: form.zone ? 'readZoned' : 'readDateTime',
    details: `, ${digits}, ${trimmed}`,
    format: digits === 0 ? 'Y-m-d\\TH:i:sP' : 'Y-m-d\\TH:i:s.uP',
  });
  return {
    ...value,
    // The database shows an instant in the session's time zone, whatever that is.
    ...(form.zone
      ? {
          differs: (current: string, next: string) =>
            `${runtime(context, 'Temporal')}::zonedDiffers(${current}, ${next}, ${columnName(context)})`,
        }
      : {}),
    ...withDefault(column, (text) => phpString(canonicalFraction(text, form.fraction))),
  };
}
