import type { Finding } from '../../src/reverse/finding.js';

/** Something that the vendor's own catalog says, with what it is about. */
export interface RawFact {
  /** Empty for what belongs to no table. */
  readonly table: string;
  readonly name: string;
  readonly fact: string;
}

/** The facts of only one of two databases. */
export function rawDifferences(first: readonly RawFact[], second: readonly RawFact[]): readonly RawFact[] {
  const keysOf = (all: readonly RawFact[]): ReadonlySet<string> => new Set(all.map((one) => JSON.stringify(one)));
  const [mine, its] = [keysOf(first), keysOf(second)];
  return [
    ...first.filter((one) => !its.has(JSON.stringify(one))),
    ...second.filter((one) => !mine.has(JSON.stringify(one))),
  ];
}

/** Findings as the golden files hold them. */
export const findingLines = (findings: readonly Finding[]): string =>
  findings
    .map(({ lost, kind, table, name, detail }) =>
      [lost ? 'lost' : 'note', kind, table ?? '-', name, detail ?? '-'].join(' | '),
    )
    .join('\n');
