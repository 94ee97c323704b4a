import type { Column } from '../model/model.js';
import { splitList } from '../model/value-list.js';
import type { NumberedLabels } from './shape.js';

/** Characters of the longest label: a column that stores labels is just that wide. */
export function labelLength(column: Pick<Column, 'valueSet'>): number {
  return Math.max(1, ...column.valueSet.map((label) => [...label].length));
}

/** What the numbers of a column stand for, where labels are stored as numbers. */
export function numberedLabels({ family, enumStorage, sqlType, valueSet }: Column): NumberedLabels | undefined {
  if (family === 'enum' && enumStorage === 'index') return { as: 'position', list: valueSet };
  return family === 'set' && sqlType === undefined ? { as: 'bits', list: valueSet } : undefined;
}

/** `a, b` of a value set as the sum of the bits of its labels. */
export function setMask(valueSet: readonly string[], value: string): bigint {
  let mask = 0n;
  for (const label of splitList(value)) mask |= 1n << BigInt(valueSet.indexOf(label));
  return mask;
}

/** Highest mask a value set can have. */
export function setLimit(valueSet: readonly string[]): bigint {
  return (1n << BigInt(valueSet.length)) - 1n;
}
