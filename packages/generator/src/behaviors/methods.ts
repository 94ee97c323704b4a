import type { Column } from '../model/model.js';

/** A type of a method that every target language can say. */
export type MethodType =
  | { readonly is: 'void' | 'self' | 'boolean' | 'integer' | 'string' | 'connection' }
  /** Objects and queries of the table, and collections of its objects. */
  | { readonly is: 'model' | 'query' | 'collection' }
  /** What a column takes and gives. */
  | { readonly is: 'column'; readonly column: Column }
  /** Values by the primary key of a row: a map, or pairs of key and value where a key is several values. */
  | { readonly is: 'by-key'; readonly of: MethodType }
  | { readonly is: 'nullable' | 'list'; readonly of: MethodType }
  | { readonly is: 'tuple'; readonly of: readonly MethodType[] }
  /** A class of the runtime, dots between the parts of its name: `Sortable.ListReport`. */
  | { readonly is: 'runtime'; readonly name: string };

export interface MethodParameter {
  readonly name: string;
  readonly type: MethodType;
  /** What it is when it is left out. */
  readonly default?: string | null;
}

/** What a method hands on to the runtime. */
export type CallArgument =
  | { readonly is: 'parameter'; readonly name: string }
  | { readonly is: 'constant'; readonly value: boolean }
  /** Several parameters as a list. `given`: nothing if they were left out, which is not the same as null. */
  | { readonly is: 'list'; readonly names: readonly string[]; readonly given?: boolean };

/** What a method does. */
export type MethodBody =
  /** The runtime has the whole method; it is described so that nothing else takes its name. */
  | { readonly does: 'inherit' }
  /** Reads or sets columns: one, or several as a tuple. */
  | { readonly does: 'get' | 'set'; readonly columns: readonly Column[] }
  /** Calls an operation of the runtime: of this object or query, of its class, or of a new one. */
  | {
      readonly does: 'call';
      readonly on: 'this' | 'class' | 'new';
      readonly operation: string;
      readonly arguments: readonly CallArgument[];
    };

/** A method a behavior contributes to a generated class, described for every target language. */
export interface ContributedMethod {
  readonly on: 'model' | 'query';
  readonly name: string;
  readonly static?: boolean;
  /** A static method that queries have as well, in languages where one cannot serve as both. */
  readonly both?: boolean;
  readonly parameters: readonly MethodParameter[];
  readonly returns: MethodType;
  readonly doc: string;
  readonly body: MethodBody;
  /** The column that may have a method of this name: the contributed one serves as such. */
  readonly serves?: Column;
}

/** The pieces of the runtime that a behavior puts into generated classes; dots between the parts of a name. */
export interface RuntimeParts {
  readonly model?: string;
  readonly query?: string;
  /** What a model class is then. */
  readonly interface?: string;
  /**
   * The piece of the model stands around the writing of a row: it wants the values of `reads` and takes over what the
   * database has, and may have `column` written though nobody set it.
   */
  readonly writing?: { readonly column: Column; readonly reads: readonly Column[] };
}
