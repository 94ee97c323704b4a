/**
 * Where a thing of the model was written. Plain data, so that the model stays free of files and parsers: `file` is a
 * key of the sources of the run and `offset` the position of the element's `<` in it.
 */
export interface Origin {
  readonly file: string;
  readonly offset: number;
}
