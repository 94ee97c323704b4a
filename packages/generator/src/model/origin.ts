/**
 * Where a thing of the model was written: a text, and the position of the element's `<` in it. The parser's elements are
 * such places themselves, so a model of thousands of columns carries its origins for nothing.
 */
export interface Origin {
  readonly source: { readonly path: string; readonly text: string };
  readonly offset: number;
}
