import { printable } from '../diagnostics/printable.js';
import { FLOATING, type RowChecks } from '../platforms/row-checks.js';
import type { TypeShape } from '../platforms/shape.js';
import { enumLabels, removed } from './labels.js';

/** A condition for values that do not fit another type, and what is said about it. */
export interface ValueCheck {
  readonly what: 'narrows-type' | 'removes-label' | 'converts-type';
  readonly condition: string;
}

/** The values of a column that another type cannot hold, as conditions. `name` is the column in SQL. */
export function valueChecks(was: string, is: string, name: string, writer: RowChecks): readonly ValueCheck[] {
  if (was === is) return [];
  if (writer.length === undefined) return inexact(was, is, name, writer);
  const labels = enumLabels(is);
  if (labels !== undefined) return labelChecks(was, labels, name, writer);
  if (isText(was) && isText(is)) return shorter(was, is, name, writer);
  if (BINARY.test(was) && BINARY.test(is)) return fewerBytes(was, is, name, writer);
  if (isText(was)) return fromText(is, name, writer);
  if (isNumber(was) && isNumber(is)) return smaller(was, is, name, writer);
  if (isNumber(was) && TRUTH.test(is)) return [{ what: 'narrows-type', condition: `${name} NOT IN (0, 1)` }];
  if (clockOf(was) !== undefined && clockOf(is) !== undefined) return lessTime(was, is, name, writer);
  if (isText(is)) return asText(was, is, name, writer);
  return [];
}

const TEXT = /^n?(var)?char2?\b|^character\b|^(tiny|medium|long)?text\b|^n?clob\b/i;
const BINARY = /^(var)?binary\b|^(tiny|medium|long)?blob\b/i;
const WHOLE = /^(tiny|small|medium|big)?int(eger)?\b/i;
const DECIMAL = /^(decimal|numeric|number)\b/i;
const DATE = /^(date|timestamp|datetime)\b/i;
const TRUTH = /^(boolean|bit)$/i;
/** Others than texts of which a text is made. */
const WRITTEN = /^(date|time|timestamp|datetime|uuid|enum|boolean)\b/i;

const isList = (type: string): boolean => type.endsWith(']');
const isText = (type: string): boolean => TEXT.test(type) && !isList(type);
const isNumber = (type: string): boolean =>
  (WHOLE.test(type) || DECIMAL.test(type) || FLOATING.test(type)) && !isList(type);

/** The kind of a type: values of one kind can be compared. */
export function kindOf(type: string): string {
  if (isText(type)) return 'text';
  return isNumber(type) ? 'number' : (/^\w+/.exec(type)?.[0] ?? type).toLowerCase();
}

