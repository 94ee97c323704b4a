/** The format of conformance/lists: conformance/README.md. */

export type Scalar = string | number | boolean | null;

/** An argument of a call. */
export type Argument = Scalar | readonly Argument[] | NamedArgument;

export interface NamedArgument {
  readonly object?: string;
  readonly columns?: ByName<Scalar>;
  readonly order?: readonly (readonly [row: string | number | readonly Scalar[], rank: number])[];
  readonly force?: true;
}

/** What a call gives. */
export type Returned = Scalar | readonly Scalar[] | DescribedResult;

export interface DescribedResult {
  readonly same?: string;
  readonly object?: string;
  readonly class?: string;
  readonly oneOf?: readonly string[];
  readonly collection?: readonly string[];
  readonly array?: readonly string[];
  readonly sorted?: true;
  readonly query?: true;
  readonly key?: string;
  readonly report?: { readonly right: boolean; readonly count: number };
}

type ByName<T> = Readonly<Record<string, T>>;
type Side = 'object' | 'query';

export interface Scenario {
  readonly name: string;
  readonly covers: readonly string[];
  readonly engines?: readonly string[];
  readonly table: string;
  readonly lists?: ByName<readonly string[]>;
  readonly unranked?: ByName<readonly string[]>;
  readonly ranks?: ByName<number>;
  readonly values?: ByName<ByName<string | number | null>>;
  readonly others?: ByName<readonly string[]>;
  readonly many?: { readonly lists: number; readonly rows: number };
  readonly broken?: boolean;
  readonly steps: readonly Step[];
}

/** What a step does. */
export interface Action {
  readonly new?: string;
  readonly values?: ByName<Argument>;
  readonly table?: string;
  readonly class?: string;
  readonly fetch?: readonly string[];
  readonly as?: string | readonly string[];
  readonly object?: string;
  readonly call?: string;
  readonly args?: readonly Argument[];
  readonly query?: string;
  readonly chain?: readonly (readonly [method: string, ...args: Argument[]])[];
  readonly static?: string;
  readonly transaction?: 'begin' | 'commit' | 'rollback';
  readonly isolation?: string;
  readonly forget?: boolean;
  readonly outside?: OutsideChanges;
  readonly veto?: string | null;
  readonly methods?: string;
  readonly present?: Partial<Record<Side, readonly string[]>>;
  readonly absent?: Partial<Record<Side, readonly string[]>>;
  readonly required?: Partial<Record<Side, ByName<number>>>;
  readonly connection?: 'second';
}

/** An action, and what is so after it. */
export interface Step extends Action {
  readonly either?: readonly Action[];
  readonly meanwhile?: OutsideChanges;
  readonly returns?: Returned;
  readonly raises?: ExpectedError;
  readonly lists?: ByName<readonly string[]>;
  readonly unranked?: ByName<readonly string[]>;
  readonly ranks?: ByName<number | null>;
  readonly stored?: ByName<number>;
  readonly columns?: ByName<ByName<string | number | null>>;
  readonly rows?: ByName<readonly string[]>;
  readonly links?: ByName<readonly string[]>;
  readonly headers?: number;
  readonly changes?: readonly (readonly unknown[])[];
}

/** What another program does to the tables. */
export interface OutsideChanges {
  readonly delete?: readonly string[];
  readonly set?: ByName<ByName<string | number | null>>;
}

export interface ExpectedError {
  readonly kind: string;
  readonly says?: readonly string[];
}

/** A table of conformance/tables.json. */
export interface KnownTable {
  readonly class: string;
  readonly name: string;
  readonly rank?: string;
  readonly scope?: readonly string[];
  readonly key: readonly string[];
  readonly fill?: ByName<string | number>;
}

/** Whether it is no scalar and no array. */
export const isDescription = <T extends object>(value: Scalar | readonly unknown[] | T): value is T =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `user_id` → `userId`: the property of a column. */
export const propertyOf = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
