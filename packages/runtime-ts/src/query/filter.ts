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

/** What a column of several items can be asked for: whether it has all of some, any or none; that is all of them where nothing is said. */
export type ItemComparison = 'CONTAINS_ALL' | 'CONTAINS_SOME' | 'CONTAINS_NONE' | Exclude<Equality, 'IN' | 'NOT IN'>;

/** For lists of texts, which are kept as one text. */
export type ListComparison = ItemComparison | 'LIKE' | 'NOT LIKE';

/** For arrays of the database. */
export type ArrayComparison = ItemComparison | '<' | '<=' | '>' | '>=';

export type AnyComparison = TextComparison | NumberComparison | ItemComparison;

export type Order = 'asc' | 'desc';
