import { text } from './quoting.js';

type Kind = 'text' | 'clob' | 'number' | 'float' | 'date' | 'timestamp' | 'interval' | 'raw' | 'blob';

/** Types whose values have one form, by the beginnings of their names. */
const KINDS: readonly (readonly [kind: Kind, types: RegExp])[] = [
  ['text', /^n?(var)?char2?\b/i],
  ['clob', /^n?clob\b/i],
  ['number', /^number\b/i],
  ['float', /^binary_(float|double)\b/i],
  ['date', /^date\b/i],
  ['timestamp', /^timestamp\b(?!.*zone)/i],
  ['interval', /^interval day\b/i],
  ['raw', /^raw\b/i],
  ['blob', /^blob\b/i],
];

const kindOf = (type: string): Kind | undefined => KINDS.find(([, types]) => types.test(type))?.[0];

/** Whether MODIFY takes the new type while there are values (ORA-01439, ORA-01440, ORA-22858, ORA-30082). */
export function canModify(from: string, to: string): boolean {
  const [was, is] = [kindOf(from), kindOf(to)];
  if (was === undefined || is === undefined) return baseOf(from) === baseOf(to);
  if (was !== is) return false;
  if (was === 'text') return /^n/i.test(from) === /^n/i.test(to);
  if (was === 'float') return false;
  if (was === 'number') return keepsDigits(from, to);
  return was === 'raw' || digitsOf(from) <= digitsOf(to);
}

const baseOf = (type: string): string => type.replace(/\W.*$/s, '').toUpperCase();

/** Of a fraction of a second: the last number that a type has. */
const digitsOf = (type: string): number => Number(/(\d+)\)\D*$/.exec(type)?.[1] ?? 6);

/** Whether a NUMBER has room for every digit of another one, on both sides of the point. */
function keepsDigits(from: string, to: string): boolean {
  const [was, is] = [roomOf(from), roomOf(to)];
  return was.whole <= is.whole && was.fraction <= is.fraction;
}

function roomOf(type: string): { whole: number; fraction: number } {
  const [, precision, scale = '0'] = /\(\s*(\d+|\*)\s*(?:,\s*(-?\d+)\s*)?\)/.exec(type) ?? [];
  if (precision === undefined) return { whole: Number.POSITIVE_INFINITY, fraction: Number.POSITIVE_INFINITY };
  const digits = precision === '*' ? 38 : Number(precision);
  return { whole: digits - Number(scale), fraction: Number(scale) };
}

const DAY = text('YYYY-MM-DD');
const MOMENT = text('YYYY-MM-DD HH24:MI:SS.FF');

/** A value as text, in the form that the others read. */
const TO_TEXT: Readonly<Partial<Record<Kind, (value: string) => string>>> = {
  text: (value) => value,
  clob: (value) => `TO_CHAR(${value})`,
  number: (value) => `TO_CHAR(${value})`,
  float: (value) => `TO_CHAR(${value})`,
  date: (value) => `TO_CHAR(${value}, ${DAY})`,
  timestamp: (value) => `TO_CHAR(${value}, ${MOMENT})`,
  interval: (value) => `REGEXP_SUBSTR(TO_CHAR(${value}), ${text('\\S+$')})`,
  raw: (value) => `RAWTOHEX(${value})`,
};

const FROM_TEXT: Readonly<Partial<Record<Kind, (value: string) => string>>> = {
  text: (value) => value,
  clob: (value) => `TO_CLOB(${value})`,
  number: (value) => `TO_NUMBER(${value})`,
  float: (value) => `TO_NUMBER(${value})`,
  date: (value) => `TO_DATE(${value}, ${DAY})`,
  timestamp: (value) => `TO_TIMESTAMP(${value}, ${MOMENT})`,
  interval: (value) => `TO_DSINTERVAL(${text('0 ')} || ${value})`,
  raw: (value) => `HEXTORAW(${value})`,
};

const isText = (kind: Kind): boolean => kind === 'text' || kind === 'clob';

/** SQL that makes a value of one type from a value of another one; undefined where there is none that keeps its meaning. */
export function conversion(value: string, from: string, to: string): string | undefined {
  const [was, is] = [kindOf(from), kindOf(to)];
  if (was === undefined || is === undefined) return undefined;
  const both = (...kinds: readonly Kind[]): boolean => kinds.includes(was) && kinds.includes(is);
  if (was === is || both('number', 'float')) return value;
  if (both('date', 'timestamp')) return `CAST(${value} AS ${to})`;
  if (was === 'raw' && is === 'blob') return `TO_BLOB(${value})`;
  const [read, made] = [TO_TEXT[was], FROM_TEXT[is]];
  if ((!isText(was) && !isText(is)) || read === undefined || made === undefined) return undefined;
  return made(read(value));
}
