/** What a relation adds to a model class. */
export interface RelationText {
  readonly properties: readonly string[];
  readonly methods: readonly string[];
}

/** A method of `method()` with a doc comment of one line. */
export function documented(doc: string, lines: readonly string[]): string[] {
  return [`\n    /** ${doc} */${lines.join('\n')}`];
}
