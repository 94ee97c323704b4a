import { ConfigurationError } from '../errors/orm-error.js';

const DAY = 86_400_000;
const MOST_DAYS = 4096;
/** The last instant that a `Date` can be. */
const LAST = 8.64e15;

/** Under this name, so that a runtime that is loaded twice, as by a hot reload, has one time zone. */
const TIME_ZONE = Symbol.for('ormgen.timeZone');

interface Configured {
  zone: Zone | undefined;
}

const configured = known();

function known(): Configured {
  const found = Reflect.get(globalThis, TIME_ZONE) as Configured | undefined;
  if (found !== undefined) return found;
  const made: Configured = { zone: undefined };
  Reflect.set(globalThis, TIME_ZONE, made);
  return made;
}

/**
 * The clock of a time zone. A local time is counted in milliseconds, as if it were one of UTC.
 */
export interface Zone {
  readonly name: string;
  localOf(instant: number): number;
  /** Of a time that the clock shows twice, the first; of one that it leaves out, as many minutes behind the gap. */
  instantOf(local: number): number;
}

/** The time zone in which days and times without an offset are stored: the configured one, or else that of the process. */
export function currentZone(): Zone {
  configured.zone ??= zoneNamed(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return configured.zone;
}

export function setTimeZone(name: string | undefined): void {
  configured.zone = name === undefined ? undefined : zoneNamed(name);
}

function zoneNamed(name: string): Zone {
  const offsetAt = ['UTC', 'Etc/UTC'].includes(name) ? () => 0 : dailyOffsets(measuredOffsets(name));
  return {
    name,
    localOf: (instant) => instant + offsetAt(instant),
    instantOf(local) {
      const before = offsetAt(local - DAY);
      if (offsetAt(local - before) === before) return local - before;
      const behind = offsetAt(local + DAY);
      return offsetAt(local - behind) === behind ? local - behind : local - before;
    },
  };
}

type Offsets = (instant: number) => number;

/** Asking for an offset is slow, and nearly every day has one only. */
function dailyOffsets(measure: Offsets): Offsets {
  const known = new Map<number, number | undefined>();
  return (instant) => {
    const day = Math.floor(instant / DAY);
    if (!known.has(day)) {
      if (known.size >= MOST_DAYS) known.clear();
      const first = measure(day * DAY);
      known.set(day, first === measure(Math.min((day + 1) * DAY, LAST)) ? first : undefined);
    }
    return known.get(day) ?? measure(instant);
  };
}

function measuredOffsets(name: string): Offsets {
  const format = formatOf(name);
  return (instant) => {
    const second = Math.floor(instant / 1000) * 1000;
    const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
    const local = localTime(year, part('month'), part('day'), part('hour'), part('minute'), part('second'));
    return local - second;
  };
}

function formatOf(name: string): Intl.DateTimeFormat {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      ...numeric,
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new ConfigurationError(`There is no time zone "${name}": runtime.timeZone is a name such as Europe/Berlin.`);
  }
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century but one. */
export function localTime(y: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const inDay = ((hour * 60 + minute) * 60 + second) * 1000;
  return (y > 99 ? Date.UTC(y, month - 1, day) : new Date(0).setUTCFullYear(y, month - 1, day)) + inDay;
}
