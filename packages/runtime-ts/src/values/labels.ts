import { InvalidValueError } from '../errors/orm-error.js';
import { wrongType } from './refusal.js';
import type { Value } from './value.js';

const refuse = (labels: readonly string[], given: unknown): InvalidValueError =>
  wrongType(`one of ${labels.slice(0, 12).join(', ')}${labels.length > 12 ? ', …' : ''}`, given);

/** One label of a list, stored as it is. */
export function label<L extends string>(labels: readonly L[]): Value<L, L> {
  return {
    read: (cell) => cell,
    write(value) {
      if (!labels.includes(value)) throw refuse(labels, value);
      return value;
    },
    isSame: (value, cell) => value === cell,
  };
}

/** One label of a list, stored as its position from 0. */
export function labelIndex<L extends string>(labels: readonly L[]): Value<L, string | number | bigint> {
  return {
    read(cell) {
      const found = labels[Number(cell)];
      if (found !== undefined) return found;
      throw new InvalidValueError(
        'A row has a position that no label of the schema has: build the classes from the schema in use.',
      );
    },
    write(value) {
      const position = labels.indexOf(value);
      if (position < 0) throw refuse(labels, value);
      return String(position);
    },
    isSame: (value, cell) => value === labels[Number(cell)],
  };
}

/** Several labels of a list, stored as the sum of their bits: the first is 1, the second 2, the third 4. */
export function labelSet<L extends string>(labels: readonly L[]): Value<L[], string | number | bigint> {
  const read = (cell: string | number | bigint): L[] => {
    const mask = BigInt(cell);
    return labels.filter((_, position) => ((mask >> BigInt(position)) & 1n) === 1n);
  };
  const write = (value: readonly L[]): string => {
    if (!Array.isArray(value)) throw wrongType('an array of labels', value);
    let mask = 0n;
    for (const each of value as readonly L[]) {
      const position = labels.indexOf(each);
      if (position < 0) throw refuse(labels, each);
      mask |= 1n << BigInt(position);
    }
    return String(BigInt.asIntN(64, mask));
  };
  // Bits that no label has stay in the row.
  return { read, write, isSame: (value, cell) => write(value) === write(read(cell)) };
}
