import type { SchemaDifference } from './differences.js';

interface PartitionDifference {
  readonly status: SchemaDifference['status'];
  readonly what: string;
}

/**
 * What differs between two clauses behind PARTITION BY. The database prints expressions in its own way and works bounds out:
 * what is compared is the method, columns where both are nothing but columns, and on MySQL how many partitions there are, their
 * names, and bounds that are plain values.
 */
export function partitionDifference(
  mine: string | undefined,
  its: string | undefined,
): PartitionDifference | undefined {
  if (mine === undefined && its === undefined) return undefined;
  if (its === undefined) return { status: 'missing', what: 'the schema has it partitioned, the database does not' };
  if (mine === undefined) return { status: 'extra', what: 'the database has it partitioned, the schema does not' };
  const [left, right] = [partitioning(mine), partitioning(its)];
  const what = keyDifference(left, right) ?? partsDifference(left, right);
  return what === undefined ? undefined : { status: 'different', what };
}

interface Partitioning {
  readonly method: string;
  /** Undefined for an expression. */
  readonly columns: string | undefined;
  /** The method of subpartitions, if there are any. */
  readonly sub: string;
  readonly parts: readonly Part[];
  readonly count: number;
}

interface Part {
  readonly name: string;
  /** Undefined where it is not written in plain values. */
  readonly bounds: string | undefined;
}

const METHOD = /((?:LINEAR )?(?:RANGE|LIST|HASH|KEY)(?: ALGORITHM ?= ?\d+)?)(?: COLUMNS)? ?/i;
const KEY = new RegExp(`^${METHOD.source}\\(([^()]*)\\)`, 'i');
const SUB = new RegExp(`SUBPARTITION BY ${METHOD.source}\\(`, 'i');
const NAME = /[`"]?([\w$\u0080-\uffff]+)[`"]?/.source;
const PART = new RegExp(
  `(?:^|[^B])PARTITION ${NAME}(?: VALUES (?:LESS THAN|IN) ?(MAXVALUE|\\((?:[^()']|'[^']*')*\\)|.)?)?`,
  'gi',
);

function partitioning(clause: string): Partitioning {
  const plain = clause.replaceAll(/\s+/g, ' ').trim();
  const [, method = '', list = ''] = KEY.exec(plain) ?? [];
  const names = list.split(',').map((name) => name.trim().replaceAll(/^["`]|["`]$/g, ''));
  const isPlain = method !== '' && names.every((name) => /^[\w$\u0080-\uffff]+$/.test(name));
  const parts = [...plain.matchAll(PART)].map(([, name = '', bounds]) => ({
    name: name.toLowerCase(),
    bounds: bounds === undefined ? '' : plainBounds(bounds),
  }));
  const count = Number(/ PARTITIONS (\d+)/i.exec(plain)?.[1] ?? Math.max(parts.length, 1));
  return {
    method: methodName(method || (/^\w+/.exec(plain)?.[0] ?? '')),
    columns: isPlain ? names.join(', ').toLowerCase() : undefined,
    sub: methodName(SUB.exec(plain)?.[1] ?? ''),
    parts,
    count: parts.length > 0 ? parts.length : count,
  };
}

const methodName = (method: string): string => method.toUpperCase().replace(/ ALGORITHM.*/, '');

/** Numbers, strings, NULL and MAXVALUE, one after the other. */
function plainBounds(bounds: string): string | undefined {
  const values = bounds
    .replaceAll(/^\(|\)$/g, '')
    .split(',')
    .map((value) => value.trim());
  const isPlain = values.every((value) => /^(-?\d+|'[^']*'|NULL|MAXVALUE)$/i.test(value));
  return isPlain ? values.map((value) => (value.startsWith("'") ? value : value.toUpperCase())).join(', ') : undefined;
}

function keyDifference(left: Partitioning, right: Partitioning): string | undefined {
  const sameColumns = (left.columns ?? right.columns) === (right.columns ?? left.columns);
  if (left.method === right.method && sameColumns && left.sub === right.sub) return undefined;
  const shown = ({ method, columns, sub }: Partitioning): string =>
    `${method} (${columns ?? '…'})${sub === '' ? '' : `, in subpartitions by ${sub}`}`;
  return `the schema has it partitioned by ${shown(left)}, the database by ${shown(right)}`;
}

function partsDifference(left: Partitioning, right: Partitioning): string | undefined {
  if (left.count !== right.count) {
    return `the schema has ${counted(left)}, the database ${counted(right)}`;
  }
  const unlike = left.parts.findIndex((part, i) => {
    const other = right.parts[i];
    if (other === undefined) return false;
    const isPlain = part.bounds !== undefined && other.bounds !== undefined;
    return part.name !== other.name || (isPlain && part.bounds !== other.bounds);
  });
  const [mine, its] = [left.parts[unlike], right.parts[unlike]];
  if (mine === undefined || its === undefined) return undefined;
  return `the schema has the partition ${shownPart(mine)}, the database ${shownPart(its)}`;
}

const counted = ({ count, parts }: Partitioning): string =>
  `${count === 1 ? '1 partition' : `${count} partitions`}${parts.length === 0 ? '' : ` (${parts.map(({ name }) => name).join(', ')})`}`;

const shownPart = ({ name, bounds }: Part): string =>
  bounds === undefined || bounds === '' ? name : `${name} (${bounds})`;
