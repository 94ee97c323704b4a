/** What becomes of values when a column gets another type. */
export type TypeChange = 'same' | 'wider' | 'narrower' | 'other';

interface Kind {
  readonly family: string;
  /** How large a value can be in each respect: a change is wider where none of them shrinks. */
  readonly limits: readonly number[];
}

const INTEGERS: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  int2: 16,
  mediumint: 24,
  int: 32,
  integer: 32,
  int4: 32,
  bigint: 64,
  int8: 64,
};
const FLOATS: Readonly<Record<string, number>> = {
  real: 4,
  float4: 4,
  binary_float: 4,
  float: 4,
  double: 8,
  float8: 8,
  binary_double: 8,
};
const TEXTS = /^(n?(var)?char2?|character|bpchar)$/;
const LARGE_TEXTS: Readonly<Record<string, number>> = {
  tinytext: 255,
  text: Infinity,
  mediumtext: Infinity,
  longtext: Infinity,
  ntext: Infinity,
  clob: Infinity,
  nclob: Infinity,
};
const BYTES = /^(var)?binary$|^raw$/;
const LARGE_BYTES: Readonly<Record<string, number>> = {
  tinyblob: 255,
  blob: Infinity,
  mediumblob: Infinity,
  longblob: Infinity,
  bytea: Infinity,
  image: Infinity,
};
/** Larger texts of MySQL, by their order: `LONGTEXT` holds more than `TEXT`. */
const ORDER = ['tiny', '', 'medium', 'long'];

/** Compares two types by the words of the vendors; `other` where nothing is known of what becomes of values. */
export function typeChange(was: string, is: string): TypeChange {
  if (plain(was) === plain(is)) return 'same';
  const [before, after] = [kindOf(was), kindOf(is)];
  if (before === undefined || after === undefined) return 'other';
  if (before.family !== after.family) return acrossFamilies(before, after);
  const shrinks = before.limits.some((limit, at) => limit > (after.limits[at] ?? limit));
  if (shrinks) return 'narrower';
  return before.limits.some((limit, at) => limit < (after.limits[at] ?? limit)) ? 'wider' : 'same';
}

/** Digits before the point, and behind it. */
const digitsOf = ({ family, limits: [first = 0, second = 0] }: Kind): readonly [number, number] | undefined => {
  if (family === 'decimal') return [first, second];
  // Ten digits hold 32 bits, and so on.
  return family === 'integer' ? [Math.ceil(first * Math.LOG10E * Math.LN2), 0] : undefined;
};

function acrossFamilies(before: Kind, after: Kind): TypeChange {
  const [was, is] = [digitsOf(before), digitsOf(after)];
  if (was !== undefined && is !== undefined) return was[0] > is[0] || was[1] > is[1] ? 'narrower' : 'wider';
  if (before.family === 'date' && after.family === 'moment') return 'wider';
  if (before.family === 'moment' && after.family === 'date') return 'narrower';
  return 'other';
}

const plain = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/ (character set|charset|collate) .*$/, '')
    .replaceAll(/\s*([(),])\s*/g, '$1');

function kindOf(type: string): Kind | undefined {
  const text = plain(type);
  const word = /^\w+/.exec(text)?.[0] ?? '';
  const list = /(\[\])+$/.exec(text)?.[0] ?? '';
  const [first, second] = (/\(([^)]*)\)/.exec(text)?.[1] ?? '').split(',').map((part) => part.trim());
  const size =
    first === 'max' ? Infinity : first === undefined || first === '' ? undefined : Number.parseInt(first, 10);
  const of = (family: string, ...limits: readonly number[]): Kind => ({ family: `${family}${list}`, limits });
  // Without a limit it is what TEXT is.
  const sized = (family: string, limit: number): Kind => of(family, limit, limit === Infinity ? 1 : 0);
  const unsigned = /\bunsigned\b/.test(text);
  const bits = INTEGERS[word];
  // A sign takes a bit of the largest number, and its absence all negative ones.
  if (bits !== undefined) return of('integer', unsigned ? bits : bits - 1, unsigned ? 0 : 1);
  if (/^(numeric|decimal|number)$/.test(word)) {
    if (size === undefined) return of('decimal', Infinity, Infinity);
    const scale = Number.parseInt(second ?? '0', 10) || 0;
    return of('decimal', size - scale, scale);
  }
  const floating = FLOATS[word];
  if (floating !== undefined) return of('float', word === 'float' && (size ?? 0) > 24 ? 8 : floating);
  if (TEXTS.test(word)) return sized('text', size ?? (/^(bp|n?)char$/.test(word) ? 1 : Infinity));
  const large = LARGE_TEXTS[word];
  if (large !== undefined) return of('text', size ?? large, ORDER.indexOf(word.replace(/n?(text|clob)$/, '')));
  if (BYTES.test(word)) return sized('bytes', size ?? (word === 'binary' ? 1 : Infinity));
  const largeBytes = LARGE_BYTES[word];
  if (largeBytes !== undefined) return of('bytes', largeBytes, ORDER.indexOf(word.replace(/(blob|bytea|image)$/, '')));
  if (word === 'date') return of('date');
  if (/^(timestamp|datetime2?|time)$/.test(word)) {
    const zone = /\b(with time zone|with local time zone)\b/.test(text) ? ' with zone' : '';
    return of(`${word === 'time' ? 'time' : 'moment'}${zone}`, ...(size === undefined ? [] : [size]));
  }
  return undefined;
}