/** How many characters a text may have. */
function sizeOf(type: string): number | undefined {
  const size = /\((\d+)/.exec(type)?.[1];
  // PostgreSQL means one character by the bare word.
  return size === undefined ? (/^char$/i.test(type) ? 1 : undefined) : Number(size);
}

/** Bytes that texts and binaries of MySQL without a size of their own have room for. */
const ROOM: Readonly<Record<string, number>> = { tiny: 2 ** 8 - 1, '': 2 ** 16 - 1, medium: 2 ** 24 - 1 };

function roomOf(type: string): number | undefined {
  const word = /^(tiny|medium|long)?(text|blob)\b/i.exec(type);
  return word === null ? undefined : ROOM[(word[1] ?? '').toLowerCase()];
}

function shorter(was: string, is: string, name: string, writer: RowChecks): ValueCheck[] {
  const size = sizeOf(is);
  if (size !== undefined && (sizeOf(was) ?? Infinity) > size) {
    return [{ what: 'narrows-type', condition: `${writer.length ?? ''}(${name}) > ${String(size)}` }];
  }
  return fewerBytes(was, is, name, writer);
}

function fewerBytes(was: string, is: string, name: string, { bytes }: RowChecks): ValueCheck[] {
  const size = BINARY.test(is) ? (sizeOf(is) ?? roomOf(is)) : roomOf(is);
  const before = sizeOf(was) ?? roomOf(was) ?? Infinity;
  if (bytes === undefined || size === undefined || before <= size) return [];
  return [{ what: 'narrows-type', condition: `${bytes}(${name}) > ${String(size)}` }];
}

interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

const BITS: Readonly<Record<string, bigint>> = { tiny: 8n, small: 16n, medium: 24n, '': 32n, big: 64n };

function rangeOf(type: string): Range | undefined {
  const word = WHOLE.exec(type);
  const bits = word === null ? undefined : BITS[(word[1] ?? '').toLowerCase()];
  if (bits === undefined || isList(type)) return undefined;
  if (/\bunsigned\b/i.test(type)) return { least: 0n, most: 2n ** bits - 1n };
  return { least: -(2n ** (bits - 1n)), most: 2n ** (bits - 1n) - 1n };
}

/** The digits before the point and behind it. */
function digitsOf(type: string, { losses }: RowChecks): readonly [whole: number, scale: number] | undefined {
  if (!DECIMAL.test(type)) return undefined;
  const found = /\(\s*(\d+)\s*(?:,\s*(\d+))?/.exec(type);
  if (found === null) return losses?.decimalDigits;
  const scale = Number(found[2] ?? 0);
  return [Number(found[1]) - scale, scale];
}

/** How many digits behind the point a type keeps. */
const scaleOf = (type: string, writer: RowChecks): number =>
  WHOLE.test(type) ? 0 : (digitsOf(type, writer)?.[1] ?? Infinity);

/** Numbers that are too large when they are rounded as the type wants it. */
function outside(is: string, value: string, writer: RowChecks): string | undefined {
  const range = rangeOf(is);
  if (range !== undefined) return `(${value} >= ${String(range.most)}.5 OR ${value} <= ${String(range.least - 1n)}.5)`;
  const digits = digitsOf(is, writer);
  if (digits === undefined) return undefined;
  const [whole, scale] = digits;
  const nines = `${whole > 0 ? '9'.repeat(whole) : '0'}.${'9'.repeat(scale)}5`;
  return `(${value} >= ${nines} OR ${value} <= -${nines})`;
}

function smaller(was: string, is: string, name: string, writer: RowChecks): ValueCheck[] {
  const rounded = scaleOf(was, writer) > scaleOf(is, writer) ? writer.losses?.isRounded : undefined;
  const conditions = [
    tooLarge(was, is, name, writer),
    rounded?.(name, was, scaleOf(is, writer), WHOLE.test(is)),
  ].filter((each) => each !== undefined);
  return conditions.length === 0 ? [] : [{ what: 'narrows-type', condition: conditions.join(' OR ') }];
}

function tooLarge(was: string, is: string, name: string, writer: RowChecks): string | undefined {
  const [old, range] = [rangeOf(was), rangeOf(is) ?? exactRange(is, writer)];
  if (range !== undefined && old !== undefined) {
    if (old.least >= range.least && old.most <= range.most) return undefined;
    return `${name} NOT BETWEEN ${String(range.least)} AND ${String(range.most)}`;
  }
  const [before, after] = [digitsOf(was, writer), digitsOf(is, writer)];
  if (before !== undefined && after !== undefined && before[0] <= after[0] && before[1] <= after[1]) return undefined;
  if (old !== undefined && after !== undefined && String(old.least).length - 1 <= after[0]) return undefined;
  return outside(is, name, writer);
}

/** Whole numbers that a floating-point number of either size holds with all their digits. */
function exactRange(type: string, { single }: RowChecks): Range | undefined {
  if (single === undefined || !FLOATING.test(type)) return undefined;
  const most = 2n ** (single.test(type) ? 24n : 53n);
  return { least: -most, most };
}

/** All that a column loses where it takes values of any size: it keeps numbers of one form. */
function inexact(was: string, is: string, name: string, writer: RowChecks): ValueCheck[] {
  if (isText(was)) {
    const condition = writer.isOtherNumber?.(name, is);
    return condition === undefined ? [] : [{ what: 'converts-type', condition }];
  }
  const condition = WHOLE.test(was) && FLOATING.test(is) ? tooLarge(was, is, name, writer) : undefined;
  return condition === undefined ? [] : [{ what: 'narrows-type', condition }];
}

/** A day, a time of day, or both. */
type Clock = 'date' | 'time' | 'moment';

const CLOCKS: readonly (readonly [Clock, RegExp])[] = [
  ['date', /^date\b/i],
  ['time', /^(time|interval day)\b/i],
  ['moment', /^(timestamp|(small)?datetime2?)\b/i],
];

const clockOf = (type: string): Clock | undefined =>
  isList(type) ? undefined : CLOCKS.find(([, words]) => words.test(type))?.[0];

/** Digits of a fraction of a second: the last number of a type. */
function secondDigits(type: string, { losses }: RowChecks): number | undefined {
  const size = /\((\d+)\)\D*$/.exec(type)?.[1];
  return size === undefined ? losses?.secondDigits : Number(size);
}

function lessTime(was: string, is: string, name: string, writer: RowChecks): ValueCheck[] {
  const { losses } = writer;
  if (losses === undefined) return [];
  const lost = (condition: string): ValueCheck[] => [{ what: 'narrows-type', condition }];
  const [before, after] = [clockOf(was), clockOf(is)];
  if (before === 'moment' && after === 'date') return lost(`${name} <> ${losses.midnight(name)}`);
  // Either has nothing of the other.
  if (before !== after && (after === 'time' || after === 'date')) return lost(`${name} IS NOT NULL`);
  const [digits, kept] = [secondDigits(was, writer), secondDigits(is, writer)];
  if (before === 'date' || digits === undefined || kept === undefined || digits <= kept) return [];
  return lost(`${name} <> ${losses.inType(name, is)}`);
}

function fromText(is: string, name: string, writer: RowChecks): ValueCheck[] {
  const { texts, losses } = writer;
  if (texts === undefined || isList(is)) return [];
  if (isNumber(is)) {
    const value = texts.asNumber(name);
    const scale = scaleOf(is, writer);
    const rounded = scale === Infinity ? undefined : losses?.isRounded(value, 'numeric', scale, WHOLE.test(is));
    const lost = [outside(is, value, writer), rounded].filter((each) => each !== undefined).join(' OR ');
    const matches = texts.isNumber(name, WHOLE.test(is));
    const condition = `${name} IS NOT NULL AND CASE WHEN ${matches} THEN ${lost || 'FALSE'} ELSE TRUE END`;
    return [{ what: 'converts-type', condition }];
  }
  if (!DATE.test(is)) return [];
  const isLate = clockOf(is) === 'date' ? ` OR ${texts.hasTime(name)}` : '';
  return [{ what: 'converts-type', condition: `NOT (${texts.isDate(name)})${isLate}` }];
}

function asText(was: string, is: string, name: string, { texts, length }: RowChecks): ValueCheck[] {
  const size = sizeOf(is);
  if (texts === undefined || size === undefined || !(isNumber(was) || WRITTEN.test(was)) || isList(was)) return [];
  return [{ what: 'narrows-type', condition: `${length ?? ''}(${texts.asText(name)}) > ${String(size)}` }];
}

function labelChecks(was: string, kept: readonly string[], name: string, { texts }: RowChecks): ValueCheck[] {
  const known = enumLabels(was);
  if (known !== undefined) {
    const gone = removed(known, kept);
    return gone.length === 0 ? [] : [{ what: 'removes-label', condition: `${name} IN (${gone.join(', ')})` }];
  }
  if (!isText(was) || texts === undefined) return [];
  return [{ what: 'converts-type', condition: `${texts.exactly?.(name) ?? name} NOT IN (${kept.join(', ')})` }];
}

/** The word, and what is in quotes, which it has no meaning in. */
const VALUE = /'(?:[^']|'')*'|"[^"]*"|\bvalue\b/gi;

