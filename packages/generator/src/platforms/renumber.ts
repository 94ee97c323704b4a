import type { DdlPrinter } from './ddl-printer.js';
import type { LabelMove, Operation } from './operation.js';
import type { NumberedLabels } from './shape.js';

/** Whether a value has a bit, as SQL. Oracle has a function for it. */
export type HasBit = (value: string, bit: bigint) => string;

export const hasBit: HasBit = (value, bit) => `(${value} & ${String(bit)}) <> 0`;

const bitOf = (place: number): bigint => 1n << BigInt(place);

/** The number that a value becomes. A number that stands for nothing that stays is left as it is, or has its bits taken away. */
export function renumbered(
  value: string,
  as: NumberedLabels['as'],
  moves: readonly LabelMove[],
  has: HasBit = hasBit,
): string {
  if (as === 'bits') {
    const bits = moves.map(
      ({ from, to }) => `CASE WHEN ${has(value, bitOf(from))} THEN ${String(bitOf(to))} ELSE 0 END`,
    );
    return bits.length === 0 ? '0' : bits.join(' + ');
  }
  const whens = moves
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => `WHEN ${String(from)} THEN ${String(to)}`);
  return whens.length === 0 ? value : `CASE ${value} ${whens.join(' ')} ELSE ${value} END`;
}

/** The values that stand for one of some labels, as a condition. */
export function standsFor(
  value: string,
  as: NumberedLabels['as'],
  places: readonly number[],
  has: HasBit = hasBit,
): string {
  if (as === 'position') return `${value} IN (${places.join(', ')})`;
  return places.map((place) => has(value, bitOf(place))).join(' OR ');
}

/** What an UPDATE sets: one column, and those that it must keep to themselves. */
export const assignments = (
  name: string,
  value: string,
  keeps: readonly string[] | undefined,
  printer: Pick<DdlPrinter, 'identifier'>,
): string => {
  const own = (keeps ?? []).map((kept) => printer.identifier(kept));
  return [`${name} = ${value}`, ...own.map((kept) => `${kept} = ${kept}`)].join(', ');
};

export function renumberStatement(
  { table, column, as, moves, keeps }: Extract<Operation, { readonly do: 'renumber column' }>,
  printer: Pick<DdlPrinter, 'identifier' | 'name'>,
  has: HasBit = hasBit,
): string {
  const name = printer.identifier(column);
  const moved = moves.filter(({ from, to }) => from !== to).map(({ from }) => from);
  const where = standsFor(name, as, moved, has);
  const set = assignments(name, renumbered(name, as, moves, has), keeps, printer);
  return `UPDATE ${printer.name(table)} SET ${set} WHERE ${where}`;
}
