/** What a filter compares with: a value, null, or several of which one is to match. */
export type Filter<V> = V | null | readonly (V | null)[];

/** From … to, both included; either may be left out. */
export interface Range<V> {
  readonly min?: V;
  readonly max?: V;
}

/** What values can be compared by that have no order. */
export type Equality = '=' | '<>' | 'IN' | 'NOT IN' | 'IS NULL' | 'IS NOT NULL';

/** What every value with an order can be compared by. */
export type Comparison = Equality | '<' | '<=' | '>' | '>=';

export type TextComparison = Comparison | 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE';

export type RangeComparison = Comparison | 'BETWEEN';

/** For whole numbers, whose bits can be asked for: some are set, all are set, none is set. */
export type NumberComparison = RangeComparison | '&' | 'BINARY_ALL' | 'BINARY_NONE';

export type AnyComparison = TextComparison | NumberComparison;

export type Order = 'asc' | 'desc';