/** A condition for values that a type of the database's own takes no longer. */
interface TypeCheck {
  readonly what: 'removes-label' | 'sets-required' | 'adds-check';
  readonly words: string;
  readonly condition: string;
}

/** `isList`: the column has lists of such values. */
export function typeChecks(
  before: TypeShape,
  after: TypeShape,
  { name, isList: isListed }: { readonly name: string; readonly isList: boolean },
  { text, texts }: RowChecks,
): readonly TypeCheck[] {
  if (text === undefined || texts === undefined) return [];
  if (before.kind === 'enum' && after.kind === 'enum') {
    const gone = before.labels.filter((label) => !after.labels.includes(label));
    if (gone.length === 0) return [];
    const condition = isListed
      ? gone.map((label) => `${text(label)} = ANY(${texts.asText(name)}[])`).join(' OR ')
      : `${texts.asText(name)} IN (${gone.map(text).join(', ')})`;
    return [{ what: 'removes-label', words: `${printable(after.name)} loses labels`, condition }];
  }
  if (isListed || before.kind !== 'domain' || after.kind !== 'domain' || before.type !== after.type) return [];
  const isNew = ({ expression }: { readonly expression: string }): boolean =>
    !before.checks.some((other) => other.expression === expression);
  const words = `${printable(after.name)} is stricter`;
  return [
    ...(after.notNull === true && before.notNull !== true
      ? [{ what: 'sets-required', words, condition: `${name} IS NULL` } as const]
      : []),
    ...after.checks.filter(isNew).map(({ expression }) => {
      // The condition of a domain calls its value VALUE.
      const own = expression.replace(VALUE, (word) => (/^value$/i.test(word) ? name : word));
      return { what: 'adds-check', words, condition: `NOT (${own})` } as const;
    }),
  ];
}
