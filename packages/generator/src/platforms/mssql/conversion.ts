/** Types whose values have one form, by the beginnings of their names. */
const KINDS: readonly (readonly [kind: string, types: RegExp])[] = [
  ['text', /^n?(var)?char\b/i],
  ['number', /^(bit|(tiny|small|big)?int|integer|decimal|numeric|real|float)\b/i],
  ['date', /^date\b/i],
  ['time', /^time\b/i],
  ['moment', /^(small)?datetime2?\b/i],
  ['uuid', /^uniqueidentifier\b/i],
  ['bytes', /^(var)?binary\b/i],
];

/** Pairs that ALTER COLUMN turns into each other ("Data type conversion": implicit ones) and that keep what is meant. */
const CONVERSIONS = new Set([
  'text number',
  'text date',
  'text time',
  'text moment',
  'text uuid',
  'date moment',
  'time moment',
  'uuid bytes',
]);

/** Whether values of one type become values of another one silently said about it. */
export function converts(from: string, to: string): boolean {
  const [was, is] = [kindOf(from), kindOf(to)];
  return was === is || CONVERSIONS.has(`${was} ${is}`) || CONVERSIONS.has(`${is} ${was}`);
}

/** Another type is of its own kind. */
function kindOf(type: string): string {
  return KINDS.find(([, types]) => types.test(type))?.[0] ?? `own ${type.replace(/\W.*$/s, '').toUpperCase()}`;
}

const VARYING = /^(nvarchar|varchar|varbinary)\s*\(\s*(\d+)\s*\)$/i;

/** Whether a type only takes longer values than before. */
export function isLonger(from: string, to: string): boolean {
  const [was, is] = [VARYING.exec(from), VARYING.exec(to)];
  if (was === null || is === null) return false;
  return was[1]?.toUpperCase() === is[1]?.toUpperCase() && Number(is[2]) >= Number(was[2]);
}
